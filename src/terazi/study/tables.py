"""Tables of many variants of the formula side by side, for one loop over the games.

Variants share the columns of tables that are equal, and every value was asked of `core.formula`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from terazi.core.formula import Formula, round_half_away
from terazi.core.rulebook import always
from terazi.replay import Plan, Recent
from terazi.replay.arrays import Integers
from terazi.replay.history import History
from terazi.replay.plan import plan_of
from terazi.study.arrays import Codes

Changes = npt.NDArray[np.int16] | npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """Winner's changes of a few variants: `changes[column, middle[v] + gap]`, variants side by side.

    `gap` is winner minus loser, from -limit[v] to limit[v]; column 0 moves nobody.
    """

    changes: Changes
    middle: Integers
    limit: Integers


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The columns that rate both sides of every game: the same for all variants of one kind."""

    winner: Codes
    loser: Codes


def kind_of(variant: Formula) -> tuple[object, ...]:
    """What decides which column rates a side: variants that agree in it can be walked together."""
    return (variant.busy_games, variant.gammon_rule)


def sides_of(history: History, variant: Formula, recent: Recent) -> Sides:
    """The columns of both sides for all variants of this one's kind."""
    return sides_in(plan_of(history, always(variant), recent))


def sides_in(plan: Plan) -> Sides:
    """The columns of both sides that a plan of one formula has."""
    assert int(plan.table.column.max()) < 256, "a column's place fits a byte"
    return Sides(winner=plan.winner_column.astype(np.uint8), loser=plan.loser_column.astype(np.uint8))


def tables_of(variants: Sequence[Formula], limits: Sequence[int]) -> Tables:
    """The tables of variants of one kind up to so wide a gap each; columns stand as `replay` has them."""
    columns = [_columns(variant) for variant in variants]
    limit = np.array(limits, dtype=np.int32)
    width = 2 * limit + 1
    begin = np.cumsum(width) - width
    room = (len(columns[0]) + 1, int(width.sum()))
    largest = max(abs(int(end)) for each in columns for column in each for end in (column[0], column[-1]))
    changes: Changes = np.zeros(room, dtype=np.int16) if largest < 2**15 else np.zeros(room, dtype=np.int32)
    for each, first, wide in zip(columns, begin.tolist(), width.tolist(), strict=True):
        for number, column in enumerate(each, start=1):
            _fill(changes[number, first : first + wide], column)
    return Tables(changes=changes, middle=(begin + limit).astype(np.int32), limit=limit)


def reach_of(variant: Formula) -> int:
    """The gap beyond which nothing moves any more."""
    return max(len(column) // 2 for column in _columns(variant))


def _fill(room: Changes, column: Integers) -> None:
    """A column's middle, or all of it with its ends to both sides: beyond its reach nothing moves."""
    beside = (len(room) - len(column)) // 2
    if beside < 0:
        room[:] = column[-beside : len(column) + beside]
        return
    room[:beside], room[beside + len(column) :] = column[0], column[-1]
    room[beside : beside + len(column)] = column


def _columns(variant: Formula) -> list[Integers]:
    return [
        _column(variant.divisor, column.k, variant.coefficient(column.cube, column.win))
        for column in variant.columns()
    ]


@lru_cache(maxsize=20_000)
def _column(divisor: int, k: int, coefficient: float) -> Integers:
    """One column at gaps -reach .. reach, asked only around its steps: in between, a falling column is
    flat.
    """
    formula = Formula(name="column", divisor=divisor)

    def ask(gap: int) -> int:
        return round_half_away(formula.winner_unrounded(gap, k, coefficient))

    top = 400 * divisor
    steps: list[tuple[int, int]] = []
    spans = [(-top, ask(-top), top, ask(top))]
    while spans:
        low, at_low, high, at_high = spans.pop()
        if at_low == at_high:
            continue
        if high - low == 1:
            steps.append((high, at_high - at_low))
            continue
        middle = (low + high) // 2
        at_middle = ask(middle)
        spans += [(low, at_low, middle, at_middle), (middle, at_middle, high, at_high)]
    reach = max((max(abs(gap), abs(gap - 1)) for gap, _ in steps), default=1)
    jumps = np.zeros(2 * reach + 1, dtype=np.int32)
    for gap, jump in steps:
        jumps[gap + reach] += jump
    column: Integers = np.cumsum(jumps, dtype=np.int32) + np.int32(ask(-top))
    return column
