"""Forecasts are walk-forward, and the histogram holds all that they are scored by."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import Formula
from terazi.replay.history import Given, History, Voided
from terazi.study.arrays import Reals
from terazi.study.curve import chance, expected_of
from terazi.study.models import Model, model_of
from terazi.study.reliability import logit_fit, losses
from terazi.study.rivals import periods_of
from terazi.study.walk import games_that_stand, scored_games, walk
from tests.study.worlds import cut, history, own_world

FORMULA = CATALOGUE["1.3.1"]
Forecast = Callable[[History], Reals]


@pytest.mark.parametrize("name", list(CATALOGUE))
def test_a_histogram_says_what_the_games_say_one_by_one(name: str) -> None:
    formula = CATALOGUE[name]
    way = walk(scored_games(history(), 100), formula)
    expected = [formula.expected(gap) for gap in way.gap.tolist()]
    log_loss, brier = losses(way.tally())
    assert len(expected) == way.tally().games == 500
    assert math.isclose(log_loss.estimate, -sum(map(math.log, expected)) / 500, rel_tol=1e-12)
    assert math.isclose(brier.estimate, sum((1 - each) ** 2 for each in expected) / 500, rel_tol=1e-12)


def test_the_curve_is_the_formula_s() -> None:
    for divisor in (7, 400, 1200):
        formula = Formula(name="x", divisor=divisor)
        gaps = np.arange(-3 * divisor, 3 * divisor + 1, dtype=np.int32)
        expected = np.array([formula.expected(gap) for gap in gaps.tolist()])
        assert np.allclose(expected_of(formula, gaps), expected, rtol=1e-14, atol=1e-15)
        assert np.allclose(chance(gaps * math.log(10) / divisor), expected, rtol=0, atol=1e-6)


def test_burn_in_moves_ratings_and_is_not_scored() -> None:
    games = history()
    whole, later = (walk(scored_games(games, burn_in), FORMULA).gap for burn_in in (0, 200))
    assert np.array_equal(whole[200:], later)


def test_only_games_that_stand_are_studied() -> None:
    games = history(games=20)
    rated = games.rated.copy()
    rated[3] = False
    told = History(
        players=games.players,
        winner=games.winner,
        loser=games.loser,
        finished_at=games.finished_at,
        stake=games.stake,
        rated=rated,
        corrections=(Given(position=5, player=0, amount=50), Voided(position=9, row=7)),
    )
    stands = games_that_stand(told)
    assert stands.winner.tolist() == np.delete(games.winner, [3, 7]).tolist()
    assert stands.corrections == ()


def forecasts_of(model: Model) -> Forecast:
    """A model's forecasts of the winners of all games."""
    way = model.way
    if isinstance(way, Formula):
        return lambda games: expected_of(way, walk(scored_games(games, 0), way).gap)
    return way.forecast


def knows_the_future(forecast: Forecast) -> bool:
    """Whether the forecasts of the earlier games change when the later ones end the other way round."""
    games = history(games=400)
    other = np.arange(400) >= 200
    turned = History(
        players=games.players,
        winner=np.where(other, games.loser, games.winner),
        loser=np.where(other, games.winner, games.loser),
        finished_at=games.finished_at,
        stake=games.stake,
        rated=games.rated,
    )
    before, after = forecast(games), forecast(turned)
    # The first turned game too: seen from the other side, its forecast must be the same.
    return not (np.allclose(before[:200], after[:200]) and math.isclose(before[200], 1 - after[200]))


MODELS = ["1.3.1", "1.0.5", "elo", "fibs:match_length=3", "glicko-2:days=1", "bradley-terry", "coin"]


@pytest.mark.parametrize("name", MODELS)
def test_no_model_knows_the_future(name: str) -> None:
    model = model_of(name)
    assert isinstance(model, Model)
    assert not knows_the_future(forecasts_of(model))


def final_ratings_forecast(games: History) -> Reals:
    """A cheat: games forecast from where their players end up."""
    ratings = walk(scored_games(games, 0), FORMULA).replayed.ratings
    return expected_of(FORMULA, ratings[games.winner] - ratings[games.loser])


def rated_first_forecast(games: History) -> Reals:
    """A cheat: games forecast from the ratings after them."""
    gap = walk(scored_games(games, 0), FORMULA).gap
    return expected_of(FORMULA, gap + 32)


@pytest.mark.parametrize("cheat", [final_ratings_forecast, rated_first_forecast])
def test_a_leaked_future_is_seen(cheat: Forecast) -> None:
    assert knows_the_future(cheat)


def test_a_shuffled_history_is_seen() -> None:
    """In its own world the formula is exactly as sure as results allow; out of order it is not."""
    played = own_world(CATALOGUE["1.0.5"], seed=3, games=12_000).history
    shuffled = cut(played, np.random.default_rng(1).permutation(played.games))
    in_order, out_of_order = (
        logit_fit(walk(scored_games(games, 2_000), CATALOGUE["1.0.5"]).tally()).slope
        for games in (played, shuffled)
    )
    assert in_order.low <= 1 <= in_order.high
    assert out_of_order.high < 1


def test_late_games_stay_in_the_period_in_which_they_stand() -> None:
    assert periods_of([0, 5, 12, 3, 25], 10) == [slice(0, 2), slice(2, 4), slice(4, 5)]
    assert periods_of([], 10) == []
