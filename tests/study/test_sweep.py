"""A sweep is the same wherever it is computed, and an honest judge of what it picked."""

import os
import warnings
from dataclasses import replace

import numpy as np
import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import CubeRule, Formula
from terazi.study.backtest import backtest
from terazi.study.models import Model
from terazi.study.sweep import Grid, spans_of, sweep
from terazi.study.workers import Workers, processors
from tests.study.worlds import history, own_world

GRID = Grid(
    divisor=(400, 800, 1200, 2000), k=(8, 16, 32), busy_games=(0, 20), busy_k=(4, 16), cube=(True, False)
)


def test_a_grid_holds_every_combination_once() -> None:
    variants = GRID.variants()
    # Without a busy week its K does not matter: (1 + 2) kinds of week.
    assert len(variants) == len(set(variants)) == 4 * 3 * 3 * 2
    assert {variant.busy_k for variant in variants} == {None, 4, 16}
    assert {variant.cube_rule for variant in variants} == {CubeRule.ONE_TO_TWO, CubeRule.IGNORED}


def test_scores_are_those_of_a_backtest() -> None:
    games, variants = history(), GRID.variants()
    found = sweep(games, variants, 100)
    assert (found.picking_games, found.held_out_games) == (250, 250)
    for score in (*found.scores[:5], found.in_force):
        (whole, _) = backtest(games, [Model(name="x", way=score.variant)], 100)
        both = (score.log_loss + score.held_out_log_loss) / 2
        assert np.isclose(whole.log_loss.estimate, both, rtol=1e-12)
        (held_out, _) = backtest(games, [Model(name="x", way=score.variant)], 350)
        assert np.isclose(held_out.brier.estimate, score.held_out_brier, rtol=1e-12)
    assert [score.log_loss for score in found.scores] == sorted(score.log_loss for score in found.scores)
    assert found.in_force.variant == CATALOGUE["1.3.1"]
    assert np.isclose(found.gain.estimate, found.picked.held_out_log_loss - found.in_force.held_out_log_loss)


def test_the_planted_variant_s_ratio_is_picked() -> None:
    planted = Formula(name="16/800", divisor=800, k=16)
    grid = Grid(divisor=tuple(range(400, 2401, 400)), k=(8, 16, 32, 64), busy_games=(0,))
    found = sweep(own_world(planted, seed=1, games=30_000).history, grid.variants(), 2_000)
    assert 0.5 < (found.picked.variant.k / found.picked.variant.divisor) / (16 / 800) < 2


@pytest.mark.parametrize(("ks", "at_edge"), [((1, 2, 4), True), ((2, 16, 128), False), ((16,), False)])
def test_a_pick_at_the_edge_of_the_ratios_is_said_to_be_there(ks: tuple[int, ...], at_edge: bool) -> None:
    planted = Formula(name="16/800", divisor=800, k=16)
    games = own_world(planted, seed=1, games=20_000).history
    found = sweep(games, Grid(divisor=(800,), k=ks, busy_games=(0,)).variants(), 2_000)
    assert found.picked_at_edge is at_edge


def test_spans_cover_the_scored_games_once() -> None:
    for games, burn_in in ((2, 0), (50, 7), (1_000, 200)):
        spans = spans_of(games, burn_in)
        assert [span.start for span in spans[1:]] == [span.stop for span in spans[:-1]]
        assert (spans[0].stop, spans[0].counted, spans[-1].stop) == (burn_in, False, games)


@pytest.mark.parametrize("threads", [2, 3, 64])
def test_many_threads_give_the_same_as_one(threads: int) -> None:
    games, variants = history(), GRID.variants()
    assert sweep(games, variants, 100, Workers(threads=threads)) == sweep(games, variants, 100)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processes are not bound to processors here")
def test_only_processors_that_the_process_may_use_are_counted() -> None:
    allowed = os.sched_getaffinity(0)
    assert processors() == len(allowed)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert processors() == 1
    finally:
        os.sched_setaffinity(0, allowed)


@pytest.mark.slow
def test_a_cluster_gives_the_same_as_this_process() -> None:
    distributed = pytest.importorskip("distributed")
    games, variants = history(), GRID.variants()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the cluster's own libraries
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
        ) as cluster:
            found = sweep(games, variants, 100, Workers(cluster=cluster.scheduler_address))
    assert found == sweep(games, variants, 100)


def test_a_variant_s_busy_week_is_a_busy_week() -> None:
    one, other = (
        sweep(history(), [replace(CATALOGUE["1.2.0"], name="x", busy_games=games, busy_k=16)], 0)
        for games in (5, 10_000)
    )
    calm = sweep(history(), [CATALOGUE["1.2.0"]], 0)
    assert other.picked.log_loss == calm.picked.log_loss != one.picked.log_loss
