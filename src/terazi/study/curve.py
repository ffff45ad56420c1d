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


def expected_by_gap(divisor: int, limit: int) -> Reals:
    """Expected score at every gap from -limit to limit: place `gap + limit`."""
    whole = _expected(divisor, max(limit - 1, 1).bit_length())
    middle = len(whole) // 2
    return whole[middle - limit : middle + limit + 1]


@lru_cache(maxsize=128)
def _expected(divisor: int, bits: int) -> Reals:
    """The same up to a gap of 2 ** bits, so that many limits share one table."""
    expected = Formula(name="curve", divisor=divisor).expected
    below = np.array([expected(gap) for gap in range(-(2**bits), 1)], dtype=np.float64)
    # R0: one side's is 1 minus the other's. The underdog's is asked for: 1 minus it loses no small chance.
    table: Reals = np.empty(2 * len(below) - 1, dtype=np.float64)
    table[: len(below)] = below
    table[len(below) :] = 1 - below[-2::-1]
    table.flags.writeable = False
    return table


def logit_by_gap(divisor: int, limit: int) -> Reals:
    """The logit of the expected score at every gap from -limit to limit, which is a straight line."""
    logits: Reals = np.arange(-limit, limit + 1, dtype=np.float64) * (LOGIT_TENTH / divisor)
    return logits


def chance(logits: Reals) -> Reals:
    """The chance of a win at any logits, from the table of the curve; to about 1e-6."""
    limit = _STEPS * _DIVISORS
    places = logits * (_STEPS / LOGIT_TENTH)
    table = expected_by_gap(_STEPS, limit)
    won: Reals = np.interp(places, np.arange(-limit, limit + 1), table)
    return won


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
