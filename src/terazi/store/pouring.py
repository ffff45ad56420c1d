"""Many rows into a table while more of them are made: PostgreSQL stores some meanwhile."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from struct import Struct
from typing import Any

from sqlalchemy import BigInteger, Boolean, Connection, LargeBinary, Table, Text

from terazi.store.bulk import Row, driver_told, postgresql_driver, put

Pour = Callable[[Sequence[Row]], None]


@contextmanager
def pouring(connection: Connection, table: Table) -> Iterator[Pour]:
    """A way to write rows, each with a value for every column in its order; none may be there already.

    On PostgreSQL a COPY, for half of what an INSERT of arrays costs; until the block is left nothing else
    can be asked over the connection. Trouble with any row is raised at the end of the block, at the latest.
    """
    driver = postgresql_driver(connection)
    if driver is None:
        yield lambda rows: put(connection, table, rows)
        return
    spell = _spelling(table)
    columns = ", ".join(column.name for column in table.columns)  # our own names
    statement = f"COPY {table.name} ({columns}) FROM STDIN (FORMAT BINARY)"
    with driver_told(connection, driver), driver.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(_BEGINNING)
        yield lambda rows: copy.write(b"".join(map(spell, rows)))
        copy.write(_END)


# --- the binary form of COPY: numbers with the most significant byte first, each value after its length ----

_BEGINNING = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_END = b"\xff\xff"
_COUNT = Struct(">h")
_LENGTH = Struct(">i")
_NULL = _LENGTH.pack(-1)
_WHOLE = Struct(">iq")
_WHOLE_BYTES = 8


def _bytes(value: bytes) -> bytes:
    return _LENGTH.pack(len(value)) + value


_CELLS: Mapping[type, Callable[[Any], bytes]] = {
    BigInteger: lambda value: _WHOLE.pack(_WHOLE_BYTES, value),
    Text: lambda value: _bytes(value.encode()),
    Boolean: lambda value: _bytes(bytes((value,))),
    LargeBinary: _bytes,
}


def _spelling(table: Table) -> Callable[[Row], bytes]:
    kinds = [type(column.type) for column in table.columns]
    spellings = [_CELLS[kind] for kind in kinds]
    count = _COUNT.pack(len(kinds))

    def any_row(row: Row) -> bytes:
        cells = [
            _NULL if value is None else spell(value) for spell, value in zip(spellings, row, strict=True)
        ]
        return count + b"".join(cells)

    if set(kinds) != {BigInteger}:
        return any_row
    pack = Struct(">h" + "iq" * len(kinds)).pack
    cells = [_WHOLE_BYTES] * (2 * len(kinds))

    def numbers(row: Row) -> bytes:
        if None in row:
            return any_row(row)
        cells[1::2] = row
        return pack(len(kinds), *cells)

    return numbers
