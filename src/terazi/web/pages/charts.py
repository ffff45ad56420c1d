"""Charts as numbers and paths: from data to what the templates draw, by plain functions.

A plot is 1,000 units wide and 200 high and is stretched to whatever room there is; lines keep their width.
The labels stand beside it as text, evenly spaced, so that they are readable at any size.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby, repeat
from operator import mul

WIDTH, HEIGHT = 1000, 200
SLICES = 200
"""Where a line has more points than twice this, it is drawn in so many slices."""
_STEPS = (1, 2, 5)
_BREADTHS = (5, 10, 25)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """An axis: its lowest and highest label, and all labels from the lowest up, evenly spaced."""

    low: int
    high: int
    labels: tuple[int, ...]

    def at(self, value: float) -> float:
        """How high a value stands in a plot, measured from its top."""
        return HEIGHT * (self.high - value) / (self.high - self.low)


def scale(low: int, high: int, most: int = 4) -> Scale:
    """Round labels that hold all values, at most so many steps of 1, 2 or 5 times a power of ten.

    >>> scale(1487, 1623).labels, scale(1500, 1500).labels, scale(-3, 4).labels
    ((1450, 1500, 1550, 1600, 1650), (1495, 1500, 1505), (-4, -2, 0, 2, 4))
    """
    if low == high:
        low, high = low - 5, high + 5
    step = next(step for step in _rising(_STEPS) if -(-high // step) - low // step <= most)
    labels = tuple(range(low // step * step, -(-high // step) * step + 1, step))
    return Scale(low=labels[0], high=labels[-1], labels=labels)


def _rising(steps: Sequence[int]) -> Iterator[int]:
    """The steps, then ten times, a hundred times … as much."""
    for tens in accumulate(repeat(10), mul, initial=1):
        yield from (step * tens for step in steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """A rating over time. `curve` steps from each value to the next; `sliced` says that slices show no more
    than their first, lowest, highest and last value. `grid` are the heights of the labels' lines.
    """

    curve: str
    ratings: Scale
    grid: tuple[str, ...]
    sliced: bool


def line_chart(points: Sequence[tuple[int, int]], start: int | None, since: int, until: int) -> LineChart:
    """(instant, rating) in order, within [since, until] (UTC ms); `start` is the rating at `since`."""
    values = [rating for _, rating in points] + ([] if start is None else [start])
    ratings = scale(min(values), max(values))
    span = max(until - since, 1)
    placed = [(WIDTH * (at - since) / span, rating) for at, rating in points]
    sliced = len(placed) > 2 * SLICES
    steps = _slices(placed) if sliced else placed
    first = (0.0, start) if start is not None else steps[0]
    drawn = [f"M{first[0]:.4g} {ratings.at(first[1]):.4g}"]
    drawn += [f"H{x:.4g}V{ratings.at(rating):.4g}" for x, rating in steps]
    grid = tuple(f"{ratings.at(label):.4g}" for label in ratings.labels)
    return LineChart(curve="".join(drawn) + f"H{WIDTH}", ratings=ratings, grid=grid, sliced=sliced)


def _slices(placed: Sequence[tuple[float, int]]) -> list[tuple[float, int]]:
    """No high and no low is lost: of each slice its first, lowest, highest and last value are drawn."""
    width = WIDTH / SLICES
    steps: list[tuple[float, int]] = []
    for _, group in groupby(placed, key=lambda point: int(point[0] / width)):
        inside = list(group)
        values = [rating for _, rating in inside]
        x = inside[0][0]
        steps += [(x, rating) for rating in dict.fromkeys((values[0], min(values), max(values), values[-1]))]
        if steps[-1][1] != values[-1]:
            steps.append((x, values[-1]))
    return steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """So many listed players are rated from `low` to `high`."""

    low: int
    high: int
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """The distribution of ratings: bars of the same breadth, one path for all of them."""

    bars: tuple[Bar, ...]
    path: str
    players: Scale

    def place(self, rating: int) -> int | None:
        """The bar in which a rating stands."""
        return next((i for i, bar in enumerate(self.bars) if bar.low <= rating <= bar.high), None)

    def bar(self, place: int) -> str:
        """The path of one bar."""
        return _bar(place, self.bars[place].players, len(self.bars), self.players)


def bar_chart(ratings: Mapping[int, int], most: int = 40) -> Bars:
    """Bars over a histogram that is not empty; at most so many, each 5, 10, 25, 50, 100 … points broad."""
    low, high = min(ratings), max(ratings)
    breadth = next(wide for wide in _rising(_BREADTHS) if high // wide - low // wide < most)
    first, last = low // breadth, high // breadth
    counts = [0] * (last - first + 1)
    for rating, players in ratings.items():
        counts[rating // breadth - first] += players
    heights = scale(0, max(counts), 3)
    bars = tuple(
        Bar(low=(first + i) * breadth, high=(first + i + 1) * breadth - 1, players=number)
        for i, number in enumerate(counts)
    )
    path = "".join(_bar(i, number, len(bars), heights) for i, number in enumerate(counts) if number)
    return Bars(bars=bars, path=path, players=heights)


def _bar(place: int, players: int, bars: int, scale: Scale) -> str:
    breadth = WIDTH / bars
    top = scale.at(players)
    left, right = breadth * (place + 0.08), breadth * (place + 0.92)
    return f"M{left:.4g} {HEIGHT}V{top:.4g}H{right:.4g}V{HEIGHT}Z"


@lru_cache(maxsize=16_384)
def trend_path(ratings: tuple[int, ...]) -> str:
    """A small line through ratings, 100 wide and 24 high; a level one stands in the middle.

    >>> trend_path((1500, 1516, 1508))
    'M0 23L50 1L100 12'
    """
    low, high = min(ratings), max(ratings)
    across = 100 / max(len(ratings) - 1, 1)
    down = 22 / (high - low) if high > low else 0
    points = (
        f"{i * across:.3g} {12 if not down else 1 + (high - r) * down:.3g}" for i, r in enumerate(ratings)
    )
    return "M" + "L".join(points)
