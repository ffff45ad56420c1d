"""What makes a player's feed itself and no other: their first entry in the ledger."""

import uuid

from terazi.core.entries import Entry, Registration
from terazi.core.types import EntryNumber, PlayerNumber
from terazi.store.engine import Store
from terazi.store.ledger import read_entries


def registered(store: Store, number: PlayerNumber) -> Entry:
    """The entry that registered a player, who must be there."""
    with store.reading() as connection:
        return read_entries(connection, [number])[EntryNumber(number)]


def feed_id(entry: Entry) -> uuid.UUID:
    """The name of a player's feed: of their commitment, whose salt no other ladder has; names can change."""
    assert isinstance(entry.facts, Registration)
    return uuid.uuid5(uuid.NAMESPACE_OID, f"terazi:{entry.facts.commitment}")


def event_id(feed: uuid.UUID, event: int) -> uuid.UUID:
    """The name of one event in a feed."""
    return uuid.uuid5(feed, str(event))
