"""Every table of the article (SPEC 1), row by row, typed by hand."""

import pytest

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.formula import Formula
from terazi.core.tables import (
    CubeRow,
    GapRow,
    KRow,
    Swing,
    change_table,
    cube_table,
    expected_table,
    k_table,
    ks,
    version_table,
)

VERSIONS = [*CATALOGUE.values(), Formula(name="odd", divisor=37, k=25, busy_games=3, busy_k=7)]


def swing(win: int, loss: int) -> Swing:
    """A swing in the article's order."""
    return Swing(win=win, loss=loss)


# Article, step 1.
def test_expected_scores() -> None:
    rows = [(row.gap, f"{100 * row.expected:.1f}") for row in expected_table(CURRENT)]
    assert rows == [
        (0, "50.0"),
        (50, "52.4"),
        (100, "54.8"),
        (150, "57.1"),
        (200, "59.5"),
        (300, "64.0"),
        (400, "68.3"),
        (500, "72.3"),
    ]


# Article, step 2.
def test_changes_at_k_32() -> None:
    assert change_table(CURRENT, 32) == (
        GapRow(gap=0, favourite=swing(16, -16), opponent=swing(16, -16)),
        GapRow(gap=100, favourite=swing(14, -18), opponent=swing(18, -14)),
        GapRow(gap=200, favourite=swing(13, -19), opponent=swing(19, -13)),
        GapRow(gap=300, favourite=swing(12, -20), opponent=swing(20, -12)),
        GapRow(gap=400, favourite=swing(10, -22), opponent=swing(22, -10)),
    )


# Article, step 3.
def test_changes_at_k_32_and_k_16() -> None:
    assert k_table(CURRENT) == (
        KRow(gap=0, swings=(swing(16, -16), swing(8, -8))),
        KRow(gap=150, swings=(swing(14, -18), swing(7, -9))),
        KRow(gap=300, swings=(swing(12, -20), swing(6, -10))),
    )


# Article, the divisors: a favourite by 300.
def test_versions() -> None:
    rows = [
        (row.formula.name, row.formula.divisor, f"{100 * row.expected:.1f}", row.swing)
        for row in version_table()
    ]
    assert rows == [
        ("1.0.5", 400, "84.9", swing(5, -27)),
        ("1.2.0", 800, "70.3", swing(9, -23)),
        ("1.3.1", 1200, "64.0", swing(12, -20)),
    ]


# Article, the cube: both 1500.
def test_the_cube() -> None:
    rows = [(row.cube, f"{row.coefficient:.2f}", row.changes) for row in cube_table(CURRENT)]
    assert rows == [
        (1, "1.00", (16, 8)),
        (2, "1.17", (19, 9)),
        (4, "1.33", (21, 11)),
        (8, "1.50", (24, 12)),
        (16, "1.67", (27, 13)),
        (32, "1.83", (29, 15)),
        (64, "2.00", (32, 16)),
    ]


# SPEC 1, "Versions": before 1.0.5 the cube multiplied the change directly; later ones had no busy week.
def test_the_cube_before_1_0_5() -> None:
    table = cube_table(CATALOGUE["pre-1.0.5"])
    assert table[0] == CubeRow(cube=1, coefficient=1.0, changes=(16,))
    assert [row.changes for row in table] == [(16,), (32,), (64,), (128,), (256,), (512,), (1024,)]


@pytest.mark.parametrize("formula", VERSIONS, ids=lambda formula: formula.name)
def test_with_one_k_what_one_wins_the_other_loses(formula: Formula) -> None:
    for k in ks(formula):
        for row in change_table(formula, k):
            assert row.favourite.win == -row.opponent.loss
            assert row.opponent.win == -row.favourite.loss


@pytest.mark.parametrize("formula", VERSIONS, ids=lambda formula: formula.name)
def test_every_table_has_a_column_for_each_k(formula: Formula) -> None:
    widths = {len(row.swings) for row in k_table(formula)} | {len(row.changes) for row in cube_table(formula)}
    assert widths == {len(ks(formula))} == {1 if formula.busy_k is None else 2}
