"""The curve of expected scores as a picture: from a version to the places of its lines and labels."""

from collections.abc import Sequence
from dataclasses import dataclass

from terazi.core.formula import Formula

WIDTH, HEIGHT = 420, 236
LEFT, RIGHT, TOP, BOTTOM = 46, 408, 12, 204
"""Edges of the plot within the picture."""
_LEAST_REACH, _STEP, _FARTHEST = 800, 400, 4_000
_POINTS = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A label on an axis: where, and of what."""

    at: float
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """Where somebody stands on the curve; `after` says on which side there is room for the label."""

    x: float
    y: float
    gap: int
    expected: float
    after: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A picture of a version: `path` is that of the curve; gaps go to the right, expected scores up."""

    path: str
    gaps: Sequence[Tick]
    scores: Sequence[Tick]
    here: Here | None
    reach: int


def curve_of(formula: Formula, gap: int | None = None) -> Curve:
    """The expected score from gap to gap; `gap` is where somebody stands."""
    reach = _reach(gap or 0)
    gaps = [round(reach * (2 * step / _POINTS - 1)) for step in range(_POINTS + 1)]
    points = (f"{_x(one, reach):.1f} {_y(formula.expected(one)):.1f}" for one in gaps)
    return Curve(
        path="M" + "L".join(points),
        gaps=[Tick(at=_x(one, reach), value=one) for one in (-reach, -reach // 2, 0, reach // 2, reach)],
        scores=[Tick(at=_y(score), value=score) for score in (0, 0.25, 0.5, 0.75, 1)],
        here=None if gap is None else _here(formula, gap, reach),
        reach=reach,
    )


def _reach(gap: int) -> int:
    wanted = -(-abs(gap) // _STEP) * _STEP
    return max(_LEAST_REACH, min(wanted, _FARTHEST))


def _here(formula: Formula, gap: int, reach: int) -> Here:
    """Who is farther away than the picture reaches stands at its edge: the curve is flat there."""
    seen = max(-reach, min(gap, reach))
    expected = formula.expected(gap)
    return Here(x=_x(seen, reach), y=_y(expected), gap=gap, expected=expected, after=seen < 0)


def _x(gap: int, reach: int) -> float:
    return LEFT + (RIGHT - LEFT) * (gap + reach) / (2 * reach)


def _y(expected: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * expected
