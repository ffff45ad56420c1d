"""The sorted views: rank from the histogram, and pages of the leaderboard."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, case, func, select

from terazi.core.leaderboard import Histogram, Line, rank
from terazi.core.types import PlayerNumber
from terazi.store.asking import Question
from terazi.store.schema import Whole, histogram, player

Key = tuple[int, PlayerNumber]
"""Rating and number of a line: where a page ends and the next begins."""


def around(connection: Connection, rating: int) -> Histogram:
    """The histogram as seen from one rating: all who stand above it, level with it, and below it.

    Ranks and percentiles of that rating are the same as from the whole histogram, in a fraction of the time.
    """
    rows = _AROUND.ask(connection, rating=rating)
    return {rating + int(where): int(players) for where, players in rows}


_RATING = bindparam("rating", type_=Whole)
_SIDE = case((histogram.c.rating > _RATING, 1), (histogram.c.rating < _RATING, -1), else_=0).label("side")
_AROUND = Question(select(_SIDE, func.sum(histogram.c.players)).group_by(_SIDE))


def read_histogram(connection: Connection) -> Histogram:
    """Rating -> listed players, lowest rating first (R18)."""
    wanted = select(histogram).where(histogram.c.players > 0).order_by(histogram.c.rating)
    return {row.rating: row.players for row in connection.execute(wanted)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Lines of the leaderboard, and the key after which the next page begins, if there is one."""

    lines: Sequence[Line]
    after: Key | None = None


def read_page(connection: Connection, after: Key | None, limit: int, active_since: int | None) -> Page:
    """The listed players after a key, the highest rating first, then in order of registration (R18).

    `active_since` (UTC ms) leaves out who finished no game since; it never renumbers.
    """
    board = player.c
    wanted = select(board.number, board.rating, board.wins, board.losses).where(board.listed.is_(True))
    if after is not None:
        rating, number = after
        wanted = wanted.where(board.rating <= rating, (board.rating < rating) | (board.number > number))
    if active_since is not None:
        wanted = wanted.where(board.last_finish >= active_since)
    rows = connection.execute(wanted.order_by(board.rating.desc(), board.number).limit(limit + 1)).all()
    ratings = _span(connection, [row.rating for row in rows])
    lines = [_line(row, ratings) for row in rows[:limit]]
    return Page(lines=lines, after=_key(lines) if len(rows) > limit else None)


def _span(connection: Connection, descending: Sequence[int]) -> Histogram:
    """The histogram over the ratings of a page; all who stand above it count as one rating."""
    if not descending:
        return {}
    top, bottom = descending[0], descending[-1]
    folded = case((histogram.c.rating > top, top + 1), else_=histogram.c.rating)
    wanted = select(folded, func.sum(histogram.c.players)).where(histogram.c.rating >= bottom)
    return {int(at): int(players) for at, players in connection.execute(wanted.group_by(folded))}


def _line(row: Any, ratings: Histogram) -> Line:
    return Line(
        rank=rank(ratings, row.rating),
        player=PlayerNumber(row.number),
        rating=row.rating,
        wins=row.wins,
        losses=row.losses,
    )


def _key(lines: Sequence[Line]) -> Key:
    return lines[-1].rating, lines[-1].player
