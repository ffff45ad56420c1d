"""Canonical JSON (RFC 8785) for what entries are made of: integers, strings, booleans, lists and objects."""

import json
from collections.abc import Mapping, Sequence

Value = int | str | bool | Sequence["Value"] | Mapping[str, "Value"]
"""No floats and no null: their absence is what makes the bytes exact."""

LARGEST_INTEGER = 2**53 - 1
"""Beyond it other languages' numbers lose digits (RFC 8785, I-JSON)."""


_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical(value: Value) -> bytes:
    r"""The one byte string of a value: keys sorted, no blanks, UTF-8, only what must be escaped is.

    All our keys are ASCII, where sorting by code point and by UTF-16 unit agree.

    >>> canonical({"b": "é", "a": [1, True]})
    b'{"a":[1,true],"b":"\xc3\xa9"}'
    """
    return _ENCODER.encode(value).encode()


def quoted(text: str) -> str:
    """A text as the canonical form has it."""
    return _ENCODER.encode(text)
