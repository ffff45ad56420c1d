"""The expected score as arrays: tables made from `core.formula`, which alone computes it (law 1)."""

import math
from functools import lru_cache

import numpy as np

from terazi.core.formula import Formula
from terazi.replay.arrays import Integers
from terazi.study.arrays import Reals

LOGIT_TENTH = math.log(10)
"""A gap of one divisor, in logits: the curve of the article is in powers of ten."""

_STEPS = 512
"""Places of the table of the curve in one divisor; between two of them a straight line errs below 1e-6."""
_DIVISORS = 16
"""The table of the curve ends where the underdog's chance is 1e-16."""

_CURVE = Formula(name="curve", divisor=_STEPS)


@lru_cache(maxsize=64)
def expected_by_gap(divisor: int, limit: int) -> Reals:
    """Expected score at every gap from -limit to limit: place `gap + limit`."""
    expected = Formula(name="curve", divisor=divisor).expected
    above = np.array([expected(gap) for gap in range(limit + 1)], dtype=np.float64)
    table = np.concatenate((1 - above[:0:-1], above))  # R0: the loser's is 1 minus the winner's
    table.flags.writeable = False
    return table


def logit_by_gap(divisor: int, limit: int) -> Reals:
    """The logit of the expected score at every gap from -limit to limit, which is a straight line."""
    return np.arange(-limit, limit + 1) * (LOGIT_TENTH / divisor)


def chance(logits: Reals) -> Reals:
    """The chance of a win at any logits, from the table of the curve; to about 1e-6."""
    limit = _STEPS * _DIVISORS
    places = logits * (_STEPS / LOGIT_TENTH)
    table = expected_by_gap(_STEPS, limit)
    return np.interp(places, np.arange(-limit, limit + 1), table)


def log_losses(expected: Reals) -> Reals:
    """Log loss, in nats, of forecasts for the side that won."""
    smallest = np.finfo(np.float64).tiny
    return -np.log(np.maximum(expected, smallest))


def briers(expected: Reals) -> Reals:
    """Brier score of forecasts for the side that won: the square of what was missing to 1."""
    return np.square(1 - expected)


def expected_of(formula: Formula, gap: Integers) -> Reals:
    """Expected score at many gaps."""
    limit = int(np.abs(gap).max(initial=1))
    return expected_by_gap(formula.divisor, limit)[gap + limit]
