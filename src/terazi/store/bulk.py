"""Many rows in one statement, the same way on both databases."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    LargeBinary,
    Table,
    Text,
    cast,
    func,
    literal,
    select,
)
from sqlalchemy.exc import DBAPIError

from terazi.store.arrays import packed

Row = tuple[Any, ...]
V = TypeVar("V")


class Meeting(Enum):
    """What becomes of a row whose key is there already."""

    FORBIDDEN = "forbidden"
    """It never is: a broken program otherwise."""
    REPLACE = "replace"
    ADD = "add"
    """All but the key are numbers, and are added up."""


_KINDS: Mapping[type, str] = {
    BigInteger: "bigint",
    Text: "text",
    Boolean: "boolean",
    LargeBinary: "bytea",
}
"""PostgreSQL's names of the kinds of column that the schema has."""


def batched(values: Sequence[V], size: int) -> Iterator[Sequence[V]]:
    """Values in pages of a size."""
    return (values[start : start + size] for start in range(0, len(values), size))


def driver_of(connection: Connection) -> Any:
    """The driver's own connection, in a transaction: it takes a statement several times as fast."""
    if not connection.in_transaction():
        connection.begin()
    return connection.connection.driver_connection


@contextmanager
def sending(connection: Connection) -> Iterator[None]:
    """Statements of which none waits for another: PostgreSQL carries them out while we make the next.

    Trouble with any of them is raised at the end of the block, at the latest.
    """
    driver = driver_of(connection)
    waiting = nullcontext() if connection.dialect.name == "sqlite" else driver.pipeline()
    with driver_told(connection, driver), waiting:
        yield


@contextmanager
def driver_told(connection: Connection, driver: Any) -> Iterator[None]:
    """Turn the trouble of what SQLAlchemy did not do itself into the error that it would have raised."""
    dialect = connection.dialect
    failure = dialect.loaded_dbapi.Error
    try:
        yield
    except failure as error:
        lost = dialect.is_disconnect(error, driver, None)
        if lost:  # nobody must try to make it ready for the next one
            connection.invalidate(error)
        raise DBAPIError.instance(
            "", None, error, failure, connection_invalidated=lost, dialect=dialect
        ) from error


def put(
    connection: Connection, table: Table, rows: Sequence[Row], meeting: Meeting = Meeting.FORBIDDEN
) -> None:
    """Write rows, each with a value for every column of the table in its order."""
    if not rows:
        return
    dialect = connection.dialect.name
    driver = driver_of(connection)
    with driver_told(connection, driver):
        if dialect == "sqlite":
            driver.executemany(_insert(table, dialect, meeting), rows)
        else:
            columns = zip(_kinds(table), zip(*rows, strict=True), strict=True)
            driver.execute(
                _insert(table, dialect, meeting), [packed(kind, values) for kind, values in columns]
            )


@cache
def _kinds(table: Table) -> list[str]:
    """The kinds of a table's columns."""
    return [_KINDS[type(column.type)] for column in table.columns]


def _array(kind: type, values: Iterable[Any]) -> str:
    """PostgreSQL's spelling of an array: written here, since the driver takes a microsecond a value."""
    spell = _SPELLINGS[kind]
    return "{" + ",".join(["NULL" if value is None else spell(value) for value in values]) + "}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


_SPELLINGS: Mapping[type, Callable[[Any], str]] = {
    BigInteger: str,
    Text: _quoted,
}


@cache
def _insert(table: Table, dialect: str, meeting: Meeting) -> str:
    names = [column.name for column in table.columns]
    into = f"INSERT INTO {table.name} ({', '.join(names)})"  # our own names
    if dialect == "sqlite":
        return f"{into} VALUES ({', '.join('?' for _ in names)}) {_on_conflict(table, meeting)}"
    arrays = ", ".join(f"%s::{kind}[]" for kind in _kinds(table))
    return f"{into} SELECT * FROM unnest({arrays}) {_on_conflict(table, meeting)}"  # noqa: S608


def _on_conflict(table: Table, meeting: Meeting) -> str:
    if meeting is Meeting.FORBIDDEN:
        return ""
    key = ", ".join(column.name for column in table.primary_key.columns)
    others = [column.name for column in table.columns if not column.primary_key]
    old = {name: f"{table.name}.{name} + " if meeting is Meeting.ADD else "" for name in others}
    changes = ", ".join(f"{name} = {old[name]}excluded.{name}" for name in others)
    return f"ON CONFLICT ({key}) DO UPDATE SET {changes}"


def among(connection: Connection, column: ColumnElement[Any], values: Collection[Any]) -> ColumnElement[bool]:
    """Whether a column is one of many values, given as one parameter: there is no limit to their number."""
    dialect = connection.dialect.name
    return is_among(dialect, column, literal(spelled(dialect, column, values), Text))


def spelled(dialect: str, column: ColumnElement[Any], values: Collection[Any]) -> str:
    """Many values of a column as one text."""
    return json.dumps(list(values)) if dialect == "sqlite" else _array(type(column.type), values)


def is_among(dialect: str, column: ColumnElement[Any], spelled: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a column is one of many values that are spelled as one text."""
    if dialect == "sqlite":
        return column.in_(select(func.json_each(spelled).table_valued("value").c.value))
    # Not `= ANY(array)`: in a prepared plan that may become a scan that compares every row with every value.
    return column.in_(select(func.unnest(cast(spelled, ARRAY(column.type)))))
