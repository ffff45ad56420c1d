"""Whether anything that is shown has changed: the head of the ledger, and the revision of what is beside it."""

from dataclasses import dataclass

from sqlalchemy import Connection, select, update

from terazi.store.schema import head, revision

_STAMP = select(head.c.number, revision.c.number).join_from(head, revision, head.c.id == revision.c.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """A state of all that is stored: entries in the ledger, and changes of names, notes and listing."""

    entries: int
    revision: int


def read_stamp(connection: Connection) -> Stamp:
    """The state that this transaction sees."""
    entries, number = connection.execute(_STAMP).one()
    return Stamp(entries=entries, revision=number)


def revise(connection: Connection) -> None:
    """Note that something beside the ledger was changed."""
    connection.execute(update(revision).values(number=revision.c.number + 1))
