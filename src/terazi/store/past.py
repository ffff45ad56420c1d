"""The board as of an earlier entry: what stands now but for whoever had something happen to them since.

Where much happened since, it is made of the events before that entry alone. An event holds how its player
stood after it, and names the player's event before it, so either way nothing is counted anew.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from sqlalchemy import Connection, func, select

from terazi.core.leaderboard import Histogram, Line, is_listed, rank
from terazi.core.state import PlayerState
from terazi.core.types import PlayerNumber
from terazi.store.asking import ask_among
from terazi.store.board import Key, Page, read_histogram, read_page
from terazi.store.bulk import among
from terazi.store.ledger import read_head
from terazi.store.players import last_event, read_player
from terazi.store.schema import config, entry, event, name, player

MUCH = 8
"""The board of now serves for entries before which there are so many times more than since: measured."""

States = Mapping[PlayerNumber, PlayerState]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Past:
    """Who was listed then, of those who are told `apart`; all others stand as they stand now.

    `apart` is None where nobody is looked up on the board of now. `last` are the last events before then of
    those who are told apart.
    """

    listed: States
    apart: frozenset[PlayerNumber] | None
    last: Mapping[PlayerNumber, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastPage(Page):
    """Lines as they stood; `last` are players' last events before then. Others have had none since."""

    last: Mapping[PlayerNumber, int]


def read_page_at(
    connection: Connection,
    count: int,
    listed_games: int,
    after: Key | None,
    limit: int,
    active_since: int | None,
) -> PastPage:
    """A page of the leaderboard as of the ledger's first `count` entries (R18, R22)."""
    past = _past(connection, count, listed_games)
    lines = [_line(number, state) for number, state in past.listed.items()]
    if active_since is not None:
        active = _active(connection, count, active_since)
        lines = [line for line in lines if line.player in active]
    if after is not None:
        lines = [line for line in lines if (-line.rating, line.player) > (-after[0], after[1])]
    if past.apart is not None:
        now = read_page(connection, after, limit + len(past.apart), active_since).lines
        lines += [line for line in now if line.player not in past.apart]
    lines.sort(key=lambda line: (-line.rating, line.player))
    ranked = cache(lambda rating: rank(ratings, rating))
    ratings = _ratings(connection, past)
    shown = [replace(line, rank=ranked(line.rating)) for line in lines[:limit]]
    following = (shown[-1].rating, shown[-1].player) if len(lines) > limit else None
    return PastPage(lines=shown, after=following, last=past.last)


def listed_at(connection: Connection, count: int, listed_games: int) -> Histogram:
    """Rating -> listed players as of the ledger's first `count` entries."""
    return _ratings(connection, _past(connection, count, listed_games))


def _line(number: PlayerNumber, state: PlayerState) -> Line:
    return Line(rank=0, player=number, rating=state.rating, wins=state.wins, losses=state.losses)


def _ratings(connection: Connection, past: _Past) -> Histogram:
    ratings = Counter(state.rating for state in past.listed.values())
    if past.apart is not None:
        ratings.update(read_histogram(connection))
        ratings.subtract(
            rating for (rating,) in ask_among(connection, _LISTED_NOW, player.c.number, past.apart)
        )
    return {rating: players for rating, players in ratings.items() if players}


_LISTED_NOW = select(player.c.rating).where(player.c.listed.is_(True))


def _past(connection: Connection, count: int, listed_games: int) -> _Past:
    changed = select(config.c.number).where(config.c.number >= count).limit(1)
    other_rules = connection.execute(changed).first() is not None  # who is listed may be another question now
    if other_rules or count < MUCH * (read_head(connection).number - count):
        last = select(func.max(event.c.id)).where(event.c.id < 2 * count).group_by(event.c.player)
        rows = connection.execute(_EVENTS.where(event.c.id.in_(last))).all()
        return _Past(listed=_listed(_states(rows, count), listed_games), apart=None, last=_ends(rows))
    first = select(func.min(event.c.id)).where(event.c.id >= 2 * count).group_by(event.c.player)
    moved = connection.execute(select(event.c.player, event.c.prev).where(event.c.id.in_(first))).all()
    before = [row.prev for row in moved if row.prev is not None]
    rows = connection.execute(_EVENTS.where(among(connection, event.c.id, before))).all()
    apart = {PlayerNumber(row.player) for row in moved}
    erased = [one for one in _erased_since(connection, count) if one.number not in apart]
    states = {PlayerNumber(row.number): _state_before(row) for row in erased} | _states(rows, count)
    ends = {PlayerNumber(row.number): last_event(row.tally) for row in erased}
    return _Past(
        listed=_listed(states, listed_games),
        apart=frozenset(apart | ends.keys()),
        last=_ends(rows) | {number: last for number, last in ends.items() if last is not None},
    )


_EVENTS = (
    select(event, player.c.erased)
    .join(player, player.c.number == event.c.player)
    .outerjoin(name, name.c.number == event.c.player)
    .where(name.c.unlisted.is_not(True))
)
"""Events, with what is known of their players beside them."""


def _listed(states: States, listed_games: int) -> States:
    return {number: state for number, state in states.items() if is_listed(state, listed_games)}


def _ends(rows: Iterable[Any]) -> dict[PlayerNumber, int]:
    return {PlayerNumber(row.player): row.id for row in rows}


def _states(rows: Iterable[Any], count: int) -> dict[PlayerNumber, PlayerState]:
    return {PlayerNumber(row.player): _state(row, count) for row in rows}


def _state(row: Any, count: int) -> PlayerState:
    return PlayerState(
        rating=row.rating,
        wins=row.wins,
        losses=row.losses,
        awards=row.awards,
        erased=row.erased is not None and row.erased < count,
    )


def _erased_since(connection: Connection, count: int) -> Sequence[Any]:
    """Rows of players who were erased since."""
    erased = select(*player.c).where(player.c.erased >= count, player.c.number < count)
    return connection.execute(erased).all()


def _state_before(row: Any) -> PlayerState:
    """How a player stood before the erasure, if nothing else happened to them."""
    state = read_player(tuple(row), unlisted=False).state
    state.erased = False
    return state


def _active(connection: Connection, count: int, since: int) -> frozenset[PlayerNumber]:
    """Who finished a game since an instant (UTC ms), by the first `count` entries."""
    games = select(entry.c.number).where(entry.c.finished_at >= since, entry.c.number < count).subquery()
    sides = event.c.id.between(2 * games.c.number, 2 * games.c.number + 1)
    return frozenset(
        map(PlayerNumber, connection.scalars(select(event.c.player).join(games, sides).distinct()))
    )
