"""A player's events, from one back to the first: each names the one before it."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import (
    CTE,
    BigInteger,
    BindParameter,
    ColumnElement,
    Connection,
    Integer,
    Select,
    and_,
    bindparam,
    func,
    literal,
    select,
)

from terazi.core.entries import Entry
from terazi.core.types import EntryNumber, GameId, PlayerNumber
from terazi.core.window import WINDOW_MS
from terazi.ledger.codec import decode
from terazi.store.asking import Question
from terazi.store.schema import Whole, entry, event, void


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One entry of a player's history, and how they stood after it. `number` is their own, from 1;
    `side` is whether they stand first (0) or second (1) in the entry.
    """

    id: int
    number: int
    side: int
    entry: Entry
    rating: int
    wins: int
    losses: int
    awards: int
    points: int
    sparks: int


def _back_from(
    start: int | BindParameter[int],
    *,
    steps: int | BindParameter[int] | None = None,
    until: int | None = None,
) -> CTE:
    """The chain from `start` back: at most so many events, or to the first with an id below `until`.

    The way itself ends there: a LIMIT would only be right if rows came in the order of the walk.
    """
    first = select(event, literal(1).label("step")).where(event.c.id == start).cte("chain", recursive=True)
    further = select(event, first.c.step + 1).join(first, event.c.id == first.c.prev)
    if steps is not None:
        further = further.where(first.c.step < steps)
    if until is not None:
        further = further.where(first.c.id >= until)
    return first.union_all(further)


def read_events(connection: Connection, start: int, limit: int | None = None) -> list[Event]:
    """Events from `start` back, the newest first."""
    rows = _events().ask(connection, start=start, steps=_ALL if limit is None else limit)
    return [
        Event(
            id=event_id,
            number=number,
            side=event_id % 2,
            entry=decode(line),
            rating=rating,
            wins=wins,
            losses=losses,
            awards=awards,
            points=points,
            sparks=sparks,
        )
        for event_id, number, line, rating, wins, losses, awards, points, sparks in sorted(rows, reverse=True)
    ]


_ALL = 2**62
"""More steps than any chain has."""


@cache
def _events() -> Question:
    """The newest events and their entries."""
    start, steps = bindparam("start", type_=Whole), bindparam("steps", type_=Whole)
    chain = _back_from(start, steps=steps)
    stood = (chain.c[name] for name in ("rating", "wins", "losses", "awards", "points", "sparks"))
    told = select(chain.c.id, chain.c.event, entry.c.line, *stood)
    return Question(told.join(entry, entry.c.number == _number(chain)))


def owner_of(connection: Connection, event_id: int) -> PlayerNumber | None:
    """Whose event it is."""
    owner = connection.execute(select(event.c.player).where(event.c.id == event_id)).scalar_one_or_none()
    return None if owner is None else PlayerNumber(owner)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One event in its player's chain: the one before it, their own number of it, the rating after it."""

    id: int
    before: int | None
    number: int
    player: PlayerNumber
    rating: int


_LINKS = Question(
    select(event.c.id, event.c.prev, event.c.event, event.c.player, event.c.rating).where(
        event.c.id.between(bindparam("first"), bindparam("last"))
    )
)


def links_of(connection: Connection, number: EntryNumber) -> list[Link]:
    """The events that an entry is, the first player's first; none where it has no effects."""
    rows = _LINKS.ask(connection, first=2 * number, last=2 * number + 1)
    return [
        Link(id=one, before=before, number=own, player=player, rating=rating)
        for one, before, own, player, rating in sorted(rows)
    ]


def event_after(connection: Connection, last: int, event_id: int) -> int | None:
    """The same player's event after an event; `last` is their last one. As slow as it is far from there."""
    chain = _back_from(last, until=event_id)
    found: int | None = connection.execute(
        select(chain.c.id).where(chain.c.prev == event_id)
    ).scalar_one_or_none()
    return found


def last_before(connection: Connection, start: int, count: int) -> int | None:
    """The newest event from `start` back that is one of the ledger's first `count` entries."""
    chain = _back_from(start, until=2 * count)
    oldest: int | None = connection.execute(select(func.min(chain.c.id))).scalar_one()
    return oldest if oldest is not None and oldest < 2 * count else None


def counted_instants(connection: Connection, start: int, count: int) -> list[int]:
    """When the ranked games finished that stood after the ledger's first `count` entries, in no order (R2).

    Exact whatever came late or was taken back, and as slow as the player's history is long.
    """
    chain = _back_from(start)
    wanted = _standing(chain, count)
    return list(connection.scalars(wanted.with_only_columns(chain.c.counted_at)))


def counted_games(
    connection: Connection, start: int, finished_at: int, before: EntryNumber, most: int
) -> tuple[GameId, ...]:
    """The ranked games that count for a game of entry `before` that finished at `finished_at` (R2).

    `start` is the player's last event before that entry, `most` how many there can be; they come in the
    order of the ledger.
    """
    oldest, newest = finished_at - WINDOW_MS, finished_at
    rows = _counted_games().ask(
        connection, start=start, before=before, most=most, oldest=oldest, newest=newest
    )
    return tuple(GameId(game_id) for _, game_id in sorted(rows))


@cache
def _counted_games() -> Question:
    first = (
        select(event.c.id, event.c.prev, event.c.counted_at)
        .where(event.c.id == bindparam("start", type_=BigInteger))
        .cte("chain", recursive=True)
    )
    further = select(event.c.id, event.c.prev, event.c.counted_at).join(first, event.c.id == first.c.prev)
    chain = first.union_all(further)
    return Question(
        _standing(chain, bindparam("before", type_=BigInteger))
        .join(entry, entry.c.number == _number(chain))
        .where(chain.c.counted_at.between(bindparam("oldest"), bindparam("newest")))
        .with_only_columns(chain.c.id, entry.c.game_id)
        .limit(bindparam("most", type_=Integer))  # there are no more: whoever finds them all may stop
    )


def _number(chain: CTE) -> ColumnElement[int]:
    return chain.c.id // 2


def _standing(chain: CTE, count: int | BindParameter[int]) -> Select[Any]:
    """Ranked games of a chain that no void among the ledger's first `count` entries took back."""
    taken_back = and_(void.c.entry == _number(chain), void.c.number < count)
    return (
        select(chain)
        .outerjoin(void, taken_back)
        .where(chain.c.counted_at.is_not(None), void.c.entry.is_(None))
    )


def event_numbers(connection: Connection, start: int) -> list[EntryNumber]:
    """The entries of all events from `start` back."""
    chain = _back_from(start)
    return list(map(EntryNumber, connection.scalars(select(_number(chain)))))
