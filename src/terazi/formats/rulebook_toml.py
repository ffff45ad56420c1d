"""A rulebook file: the dated list of versions as TOML (R20)."""

import tomllib
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from itertools import islice
from typing import Any, TypeVar

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, Refusal
from terazi.core.formula import LARGEST_DIVISOR, LARGEST_K, CubeRule, Formula, GammonRule
from terazi.core.referee import is_id
from terazi.core.rulebook import Edition, Rulebook, rulebook_of
from terazi.core.types import FIRST_INSTANT_MS
from terazi.formats.csv_records import text_from
from terazi.formats.instants import parse_instant
from terazi.formats.sources import CHUNK_BYTES, chunks_of, open_file

BEGINNING = "beginning"
"""`effective_from` of a version that has always been in force."""

LARGEST_BUSY_GAMES = 10_000

_BOM = b"\xef\xbb\xbf"
_MOST_CHUNKS = 16
_NUMBERS = {"divisor": LARGEST_DIVISOR, "k": LARGEST_K, "busy_games": LARGEST_BUSY_GAMES, "busy_k": LARGEST_K}
_RULES: Mapping[str, type[StrEnum]] = {"cube_rule": CubeRule, "gammon_rule": GammonRule}
_OWN = ("name", *_NUMBERS, *_RULES)
_KEYS = ("effective_from", "formula", *_OWN)

Table = dict[str, Any]


class _Refused(Exception):
    """Carries a refusal out of the parts of a file; never leaves this module."""

    def __init__(self, code: Code, field: str, value: str = "", other: str = "") -> None:
        self.refusal = Refusal(code=code, field=field, value=value, other=other)


def read_rulebook(path: str) -> Rulebook | Refusal:
    """The rulebook in a file (see `rulebook_from`; `not_found`, `not_a_file`, `unreadable`)."""
    stream = open_file(path)
    if isinstance(stream, Refusal):
        return stream
    data = b""
    with stream:
        for chunk in islice(chunks_of(stream), _MOST_CHUNKS):
            if isinstance(chunk, Refusal):
                return chunk
            data += chunk
    if len(data) == _MOST_CHUNKS * CHUNK_BYTES:
        return Refusal(code=Code.UNREADABLE, value=path, other=f"more than {len(data)} bytes")
    return rulebook_from(data)


def rulebook_from(data: bytes) -> Rulebook | Refusal:
    """The rulebook that TOML tells, one `[[version]]` after the other, oldest first.

    Each has `effective_from`, RFC 3339 with an offset or "beginning", and either `formula`, a name of the
    catalogue, or its own `name`, `divisor`, `k`, `busy_games`, `busy_k`, `cube_rule` and `gammon_rule`.
    Refused, with the path of what is wrong, such as `version/1/k`: what is no TOML (`unreadable`), unknown
    keys (`unknown_field`) and versions (`unknown_formula`), numbers out of bounds (`bad_formula`), dates
    that do not rise (`rulebook_backdated`), no version at all (`rulebook_empty`).
    """
    text = text_from(data.removeprefix(_BOM))
    if isinstance(text, Refusal):
        return text
    try:
        editions = _editions(tomllib.loads(text))
    except _Refused as refused:
        return refused.refusal
    except (ValueError, RecursionError) as error:
        return Refusal(code=Code.UNREADABLE, other=f"TOML: {error}")
    return rulebook_of(*editions)


def edition_from(table: Table) -> Edition | Refusal:
    """One version as a table by itself, such as a JSON object; refused with the key at fault."""
    try:
        return _edition(table, "")
    except _Refused as refused:
        return refused.refusal


def _editions(document: Table) -> list[Edition]:
    for key in document:
        if key != "version":
            raise _Refused(Code.UNKNOWN_FIELD, key, key, "version")
    tables = document.get("version", [])
    if not isinstance(tables, list):
        raise _Refused(Code.BAD_VALUE, "version", _shown(tables), "[[version]]")
    return [_edition(table, f"version/{index}/") for index, table in enumerate(tables)]


def _edition(table: object, path: str) -> Edition:
    if not isinstance(table, dict):
        raise _Refused(Code.BAD_VALUE, path.rstrip("/"), _shown(table), "[[version]]")
    for key in table:
        if key not in _KEYS:
            raise _Refused(Code.UNKNOWN_FIELD, f"{path}{key}", key, ", ".join(_KEYS))
    formula = _named(table, path) if "formula" in table else _own(table, path)
    return Edition(effective_from=_instant(table, path), formula=formula)


def _instant(table: Table, path: str) -> int:
    field, value = f"{path}effective_from", table.get("effective_from")
    if value is None:
        raise _Refused(Code.MISSING_VALUE, field)
    if value == BEGINNING:
        return FIRST_INSTANT_MS
    instant = parse_instant(_shown(value), field=field)
    if isinstance(instant, Refusal):
        raise _Refused(instant.code, field, instant.value)
    return instant


def _named(table: Table, path: str) -> Formula:
    for key in _OWN:
        if key in table:  # a version of the catalogue is taken as it is
            raise _Refused(Code.BAD_FORMULA, f"{path}{key}", _shown(table[key]), "formula")
    name = table["formula"]
    if not isinstance(name, str) or name not in CATALOGUE:
        raise _Refused(Code.UNKNOWN_FORMULA, f"{path}formula", _shown(name), ", ".join(CATALOGUE))
    return CATALOGUE[name]


def _own(table: Table, path: str) -> Formula:
    for key in ("name", "divisor"):
        if key not in table:
            raise _Refused(Code.MISSING_VALUE, f"{path}{key}")
    name = table["name"]
    if not isinstance(name, str) or not is_id(name):
        raise _Refused(Code.BAD_FORMULA, f"{path}name", _shown(name))
    for key, other in (("busy_games", "busy_k"), ("busy_k", "busy_games")):
        if key in table and other not in table:  # the busy week has both numbers or none
            raise _Refused(Code.MISSING_VALUE, f"{path}{other}", key, other)
    numbers = {key: _number(table[key], f"{path}{key}", _NUMBERS[key]) for key in _NUMBERS if key in table}
    return Formula(
        name=name,
        cube_rule=_choice(table.get("cube_rule", CubeRule.ONE_TO_TWO), f"{path}cube_rule", CubeRule),
        gammon_rule=_choice(table.get("gammon_rule", GammonRule.NOTHING), f"{path}gammon_rule", GammonRule),
        **numbers,
    )


def _number(value: object, field: str, largest: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= largest:
        return value
    raise _Refused(Code.BAD_FORMULA, field, _shown(value), f"1 … {largest}")


Rule = TypeVar("Rule", bound=StrEnum)


def _choice(value: object, field: str, rules: type[Rule]) -> Rule:
    if isinstance(value, str) and value in frozenset(rules):
        return rules(value)
    raise _Refused(Code.BAD_FORMULA, field, _shown(value), ", ".join(rules))


def _shown(value: object) -> str:
    """A TOML value as its own text; TOML has instants too, and writes them as we do."""
    if not isinstance(value, datetime):
        return str(value).lower() if isinstance(value, bool) else str(value)
    fine = value.microsecond % 1000
    return value.isoformat(timespec="microseconds" if fine else "milliseconds")
