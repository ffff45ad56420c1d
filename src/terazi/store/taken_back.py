"""Which of some entries were taken back."""

from collections.abc import Collection

from sqlalchemy import Connection, select

from terazi.core.types import EntryNumber
from terazi.store.bulk import among
from terazi.store.schema import void


def taken_back(connection: Connection, numbers: Collection[EntryNumber]) -> frozenset[EntryNumber]:
    """Those of the entries that a void took back (R16)."""
    chosen = select(void.c.entry).where(among(connection, void.c.entry, numbers))
    return frozenset(map(EntryNumber, connection.scalars(chosen)))
