"""The columns that this room is made of, by their types."""

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int32]
"""Ratings, changes, counts, players."""
Instants = npt.NDArray[np.int64]
"""UTC milliseconds."""
Flags = npt.NDArray[np.bool_]
"""A yes or no for each."""
Rows = npt.NDArray[np.intp]
"""Places in other columns."""
Choices = npt.NDArray[np.int8]
"""Places in a short list, such as the modes."""
Words = npt.NDArray[np.uint64]
"""Eight bytes of a text for each."""
Letters = npt.NDArray[np.uint8]
"""Bytes of text."""
Places = npt.NDArray[np.int32] | npt.NDArray[np.int64]
"""Bytes of a file, counted from its first."""
