"""Intervals by block bootstrap: whole stretches of time are drawn again, so that what games of one time have
in common stays together (Künsch 1989; blocks do not overlap: Carlstein 1986).
"""

from dataclasses import dataclass

import numpy as np

from terazi.study.arrays import Counts, Reals

DRAWS = 1_000
"""How often the blocks are drawn again."""
SEED = 20_261_001
CONFIDENCE = 0.95
MOST_BLOCKS = 200
SMALLEST_BLOCK = 10
"""Games in a block, at least."""
FEW = 30
"""Games below which drawing them again says too little."""
NORMAL = 1.959964
"""Standard deviations to either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """An estimate between the ends of its 95 % interval; all are NaN where there is nothing to go by."""

    estimate: float
    low: float
    high: float


def block_of(games: int, blocks: int | None = None) -> Counts:
    """The block of each of so many games in order of time: blocks of one size, give or take a game."""
    count = blocks or number_of_blocks(games)
    return np.arange(games, dtype=np.int64) * count // max(games, 1)


def number_of_blocks(games: int) -> int:
    """As many blocks as there are good reasons for: at most 200, of 10 games at least."""
    return max(1, min(MOST_BLOCKS, games // SMALLEST_BLOCK))


def draws_of(blocks: int, draws: int = DRAWS, seed: int = SEED) -> Counts:
    """How often each block is in each draw, a row a draw; always the same ones."""
    chance = np.random.default_rng(seed)
    picked = chance.integers(0, blocks, (draws, blocks)) + blocks * np.arange(draws)[:, None]
    return np.bincount(picked.ravel(), minlength=draws * blocks).reshape(draws, blocks)


def interval_of(estimate: float, again: Reals) -> Interval:
    """The percentile interval of an estimate from what it was in the draws."""
    known = again[np.isfinite(again)]
    if not len(known) or not np.isfinite(estimate):
        return Interval(estimate=estimate, low=float("nan"), high=float("nan"))
    low, high = np.quantile(known, ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2))
    return Interval(estimate=estimate, low=float(low), high=float(high))


def ratio(above: Reals, below: Reals, draws: Counts | None = None) -> Interval:
    """A sum over blocks by another, with its interval: means, shares, losses a game."""
    drawn = draws_of(len(above)) if draws is None else draws
    with np.errstate(invalid="ignore", divide="ignore"):
        again = (drawn @ above) / (drawn @ below)
        estimate = float(above.sum() / below.sum()) if below.sum() else float("nan")
    return interval_of(estimate, again)


def share(wins: Reals, games: Reals, draws: Counts) -> Interval:
    """A share of wins from sums over blocks; of fewer than 30 games Wilson's score interval (1927).

    So few, drawn again, vary too little: one game alone would be certain of itself.
    """
    count = float(games.sum())
    if not 0 < count < FEW:
        return ratio(wins, games, draws)
    won, square = float(wins.sum()) / count, NORMAL**2 / count
    middle = (won + square / 2) / (1 + square)
    half = (square * (won * (1 - won) + square / 4)) ** 0.5 / (1 + square)
    return Interval(estimate=won, low=max(middle - half, 0.0), high=min(middle + half, 1.0))
