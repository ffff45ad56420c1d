"""What stands beside the ledger of a player: id, salt, display name, the wish to be unlisted (R7)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, select, update

from terazi.core.quick import quickly_made
from terazi.core.referee import is_id
from terazi.core.types import EntryNumber, PlayerId, PlayerNumber
from terazi.ledger.cards import Card
from terazi.store.asking import ask_among
from terazi.store.bulk import Meeting, among, put
from terazi.store.chain import event_numbers
from terazi.store.revision import read_stamp, revise
from terazi.store.schema import name, note, renaming, report

RENAMINGS_KEPT = 1_000
"""For so many revisions back it can be told whose names changed."""


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """How a player is called. Without a display name the operator's id is shown."""

    player: PlayerId
    display_name: str | None = None

    @property
    def shown(self) -> str:
        """The display name, or else the id."""
        return self.display_name or self.player


Names = dict[PlayerNumber, Name]
"""Names by number; players who were erased have none."""


_NAMES = select(name.c.number, name.c.player_id, name.c.display_name)


def read_names(connection: Connection, numbers: Iterable[PlayerNumber]) -> Names:
    """The names of players who were not erased."""
    wanted = set(numbers)
    return {
        number: Name(player=player_id, display_name=display_name)
        for number, player_id, display_name in ask_among(connection, _NAMES, name.c.number, wanted)
    }


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """Everything by which a player can be looked for."""

    number: PlayerNumber
    player: PlayerId
    display_name: str | None
    unlisted: bool


def names_from(connection: Connection, after: int) -> Iterator[Called]:
    """Everyone who was registered after a number, in order of registration."""
    return _called(connection.execute(_CALLED.where(name.c.number > after).order_by(name.c.number)))


def names_of(connection: Connection, numbers: Collection[PlayerNumber]) -> Iterator[Called]:
    """Some players, as far as they were not erased."""
    return _called(ask_among(connection, _CALLED, name.c.number, numbers))


_CALLED = select(name.c.number, name.c.player_id, name.c.display_name, name.c.unlisted)


def _called(rows: Iterable[Any]) -> Iterator[Called]:
    for number, player_id, display_name, unlisted in rows:
        yield Called(number=number, player=player_id, display_name=display_name, unlisted=bool(unlisted))


def renamed_since(connection: Connection, before: int, now: int) -> set[PlayerNumber] | None:
    """Whose names changed between two revisions; None where that is too long ago to be told."""
    if before < now - RENAMINGS_KEPT:
        return None
    chosen = select(renaming.c.number).where(renaming.c.revision > before, renaming.c.revision <= now)
    return set(map(PlayerNumber, connection.scalars(chosen)))


def _renamed(connection: Connection, number: PlayerNumber) -> None:
    """Note whose name changed: the number alone, so that nothing of an erased name stays."""
    revise(connection)
    at = read_stamp(connection).revision
    put(connection, renaming, [(at, number)])
    connection.execute(delete(renaming).where(renaming.c.revision <= at - RENAMINGS_KEPT))


def set_display_name(connection: Connection, number: PlayerNumber, display_name: str | None) -> None:
    """Call a player otherwise; None: by the id again."""
    connection.execute(update(name).where(name.c.number == number).values(display_name=display_name))
    _renamed(connection, number)


def set_unlisted(connection: Connection, number: PlayerNumber, *, unlisted: bool) -> None:
    """Note the wish to be unlisted; the player's row is saved again by the caller."""
    connection.execute(update(name).where(name.c.number == number).values(unlisted=unlisted))
    _renamed(connection, number)


def unlisted_numbers(connection: Connection) -> frozenset[PlayerNumber]:
    """Everyone who asked to be unlisted."""
    return frozenset(map(PlayerNumber, connection.scalars(select(name.c.number).where(name.c.unlisted))))


def forget(connection: Connection, number: PlayerNumber, last: int | None) -> None:
    """Erase id, salt and name, and digests of reports in which the id stood; `last` is the last event."""
    connection.execute(delete(name).where(name.c.number == number))
    _renamed(connection, number)
    if last is not None:
        numbers = event_numbers(connection, last)
        connection.execute(delete(report).where(among(connection, report.c.number, numbers)))


def read_card(connection: Connection, player: PlayerId) -> Card | None:
    """The id and salt of one player, or None."""
    if not is_id(player):  # nobody has another, and not every text can be asked about
        return None
    row = connection.execute(select(name).where(name.c.player_id == player)).one_or_none()
    return None if row is None else _card(row)


def read_cards(connection: Connection) -> Iterator[Card]:
    """Every player's id and salt, by number."""
    for row in connection.execute(
        select(name.c.number, name.c.player_id, name.c.salt).order_by(name.c.number)
    ):
        yield _card(row)


def _card(row: Any) -> Card:
    return Card(number=PlayerNumber(row.number), player=PlayerId(row.player_id), salt=row.salt)


def put_note(connection: Connection, number: EntryNumber, words: str) -> None:
    """Keep an operator's words to a void's entry."""
    put(connection, note, [(number, words)], Meeting.REPLACE)
    revise(connection)


def read_note(connection: Connection, number: EntryNumber) -> str:
    """The operator's words to a void's entry, or nothing."""
    return connection.execute(select(note.c.words).where(note.c.number == number)).scalar_one_or_none() or ""


def put_digests(connection: Connection, digests: Mapping[EntryNumber, bytes]) -> None:
    """Keep the digests of reports that told games by their events (R6)."""
    put(connection, report, list(digests.items()))


def read_digests(connection: Connection, numbers: Collection[EntryNumber]) -> dict[EntryNumber, bytes]:
    """The digests of such reports by the entries they made."""
    if not numbers:
        return {}
    chosen = select(report).where(among(connection, report.c.number, numbers))
    return {EntryNumber(row.number): row.digest for row in connection.execute(chosen)}


def numbers_called(connection: Connection, display_name: str, limit: int) -> list[PlayerNumber]:
    """Players of exactly this display name, in order of registration, at most so many."""
    if not display_name.isprintable():  # no name is (and a database may not take it as text)
        return []
    chosen = select(name.c.number).where(name.c.display_name == display_name).order_by(name.c.number)
    return list(map(PlayerNumber, connection.scalars(chosen.limit(limit))))
