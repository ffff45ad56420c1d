"""Many variants in one pass are each what replay makes of them."""

from dataclasses import replace

import numpy as np
import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import CubeRule, Formula
from terazi.core.rulebook import always
from terazi.replay import recent_games, replay
from terazi.study import lanes
from terazi.study.compiled import compiled
from terazi.study.curve import briers, expected_of, log_losses
from terazi.study.lanes import Span, columns_of, final_ratings, lane_losses
from terazi.study.rivals import Elo
from terazi.study.sweep import losses_of, spans_of
from terazi.study.tables import sides_of, tables_of
from terazi.study.walk import scored_games, walk
from tests.study.worlds import history

VARIANTS = [
    *CATALOGUE.values(),
    Formula(name="wild", divisor=60, k=200),
    Formula(name="small", divisor=3000, k=1, busy_games=3, busy_k=7),
    replace(CATALOGUE["1.3.1"], name="off", cube_rule=CubeRule.IGNORED),
]
GAMES = history()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_lane_ends_where_replay_ends(variant: Formula) -> None:
    columns = columns_of(GAMES, sides_of(GAMES, variant, recent_games(GAMES)))
    other = replace(variant, name="other", divisor=variant.divisor + 13)
    found = final_ratings(columns, [other, variant])
    for lane, formula in enumerate((other, variant)):
        assert np.array_equal(found[:, lane], replay(GAMES, always(formula)).ratings)


def test_losses_over_spans_are_those_of_the_walks() -> None:
    spans = spans_of(GAMES.games, 100)
    found = losses_of(GAMES, VARIANTS, spans)
    counted = [span for span in spans if span.counted]
    for lane, variant in enumerate(VARIANTS):
        expected = expected_of(variant, walk(scored_games(GAMES, 0), variant).gap)
        for row, span in enumerate(counted):
            part = expected[span.start : span.stop]
            assert np.isclose(found.log_loss[row, lane], log_losses(part).sum(), rtol=1e-12), variant.name
            assert np.isclose(found.brier[row, lane], briers(part).sum(), rtol=1e-12)
    assert found.games.sum() == 500


def test_gaps_wider_than_the_histogram_are_counted_after_all(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = columns_of(GAMES, sides_of(GAMES, VARIANTS[1], recent_games(GAMES)))
    wide = lane_losses(columns, [VARIANTS[1]], [Span(start=0, stop=GAMES.games)])
    monkeypatch.setattr(lanes, "_NARROWEST", 1)
    monkeypatch.setattr(lanes, "_FIRST_LIMIT", 0.001)
    narrow = lane_losses(columns, [VARIANTS[1]], [Span(start=0, stop=GAMES.games)])
    assert np.isclose(wide.log_loss, narrow.log_loss, rtol=1e-13).all()


def test_the_loop_is_the_same_function_compiled_or_not() -> None:
    formula = VARIANTS[4]
    columns = columns_of(GAMES, sides_of(GAMES, formula, recent_games(GAMES)))
    ends = []
    for loop in (lanes.run, compiled(lanes.run)):
        tables, ratings = tables_of([formula], [5000]), np.full((GAMES.players, 1), 1500, dtype=np.int32)
        counts, place = np.zeros(2 * 5000 + 1, dtype=np.int32), np.zeros(1, dtype=np.int32)
        sides = (columns.winner, columns.loser, columns.sides.winner, columns.sides.loser)
        loop(ratings, *sides, tables.changes.reshape(-1), tables.middle, tables.limit, counts, place)
        ends.append((ratings.tolist(), counts.tolist()))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("times", [2, 8])
def test_scaling_ratings_k_and_divisor_together_changes_no_forecast(times: int) -> None:
    """But for rounding to whole points, which the larger scale has less of; Elo in doubles has none."""
    one = Elo(k=32, divisor=1200).forecast(GAMES)
    many = Elo(k=32 * times, divisor=1200 * times).forecast(GAMES)
    assert np.allclose(one, many, rtol=0, atol=1e-13)
    exact = Formula(name="exact", divisor=30_000, k=800, cube_rule=CubeRule.IGNORED)
    whole = expected_of(exact, walk(scored_games(GAMES, 0), exact).gap)
    assert np.allclose(whole, one, rtol=0, atol=2e-4), "32/1200 is 800/30000"
