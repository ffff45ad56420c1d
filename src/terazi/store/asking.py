"""Questions that are asked all day: put together once, then handed to the driver as they are.

SQLAlchemy takes several times as long to run a statement that it knows as the database takes to answer it.
"""

from collections.abc import Callable, Collection
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Dialect, Select, Text, bindparam
from sqlalchemy.sql.compiler import SQLCompiler

from terazi.store.bulk import driver_of, driver_told, is_among, spelled

Rows = list[tuple[Any, ...]]
Later = Callable[[], Rows]


class Question:
    """A statement with named places for integers and texts, made once for all who ask it.

    Integers, texts and bytes come back as the driver gives them: SQLite's booleans are 0 and 1.
    """

    __slots__ = ("_spelled", "_wanted")

    def __init__(self, wanted: Select[Any]) -> None:
        """The statement; nothing is put together before it is asked."""
        self._wanted = wanted
        self._spelled: dict[str, _Spelled] = {}

    def ask(self, connection: Connection, **values: int | str | None) -> Rows:
        """All rows, in the transaction of a connection."""
        with driver_told(connection, driver_of(connection)):
            return self.ask_ahead(connection, **values)()

    def ask_ahead(self, connection: Connection, **values: int | str | None) -> Later:
        """The same while `sending`: the rows are waited for when they are called for."""
        driver, dialect = driver_of(connection), connection.dialect
        known = self._spelled.get(dialect.name)
        if known is None:
            known = self._spelled[dialect.name] = _Spelled(self._wanted, dialect)
        how = {} if dialect.name == "sqlite" else {"binary": True}  # half of the bytes of a packed column
        later: Later = driver.execute(known.text, known.filled(values), **how).fetchall
        return later


def ask_among(
    connection: Connection, wanted: Select[Any], column: ColumnElement[Any], values: Collection[int | str]
) -> Rows:
    """The rows of `wanted` where a column is one of many values; nothing is asked for none.

    Both must be made once and kept: the question is then put together only once, too.
    """
    with driver_told(connection, driver_of(connection)):
        return ask_among_ahead(connection, wanted, column, values)()


def ask_among_ahead(
    connection: Connection, wanted: Select[Any], column: ColumnElement[Any], values: Collection[int | str]
) -> Later:
    """The same while `sending`: the rows are waited for when they are called for."""
    if not values:
        return list
    dialect = connection.dialect.name
    question = _among(dialect, wanted, column)
    return question.ask_ahead(connection, values=spelled(dialect, column, values))


@cache
def _among(dialect: str, wanted: Select[Any], column: ColumnElement[Any]) -> Question:
    return Question(wanted.where(is_among(dialect, column, bindparam("values", type_=Text))))


class _Spelled:
    """A statement in a database's own words. `order` are the names of its places where they have none."""

    __slots__ = ("fixed", "order", "text")

    def __init__(self, wanted: Select[Any], dialect: Dialect) -> None:
        made = wanted.compile(dialect=dialect)
        assert isinstance(made, SQLCompiler)
        self.text = str(made)
        self.order: list[str] | None = made.positiontup
        told = made.construct_params(_check=False)
        self.fixed = {name: value for name, value in told.items() if value is not None}

    def filled(self, values: dict[str, Any]) -> Any:
        told = self.fixed | values
        return told if self.order is None else [told[name] for name in self.order]
