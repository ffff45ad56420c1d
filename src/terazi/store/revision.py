"""Whether anything that is shown has changed: the head of the ledger, and the revision of what is beside."""

from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from sqlalchemy import Connection, PoolProxiedConnection, select, update

from terazi.store.engine import Store
from terazi.store.schema import head, revision
from terazi.store.trouble import told

_STAMP = select(head.c.number, revision.c.number).join_from(head, revision, head.c.id == revision.c.id)
_GLANCE = str(_STAMP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """A state of all that is stored: entries in the ledger, and changes of names, notes and listing."""

    entries: int
    revision: int


@dataclass(slots=True)
class Glance:
    """Reads stamps, and nothing else, over a connection of its own: a page is asked whether it is still true
    far more often than it is made, and to take a connection out of the pool costs twenty times this read.
    """

    store: Store
    _connection: PoolProxiedConnection | None = None
    _turn: Lock = field(default_factory=Lock)

    def read(self) -> Stamp:
        """The state at this moment; a connection that broke is made anew the next time."""
        with told(), self._turn:
            try:
                entries, number = self._driver().execute(_GLANCE).fetchone()
            except Exception:
                self._let_go()
                raise
            return Stamp(entries=entries, revision=number)

    def close(self) -> None:
        """Let go of the connection."""
        with self._turn:
            self._let_go()

    def _driver(self) -> Any:
        if self._connection is None:
            self._connection = self.store.engine.raw_connection()
            if not self.store.is_sqlite:  # whose driver begins nothing by itself here
                self._connection.driver_connection.autocommit = True  # type: ignore[union-attr]
        return self._connection.driver_connection

    def _let_go(self) -> None:
        if self._connection is not None:
            with suppress(Exception):  # it may be broken, which is why it goes
                self._connection.invalidate()
            self._connection = None


def read_stamp(connection: Connection) -> Stamp:
    """The state that this transaction sees."""
    entries, number = connection.execute(_STAMP).one()
    return Stamp(entries=entries, revision=number)


def revise(connection: Connection) -> None:
    """Note that something beside the ledger was changed."""
    connection.execute(update(revision).values(number=revision.c.number + 1))
