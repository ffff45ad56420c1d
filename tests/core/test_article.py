"""Every figure of the article (SPEC 1), from `rate_game` and the formula, digit by digit."""

import pytest

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.formula import Formula
from terazi.core.rate import rate_game
from terazi.core.types import STARTING_RATING, Standing

CALM, BUSY = 10, 60
"""Recent ranked games on either side of 50."""


def deltas(gap: int, *, formula: Formula = CURRENT, recent: int = CALM, cube: int = 1) -> tuple[int, int]:
    """Winner's and loser's change when the winner stands `gap` above the loser."""
    winner = Standing(rating=STARTING_RATING + gap, games_recent=recent)
    loser = Standing(rating=STARTING_RATING, games_recent=recent)
    won, lost = rate_game(formula, winner, loser, cube=cube)
    return won.change.delta, lost.change.delta


def test_everybody_starts_at_1500() -> None:
    assert STARTING_RATING == 1500


# Article, step 1: gap, favourite's expected score in per cent.
EXPECTED = [
    (0, "50.0"),
    (50, "52.4"),
    (100, "54.8"),
    (150, "57.1"),
    (200, "59.5"),
    (300, "64.0"),
    (400, "68.3"),
    (500, "72.3"),
]


@pytest.mark.parametrize(("gap", "percent"), EXPECTED)
def test_expected_scores_of_the_article(gap: int, percent: str) -> None:
    assert f"{100 * CURRENT.expected(gap):.1f}" == percent


# Article, step 2: gap, change if the favourite wins, change if the other does.
K32 = [(0, 16, 16), (100, 14, 18), (200, 13, 19), (300, 12, 20), (400, 10, 22)]


@pytest.mark.parametrize(("gap", "favourite", "upset"), K32)
def test_changes_at_k_32_of_the_article(gap: int, favourite: int, upset: int) -> None:
    assert deltas(gap) == (favourite, -favourite)
    assert deltas(-gap) == (upset, -upset)


# Article, step 3: gap, then what the favourite wins and loses with K 32 and with K 16.
BOTH_K = [(0, 16, -16, 8, -8), (150, 14, -18, 7, -9), (300, 12, -20, 6, -10)]


@pytest.mark.parametrize(("gap", "wins", "loses", "busy_wins", "busy_loses"), BOTH_K)
def test_changes_at_both_k_of_the_article(
    gap: int, wins: int, loses: int, busy_wins: int, busy_loses: int
) -> None:
    assert (deltas(gap)[0], deltas(-gap)[1]) == (wins, loses)
    assert (deltas(gap, recent=BUSY)[0], deltas(-gap, recent=BUSY)[1]) == (busy_wins, busy_loses)


# Article, "Neden 400'e değil 1200'e bölüyoruz": a favourite by 300.
DIVISORS = [
    ("1.0.5", "84.9", 5, -27),
    ("1.2.0", "70.3", 9, -23),
    ("1.3.0", "70.3", 9, -23),
    ("1.3.1", "64.0", 12, -20),
]


@pytest.mark.parametrize(("name", "percent", "win", "loss"), DIVISORS)
def test_a_favourite_by_300_under_each_divisor(name: str, percent: str, win: int, loss: int) -> None:
    formula = CATALOGUE[name]
    assert f"{100 * formula.expected(300):.1f}" == percent
    assert (deltas(300, formula=formula)[0], deltas(-300, formula=formula)[1]) == (win, loss)


# Article, the cube: both 1500.
CUBE = [
    (1, "1.00", 16, 8),
    (2, "1.17", 19, 9),
    (4, "1.33", 21, 11),
    (8, "1.50", 24, 12),
    (16, "1.67", 27, 13),
    (32, "1.83", 29, 15),
    (64, "2.00", 32, 16),
]


@pytest.mark.parametrize(("cube", "coefficient", "k32", "k16"), CUBE)
def test_the_cube_of_the_article(cube: int, coefficient: str, k32: int, k16: int) -> None:
    assert f"{CURRENT.coefficient(cube):.2f}" == coefficient
    assert deltas(0, cube=cube) == (k32, -k32)
    assert deltas(0, cube=cube, recent=BUSY) == (k16, -k16)


def test_a_busy_player_and_a_calm_one_do_not_mirror_each_other() -> None:
    busy, calm = Standing(rating=1500, games_recent=60), Standing(rating=1500, games_recent=10)
    assert [side.change.delta for side in rate_game(CURRENT, busy, calm)] == [8, -16]
    assert [side.change.delta for side in rate_game(CURRENT, calm, busy)] == [16, -8]


# Article: at ÷1200 a favourite by 200 must win about 60 % to stand still; at ÷400 the curve expects 76 %.
@pytest.mark.parametrize(("name", "share"), [("1.3.1", 0.60), ("chess", 0.76), ("1.0.5", 0.76)])
def test_a_favourite_by_200_stands_still_at_about_the_published_share(name: str, share: float) -> None:
    assert abs(CATALOGUE[name].expected(200) - share) < 0.01


def test_a_favourite_by_300_at_400_must_win_85_per_cent() -> None:
    assert f"{100 * CATALOGUE['1.0.5'].expected(300):.0f}" == "85"
