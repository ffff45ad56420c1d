"""THE step: two standings in, two sides out (R0)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.formula import Formula
from terazi.core.rate import rate_game
from terazi.core.types import CUBES, Standing, Win
from tests.strategies import formulas

STANDINGS = st.builds(Standing, rating=st.integers(-5000, 8000), games_recent=st.integers(0, 120))


@given(formulas(), STANDINGS, STANDINGS, st.sampled_from(CUBES), st.sampled_from(Win))
def test_a_side_is_its_standing_with_its_own_k_and_change(
    formula: Formula, winner: Standing, loser: Standing, cube: int, win: Win
) -> None:
    sides = rate_game(formula, winner, loser, cube=cube, win=win)
    ks = formula.k_for(winner.games_recent), formula.k_for(loser.games_recent)
    changes = formula.changes(winner.rating - loser.rating, *ks, formula.coefficient(cube, win))
    for side, standing, k, delta in zip(sides, (winner, loser), ks, changes, strict=True):
        assert (side.k, side.games_recent) == (k, standing.games_recent)
        assert (side.change.before, side.change.delta) == (standing.rating, delta)
        assert side.change.after == standing.rating + delta


@given(STANDINGS, STANDINGS, st.integers(-10_000, 10_000))
def test_only_the_gap_matters(winner: Standing, loser: Standing, shift: int) -> None:
    moved = [Standing(rating=s.rating + shift, games_recent=s.games_recent) for s in (winner, loser)]
    here, there = rate_game(CURRENT, winner, loser), rate_game(CURRENT, *moved)
    assert [side.change.delta for side in here] == [side.change.delta for side in there]


@given(STANDINGS, STANDINGS, st.sampled_from(CUBES))
def test_gammons_never_change_the_rating(winner: Standing, loser: Standing, cube: int) -> None:
    for name in sorted(CATALOGUE.keys() - {"pre-1.0.5"}):  # article: nothing since 1.0.5
        single, *bigger = (rate_game(CATALOGUE[name], winner, loser, cube=cube, win=win) for win in Win)
        assert all(sides == single for sides in bigger)


def test_before_1_0_5_cube_and_gammon_multiply_the_change_and_are_rounded_once() -> None:
    old = CATALOGUE["pre-1.0.5"]
    winner, loser = Standing(rating=1600), Standing(rating=1500)
    won, _ = rate_game(old, winner, loser, cube=4, win=Win.GAMMON)
    # 32 x (1 - 0.640065) x 8 = 92.14; a change rounded before it is multiplied would be 12 x 8 = 96.
    assert won.change.delta == 92


@pytest.mark.parametrize("rating", [0, -1, -3000, 10_000])
def test_ratings_have_no_floor_and_no_ceiling(rating: int) -> None:
    won, lost = rate_game(CURRENT, Standing(rating=rating), Standing(rating=rating))
    assert (won.change.after, lost.change.after) == (rating + 16, rating - 16)


@pytest.mark.parametrize("cube", [0, 3, 128])
def test_a_cube_that_does_not_exist_rates_nothing(cube: int) -> None:
    with pytest.raises(AssertionError):
        rate_game(CURRENT, Standing(rating=1500), Standing(rating=1500), cube=cube)
