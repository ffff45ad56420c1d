"""Hand a report to the writer's thread and await its answer; many answers wake the event loop once."""

import asyncio
from collections import deque
from concurrent.futures import Future

from terazi.core.reports import GameReport
from terazi.service.writer import Outcome, Writer
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError


class Handing:
    """Between the event loop, in which requests are served, and the writer, which commits their games."""

    def __init__(self, writer: Writer, most_waiting: int) -> None:
        self._writer, self._most = writer, most_waiting
        self._loop = asyncio.get_running_loop()
        self._done: deque[tuple[Future[Outcome], asyncio.Future[Outcome]]] = deque()
        self._woken = False

    async def record(self, report: GameReport, now: int) -> Outcome:
        """The answer to a report that arrived at `now` (UTC ms), after its commit."""
        if self._writer.waiting >= self._most:
            raise ProblemError(ProblemCode.TOO_BUSY, headers={"Retry-After": "1"})
        answer: asyncio.Future[Outcome] = self._loop.create_future()
        told = self._writer.submit(report, now)
        told.add_done_callback(lambda done: self._answered(done, answer))
        return await answer

    def _answered(self, told: Future[Outcome], answer: asyncio.Future[Outcome]) -> None:
        """In the writer's thread: note it, and wake the loop unless that was done already."""
        self._done.append((told, answer))
        if not self._woken:
            self._woken = True
            self._loop.call_soon_threadsafe(self._hand_over)

    def _hand_over(self) -> None:
        self._woken = False  # first: what is noted from here on wakes the loop again
        while self._done:
            told, answer = self._done.popleft()
            if answer.cancelled():
                continue  # the caller has gone; what was told is recorded all the same
            if (error := told.exception()) is not None:
                answer.set_exception(error)
            else:
                answer.set_result(told.result())
