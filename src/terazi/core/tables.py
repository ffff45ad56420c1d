"""The article's tables for any version of the formula, as rows of numbers; headings are in `words`.

Every number comes from `formula`. The gaps are the ones that the article prints.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import Formula
from terazi.core.types import CUBES

EXPECTED_GAPS = (0, 50, 100, 150, 200, 300, 400, 500)
CHANGE_GAPS = (0, 100, 200, 300, 400)
K_GAPS = (0, 150, 300)
VERSIONS_GAP = 300
"""Rating points: the gaps of the article's tables, favourite minus opponent."""

COMPARED = tuple(CATALOGUE[name] for name in ("1.0.5", "1.2.0", "1.3.1"))
"""One version of each divisor that was ever in force (article)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedRow:
    """The favourite's expected score, 0 to 1, at a gap."""

    gap: int
    expected: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Swing:
    """What one player wins with a win and loses with a loss, in rating points; `loss` is negative."""

    win: int
    loss: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GapRow:
    """The favourite's and the opponent's swing at a gap and one K, at cube 1."""

    gap: int
    favourite: Swing
    opponent: Swing


@dataclass(frozen=True, slots=True, kw_only=True)
class KRow:
    """The favourite's swing at a gap for each K of the version, at cube 1."""

    gap: int
    swings: tuple[Swing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeRow:
    """The coefficient at a cube, and the winner's change between equal players for each K of the version."""

    cube: int
    coefficient: float
    changes: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow:
    """What a version makes of a favourite by `VERSIONS_GAP`, at its ordinary K and cube 1."""

    formula: Formula
    expected: float
    swing: Swing


def ks(formula: Formula) -> tuple[int, ...]:
    """The K values of a version: the ordinary one, then that of a busy week."""
    return (formula.k,) if formula.busy_k is None else (formula.k, formula.busy_k)


def expected_table(formula: Formula) -> tuple[ExpectedRow, ...]:
    """Step 1 of the article: the favourite's expected score by gap."""
    return tuple(ExpectedRow(gap=gap, expected=formula.expected(gap)) for gap in EXPECTED_GAPS)


def change_table(formula: Formula, k: int) -> tuple[GapRow, ...]:
    """Step 2 of the article: both players' changes by gap, where both have this K."""
    return tuple(
        GapRow(gap=gap, favourite=_swing(formula, gap, k), opponent=_swing(formula, -gap, k))
        for gap in CHANGE_GAPS
    )


def k_table(formula: Formula) -> tuple[KRow, ...]:
    """Step 3 of the article: the favourite's changes by gap, for each K."""
    return tuple(KRow(gap=gap, swings=tuple(_swing(formula, gap, k) for k in ks(formula))) for gap in K_GAPS)


def cube_table(formula: Formula) -> tuple[CubeRow, ...]:
    """The article's table of the cube: coefficient and change between equal players, single wins."""
    return tuple(
        CubeRow(
            cube=cube,
            coefficient=formula.coefficient(cube),
            changes=tuple(_swing(formula, 0, k, cube).win for k in ks(formula)),
        )
        for cube in CUBES
    )


def version_table(formulas: Iterable[Formula] = COMPARED) -> tuple[VersionRow, ...]:
    """The article's comparison of versions: a favourite by 300 points."""
    return tuple(
        VersionRow(
            formula=formula,
            expected=formula.expected(VERSIONS_GAP),
            swing=_swing(formula, VERSIONS_GAP, formula.k),
        )
        for formula in formulas
    )


def _swing(formula: Formula, gap: int, k: int, cube: int = 1) -> Swing:
    """The swing of a player rated `gap` above the opponent, both with this K."""
    coefficient = formula.coefficient(cube)
    won, _ = formula.changes(gap, k, k, coefficient)
    _, lost = formula.changes(-gap, k, k, coefficient)
    return Swing(win=won, loss=lost)
