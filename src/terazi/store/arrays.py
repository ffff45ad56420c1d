"""PostgreSQL's arrays in its own binary form: what it reads, and we write, several times as fast as text."""

import struct
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any


class Packed(bytes):
    """An array, ready to be sent; `oid` is PostgreSQL's number of its type."""

    oid: int


_HEAD = struct.Struct(">iiIii")
"""Dimensions, whether one may be NULL, the type of an element, how many there are, the first one's index."""
_LENGTH = struct.Struct(">i").pack
_NULL = _LENGTH(-1)
_BIGINT, _BOOLEAN = struct.Struct(">iq").pack, struct.Struct(">i?").pack


def packed(kind: str, values: Sequence[Any]) -> Packed:
    """An array of at least one value of a kind; None is NULL."""
    made, element, pack = _MAKING[kind]
    return made(_HEAD.pack(1, 1, element, len(values), 1) + pack(values))


def _bigints(values: Sequence[int | None]) -> bytes:
    try:  # all at once, which takes a third of the time
        return struct.pack(">" + "iq" * len(values), *chain.from_iterable([(8, value) for value in values]))
    except struct.error:
        return b"".join([_NULL if value is None else _BIGINT(8, value) for value in values])


def _booleans(values: Sequence[bool | None]) -> bytes:
    return b"".join([_NULL if value is None else _BOOLEAN(1, value) for value in values])


def _byteas(values: Sequence[bytes | None]) -> bytes:
    return b"".join([_NULL if value is None else _LENGTH(len(value)) + value for value in values])


def _texts(values: Sequence[str | None]) -> bytes:
    return _byteas([None if value is None else value.encode() for value in values])


def _sent_as(oid: int) -> type[Packed]:
    """A kind of array of its own: the driver goes by the class of a value."""
    return type("Packed", (Packed,), {"__slots__": (), "oid": oid})


_MAKING: Mapping[str, tuple[type[Packed], int, Callable[[Sequence[Any]], bytes]]] = {
    "bigint": (_sent_as(1016), 20, _bigints),
    "text": (_sent_as(1009), 25, _texts),
    "boolean": (_sent_as(1000), 16, _booleans),
    "bytea": (_sent_as(1001), 17, _byteas),
}
"""By kind: the type of an array, PostgreSQL's number of the type of its elements, how they are written."""


def teach(connection: Any) -> None:
    """Make a connection of psycopg take such arrays."""
    from psycopg.adapt import Dumper
    from psycopg.pq import Format

    for made, _, _ in _MAKING.values():
        members = {"format": Format.BINARY, "oid": made.oid, "dump": lambda _, array: array}
        connection.adapters.register_dumper(made, type("Ready", (Dumper,), members))
