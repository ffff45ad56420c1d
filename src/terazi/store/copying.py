"""Whole tables: copied from one store into another, and compared row by row."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, Table, delete, select

from terazi.store.bulk import put
from terazi.store.schema import histogram

PAGE = 5_000
"""Rows on their way at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two stores disagree: a table, how many of its rows, and the first of them on either side."""

    table: str
    rows: int
    first: tuple[Any, Any]


def copy_tables(source: Connection, target: Connection, tables: Sequence[Table]) -> None:
    """Make the target's tables what the source's are."""
    for table in tables:
        target.execute(delete(table))
        rows = _rows(source, table)
        while page := list(islice(rows, PAGE)):
            put(target, table, page)


def differences(one: Connection, other: Connection, tables: Sequence[Table]) -> list[Difference]:
    """What is not the same in two stores; nothing, if they are equal."""
    return [found for table in tables if (found := _difference(one, other, table)) is not None]


def _difference(one: Connection, other: Connection, table: Table) -> Difference | None:
    unequal = [pair for pair in zip_longest(_rows(one, table), _rows(other, table)) if pair[0] != pair[1]]
    return Difference(table=table.name, rows=len(unequal), first=unequal[0]) if unequal else None


def _rows(connection: Connection, table: Table) -> Iterator[tuple[Any, ...]]:
    for row in connection.execute(_ordered(table), execution_options={"yield_per": PAGE}):
        yield tuple(row)


def _ordered(table: Table) -> Select[Any]:
    wanted = select(table).order_by(*table.primary_key.columns)
    # Whether a rating that nobody has any more has a row depends on how entries came in batches.
    return wanted.where(histogram.c.players > 0) if table is histogram else wanted


def copy_sqlite(source: Connection, path: Path) -> None:
    """A SQLite database, as it stands at one moment, into a new file, while others write."""
    driver = source.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    with closing(sqlite3.connect(path)) as target:
        driver.backup(target)
