"""The formula: the one place that holds the logistic and the rounding.

Article: `expected = 1 / (1 + 10 ** ((opponent - own) / divisor))` and
`change = round(K * (result - expected) * coefficient)`, rounded half away from zero (R0).
All inputs are integers, so a version of the formula is a finite table of integers (SPEC 3).
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from terazi.core.types import CUBES, WIN_POINTS, Win

_STEEPEST_EXPONENT = 300.0
"""10 ** 300 is still a double; beyond it the expected score is 0 to the last bit anyway."""


LARGEST_DIVISOR = 100_000
LARGEST_K = 1_000
"""Beyond these a version's table is no small one any more, and every reader of a ledger makes it (SPEC 3)."""


class CubeRule(StrEnum):
    """How the cube enters the coefficient."""

    ONE_TO_TWO = "one_to_two"
    """1 + log2(cube) / 6: 1 at cube 1, 2 at cube 64 (article, since 1.0.5)."""
    MULTIPLIES = "multiplies"
    """The cube itself (article, before 1.0.5)."""
    IGNORED = "ignored"
    """1, whatever the cube."""


_CUBE_FACTOR: Mapping[CubeRule, Callable[[int], float]] = {
    CubeRule.ONE_TO_TWO: lambda cube: 1 + math.log2(cube) / 6,
    CubeRule.MULTIPLIES: float,
    CubeRule.IGNORED: lambda cube: 1.0,
}


class GammonRule(StrEnum):
    """What a gammon or backgammon does to the change."""

    NOTHING = "nothing"
    MULTIPLIES = "multiplies"
    """x 2 or x 3. The size was never published: *assumed* (R20)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a version's table: everything but the rating gap."""

    k: int
    cube: int
    win: Win


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """One version of the formula.

    `divisor` is in rating points, at most 100,000; `k` and `busy_k` are in rating points per game, at most
    1,000. A player with `busy_games` or more ranked games in the 7 days before (R2) has `busy_k`; both are
    None in versions without that rule.
    """

    name: str
    divisor: int
    k: int = 32
    busy_games: int | None = None
    busy_k: int | None = None
    cube_rule: CubeRule = CubeRule.ONE_TO_TWO
    gammon_rule: GammonRule = GammonRule.NOTHING

    def __post_init__(self) -> None:
        """Assert the shape; a rulebook from outside is refused before it gets here."""
        assert self.name, "a version has a name"
        assert 0 < self.divisor <= LARGEST_DIVISOR, "the divisor is positive and in bounds"
        assert 0 < self.k <= LARGEST_K, "K is positive and in bounds"
        assert (self.busy_games is None) == (self.busy_k is None), "the busy week has both numbers or none"
        assert self.busy_games is None or self.busy_games > 0, "zero games are no busy week"
        assert self.busy_k is None or 0 < self.busy_k <= LARGEST_K, "K is positive and in bounds"

    @property
    def assumed(self) -> bool:
        """Whether a number of this version was never published (R20)."""
        return self.gammon_rule is GammonRule.MULTIPLIES

    def k_for(self, games_recent: int) -> int:
        """K of a player with so many recent ranked games (article's `KFor`)."""
        if self.busy_games is not None and self.busy_k is not None and games_recent >= self.busy_games:
            return self.busy_k
        return self.k

    def coefficient(self, cube: int, win: Win = Win.SINGLE) -> float:
        """The factor on the change that the cube (and, before 1.0.5, the size of the win) makes."""
        assert cube in CUBES, "the cube shows 1, 2, 4, 8, 16, 32 or 64 (R8)"
        factor = _CUBE_FACTOR[self.cube_rule](cube)
        return factor * WIN_POINTS[win] if self.gammon_rule is GammonRule.MULTIPLIES else factor

    def expected(self, gap: int) -> float:
        """Expected score, 0 to 1, of a player rated `gap` points above the opponent (article)."""
        return 1.0 / (1.0 + math.pow(10, min(-gap / self.divisor, _STEEPEST_EXPONENT)))

    def winner_unrounded(self, gap: int, k: int, coefficient: float) -> float:
        """The winner's change before rounding; `gap` is winner minus loser (R0: left to right)."""
        return k * (1 - self.expected(gap)) * coefficient

    def loser_unrounded(self, gap: int, k: int, coefficient: float) -> float:
        """The loser's change before rounding; `gap` is winner minus loser (R0: 1 minus the winner's)."""
        expected_loser = 1 - self.expected(gap)
        return k * (0 - expected_loser) * coefficient

    def changes(self, gap: int, winner_k: int, loser_k: int, coefficient: float) -> tuple[int, int]:
        """Both changes of one game, winner's first, each rounded on its own (article)."""
        return (
            round_half_away(self.winner_unrounded(gap, winner_k, coefficient)),
            round_half_away(self.loser_unrounded(gap, loser_k, coefficient)),
        )

    def columns(self) -> tuple[Column, ...]:
        """The columns of this version's table: its K values, then sizes of win that matter, then cubes."""
        ks = (self.k,) if self.busy_k is None else (self.k, self.busy_k)
        wins = tuple(Win) if self.gammon_rule is GammonRule.MULTIPLIES else (Win.SINGLE,)
        return tuple(Column(k=k, cube=cube, win=win) for k in ks for win in wins for cube in CUBES)

    def column_changes(self, column: Column, gaps: range) -> list[int]:
        """The winner's change at every gap, winner minus loser; with equal K the loser's is its negative."""
        coefficient = self.coefficient(column.cube, column.win)
        return [round_half_away(self.winner_unrounded(gap, column.k, coefficient)) for gap in gaps]

    def reach(self) -> int:
        """The gap from which, on both sides, no column moves any more (SPEC 3)."""
        return max(self._column_reach(column) for column in self.columns())

    def _column_reach(self, column: Column) -> int:
        coefficient = self.coefficient(column.cube, column.win)

        def change(gap: int) -> int:
            return round_half_away(self.winner_unrounded(gap, column.k, coefficient))

        low, high = 0, int(_STEEPEST_EXPONENT) * self.divisor
        floor, ceiling = change(high), change(-high)
        while low < high:  # changes only fall as the gap grows, so bisection finds the last step
            middle = (low + high) // 2
            if change(middle) == floor and change(-middle) == ceiling:
                high = middle
            else:
                low = middle + 1
        assert all(a >= b for a, b in pairwise((ceiling, change(0), floor))), "a change falls with the gap"
        return low


def round_half_away(value: float) -> int:
    """The nearest integer, halves away from zero: Go's `math.Round`, not Python's `round` (R0).

    >>> round_half_away(2.5), round_half_away(-2.5), round_half_away(0.49999999999999994)
    (3, -3, 0)
    """
    whole = math.floor(abs(value))
    if abs(value) - whole >= 0.5:
        whole += 1
    return whole if value >= 0 else -whole
