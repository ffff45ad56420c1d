"""A store: where one ladder lives, and the two kinds of transaction that can be had there."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from terazi.core.entries import Settings
from terazi.core.rulebook import Rulebook
from terazi.store.arrays import teach
from terazi.store.bulk import driver_of, driver_told
from terazi.store.known import Shelves
from terazi.store.trouble import Cause, StoreTrouble, told

Rules = tuple[Settings, Rulebook]

_SQLITE_SET_UP = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit that was answered survives a loss of power
    "PRAGMA cache_size = -65536",  # KiB
    # Pages in the log before they are written back: batches change the same ones, and each is written once.
    "PRAGMA wal_autocheckpoint = 16384",
)


_LOCK_HEAD = "SELECT id FROM head FOR UPDATE"


@dataclass(frozen=True, slots=True)
class Store:
    """One ladder's database. Any number of processes and threads may use it at once."""

    engine: Engine
    rules: dict[int, Rules] = field(default_factory=dict)
    """Settings and rulebook as they stood after an entry: entries never change, so these never do."""
    known: Shelves = field(default_factory=Shelves)
    """Whatever else was read of what never changes."""

    @property
    def is_sqlite(self) -> bool:
        """SQLite, or else PostgreSQL."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the ladder, whatever is written meanwhile."""
        with told(), self.engine.connect() as connection:
            if not self.is_sqlite:
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that holds the head of the ledger: one at a time, from any process.

        The head is locked by a statement of its own, before anything is read: a statement that locked *and*
        read could read a state older than its lock. Leaving the block commits; an error rolls back.
        """
        with told(), self.engine.connect() as connection:
            connection.execution_options(terazi_writes=True)
            with connection.begin():
                if not self.is_sqlite:
                    driver = driver_of(connection)
                    with driver_told(connection, driver):
                        driver.execute(_LOCK_HEAD)
                yield connection

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def open_store(where: str, *, patience_ms: int = 10_000, connections: int = 8, durable: bool = True) -> Store:
    """The store at a file's path or a `postgresql://` address; makes no table.

    `patience_ms` is how long a writer waits for its turn before it gives up (`Cause.BUSY`). Only a SQLite
    file that will be thrown away may do without being durable.
    """
    url = _url(where)
    if url.get_backend_name() == "sqlite":
        return Store(_sqlite(url, patience_ms, connections, durable=durable))
    return Store(_postgresql(url, patience_ms, connections))


def _url(where: str) -> URL:
    if "://" not in where:
        return URL.create("sqlite+pysqlite", database=str(Path(where)))
    try:
        url = make_url(where)
    except ArgumentError as error:
        raise StoreTrouble(Cause.OTHER, "not an address of a database") from error
    match url.get_backend_name():
        case "sqlite":
            return url.set(drivername="sqlite+pysqlite")
        case "postgresql" | "postgres":
            return url.set(drivername="postgresql+psycopg")
        case other:
            raise StoreTrouble(Cause.OTHER, f"no store speaks {other}")


def _sqlite(url: URL, patience_ms: int, connections: int, *, durable: bool) -> Engine:
    engine = create_engine(
        url,
        pool_size=connections,
        max_overflow=-1,
        pool_use_lifo=True,
        connect_args={"timeout": patience_ms / 1000},
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself: `begin` below does
        for pragma in _SQLITE_SET_UP:
            connection.execute(pragma)
        if not durable:
            connection.execute("PRAGMA synchronous = OFF")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("terazi_writes", False)
        driver: Any = connection.connection.driver_connection
        with driver_told(connection, driver):
            driver.execute("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql(url: URL, patience_ms: int, connections: int) -> Engine:
    given = url.query.get("options", "")  # an operator's own, such as a search_path, come last and win
    options = f"-c lock_timeout={patience_ms} {given if isinstance(given, str) else ' '.join(given)}"
    # READ COMMITTED: each statement after the lock sees all that was committed before it was given.
    engine = create_engine(
        url,
        isolation_level="READ COMMITTED",
        pool_size=connections,
        pool_use_lifo=True,
        max_overflow=-1,
        pool_pre_ping=True,
        connect_args={"options": options, "application_name": "terazi", "client_encoding": "utf8"},
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        teach(connection)

    @event.listens_for(engine, "checkin")
    def as_the_database_has_it(connection: Any, _record: Any) -> None:
        # A read leaves READ WRITE behind for the next one. Whether writing is allowed is for the database to
        # say: a standby refuses those words with a code of its own, and elsewhere they would overrule it.
        if connection is not None and not connection.closed and connection.read_only is not None:
            connection.read_only = None

    return engine
