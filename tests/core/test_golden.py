"""The formula against values computed with Go's own `math` package (SPEC 3): all of them, not a sample."""

import csv
import gzip
from pathlib import Path

import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import Formula

VERSIONS = {400: "1.0.5", 800: "1.2.0", 1200: "1.3.1", 2000: "fibs-1pt"}
"""Divisor -> a version of the catalogue with the cube of 1.3.1."""

Row = tuple[int, ...]


@pytest.fixture(scope="module")
def golden(shared: Path) -> tuple[list[str], list[Row]]:
    with gzip.open(shared / "golden" / "changes.csv.gz", "rt", encoding="ascii") as file:
        heading, *rows = csv.reader(file)
    return heading, [tuple(map(int, row)) for row in rows]


def columns(heading: list[str]) -> list[tuple[int, int]]:
    """K and cube of the columns after the gap: `k32_cube1` is (32, 1)."""
    return [(int(k[1:]), int(cube[4:])) for k, cube in (name.split("_") for name in heading[2:])]


def test_the_golden_file_is_whole(golden: tuple[list[str], list[Row]]) -> None:
    heading, rows = golden
    assert len(rows) * len(columns(heading)) == 448_056
    assert {(row[0], row[1]) for row in rows} == {(d, gap) for d in VERSIONS for gap in range(-4000, 4001)}
    assert len(columns(heading)) == len({*columns(heading)}) == 14


@pytest.mark.parametrize("divisor", VERSIONS)
def test_every_golden_change_is_exact_and_the_losers_is_its_negative(
    golden: tuple[list[str], list[Row]], divisor: int
) -> None:
    heading, rows = golden
    formula = CATALOGUE[VERSIONS[divisor]]
    factors = [(k, formula.coefficient(cube)) for k, cube in columns(heading)]
    wrong = [
        (gap, k, won)
        for row_divisor, gap, *row in rows
        if row_divisor == divisor
        for (k, coefficient), won in zip(factors, row, strict=True)
        if formula.changes(gap, k, k, coefficient) != (won, -won)
    ]
    assert formula.divisor == divisor
    assert wrong == []


# SPEC 3, "Nothing in this domain comes closer to a rounding tie than …".
@pytest.mark.parametrize(("name", "distance"), [("1.3.1", 1.8e-5), ("fibs-1pt", 8.3e-7)])
def test_no_golden_change_comes_near_a_rounding_tie(name: str, distance: float) -> None:
    formula = CATALOGUE[name]
    closest = min(
        distance_to_tie(formula, gap, k, cube)
        for gap in range(-4000, 4001)
        for k in (32, 16)
        for cube in range(7)
    )
    assert float(f"{closest:.1e}") == distance


def distance_to_tie(formula: Formula, gap: int, k: int, doublings: int) -> float:
    return abs(formula.winner_unrounded(gap, k, formula.coefficient(2**doublings)) % 1 - 0.5)
