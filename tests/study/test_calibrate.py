"""Planted truth: what was put into a world is what a calibration finds there."""

from dataclasses import replace

import numpy as np
import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import CubeRule, Formula
from terazi.study.bootstrap import Interval, block_of, draws_of, number_of_blocks, ratio, share
from terazi.study.calibrate import Calibration, Warn, calibrate
from terazi.study.claims import WORLD
from terazi.study.reliability import favourites_of, logit_fit, reliability
from terazi.study.walk import scored_games, tally_of, walk
from terazi.study.world import World, play
from tests.study.worlds import history, own_world

NOW = CATALOGUE["1.3.1"]


def holds(interval: Interval, truth: float) -> bool:
    """Whether the truth lies inside."""
    return interval.low <= truth <= interval.high


def test_slope_intercept_and_ratio_are_found_where_the_formula_is_exactly_right() -> None:
    for planted in (NOW, Formula(name="16/2000", divisor=2000, k=16), Formula(name="chess", divisor=400)):
        found = calibrate(own_world(planted, seed=5, games=20_000).history, planted, 1_000)
        assert holds(found.fit.slope, 1), planted.name
        assert holds(found.fit.slope_beside, 1)
        assert holds(found.fit.intercept, 0)
        assert holds(found.k_over_divisor, planted.k / planted.divisor)
        assert found.log_loss.estimate < found.log_loss_coin
        assert Warn.RATIO_AT_EDGE not in found.warnings


def test_only_the_ratio_is_found_whatever_formula_is_asked_about() -> None:
    """The same history asked with another divisor gives the same K/divisor."""
    games = own_world(NOW, seed=2, games=8_000).history
    ratios = [
        calibrate(games, replace(NOW, name="x", divisor=divisor)).k_over_divisor for divisor in (400, 3000)
    ]
    assert ratios[0] == ratios[1]


def test_an_over_confident_divisor_has_a_slope_below_one_and_a_timid_one_above() -> None:
    games = own_world(NOW, seed=7, games=8_000).history
    sure, timid = (
        calibrate(games, replace(NOW, name="x", divisor=divisor)).fit.slope for divisor in (400, 8000)
    )
    assert sure.high < 1 < timid.low


def test_noise_in_ratings_is_found_where_skill_decides() -> None:
    """FIELD 6: favourites win less often than predicted though the curve is exactly right."""
    found = calibrate(play(replace(WORLD, games=20_000), NOW).history, NOW, 5_000)
    assert found.fit.slope.high < 1
    assert found.k_over_divisor.high < found.k_over_divisor_now


def test_the_cube_s_noise_is_found_in_its_groups() -> None:
    world = World(players=60, games=40_000, seed=4, skill_spread=0.8, activity_spread=0.0)
    found = calibrate(play(world, NOW).history, NOW, 10_000)
    excess = {
        group.name: group.won.estimate - group.predicted for group in found.groups if group.by == "cube"
    }
    assert excess["1"] > excess["2"] > excess["4"]


def test_drifting_skill_asks_for_a_larger_ratio() -> None:
    still = World(players=60, games=30_000, seed=4, skill_spread=0.5, activity_spread=0.0, cube=False)
    ratios = [
        calibrate(play(replace(still, skill_drift=drift), NOW).history, NOW, 5_000).k_over_divisor
        for drift in (0.0, 0.2)
    ]
    assert ratios[0].high < ratios[1].low


@pytest.mark.parametrize("wins", [0.5, 1.0])
def test_results_that_determine_no_ratio_are_warned_of(wins: float) -> None:
    """Coins ask for no rating at all; one who always wins asks for ratings without end."""
    games, luck = 3_000, np.random.default_rng(1)
    winner = (luck.random(games) >= wins).astype(np.int32)
    coins = replace(
        history(games, players=2), winner=winner, loser=1 - winner, stake=np.zeros(games, dtype=np.int32)
    )
    found = calibrate(coins, CATALOGUE["1.3.1"])
    assert Warn.RATIO_AT_EDGE in found.warnings
    low, high = found.ratio.candidates[0], found.ratio.candidates[-1]
    assert found.k_over_divisor.low == pytest.approx(low, rel=1e-3) or found.k_over_divisor.high == (
        pytest.approx(high, rel=1e-3)
    )


