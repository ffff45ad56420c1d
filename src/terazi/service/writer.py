"""Group commit: reports that wait together are rated in one transaction, each answered after its commit."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Condition, Thread
from typing import NamedTuple

from terazi.core.codes import Refusal
from terazi.core.reports import GameReport
from terazi.service.answers import Answer
from terazi.service.games import Arrival, record_arrivals
from terazi.store.engine import Store
from terazi.store.trouble import StoreTrouble

Outcome = Answer | Refusal


Wanted = Callable[[], bool]
"""Asked once before a report is rated: whether anybody still waits for the answer."""
Tell = Callable[[Outcome | Exception], None]
"""Takes the answer after its commit, or what kept it from being rated."""


class _Waiting(NamedTuple):
    arrival: Arrival
    wanted: Wanted
    tell: Tell


class Writer:
    """One thread that rates what other threads hand over, in the order in which they did (R4).

    While one batch is being committed the next one gathers; nobody waits for company. Any number of processes
    may each have a writer on the same store.
    """

    def __init__(self, store: Store, *, most: int = 256) -> None:
        """`most` reports at once in one transaction."""
        self._store, self._most = store, most
        self._waiting: list[_Waiting] = []
        self._changed = Condition()
        self._closed = False
        self._thread = Thread(target=self._run, name="terazi-writer", daemon=True)
        self._thread.start()

    def submit(self, report: GameReport, now: int) -> Future[Outcome]:
        """Hand over a report that arrived at `now` (UTC ms); its answer, or `StoreTrouble`, comes later."""
        future: Future[Outcome] = Future()

        def tell(outcome: Outcome | Exception) -> None:
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

        self.hand_over(report, now, future.set_running_or_notify_cancel, tell)
        return future

    def hand_over(self, report: GameReport, now: int, wanted: Wanted, tell: Tell) -> None:
        """The same without a future, which would cost as much as a tenth of a game: both are called in the
        writer's thread, and must neither wait nor raise.
        """
        with self._changed:
            assert not self._closed, "a closed writer takes nothing"
            self._waiting.append(_Waiting(Arrival(report=report, now=now), wanted, tell))
            self._changed.notify()

    @property
    def waiting(self) -> int:
        """How many reports wait for their turn."""
        return len(self._waiting)

    def close(self) -> None:
        """Rate what waits, then stop."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while batch := self._next():
            # A caller may have given up; what it told is not rated then, unless it had begun.
            _answer(self._store, [one for one in batch if one.wanted()])

    def _next(self) -> list[_Waiting]:
        """The reports that wait, at most `most`; none once the writer is closed and all are answered."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            batch = self._waiting[: self._most]
            del self._waiting[: self._most]
            return batch


def _answer(store: Store, batch: list[_Waiting]) -> None:
    if not batch:
        return
    try:
        outcomes = record_arrivals(store, [one.arrival for one in batch])
    except StoreTrouble as trouble:
        for one in batch:
            one.tell(trouble)
    except Exception as error:  # a broken program: let it harm one report, not its neighbours
        if len(batch) == 1:
            batch[0].tell(error)
        else:
            for one in batch:
                _answer(store, [one])
    else:
        for one, outcome in zip(batch, outcomes, strict=True):
            one.tell(outcome)
