"""The stretch of time that a rating chart shows: a week, a month, a year, all, or between two instants."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import groupby
from zoneinfo import ZoneInfo

from terazi.core.codes import Code, Refusal
from terazi.core.types import FIRST_INSTANT_MS, LAST_INSTANT_MS
from terazi.service.careers import Career
from terazi.web.pages.asking import kept, text_asked
from terazi.web.pages.charts import LineChart, line_chart
from terazi.web.pages.moments import there
from terazi.web.pages.places import Visit
from terazi.web.problems import ProblemError, Where
from terazi.web.reading import instant_in

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOST_DAYS = 100
"""So many days are told one by one; more of them by months."""


class Span(StrEnum):
    """How far back a chart goes."""

    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    ALL = "all"


_DAYS = {Span.WEEK: 7, Span.MONTH: 30, Span.YEAR: 365}


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A day or a month in which something happened: `rating` after it, and the extremes within it."""

    begins: datetime
    monthly: bool
    events: int
    low: int
    high: int
    rating: int
    change: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """(instant, rating) after each event within [since, until] (UTC ms).

    `start` is the rating at `since`, None where the first event comes later; `before` is the one before the
    first point. `line` is None where there is nothing to draw.
    """

    since: int
    until: int
    start: int | None
    before: int
    points: tuple[tuple[int, int], ...]
    line: LineChart | None
    span: Span | None
    links: tuple[tuple[Span, str], ...]

    @property
    def labels(self) -> tuple[int, ...]:
        """The instants that stand below the chart, evenly spaced."""
        return self.since, (self.since + self.until) // 2, self.until

    @property
    def ratings(self) -> list[int]:
        """Every rating within."""
        return ([] if self.start is None else [self.start]) + [rating for _, rating in self.points]


@dataclass(frozen=True, slots=True)
class Stretch:
    """[since, until] (UTC ms), and the span by which it was asked for."""

    since: int
    until: int
    span: Span | None


def stretch_asked(visit: Visit, career: Career, at: int) -> Stretch:
    """What an address asks to be shown by `span`, or by `from` and `to`: a day, or an RFC 3339 instant."""
    now = at if at < visit.now else _next_hour(visit)
    since, until = _edge(visit, "from", last=False), _edge(visit, "to", last=True)
    span = None if since is not None or until is not None else _span(visit)
    end = now if until is None else until
    if since is None:
        since = _oldest(career, end) if span in (None, Span.ALL) else end - _DAYS[span or Span.WEEK] * DAY_MS
    return Stretch(max(min(since, end), FIRST_INSTANT_MS), end, span)


def chart_asked(visit: Visit, career: Career, at: int) -> Chart:
    """The chart of what an address asks for."""
    return chart_of(visit, career, stretch_asked(visit, career, at))


def _next_hour(visit: Visit) -> int:
    """A chart up to now ends at the full hour that comes, so that it stays true until then."""
    end = (visit.now // HOUR_MS + 1) * HOUR_MS
    visit.changes_at(end)
    return end


def _oldest(career: Career, end: int) -> int:
    return career.instants[0] if career.instants else end - DAY_MS


def _span(visit: Visit) -> Span:
    text = text_asked(visit, "span") or Span.ALL
    try:
        return Span(text)
    except ValueError:
        refusal = Refusal(code=Code.BAD_VALUE, field="span", value=text, other=", ".join(Span))
        raise ProblemError(refusal, where=Where(parameter="span")) from None


def _edge(visit: Visit, parameter: str, *, last: bool) -> int | None:
    text = text_asked(visit, parameter)
    if not text:
        return None
    if _DAY.fullmatch(text):
        try:
            day = date.fromisoformat(text) + timedelta(days=last)
            midnight = int(datetime(day.year, day.month, day.day, tzinfo=visit.zone).timestamp()) * 1000
            return min(max(midnight - last, FIRST_INSTANT_MS), LAST_INSTANT_MS)
        except (ValueError, OverflowError):
            pass  # it is no day: refused like any other text
    return instant_in(text, parameter)


def chart_of(visit: Visit, career: Career, stretch: Stretch) -> Chart:
    """The chart of a stretch."""
    since, until = stretch.since, stretch.until
    first, beyond = bisect_left(career.instants, since), bisect_right(career.instants, until)
    points = tuple(zip(career.instants[first:beyond], career.ratings[first:beyond], strict=True))
    start = _start(career, first, since)
    drawn = points or start is not None
    return Chart(
        since=since,
        until=until,
        start=start,
        before=career.ratings[first - 1] if first else career.start,
        points=points,
        line=line_chart(points, start, since, until) if drawn else None,
        span=stretch.span,
        links=tuple((one, kept(visit, "as_of", span=one)) for one in Span),
    )


def _start(career: Career, first: int, since: int) -> int | None:
    """The rating at the left edge: nobody has one before their first event."""
    if first > 0:
        return career.ratings[first - 1]
    return career.start if career.instants and career.instants[0] == since else None


def periods(chart: Chart, zone: ZoneInfo) -> Sequence[Period]:
    """The chart as a table, the newest first: by days where people are, or by months where they are many."""
    dated = [(there(zone, at), rating) for at, rating in chart.points]
    monthly = len({moment.date() for moment, _ in dated}) > _MOST_DAYS
    found: list[Period] = []
    before = chart.before
    for _, group in groupby(
        dated, key=lambda one: one[0].date().replace(day=1) if monthly else one[0].date()
    ):
        inside = list(group)
        ratings = [rating for _, rating in inside]
        found.append(
            Period(
                begins=inside[0][0],
                monthly=monthly,
                events=len(inside),
                low=min(ratings),
                high=max(ratings),
                rating=ratings[-1],
                change=ratings[-1] - before,
            )
        )
        before = ratings[-1]
    return found[::-1]
