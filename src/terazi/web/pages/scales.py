"""A pair of scales as a picture: the beam leans to the side that was expected to win."""

import math
from dataclasses import dataclass

WIDTH, HEIGHT = 320, 176
PIVOT = 160.0, 34.0
_ARM = 96.0
_STEEPEST = 17.0
"""Degrees that the beam leans where one side is sure to win."""
_STRING = 62.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pan:
    """One pan: where its strings hang from the beam, and its middle."""

    x: float
    beam: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Scales:
    """The picture's measures; `winner` hangs on the left, and `share` is how wide its part of the bar is."""

    winner: Pan
    loser: Pan
    share: float


def scales(expected: float) -> Scales:
    """The scales for the winner's expected score, 0 to 1.

    >>> scales(0.5).winner.y == scales(0.5).loser.y, scales(0.9).winner.y > scales(0.9).loser.y
    (True, True)
    """
    lean = math.radians((2 * expected - 1) * _STEEPEST)
    return Scales(
        winner=_pan(-1, lean), loser=_pan(1, lean), share=round(max(0.0, min(1.0, expected)) * WIDTH, 1)
    )


def _pan(side: int, lean: float) -> Pan:
    x, y = PIVOT
    beam = y - side * _ARM * math.sin(lean)
    return Pan(x=round(x + side * _ARM * math.cos(lean), 1), beam=round(beam, 1), y=round(beam + _STRING, 1))