def test_few_games_and_few_experienced_pairs_are_warned_of() -> None:
    found = calibrate(history(games=100), NOW)
    assert {Warn.FEW_GAMES, Warn.FEW_EXPERIENCED} <= set(found.warnings)


def test_groups_of_one_kind_are_all_games_once() -> None:
    found = calibrate(history(), NOW, 50)
    for by in ("gap", "cube", "k", "experience"):
        assert sum(group.games for group in found.groups if group.by == by) == found.games == 550
    assert abs(sum(each.games for each in found.bins) - 550) <= 1


def test_a_history_seen_from_the_other_side_gives_the_same() -> None:
    """Who is called the winner of an even game does not matter to slope and reliability."""
    gap = np.array([0, 0, 0, 50, -50, 50, 100, -100, 100, 100], dtype=np.int32)
    tally = tally_of(400, gap, np.zeros(10, dtype=np.int64), 1)
    seen = favourites_of(tally)
    assert seen.games.sum() == 10
    assert seen.wins.sum() == 1.5 + 2 + 3
    assert [each.games for each in reliability(tally, bins=3)] == [6, 4], (
        "no bin is empty, and gaps stay whole"
    )


def test_the_slope_is_that_of_maximum_likelihood() -> None:
    """Its score is zero there: wins of favourites, weighed by their logits, are as many as expected."""
    way = walk(scored_games(history(), 0), CATALOGUE["1.0.5"])
    seen, fit = favourites_of(way.tally()), logit_fit(way.tally())
    logits = np.arange(seen.games.shape[1]) * (np.log(10) / 400)
    games, wins = seen.games.sum(axis=0), seen.wins.sum(axis=0)
    for intercept, slope in ((0.0, fit.slope.estimate), (fit.intercept.estimate, fit.slope_beside.estimate)):
        residual = wins - games / (1 + np.exp(-(intercept + slope * logits)))
        assert abs(residual @ logits) < 1e-3
        assert intercept == 0.0 or abs(residual.sum()) < 1e-3


def test_one_kind_of_games_determines_no_slope_and_no_crash() -> None:
    tally = tally_of(400, np.zeros(20, dtype=np.int32), np.zeros(20, dtype=np.int64), 1)
    assert np.isnan(logit_fit(tally).slope.estimate)


def test_blocks_are_stretches_of_one_size() -> None:
    for games in (1, 9, 10, 999, 4_353, 100_000):
        sizes = np.bincount(block_of(games))
        assert len(sizes) == number_of_blocks(games)
        assert sizes.sum() == games
        assert np.ptp(sizes) <= 1
    assert draws_of(7).sum(axis=1).tolist() == [7] * 1_000
    assert np.array_equal(draws_of(7), draws_of(7)), "the same figures on every machine"


def test_an_interval_of_a_mean_is_about_two_standard_errors_wide() -> None:
    values = np.random.default_rng(1).normal(3, 1, 200)
    found = ratio(values, np.ones(200))
    assert np.isclose(found.high - found.low, 2 * 1.96 * values.std() / 200**0.5, rtol=0.1)
    assert np.isnan(ratio(np.zeros(3), np.zeros(3)).estimate)


def covered(seeds: range) -> list[tuple[bool, bool, bool]]:
    """In how many worlds the truth lies inside: slope, intercept, K/divisor."""
    found: list[Calibration] = [calibrate(own_world(PLANTED, seed).history, PLANTED) for seed in seeds]
    return [
        (holds(each.fit.slope, 1), holds(each.fit.intercept, 0), holds(each.k_over_divisor, 0.08))
        for each in found
    ]


PLANTED = Formula(name="planted", divisor=400, k=32, cube_rule=CubeRule.IGNORED)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 1, 0.0, 0.7935), (1, 1, 0.2065, 1.0), (8, 10, 0.4902, 0.9433), (10, 20, 0.2993, 0.7007)],
)
def test_a_share_of_few_games_has_wilson_s_interval(wins: int, games: int, low: float, high: float) -> None:
    """By Wilson's formula (1927), worked out apart."""
    found = share(np.array([wins, 0.0]), np.array([games, 0.0]), draws_of(2))
    assert found.estimate == wins / games
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.slow
def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """95 %, less what a bootstrap lacks: of 40 worlds fewer than 34 would be a broken interval."""
    inside = np.array(covered(range(100, 140))).sum(axis=0)
    assert (inside >= 34).all(), inside
    assert not (inside == 40).all(), "an interval that always holds the truth says nothing"
