"""Where the checkers stand: an immutable position, seen by the player who is to move.

Points are numbered from 1 to 24 by each player for themselves, 24 being the farthest from home; 0 is
borne off and 25 is the bar. What one player calls point p the other calls 25 - p.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

CHECKERS_EACH = 15
OFF = 0
BAR = 25
HOME = 6
"""The highest point of a player's own home board."""

Checkers: TypeAlias = tuple[int, ...]
"""Twenty-six counts of one player's checkers: index 0 borne off, 1-24 the points, 25 the bar."""

WinMultiplier: TypeAlias = Literal[1, 2, 3]
"""What a win is worth at cube 1: 1 single, 2 gammon, 3 backgammon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """All thirty checkers; equal positions are equal values and hash alike.

    `mover` is the player to move (or who has just moved), `waiter` the opponent; each numbers the points
    for themselves. `Position` trusts its caller; `position_of` checks.
    """

    mover: Checkers
    waiter: Checkers

    def turned(self) -> "Position":
        """The same board seen by the other player."""
        return Position(mover=self.waiter, waiter=self.mover)

    @property
    def pips_mover(self) -> int:
        """The pip count of `mover`: how many pips are left to bear off every checker (bar = 25)."""
        return pip_count(self.mover)

    @property
    def pips_waiter(self) -> int:
        """The pip count of `waiter`."""
        return pip_count(self.waiter)


def position_of(*, mover: Mapping[int, int], waiter: Mapping[int, int]) -> Position:
    """The position with these checkers on these points (1-24, 25 the bar); the rest are borne off.

    Refused with ValueError: a point outside 1-25, a negative count, more than fifteen checkers of one
    player, and a point held by both.
    """
    position = Position(mover=_checkers(mover), waiter=_checkers(waiter))
    shared = [p for p in range(1, BAR) if position.mover[p] and position.waiter[BAR - p]]
    if shared:
        raise ValueError(f"both players stand on the mover's points {shared}")
    return position


def _checkers(counts: Mapping[int, int]) -> Checkers:
    checkers = [0] * (BAR + 1)
    for point, count in counts.items():
        if not OFF < point <= BAR or count < 0:
            raise ValueError(f"{count} checkers on point {point}")
        checkers[point] = count
    checkers[OFF] = CHECKERS_EACH - sum(checkers)
    if checkers[OFF] < 0:
        raise ValueError(f"more than {CHECKERS_EACH} checkers")
    return tuple(checkers)


OPENING = position_of(mover={24: 2, 13: 5, 8: 3, 6: 5}, waiter={24: 2, 13: 5, 8: 3, 6: 5})
"""The position that every game of backgammon starts from."""


def pip_count(checkers: Checkers) -> int:
    """How many pips one player still needs: 167 at the start."""
    return sum(point * count for point, count in enumerate(checkers))


def win_multiplier(winner: Checkers, loser: Checkers) -> WinMultiplier | None:
    """What the game is worth at cube 1 if `winner` has borne off everything, else None.

    Two when the loser has borne off nothing (a gammon); three when, besides, a checker of the loser is
    still on the bar or in the winner's home board (a backgammon).
    """
    if winner[OFF] != CHECKERS_EACH:
        return None
    if loser[OFF]:
        return 1
    return 3 if any(loser[BAR - HOME :]) else 2
