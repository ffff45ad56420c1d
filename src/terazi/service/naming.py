"""How the players of some entries are called."""

from collections.abc import Iterable

from terazi.core.entries import Entry
from terazi.store.engine import Store
from terazi.store.names import Names, read_names


def names_of(store: Store, entries: Iterable[Entry]) -> Names:
    """The names of the players whom entries touch; who was erased has none (R7)."""
    with store.reading() as connection:
        return read_names(connection, [effect.player for entry in entries for effect in entry.effects])
