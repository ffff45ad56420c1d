"""What can go wrong with a database while the program is right: an error with a cause, never a guess."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError


class Cause(StrEnum):
    """Why the store could not do its work."""

    BUSY = "busy"
    """Another process held the ladder for too long; trying again may help."""
    FULL = "full"
    """The disk, or the room the database may take, is full."""
    READ_ONLY = "read_only"
    """The database cannot be written to."""
    UNREACHABLE = "unreachable"
    """No connection, or it broke: whether the last commit was made is not known; asking again tells."""
    NO_LADDER = "no_ladder"
    """There is no ladder in this database."""
    EXISTS = "exists"
    """There is something already where something new was to be made."""
    NEWER = "newer"
    """The database was made by a newer version of this software."""
    OTHER = "other"


class StoreTrouble(Exception):
    """The store could not do its work, for this cause; nothing of the transaction was answered."""

    def __init__(self, cause: Cause, words: str = "") -> None:
        super().__init__(f"{cause}: {words}" if words else cause.value)
        self.cause = cause


_SQLITE = {
    "SQLITE_BUSY": Cause.BUSY,
    "SQLITE_LOCKED": Cause.BUSY,
    "SQLITE_FULL": Cause.FULL,
    "SQLITE_READONLY": Cause.READ_ONLY,
    "SQLITE_CANTOPEN": Cause.UNREACHABLE,
    "SQLITE_NOTADB": Cause.UNREACHABLE,
}
"""Primary result codes of SQLite."""

_POSTGRESQL = {
    "55P03": Cause.BUSY,  # lock_not_available
    "57014": Cause.BUSY,  # query_canceled: a statement's time ran out
    "40001": Cause.BUSY,  # serialization_failure
    "40P01": Cause.BUSY,  # deadlock_detected
    "53100": Cause.FULL,  # disk_full
    "25006": Cause.READ_ONLY,  # read_only_sql_transaction
    "42P01": Cause.NO_LADDER,  # undefined_table
    "53300": Cause.UNREACHABLE,  # too_many_connections
}
"""SQLSTATEs of PostgreSQL."""


@contextmanager
def told() -> Iterator[None]:
    """Turn a database's error into a `StoreTrouble`; a broken program's errors pass unchanged."""
    try:
        yield
    except DBAPIError as error:
        raise StoreTrouble(_cause(error), str(error.orig)) from error
    except SQLAlchemyError as error:
        raise StoreTrouble(Cause.OTHER, str(error)) from error


def _cause(error: DBAPIError) -> Cause:
    original = error.orig
    if "no such table" in str(original):
        return Cause.NO_LADDER
    name = getattr(original, "sqlite_errorname", None)
    if name is not None:  # extended codes begin with their primary code
        return next((cause for code, cause in _SQLITE.items() if name.startswith(code)), Cause.OTHER)
    state = getattr(original, "sqlstate", None)
    if state is not None and state in _POSTGRESQL:
        return _POSTGRESQL[state]
    lost = error.connection_invalidated or (isinstance(error, OperationalError) and state is None)
    return Cause.UNREACHABLE if lost or (state or "").startswith(("08", "57P")) else Cause.OTHER
