"""The columns of this room, by their types; those of histories are `replay`'s."""

from typing import Any

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
"""Probabilities, losses, estimates."""
Counts = npt.NDArray[np.int64]
"""Numbers of games."""
Codes = npt.NDArray[np.uint8]
"""Places in a table's short list of columns."""


def summed(places: Any, weights: Any, count: int) -> Reals:
    """The sums of weights at each of so many places."""
    return np.bincount(places, weights, minlength=count).astype(np.float64)
