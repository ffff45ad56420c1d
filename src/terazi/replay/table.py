"""Every version of a rulebook as one array of small integers: a scan only looks up (law 1, SPEC 3)."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from terazi.core.formula import Column, Formula, GammonRule
from terazi.core.rulebook import Rulebook
from terazi.core.types import Win
from terazi.replay.arrays import Integers
from terazi.replay.history import STAKES

NOTHING = 0
"""The column of games that move nobody: all zeros."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Changes of the winner: `changes[gap, column]`, gaps below 0 at the end, where negative places look.

    `gap` is winner minus loser, clamped to -reach .. reach, beyond which nothing moves; the loser's change is
    the negative of the value in the loser's own column. `column[version, busy, stake]` is the column of an
    edition, of its K (0: the usual one, 1: a busy week's) and of a place in `STAKES`; `k[version, busy]` is
    that K.
    """

    changes: npt.NDArray[np.int16] | npt.NDArray[np.int32]
    reach: int
    column: Integers
    k: Integers
    busy_games: npt.NDArray[np.int64]

    def delta(self, gap: Integers, column: Integers) -> Integers:
        """Winner's changes at many gaps, a column for each."""
        clamped = np.clip(gap, -self.reach, self.reach)
        changes: Integers = self.changes[clamped, column].astype(np.int32)
        return changes


def table_of(rulebook: Rulebook) -> Table:
    """The table of all editions of a rulebook, which has at least one."""
    formulas = [edition.formula for edition in rulebook.editions]
    assert formulas, "an empty rulebook rates nothing"
    reach = max(formula.reach() for formula in formulas)
    zeros = np.zeros((2 * reach + 1, 1), dtype=np.int64)
    parts = {formula: _changes(formula, reach) for formula in formulas}
    changes = np.hstack([zeros, *parts.values()])
    first, column = 1, {}
    for formula, part in parts.items():
        column[formula] = first + _places(formula)
        first += part.shape[1]
    return Table(
        changes=_smallest(np.roll(changes, -reach, axis=0)),
        reach=reach,
        column=np.array([column[formula] for formula in formulas], dtype=np.int32),
        k=np.array([_ks(formula) for formula in formulas], dtype=np.int32),
        busy_games=np.array([_busy_games(formula) for formula in formulas], dtype=np.int64),
    )


@cache
def _own_changes(formula: Formula) -> npt.NDArray[np.int64]:
    """A version's own table, as far as it moves: gaps down, columns across."""
    reach = formula.reach()
    changes = np.empty((2 * reach + 1, len(formula.columns())), dtype=np.int64)
    for place, column in enumerate(formula.columns()):
        _fill(formula, column, changes[:, place], reach)
    return changes


def _fill(formula: Formula, column: Column, changes: npt.NDArray[np.int64], reach: int) -> None:
    """One column, asked only around its steps: between two equal values a falling column is flat."""

    def ask(place: int) -> int:
        gap = place - reach
        return formula.column_changes(column, range(gap, gap + 1))[0]

    spans = [(0, ask(0), 2 * reach, ask(2 * reach))]
    while spans:
        low, at_low, high, at_high = spans.pop()
        if at_low == at_high or high - low <= 1:
            changes[low:high], changes[high] = at_low, at_high
            continue
        middle = (low + high) // 2
        at_middle = ask(middle)
        spans += [(low, at_low, middle, at_middle), (middle, at_middle, high, at_high)]


def _changes(formula: Formula, reach: int) -> npt.NDArray[np.int64]:
    own = _own_changes(formula)
    beyond = reach - (len(own) - 1) // 2
    return np.pad(own, ((beyond, beyond), (0, 0)), mode="edge")


def _smallest(changes: npt.NDArray[np.int64]) -> npt.NDArray[np.int16] | npt.NDArray[np.int32]:
    largest = int(np.abs(changes).max())
    assert largest < 2**31, "a change fits 32 bits"
    return changes.astype(np.int16) if largest < 2**15 else changes.astype(np.int32)


def _places(formula: Formula) -> npt.NDArray[np.int64]:
    """Place of each K and stake among the version's own columns."""
    place = {column: index for index, column in enumerate(formula.columns())}
    wins_matter = formula.gammon_rule is GammonRule.MULTIPLIES
    return np.array(
        [
            [place[Column(k=k, cube=cube, win=win if wins_matter else Win.SINGLE)] for cube, win in STAKES]
            for k in _ks(formula)
        ],
        dtype=np.int64,
    )


def _ks(formula: Formula) -> tuple[int, int]:
    return formula.k, formula.k if formula.busy_k is None else formula.busy_k


def _busy_games(formula: Formula) -> int:
    """Recent games that make a week busy; more than anybody has where there is no such rule."""
    return 2**62 if formula.busy_games is None else formula.busy_games
