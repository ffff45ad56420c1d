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


def read_boosted(
    connection: Connection, period: int, after: BoostedKey | None, limit: int
) -> tuple[Sequence[BoostedLine], BoostedKey | None]:
    """Lines after a key, most points first, then in order of registration; and the key of the next page.

    Shown is who has a boosted game that stands, was not erased, and has not asked to be unlisted.
    """
    shown = (
        select(boosted)
        .join(name, name.c.number == boosted.c.player)
        .where(boosted.c.period == period, boosted.c.games > 0, name.c.unlisted.is_(False))
    )
    wanted = shown.order_by(boosted.c.points.desc(), boosted.c.player).limit(limit + 1)
    if after is not None:
        points, number = after
        behind = (boosted.c.points < points) | (boosted.c.player > number)
        wanted = wanted.where(boosted.c.points <= points, behind)
    rows = connection.execute(wanted).all()
    lines = _ranked(connection, shown, rows[:limit])
    last = (lines[-1].points, lines[-1].player) if len(rows) > limit else None
    return lines, last


def _ranked(connection: Connection, shown: Select[Any], rows: Sequence[Any]) -> list[BoostedLine]:
    """Rows that follow each other, with their ranks: only of the first it must be asked who stands before."""
    if not rows:
        return []
    first = rows[0]
    ahead = shown.where(
        (boosted.c.points > first.points)
        | ((boosted.c.points == first.points) & (boosted.c.player < first.player))
    ).subquery()
    better = func.count().filter(ahead.c.points > first.points)
    above, before = connection.execute(select(better, func.count()).select_from(ahead)).one()
    lines: list[BoostedLine] = []
    for place, row in enumerate(rows, start=before + 1):
        shares = lines and lines[-1].points == row.points  # equal points share a rank
        rank = lines[-1].rank if shares else place if lines else above + 1
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
