"""The scan: look up, add, subtract, once per game in ledger order.

One function does it. For a large history numba compiles it; for a small one, or where numba is absent, the
same function runs over lists. numba takes about as long to start as plain Python takes for a million games,
so it is imported only where it repays that.

The compiled code is kept where numba keeps it: beside this module if that folder can be written, else in the
user's own cache folder; where neither can be, it is compiled anew by every process that needs it.
"""

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Protocol

import numpy as np

from terazi.replay.arrays import Integers
from terazi.replay.history import History
from terazi.replay.plan import Plan

COMPILED_FROM = 1_500_000
"""Games and players together from which starting numba is quicker than doing without it."""
COMPILED_FROM_IF_READY = 5_000
"""The same where this process has compiled before."""
CHUNK = 1 << 16
"""Games whose columns are lists at one time: what plain Python reads fastest, but large in memory."""


class Engine(StrEnum):
    """How to run the scan; the results are the same."""

    QUICKEST = "quickest"
    PLAIN = "plain"
    COMPILED = "compiled"


def scan(  # noqa: PLR0913, PLR0917
    ratings: Any,
    changes: Any,
    reach: int,
    winner: Any,
    loser: Any,
    winner_column: Any,
    loser_column: Any,
    before: Any,
) -> None:
    """Rate games in order, changing `ratings`; all arguments are lists, or all are arrays.

    `changes` and `reach` are a `Table`'s. `before` is empty, or has two places a game, which get
    the winner's and the loser's rating before it.
    """
    traced = len(before) > 0
    least = -reach
    place = 0
    for won, lost, won_column, lost_column in zip(winner, loser, winner_column, loser_column):  # noqa: B905
        won_before = ratings[won]
        lost_before = ratings[lost]
        if traced:
            before[place] = won_before
            before[place + 1] = lost_before
            place += 2
        gap = won_before - lost_before
        if gap > reach:
            gap = reach
        elif gap < least:
            gap = least
        row = changes[gap]
        ratings[won] = won_before + row[won_column]
        ratings[lost] = lost_before - row[lost_column]


class Running(Protocol):
    """A scan under way: the ratings as they stand, and the way on."""

    @property
    def ratings(self) -> MutableSequence[int] | Integers:
        """Every player's rating; a correction may change it between two advances."""

    def advance(self, start: int, stop: int) -> None:
        """Rate the games from row `start` up to row `stop`, not included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Arrays:
    """The compiled scan over arrays."""

    scan: Callable[..., None]
    history: History
    plan: Plan
    ratings: Integers
    before: Integers

    def advance(self, start: int, stop: int) -> None:
        rows, table = slice(start, stop), self.plan.table
        self.scan(
            self.ratings,
            table.changes,
            table.reach,
            self.history.winner[rows],
            self.history.loser[rows],
            self.plan.winner_column[rows],
            self.plan.loser_column[rows],
            self.before[rows].reshape(-1),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lists:
    """The plain scan over lists, a chunk of rows at a time."""

    history: History
    plan: Plan
    ratings: list[int]
    changes: list[list[int]]
    before: Integers

    def advance(self, start: int, stop: int) -> None:
        for first in range(start, stop, CHUNK):
            self._advance_chunk(slice(first, min(first + CHUNK, stop)))

    def _advance_chunk(self, rows: slice) -> None:
        before = [0] * self.before[rows].size
        scan(
            self.ratings,
            self.changes,
            self.plan.table.reach,
            self.history.winner[rows].tolist(),
            self.history.loser[rows].tolist(),
            self.plan.winner_column[rows].tolist(),
            self.plan.loser_column[rows].tolist(),
            before,
        )
        if before:
            self.before[rows] = np.array(before, dtype=np.int32).reshape(-1, 2)


def running(history: History, plan: Plan, ratings: Integers, before: Integers, engine: Engine) -> Running:
    """A scan of a history that starts from these ratings.

    `before` has a row a game, which gets both ratings before it, winner's first; or no rows, and then nothing
    is noted down.
    """
    compiled = _chosen(engine, history)
    if compiled is not None:
        return _Arrays(scan=compiled, history=history, plan=plan, ratings=ratings, before=before)
    changes = plan.table.changes.tolist()
    return _Lists(history=history, plan=plan, ratings=ratings.tolist(), changes=changes, before=before)


def _chosen(engine: Engine, history: History) -> Callable[..., None] | None:
    """The compiled scan if such a history is to be run through it, else None."""
    # Ratings of many players do not fit into fast memory, which costs plain Python most.
    size = history.games + history.players
    enough = COMPILED_FROM_IF_READY if _compiled.cache_info().currsize else COMPILED_FROM
    if engine is Engine.PLAIN or (engine is Engine.QUICKEST and size < enough):
        return None
    return compiled_scan()


def compiled_scan() -> Callable[..., None] | None:
    """The scan as machine code, or None where numba is absent."""
    try:
        return _compiled()
    except ImportError:
        return None


@cache
def _compiled() -> Callable[..., None]:
    from numba import njit

    try:
        return njit(cache=True, nogil=True)(scan)
    except (RuntimeError, OSError):  # no folder can be written: neither the module's nor the user's
        return njit(nogil=True)(scan)
