"""Refused reports of one process, on their way into the store: whose report is rated never waits for them."""

from collections import deque
from threading import Condition, Thread

from terazi.core.codes import Refusal
from terazi.service.refused import KEPT, RefusedReport, keep_refused
from terazi.store.engine import Store
from terazi.store.trouble import StoreTrouble
from terazi.web.logs import log

_PAUSE_SECONDS = 1.0
"""Refusals gather so long: a caller who does everything wrong costs one small transaction a second."""


class Refused:
    """A thread that writes down what was refused; what nobody could ever read is left out."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[RefusedReport] = deque(maxlen=KEPT)
        self._changed = Condition()
        self._closed = False
        self._thread = Thread(target=self._run, name="terazi-refused", daemon=True)
        self._thread.start()

    def note(self, game_id: str, refusal: Refusal, at: int) -> None:
        """Write a refusal down, soon; `at` is when the report arrived (UTC ms)."""
        with self._changed:
            self._waiting.append(RefusedReport(at=at, game_id=game_id, refusal=refusal))
            self._changed.notify()

    def write(self) -> None:
        """Write down what waits, now."""
        with self._changed:
            reports = list(self._waiting)
            self._waiting.clear()
        if reports:
            keep_refused(self._store, reports)

    def close(self) -> None:
        """Write down what waits, then stop."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        closed = False
        while not closed:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                closed = self._changed.wait_for(lambda: self._closed, timeout=_PAUSE_SECONDS)
            try:
                self.write()
            except StoreTrouble as trouble:  # a busy or full store has better things to do
                log("refusals were not kept", cause=trouble.cause)
