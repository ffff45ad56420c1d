"""The columns of this room, by their types; those of histories are `replay`'s."""

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
"""Probabilities, losses, estimates."""
Counts = npt.NDArray[np.int64]
"""Numbers of games."""
Codes = npt.NDArray[np.uint8]
"""Places in a table's short list of columns."""
