"""Charts are honest: labels hold every value, no high and no low is lost, every player is in a bar."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.web.pages.charts import HEIGHT, SLICES, WIDTH, bar_chart, line_chart, scale, trend_path

RATINGS = st.integers(-1_000_000, 1_000_000)


@given(RATINGS, RATINGS)
def test_labels_are_even_few_and_hold_every_value(one: int, other: int) -> None:
    low, high = sorted((one, other))
    found = scale(low, high)
    assert found.low <= low <= high <= found.high
    assert 2 <= len(found.labels) <= 5
    steps = {right - left for left, right in zip(found.labels, found.labels[1:], strict=False)}
    assert len(steps) == 1
    assert str(steps.pop()).strip("0") in ("1", "2", "5")
    assert found.at(found.high) == 0
    assert found.at(found.low) == HEIGHT


def drawn(curve: str) -> list[tuple[float, float]]:
    """The places that a curve goes to."""
    x = y = 0.0
    places = []
    for step, first, second in re.findall(r"([MHV])([-\d.e]+) ?([-\d.e]+)?", curve):
        x, y = (float(first), float(second)) if step == "M" else (x, y)
        x = float(first) if step == "H" else x
        y = float(first) if step == "V" else y
        places.append((x, y))
    return places


def walk(events: int, seed: int = 1) -> list[tuple[int, int]]:
    dice = random.Random(seed)
    at, rating, points = 0, 1500, []
    for _ in range(events):
        at += dice.randrange(1, 1000)
        rating += dice.randrange(-30, 31)
        points.append((at, rating))
    return points


@pytest.mark.parametrize("events", [1, 2, 100, 2 * SLICES, 2 * SLICES + 1, 20_000])
def test_a_curve_stays_inside_and_reaches_every_extreme(events: int) -> None:
    points = walk(events)
    chart = line_chart(points, 1500, 0, points[-1][0] + 50)
    places = drawn(chart.curve)
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in places)
    xs = [x for x, _ in places]
    assert xs == sorted(xs)
    assert xs[-1] == WIDTH
    ratings = [1500, *(rating for _, rating in points)]
    highest = min(y for _, y in places)
    lowest = max(y for _, y in places)
    assert highest == pytest.approx(chart.ratings.at(max(ratings)), rel=1e-3, abs=1e-2)
    assert lowest == pytest.approx(chart.ratings.at(min(ratings)), rel=1e-3, abs=1e-2)
    assert places[-1][1] == pytest.approx(chart.ratings.at(ratings[-1]), rel=1e-3, abs=1e-2)
    assert chart.sliced == (events > 2 * SLICES)
    assert len(places) <= 2 + max(4 * SLICES, 2 * SLICES) * 2 + SLICES


def test_every_slice_of_a_long_history_keeps_its_high_and_its_low() -> None:
    points = walk(5_000, seed=2)
    until = points[-1][0]
    chart = line_chart(points, None, 0, until)
    places = drawn(chart.curve)
    for part in range(SLICES):
        inside = [rating for at, rating in points if int(at * SLICES / until) == part]
        if inside:
            x = WIDTH * next(at for at, _ in points if int(at * SLICES / until) == part) / until
            shown = [y for place, y in places if place == pytest.approx(x, rel=1e-3, abs=1e-2)]
            for extreme in (min(inside), max(inside)):
                height = chart.ratings.at(extreme)
                assert any(y == pytest.approx(height, rel=1e-3, abs=1e-2) for y in shown)


@given(st.dictionaries(RATINGS | st.integers(1200, 1800), st.integers(1, 9), min_size=1, max_size=60))
def test_every_listed_player_is_in_one_bar(ratings: dict[int, int]) -> None:
    found = bar_chart(ratings)
    assert 1 <= len(found.bars) <= 40
    assert sum(bar.players for bar in found.bars) == sum(ratings.values())
    assert len({bar.high - bar.low for bar in found.bars}) == 1
    assert all(left.high + 1 == right.low for left, right in zip(found.bars, found.bars[1:], strict=False))
    for rating in ratings:
        place = found.place(rating)
        assert place is not None
        assert found.bars[place].low <= rating <= found.bars[place].high
    assert found.place(min(ratings) - 10_000_000) is None


@given(st.lists(RATINGS, min_size=1, max_size=21))
def test_a_trend_stays_in_its_box(ratings: list[int]) -> None:
    places = [tuple(map(float, pair.split())) for pair in trend_path(tuple(ratings))[1:].split("L")]
    assert len(places) == len(ratings)
    assert all(0 <= x <= 100 and 0 < y < 24 for x, y in places)
