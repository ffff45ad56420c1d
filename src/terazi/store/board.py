"""The sorted views: rank from the histogram, and pages of the leaderboard, now or as of an earlier entry."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, case, func, select

from terazi.core.leaderboard import Histogram, Line, is_listed, leaderboard, rank
from terazi.core.leaderboard import histogram as ratings_of
from terazi.core.state import PlayerState
from terazi.core.types import PlayerNumber
from terazi.store.schema import entry, event, histogram, name, player

Key = tuple[int, PlayerNumber]
"""Rating and number of a line: where a page ends and the next begins."""


def around(connection: Connection, rating: int) -> Histogram:
    """The histogram as seen from one rating: all who stand above it, level with it, and below it.

    Ranks and percentiles of that rating are the same as from the whole histogram, in a fraction of the time.
    """
    side = case((histogram.c.rating > rating, 1), (histogram.c.rating < rating, -1), else_=0)
    wanted = select(side, func.sum(histogram.c.players)).group_by(side)
    return {rating + int(where): int(players) for where, players in connection.execute(wanted)}


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


def read_page_at(
    connection: Connection,
    count: int,
    listed_games: int,
    after: Key | None,
    limit: int,
    active_since: int | None,
) -> Page:
    """The same page as of the ledger's first `count` entries; reads every event until then."""
    then = _states_at(connection, count)
    lines = leaderboard({number: state for number, (state, _) in then.items()}, listed_games)
    chosen = [
        line
        for line in lines
        if (after is None or (-line.rating, line.player) > (-after[0], after[1]))
        and (active_since is None or _finished_since(then[line.player][1], active_since))
    ]
    return Page(lines=chosen[:limit], after=_key(chosen[:limit]) if len(chosen) > limit else None)


def listed_at(connection: Connection, count: int, listed_games: int) -> Histogram:
    """Rating -> listed players as of the ledger's first `count` entries; reads every event until then."""
    states = (state for state, _ in _states_at(connection, count).values())
    return ratings_of(state.rating for state in states if is_listed(state, listed_games))


def _finished_since(last_finish: int | None, instant: int) -> bool:
    return last_finish is not None and last_finish >= instant


def _states_at(connection: Connection, count: int) -> dict[PlayerNumber, tuple[PlayerState, int | None]]:
    last = (
        select(
            event.c.player, func.max(event.c.id).label("id"), func.max(entry.c.finished_at).label("finish")
        )
        .join(entry, entry.c.number == event.c.id // 2)
        .where(event.c.id < 2 * count)
        .group_by(event.c.player)
        .subquery()
    )
    wanted = (
        select(event, last.c.finish, player.c.erased)
        .join(last, last.c.id == event.c.id)
        .join(player, player.c.number == event.c.player)
        .outerjoin(name, name.c.number == event.c.player)
        .where(name.c.unlisted.is_not(True))
    )
    return {PlayerNumber(row.player): (_state(row, count), row.finish) for row in connection.execute(wanted)}


def _state(row: Any, count: int) -> PlayerState:
    return PlayerState(
        rating=row.rating,
        wins=row.wins,
        losses=row.losses,
        awards=row.awards,
        erased=row.erased is not None and row.erased < count,
    )
