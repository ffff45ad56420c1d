"""The Boosted leaderboard: points and Sparks by week and of all time (R14: the amounts are ours)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, select

from terazi.core.types import PlayerNumber
from terazi.store.schema import boosted, name

EVER = -1_000_000
"""The period of all time; no week that an instant can have."""

WEEK_MS = 604_800_000
MONDAY_MS = 345_600_000
"""1970-01-05T00:00:00Z, a Monday, in UTC milliseconds."""


def week_of(instant: int) -> int:
    """The week of an instant (UTC ms), from Monday to Sunday in UTC; week 0 began on 5 January 1970.

    >>> week_of(MONDAY_MS), week_of(MONDAY_MS - 1)
    (0, -1)
    """
    return (instant - MONDAY_MS) // WEEK_MS


def week_start(week: int) -> int:
    """The first millisecond (UTC ms) of a week."""
    return MONDAY_MS + week * WEEK_MS


BoostedKey = tuple[int, PlayerNumber]
"""Points and number of a line: where a page ends and the next begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoostedLine:
    """One player of the Boosted leaderboard. `games` are boosted games that stand."""

    rank: int
    player: PlayerNumber
    points: int
    sparks: int
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoostedPage:
    """Lines that follow each other; keys of the pages before and after, if there are."""

    lines: Sequence[BoostedLine] = ()
    previous: BoostedKey | None = None
    following: BoostedKey | None = None


def read_boosted(connection: Connection, period: int, after: BoostedKey | None, limit: int) -> BoostedPage:
    """Lines after a key, most points first, then in order of registration."""
    wanted = _shown(period).order_by(boosted.c.points.desc(), boosted.c.player).limit(limit + 1)
    if after is not None:
        points, number = after
        behind = (boosted.c.points < points) | (boosted.c.player > number)
        wanted = wanted.where(boosted.c.points <= points, behind)
    rows = connection.execute(wanted).all()
    if not rows:
        return BoostedPage()
    better, ahead = _before(connection, period, rows[0])
    lines = _ranked(rows[:limit], better + 1, ahead + 1)
    return BoostedPage(
        lines=lines,
        previous=_key(lines[0]) if ahead else None,
        following=_key(lines[-1]) if len(rows) > limit else None,
    )


def page_above(connection: Connection, period: int, key: BoostedKey, limit: int) -> BoostedKey | None:
    """After which key the page begins that ends right above `key`; None for the first page."""
    points, number = key
    ahead = (boosted.c.points > points) | (boosted.c.player < number)
    wanted = _shown(period).where(boosted.c.points >= points, ahead)
    wanted = wanted.order_by(boosted.c.points, boosted.c.player.desc()).offset(limit).limit(1)
    row = connection.execute(wanted).one_or_none()
    return None if row is None else (row.points, PlayerNumber(row.player))


def _shown(period: int) -> Select[Any]:
    """Who has a boosted game that stands, was not erased, and has not asked to be unlisted."""
    return (
        select(boosted)
        .join(name, name.c.number == boosted.c.player)
        .where(boosted.c.period == period, boosted.c.games > 0, name.c.unlisted.is_(False))
    )


def _key(line: BoostedLine) -> BoostedKey:
    return line.points, line.player


def _before(connection: Connection, period: int, row: Any) -> tuple[int, int]:
    """How many have more points than a row, and how many stand before it."""
    equal = (boosted.c.points == row.points) & (boosted.c.player < row.player)
    ahead = _shown(period).where((boosted.c.points > row.points) | equal).subquery()
    better = func.count().filter(ahead.c.points > row.points)
    above, before = connection.execute(select(better, func.count()).select_from(ahead)).one()
    return above, before


def _ranked(rows: Sequence[Any], rank: int, place: int) -> list[BoostedLine]:
    """Rows that follow each other, with their ranks; `rank` and `place` are the first one's."""
    lines: list[BoostedLine] = []
    for at, row in enumerate(rows, start=place):
        if lines and lines[-1].points != row.points:  # equal points share a rank
            rank = at
        lines.append(
            BoostedLine(
                rank=rank,
                player=PlayerNumber(row.player),
                points=row.points,
                sparks=row.sparks,
                games=row.games,
            )
        )
    return lines
