"""Laws of the formula: rounding, mirror images, reach, no overflow (R0, R8, SPEC 3)."""

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.formula import LARGEST_DIVISOR, LARGEST_K, CubeRule, Formula, GammonRule, round_half_away
from terazi.core.types import CUBES, Win
from tests.strategies import formulas

GAPS = st.integers(-5000, 5000) | st.integers(-(2**60), 2**60)
KS = st.integers(1, LARGEST_K)


# --- rounding --------------------------------------------------------------------------------------


@given(st.floats(-1e15, 1e15))
def test_rounding_is_exact_with_halves_away_from_zero(value: float) -> None:
    assert round_half_away(value) == int(Decimal(value).to_integral_value(ROUND_HALF_UP))


@given(st.integers(-(2**50), 2**50))
def test_every_tie_goes_away_from_zero(whole: int) -> None:
    assert round_half_away(whole + 0.5) == (whole + 1 if whole >= 0 else whole)


@pytest.mark.parametrize(
    ("value", "rounded"),
    [
        (0.5, 1),
        (-0.5, -1),
        (1.5, 2),
        (2.5, 3),  # Python's own round gives 2
        (-2.5, -3),
        (0.49999999999999994, 0),  # floor(value + 0.5) gives 1
        (-0.49999999999999994, 0),
        (0.0, 0),
        (-0.0, 0),
        (5e-324, 0),
        (2251799813685248.5, 2251799813685249),  # the last doubles with a half
        (4503599627370497.0, 4503599627370497),  # floor(value + 0.5) gives 4503599627370498
        (2.0**53, 2**53),
        (-1e300, int(-1e300)),
    ],
)
def test_edges_of_rounding(value: float, rounded: int) -> None:
    assert round_half_away(value) == rounded


# --- the curve -------------------------------------------------------------------------------------


@given(formulas(), GAPS)
def test_expected_scores_are_shares_that_add_up_to_one(formula: Formula, gap: int) -> None:
    assert 0 <= formula.expected(gap) <= 1
    assert formula.expected(gap) + formula.expected(-gap) == pytest.approx(1, abs=1e-15)


@given(formulas(), GAPS, st.integers(0, 5000))
def test_the_expected_score_never_falls_as_the_gap_grows(formula: Formula, gap: int, more: int) -> None:
    assert formula.expected(gap) <= formula.expected(gap + more)


@pytest.mark.parametrize("formula", CATALOGUE.values(), ids=CATALOGUE)
def test_equals_expect_half_and_one_divisor_is_ten_to_one(formula: Formula) -> None:
    assert formula.expected(0) == 0.5
    assert formula.expected(formula.divisor) == 10 / 11


# --- the changes -----------------------------------------------------------------------------------


@given(formulas(), GAPS, KS, st.sampled_from(CUBES), st.sampled_from(Win))
def test_with_equal_k_the_changes_are_mirror_images(
    formula: Formula, gap: int, k: int, cube: int, win: Win
) -> None:
    won, lost = formula.changes(gap, k, k, formula.coefficient(cube, win))
    assert won == -lost


@given(formulas(), GAPS, KS, KS, st.sampled_from(CUBES))
def test_each_change_comes_from_its_own_k(
    formula: Formula, gap: int, winner_k: int, loser_k: int, cube: int
) -> None:
    coefficient = formula.coefficient(cube)
    won, lost = formula.changes(gap, winner_k, loser_k, coefficient)
    assert won == formula.changes(gap, winner_k, winner_k, coefficient)[0]
    assert lost == formula.changes(gap, loser_k, loser_k, coefficient)[1]


@given(formulas(), GAPS, KS, st.sampled_from(CUBES), st.sampled_from(Win))
def test_no_change_exceeds_k_times_the_coefficient(
    formula: Formula, gap: int, k: int, cube: int, win: Win
) -> None:
    coefficient = formula.coefficient(cube, win)
    won, lost = formula.changes(gap, k, k, coefficient)
    assert 0 <= won <= round_half_away(k * coefficient)
    assert -round_half_away(k * coefficient) <= lost <= 0


@given(formulas(), GAPS, st.integers(0, 5000), KS)
def test_the_favourite_never_wins_more_than_a_smaller_favourite(
    formula: Formula, gap: int, more: int, k: int
) -> None:
    assert formula.changes(gap + more, k, k, 1.0)[0] <= formula.changes(gap, k, k, 1.0)[0]


@pytest.mark.parametrize("gap", [2**53, 10**18, 10**300])
def test_huge_gaps_at_the_smallest_divisor_give_all_or_nothing(gap: int) -> None:
    steep = replace(CURRENT, name="steep", divisor=1)
    assert steep.changes(gap, 32, 32, 2.0) == (0, 0)
    assert steep.changes(-gap, 32, 16, 2.0) == (64, -32)


def test_the_change_is_rounded_once_after_the_cube() -> None:
    # R0: 32 x 0.5 x 7/6 = 18.67.
    assert CURRENT.changes(0, 32, 32, CURRENT.coefficient(2)) == (19, -19)
    # 16 x 0.5 x 11/6 = 14.67.
    assert CURRENT.changes(0, 16, 16, CURRENT.coefficient(32)) == (15, -15)
    # A favourite by 100: 32 x 0.4522 x 2 = 28.94; a change that is rounded before the cube would be 14 x 2.
    assert CURRENT.changes(100, 32, 32, CURRENT.coefficient(64)) == (29, -29)
    # Ties need a K outside the catalogue: 1 x 0.5 x 1.
    assert Formula(name="tie", divisor=400, k=1).changes(0, 1, 1, 1.0) == (1, -1)


