"""How wide a ladder spreads, and how its mean drifts: what the divisor does, apart from forecasts."""

from dataclasses import dataclass, replace

import numpy as np

from terazi.core.formula import LARGEST_K, Formula
from terazi.core.types import STARTING_RATING
from terazi.replay.arrays import Integers
from terazi.replay.history import History
from terazi.study.lanes import Columns, final_ratings

DIVISORS = (400, 800, 1200, 2000)
ACTIVE_GAMES = 30
"""Whoever has so many ranked games is counted in the spread; the others are still on their way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Final ratings of players with at least 30 games, in rating points.

    `middle_half` is the width of the middle half; `drift` the mean distance of all players' ratings
    from 1500: with unequal K a game is not zero-sum.
    """

    divisor: int
    k: int
    players: int
    standard_deviation: float
    middle_half: float
    lowest: int
    highest: int
    drift: float


def spread_of(formula: Formula, ratings: Integers, played: Integers) -> Spread:
    """The spread of final ratings; `played` are everybody's ranked games."""
    active = ratings[played >= ACTIVE_GAMES]
    some = np.sort(active if len(active) else ratings)
    quarter, three_quarters = np.quantile(some, (0.25, 0.75))
    return Spread(
        divisor=formula.divisor,
        k=formula.k,
        players=len(active),
        standard_deviation=float(np.std(some)),
        middle_half=float(three_quarters - quarter),
        lowest=int(some.min()),
        highest=int(some.max()),
        drift=float((ratings - STARTING_RATING).mean()),
    )


def spreads(history: History, columns: Columns, formula: Formula) -> list[Spread]:
    """The ladder under other divisors with K in the same ratio: the same forecasts, another width."""
    variants = [scaled_to(formula, divisor) for divisor in sorted({*DIVISORS, formula.divisor})]
    ratings, played = final_ratings(columns, variants), games_played(history)
    return [spread_of(variant, ratings[:, lane], played) for lane, variant in enumerate(variants)]


def games_played(history: History) -> Integers:
    """Everybody's rated games."""
    rated = history.rated
    counts = (np.bincount(side[rated], minlength=history.players) for side in (history.winner, history.loser))
    return sum(counts, start=np.zeros(history.players, dtype=np.int64)).astype(np.int32)


def scaled_to(formula: Formula, divisor: int) -> Formula:
    """The formula with another divisor and every K in proportion, to whole numbers."""

    def in_proportion(k: int) -> int:
        return min(max(1, round(k * divisor / formula.divisor)), LARGEST_K)

    return replace(
        formula,
        name=f"{formula.name} at {divisor}",
        divisor=divisor,
        k=in_proportion(formula.k),
        busy_k=None if formula.busy_k is None else in_proportion(formula.busy_k),
    )
