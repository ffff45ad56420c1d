"""The one number that results can tell of the formula: K/divisor.

Ratings, K and divisor scaled together change no forecast, so K and the divisor cannot be told apart by
results; the divisor alone sets how wide the ladder spreads. Candidates keep one K, large enough that rounding
is lost in it, and differ in their divisor; a busy week keeps its share of K.
"""

from dataclasses import dataclass

import numpy as np

from terazi.core.formula import LARGEST_DIVISOR, LARGEST_K, Formula
from terazi.study.arrays import Counts, Reals
from terazi.study.bootstrap import Interval, block_of, draws_of, interval_of
from terazi.study.lanes import Columns, LaneLosses, Span, lane_losses

K = 32
"""Of every candidate: what rounding to whole points does to a change of about 16 is lost in the luck
of it."""
STEP = 2**0.5
"""Candidates' ratios of K to divisor are so many times apart."""
SMALLEST_RATIO, LARGEST_RATIO = 0.0015, 0.3
"""Beyond these a ladder hardly moves, or hardly does anything else. 32/1200 is 0.0267, chess 0.08."""

_NEARLY = 1.001


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioFit:
    """The K/divisor whose forecasts lost least, and the mean log loss of every candidate.

    `at_edge` warns that the interval reaches an end of what was tried: results do not determine the ratio.
    """

    ratio: Interval
    candidates: tuple[float, ...]
    log_loss: tuple[float, ...]
    at_edge: bool


def fit_ratio(columns: Columns, formula: Formula, burn_in: int) -> RatioFit:
    """Fit K/divisor to the rated games of a history, with its interval by block bootstrap."""
    candidates = candidates_of(formula)
    spans = spans_of(len(columns.winner), burn_in)
    losses = lane_losses(columns, candidates, spans)
    return ratio_fit(np.array([each.k / each.divisor for each in candidates]), losses)


def candidates_of(formula: Formula) -> list[Formula]:
    """Formulas like this one in all but K/divisor, smallest ratio first."""
    count = int(np.log2(LARGEST_RATIO / SMALLEST_RATIO) / np.log2(STEP)) + 1
    ratios = [SMALLEST_RATIO * STEP**place for place in range(count)]
    return [_with_ratio(formula, ratio) for ratio in ratios]


def _with_ratio(formula: Formula, ratio: float) -> Formula:
    divisor = min(round(K / ratio), LARGEST_DIVISOR)
    busy_k = None if formula.busy_k is None else min(max(1, round(K * formula.busy_k / formula.k)), LARGEST_K)
    return Formula(
        name=f"{K}/{divisor}",
        divisor=divisor,
        k=K,
        busy_games=formula.busy_games,
        busy_k=busy_k,
        cube_rule=formula.cube_rule,
        gammon_rule=formula.gammon_rule,
    )


def spans_of(games: int, burn_in: int) -> list[Span]:
    """The burn-in, then the blocks of time of the scored games."""
    block = block_of(max(games - burn_in, 0))
    ends = burn_in + np.flatnonzero(np.diff(block, append=-1)) + 1
    starts = [burn_in, *ends[:-1].tolist()]
    blocks = [Span(start=start, stop=stop) for start, stop in zip(starts, ends.tolist(), strict=True)]
    return [Span(start=0, stop=min(burn_in, games), counted=False), *blocks]


def ratio_fit(ratios: Reals, losses: LaneLosses) -> RatioFit:
    """The least of the candidates' losses, between candidates by a parabola, again in every draw."""
    draws = draws_of(len(losses.games))
    total = losses.log_loss.sum(axis=0)
    again = _least(np.log2(ratios), (draws @ losses.log_loss) / (draws @ losses.games)[:, None])
    estimate = _least(np.log2(ratios), (total / losses.games.sum())[None])[0]
    ratio = interval_of(float(2**estimate), 2**again)
    return RatioFit(
        ratio=ratio,
        candidates=tuple(ratios.tolist()),
        log_loss=tuple((total / losses.games.sum()).tolist()),
        at_edge=bool(ratio.low <= _NEARLY * ratios[0] or _NEARLY * ratio.high >= ratios[-1]),
    )


def _least(places: Reals, losses: Reals) -> Reals:
    """Where the parabola through the least loss and its neighbours is least; places are evenly spaced."""
    middle: Counts = np.clip(np.argmin(losses, axis=1), 1, len(places) - 2)
    rows = np.arange(len(losses))
    left, centre, right = (losses[rows, middle + shift] for shift in (-1, 0, 1))
    bend = left - 2 * centre + right
    with np.errstate(invalid="ignore", divide="ignore"):
        shift = np.where(bend > 0, 0.5 * (left - right) / bend, 0.0)
    least: Reals = places[middle] + np.clip(shift, -1, 1) * (places[1] - places[0])
    return least