# --- K ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games_recent", "k"), [(0, 32), (10, 32), (49, 32), (50, 16), (51, 16), (60, 16), (300, 16)]
)
def test_fifty_recent_games_make_a_busy_week(games_recent: int, k: int) -> None:
    assert CURRENT.k_for(games_recent) == k  # article, `KFor`


@pytest.mark.parametrize("name", [name for name in CATALOGUE if name != "1.3.1"])
def test_no_other_version_knows_the_busy_week(name: str) -> None:
    assert {CATALOGUE[name].k_for(games) for games in (0, 49, 50, 10**6)} == {32}


# --- the coefficient -------------------------------------------------------------------------------


@pytest.mark.parametrize("win", Win)
@pytest.mark.parametrize("doublings", range(7))
def test_each_doubling_adds_a_sixth_and_gammons_nothing(doublings: int, win: Win) -> None:
    assert CURRENT.coefficient(2**doublings, win) == 1 + doublings / 6


@pytest.mark.parametrize(("win", "points"), [(Win.SINGLE, 1), (Win.GAMMON, 2), (Win.BACKGAMMON, 3)])
@pytest.mark.parametrize("cube", CUBES)
def test_before_1_0_5_cube_and_gammon_multiply(cube: int, win: Win, points: int) -> None:
    assert CATALOGUE["pre-1.0.5"].coefficient(cube, win) == cube * points  # R20, the gammon assumed


def test_a_cube_that_is_ignored_changes_nothing() -> None:
    formula = Formula(name="no cube", divisor=400, cube_rule=CubeRule.IGNORED)
    assert {formula.coefficient(cube) for cube in CUBES} == {1.0}


@pytest.mark.parametrize("cube", [0, 3, 65, 128, -1])
def test_a_cube_that_does_not_exist_has_no_coefficient(cube: int) -> None:
    with pytest.raises(AssertionError, match="R8"):
        CURRENT.coefficient(cube)


# --- the table -------------------------------------------------------------------------------------


def moves(formula: Formula, gap: int) -> bool:
    """Whether a column changes between this gap and the next, away from 0, on either side."""
    away = 1 if gap >= 0 else -1
    here, there = range(gap, gap + 1), range(gap + away, gap + away + 1)
    return any(formula.column_changes(c, here) != formula.column_changes(c, there) for c in formula.columns())


# SPEC 3: "the last step is at ±1,018 for ÷400, ±2,036 for ÷800, ±3,054 for ÷1200 and ±5,090 for ÷2000".
@pytest.mark.parametrize(
    ("name", "last_step"),
    [("1.0.5", 1018), ("chess", 1018), ("1.2.0", 2036), ("1.3.1", 3054), ("fibs-1pt", 5090)],
)
def test_the_last_step_is_where_it_is_published(name: str, last_step: int) -> None:
    formula = CATALOGUE[name]
    gaps = range(-6000, 6001)
    steps = [
        max(abs(a), abs(b)) - 1
        for column in formula.columns()
        for (a, before), (b, after) in pairwise(zip(gaps, formula.column_changes(column, gaps), strict=True))
        if before != after
    ]
    assert max(steps) == last_step
    assert formula.reach() == last_step + 1


@given(st.builds(Formula, name=st.just("small"), divisor=st.integers(1, 20), k=st.integers(1, 100)))
def test_the_reach_is_the_first_gap_from_which_nothing_moves(formula: Formula) -> None:
    reach = formula.reach()
    assert not any(moves(formula, sign * gap) for gap in range(reach, reach + 30) for sign in (1, -1))
    assert reach == 0 or moves(formula, reach - 1) or moves(formula, 1 - reach)


@pytest.mark.parametrize(("name", "columns"), [("1.3.1", 14), ("1.2.0", 7), ("pre-1.0.5", 21)])
def test_a_table_has_a_column_for_every_k_and_cube_and_size_that_matters(name: str, columns: int) -> None:
    made = CATALOGUE[name].columns()
    assert len(made) == len({*made}) == columns


# --- what no version can be ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"divisor": 0},
        {"divisor": -400},
        {"divisor": LARGEST_DIVISOR + 1},
        {"k": 0},
        {"k": -32},
        {"k": LARGEST_K + 1},
        {"busy_games": 50},
        {"busy_k": 16},
        {"busy_games": 0, "busy_k": 16},
        {"busy_games": 50, "busy_k": 0},
        {"busy_games": 50, "busy_k": LARGEST_K + 1},
    ],
    ids=str,
)
def test_a_version_of_impossible_shape_cannot_be_made(wrong: dict[str, object]) -> None:
    plain = Formula(name="plain", divisor=400)
    with pytest.raises(AssertionError):
        replace(plain, **wrong)  # type: ignore[arg-type]


def test_only_an_unpublished_number_is_marked_assumed() -> None:
    assert Formula(name="old", divisor=400, gammon_rule=GammonRule.MULTIPLIES).assumed
    assert not Formula(name="new", divisor=400).assumed
