"""JSON objects out of physical lines, one each (JSON Lines)."""

import json
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, NoReturn

from terazi.core.codes import Code, Refusal
from terazi.formats.csv_records import text_from


class _NotTaken(ValueError):
    """JSON that other readers would understand differently."""


def json_object(data: bytes) -> dict[str, Any] | Refusal:
    """The object of one line (`nul_byte`, `bad_utf8`, `bad_json`).

    Besides what is not JSON, a key that stands twice is refused, and NaN, Infinity and half surrogate
    pairs: readers do not agree on what these mean.
    """
    text = text_from(data)
    if isinstance(text, Refusal):
        return text
    try:
        value = _DECODER.decode(text)
        if b"\\u" in data:
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        return _unreadable(error)
    if not isinstance(value, dict):
        return Refusal(code=Code.BAD_JSON)
    if b"\\u0000" in data and any("\0" in text for text in _texts(value)):
        return Refusal(code=Code.NUL_BYTE)
    return value


class JsonText(StrEnum):
    """What a key's value may be besides a text or null."""

    TEXT = "text"
    INTEGER = "integer"
    BOOLEAN = "boolean"  # or an integer


def text_of(value: object, field: str, takes: JsonText = JsonText.TEXT) -> str | Refusal:
    """A JSON value as text, null as nothing; refused (`bad_value`) where it is something else than taken.

    >>> text_of(57578, "winner", JsonText.INTEGER), text_of(True, "draw", JsonText.BOOLEAN)
    ('57578', 'true')
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    kind = JsonText.BOOLEAN if isinstance(value, bool) else JsonText.INTEGER
    if isinstance(value, int) and takes in (kind, JsonText.BOOLEAN):
        return shown_value(value)
    return Refusal(code=Code.BAD_VALUE, field=field, value=shown_value(value))


def shown_value(value: object) -> str:
    """A JSON value as the text of a CSV cell: a text as it is, null as nothing, the rest as JSON."""
    if isinstance(value, str):
        return value
    if type(value) is int:  # a cube: nearly every report has one, and an encoder is dear
        return str(value)
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise _NotTaken(key)  # it stands twice
    return members


def _constant(name: str) -> NoReturn:
    raise _NotTaken(name)


_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_constant)
"""Made once: `json.loads` with a hook would make one for every line."""


def _unreadable(error: Exception) -> Refusal:
    """Where the JSON breaks off, or what other readers would not understand: no word of any language."""
    match error:
        case json.JSONDecodeError():
            return Refusal(code=Code.BAD_JSON, other=f"{error.lineno}:{error.colno}")
        case _NotTaken():
            return Refusal(code=Code.BAD_JSON, value=str(error))
        case UnicodeEncodeError():
            return Refusal(code=Code.BAD_JSON, value=f"\\u{ord(error.object[error.start]):04x}")
        case _:  # nested too deeply, or an integer of thousands of digits
            return Refusal(code=Code.BAD_JSON)


def _texts(value: dict[str, Any]) -> Iterable[str]:
    """Keys and values of an object as they would stand in a table."""
    yield from value
    yield from (text for text in value.values() if isinstance(text, str))
