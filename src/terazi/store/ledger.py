"""Reading the ledger: entries by number, by game, by kind, from a number on."""

from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from terazi.core.entries import Entry
from terazi.core.referee import is_id
from terazi.core.types import EntryNumber, GameId
from terazi.ledger.codec import decode
from terazi.ledger.merkle import Frontier
from terazi.ledger.tiles import split_hashes
from terazi.store.asking import Later, Question, Rows, ask_among, ask_among_ahead
from terazi.store.bulk import sending
from terazi.store.schema import config, entry, head

_HEAD = Question(select(head.c.number, head.c.clock, head.c.last_finish, head.c.config, head.c.tree))
_LINE = select(entry.c.line)
_GAME = select(entry.c.game_id, entry.c.line)
_ACCEPTED_AT = Question(select(entry.c.accepted_at).where(entry.c.number == bindparam("wanted")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Where the ledger ends. `number` is the next entry's; instants are UTC ms."""

    number: int
    clock: int
    last_finish: int | None
    config: int
    tree: Frontier
    """The Merkle tree over every entry's bytes, at its right edge."""


def read_head(connection: Connection) -> Head:
    """The end of the ledger."""
    ((number, clock, last_finish, config, tree),) = _HEAD.ask(connection)
    frontier = Frontier(size=number, edge=split_hashes(tree))
    return Head(number=number, clock=clock, last_finish=last_finish, config=config, tree=frontier)


def read_lines(connection: Connection, start: int, limit: int) -> list[bytes]:
    """The exact bytes of entries from number `start` on, in order."""
    chosen = select(entry.c.line).where(entry.c.number >= start).order_by(entry.c.number).limit(limit)
    return list(connection.scalars(chosen))


def read_entries(connection: Connection, numbers: Collection[int]) -> dict[EntryNumber, Entry]:
    """Entries by their numbers; those that do not exist are left out."""
    found = (decode(line) for (line,) in ask_among(connection, _LINE, entry.c.number, numbers))
    return {one.number: one for one in found}


def read_games(connection: Connection, games: Collection[GameId]) -> dict[GameId, Entry]:
    """The entries of games by the operator's ids; those that do not exist are left out."""
    with sending(connection):
        return games_in(ask_games_ahead(connection, games)())


def ask_games_ahead(connection: Connection, games: Collection[GameId]) -> Later:
    """Ask for the entries of games, while `sending`; `games_in` takes the rows."""
    possible = list(filter(is_id, games))  # no game has another, and not every text can be asked about
    return ask_among_ahead(connection, _GAME, entry.c.game_id, possible)


def games_in(rows: Rows) -> dict[GameId, Entry]:
    """Entries by the operator's ids."""
    return {GameId(game_id): decode(line) for game_id, line in rows}


def read_config(connection: Connection) -> list[Entry]:
    """The entries of kind settings and rulebook, in the order of the ledger."""
    return sorted(
        read_entries(connection, list(connection.scalars(select(config.c.number)))).values(),
        key=lambda one: one.number,
    )


def finished_between(connection: Connection, since: int, until: int) -> list[EntryNumber]:
    """The entries of games that finished within [since, until] (UTC ms), in the order of the ledger."""
    chosen = select(entry.c.number).where(entry.c.finished_at.between(since, until))
    return sorted(map(EntryNumber, connection.scalars(chosen)))


def entries_until(connection: Connection, instant: int) -> int:
    """How many entries have `accepted_at` <= instant (UTC ms): the ladder *as of* it (R22)."""
    count = read_head(connection).number
    # R22: `accepted_at` never goes back, so the ledger itself is its index.
    return bisect_right(range(count), instant, key=lambda number: accepted_at(connection, number))


def accepted_at(connection: Connection, number: int) -> int:
    """When an entry was accepted (UTC ms); there must be one of that number."""
    ((found,),) = _ACCEPTED_AT.ask(connection, wanted=number)
    return int(found)


def all_lines(connection: Connection, *, start: int = 0, page: int = 5_000) -> Iterator[bytes]:
    """Every entry's bytes from `start` to the end that this transaction sees."""
    while lines := read_lines(connection, start, page):
        yield from lines
        start += len(lines)
