"""Loops over games as machine code, or as plain Python where numba is absent: the same function, slower."""

from collections.abc import Callable
from functools import cache
from typing import Any


@cache
def compiled(loop: Callable[..., Any]) -> Callable[..., Any]:
    """The loop, compiled by numba if there is one; the code is kept where numba keeps it."""
    try:
        from numba import njit
    except ImportError:
        return loop
    try:
        return njit(cache=True, nogil=True)(loop)
    except RuntimeError:  # no folder that can be written: neither the module's nor the user's
        return njit(nogil=True)(loop)
