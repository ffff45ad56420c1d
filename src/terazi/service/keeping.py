"""Keep a ladder: its projections made again and compared, backups while it runs, and their return."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection

from terazi.ledger.cards import Card
from terazi.service.entering import transaction
from terazi.store.copying import Difference, copy_sqlite, copy_tables, differences
from terazi.store.engine import Store, open_store
from terazi.store.following import follow_ledger
from terazi.store.ledger import read_head
from terazi.store.migrate import upgrade
from terazi.store.names import read_cards
from terazi.store.schema import PROJECTIONS, entry, metadata
from terazi.store.trouble import Cause, StoreTrouble


def rebuild(store: Store, *, repair: bool = False) -> list[Difference]:
    """Make all projections again from the ledger, and say where the stored ones differ, if anywhere.

    `repair` puts the new ones in the place of the stored ones; nobody can write meanwhile.
    """
    with _scratch() as scratch, transaction(store, dry_run=not repair) as connection:
        _must_hold_a_ladder(connection)
        follow_ledger(connection, scratch)
        with scratch.reading() as again:
            found = differences(connection, again, (entry, *PROJECTIONS))
            if repair and found:
                copy_tables(again, connection, PROJECTIONS)
        return found


def _must_hold_a_ladder(connection: Connection) -> None:
    if read_head(connection).number == 0:
        raise StoreTrouble(Cause.NO_LADDER)


@contextmanager
def _scratch() -> Iterator[Store]:
    with tempfile.TemporaryDirectory(prefix="terazi-") as folder:
        scratch = open_store(str(Path(folder) / "scratch.db"), durable=False)
        try:
            upgrade(scratch)
            yield scratch
        finally:
            scratch.close()


def cards(store: Store) -> list[Card]:
    """The ids and salts of all players who were not erased, by number."""
    with store.reading() as connection:
        return list(read_cards(connection))


def backup(store: Store, path: Path) -> None:
    """A copy of the whole ladder, as it stands at one moment, in a new SQLite file, while others write.

    Of a PostgreSQL ladder too: the copy can be served as it is, or restored into either kind of store.
    Refused: a file that exists.
    """
    if path.exists():
        raise StoreTrouble(Cause.EXISTS, str(path))
    with store.reading() as connection:
        _must_hold_a_ladder(connection)
        if store.is_sqlite:
            copy_sqlite(connection, path)
            return
    copy = open_store(str(path))
    try:
        _copy(store, copy)
    finally:
        copy.close()


def restore(path: Path, store: Store) -> None:
    """Bring a backup back into a store that has no ladder yet; what is no backup makes no store."""
    if not path.is_file():
        raise StoreTrouble(Cause.NO_LADDER, str(path))
    copy = open_store(str(path))
    try:
        with copy.reading() as connection:
            _must_hold_a_ladder(connection)
        upgrade(copy)
        _copy(copy, store)
    finally:
        copy.close()


def _copy(source: Store, target: Store) -> None:
    upgrade(target)
    with source.reading() as reading, target.writing() as writing:
        if read_head(writing).number:
            raise StoreTrouble(Cause.EXISTS, "there is a ladder already")
        copy_tables(reading, writing, metadata.sorted_tables)
