"""Hand a report to the writer's thread and await its answer; many answers wake the event loop once."""

import asyncio
from collections import deque

from terazi.core.reports import GameReport
from terazi.service.writer import Outcome, Writer
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError


class Handing:
    """Between the event loop, in which requests are served, and the writer, which commits their games."""

    def __init__(self, writer: Writer, most_waiting: int) -> None:
        self._writer, self._most = writer, most_waiting
        self._loop = asyncio.get_running_loop()
        self._done: deque[tuple[asyncio.Future[Outcome], Outcome | Exception]] = deque()
        self._woken = False

    async def record(self, report: GameReport, now: int) -> Outcome:
        """The answer to a report that arrived at `now` (UTC ms), after its commit."""
        if self._writer.waiting >= self._most:
            raise ProblemError(ProblemCode.TOO_BUSY, headers={"Retry-After": "1"})
        answer: asyncio.Future[Outcome] = self._loop.create_future()
        # Whoever has gone before the game was rated has an answer that was cancelled.
        self._writer.hand_over(report, now, lambda: not answer.done(), lambda told: self._told(answer, told))
        return await answer

    def _told(self, answer: asyncio.Future[Outcome], told: Outcome | Exception) -> None:
        """In the writer's thread: note it, and wake the loop unless that was done already."""
        self._done.append((answer, told))
        if not self._woken:
            self._woken = True
            self._loop.call_soon_threadsafe(self._hand_over)

    def _hand_over(self) -> None:
        self._woken = False  # first: what is noted from here on wakes the loop again
        while self._done:
            answer, told = self._done.popleft()
            if answer.cancelled():
                continue  # the caller has gone; what was told is recorded all the same
            if isinstance(told, Exception):
                answer.set_exception(told)
            else:
                answer.set_result(told)
