"""The settings file: every key, its default and its bounds in one table; read and checked at start."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Settings
from terazi.core.window import WINDOW_MS
from terazi.formats.instants import find_zone

_DAY_MS = 86_400_000
_LARGEST = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key of the file: `section.name`, its default, the least and the most it can be.

    Texts are bounded by their length; `no_limit` is what stands for "no limit", where that can be said.
    """

    path: str
    default: int | float | bool | str
    least: float = 0
    most: float = _LARGEST
    no_limit: str = ""

    @property
    def section(self) -> str:
        """The table in which the key stands."""
        return self.path.partition(".")[0]

    @property
    def name(self) -> str:
        """The key within its table."""
        return self.path.partition(".")[2]


NONE = "none"

KEYS = (
    Key(path="ladder.name", default="Terazi", most=200),
    Key(path="ladder.contact", default="", most=200),
    Key(path="ladder.zone", default="UTC", most=64),
    Key(path="ladder.language", default="en", most=2),
    Key(path="rules.late_ms", default=WINDOW_MS, most=36_500 * _DAY_MS, no_limit=NONE),
    Key(path="rules.early_ms", default=300_000, most=36_500 * _DAY_MS, no_limit=NONE),
    Key(path="rules.sparks_win", default=10, most=1_000_000),
    Key(path="rules.sparks_loss", default=2, most=1_000_000),
    Key(path="rules.missed_moves", default=3, least=1, most=1_000),
    Key(path="rules.grace_ms", default=60_000, most=_DAY_MS),
    Key(path="rules.listed_games", default=0, most=1_000_000),
    Key(path="limits.body_bytes", default=65_536, least=1_024, most=16_777_216),
    Key(path="limits.batch_bytes", default=16_777_216, least=1_024, most=268_435_456),
    Key(path="limits.batch_lines", default=10_000, least=1, most=100_000),
    Key(path="limits.page", default=500, least=1, most=10_000),
    Key(path="limits.key_requests_per_second", default=5_000, least=1, most=1_000_000),
    Key(path="limits.key_burst", default=10_000, least=1, most=10_000_000),
    Key(path="limits.address_requests_per_second", default=2_000, least=1, most=1_000_000),
    Key(path="limits.address_burst", default=4_000, least=1, most=10_000_000),
    Key(path="limits.head_seconds", default=10.0, least=0.1, most=3_600),
    Key(path="limits.body_seconds", default=20.0, least=0.1, most=3_600),
    Key(path="limits.answer_seconds", default=60.0, least=0.1, most=3_600),
    Key(path="limits.connections", default=2_000, least=1, most=100_000),
    Key(path="limits.waiting_games", default=20_000, least=1, most=1_000_000),
    Key(path="limits.store_patience_ms", default=10_000, least=1, most=600_000),
    Key(path="log.requests", default=True),
)
"""Every key. `docs/settings.md` and `examples/settings.toml` tell of each; tests hold them to this list."""

_BY_PATH = {key.path: key for key in KEYS}
_SECTIONS = tuple(dict.fromkeys(key.section for key in KEYS))
_RULES = tuple(key.name for key in KEYS if key.section == "rules")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSettings:
    """All settings by path, whole and checked; `rules` are those that the ledger holds, too."""

    values: Mapping[str, Any] = field(default_factory=lambda: {key.path: key.default for key in KEYS})

    def __getitem__(self, path: str) -> Any:
        """The value of a key."""
        return self.values[path]

    @property
    def rules(self) -> Settings:
        """The settings of the ladder itself; no limit is None there."""
        said: dict[str, Any] = {name: self.values[f"rules.{name}"] for name in _RULES}
        return Settings(**{name: _limit(value) for name, value in said.items()})


def _limit(value: Any) -> Any:
    return None if value == NONE else value


def read_settings(path: Path) -> ServiceSettings | Refusal:
    """The settings of a TOML file (`settings_from`; `unreadable` where it cannot be read)."""
    try:
        return settings_from(path.read_bytes())
    except OSError as error:
        return Refusal(code=Code.UNREADABLE, value=str(path), other=error.strerror or "")


def settings_from(data: bytes) -> ServiceSettings | Refusal:
    """The settings that TOML tells; what is not told has its default.

    Refused, with the key's path: what is no TOML (`unreadable`), keys that mean nothing (`unknown_field`),
    values of another kind or out of bounds (`bad_setting`), a zone that does not exist (`unknown_zone`).
    """
    try:
        document = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        return Refusal(code=Code.UNREADABLE, other=f"TOML: {error}")
    values = {key.path: key.default for key in KEYS}
    for section, table in document.items():
        if section not in _SECTIONS or not isinstance(table, dict):
            return Refusal(code=Code.UNKNOWN_FIELD, field=section, value=section, other=", ".join(_SECTIONS))
        for name, value in table.items():
            path = f"{section}.{name}"
            refusal = _refused(path, section, value)
            if refusal is not None:
                return refusal
            values[path] = value
    return ServiceSettings(values=values)


def _refused(path: str, section: str, value: object) -> Refusal | None:
    key = _BY_PATH.get(path)
    if key is None:
        known = ", ".join(key.name for key in KEYS if key.section == section)
        return Refusal(code=Code.UNKNOWN_FIELD, field=path, value=path, other=known)
    if not _is_in_bounds(key, value):
        return Refusal(code=Code.BAD_SETTING, field=path, value=str(value), other=bounds(key))
    if path == "ladder.zone":
        zone = find_zone(str(value))
        return replace(zone, field=path) if isinstance(zone, Refusal) else None
    if path == "ladder.language" and value not in ("en", "tr"):
        return Refusal(code=Code.BAD_SETTING, field=path, value=str(value), other="en, tr")
    return None


def _is_in_bounds(key: Key, value: object) -> bool:
    if key.no_limit and value == key.no_limit:
        return True
    if isinstance(key.default, bool) or isinstance(value, bool):
        return isinstance(key.default, bool) and isinstance(value, bool)
    if isinstance(key.default, str):
        return isinstance(value, str) and len(value) <= key.most and value.isprintable()
    if isinstance(key.default, float):
        return isinstance(value, int | float) and key.least <= value <= key.most
    return isinstance(value, int) and key.least <= value <= key.most


def bounds(key: Key) -> str:
    """What a key can be, as people write it."""
    if isinstance(key.default, bool):
        return "true, false"
    if isinstance(key.default, str):
        return f"text, at most {key.most:g} characters"
    span = f"{key.least:g} … {int(key.most) if key.most == int(key.most) else key.most}"
    return f'{span} or "{key.no_limit}"' if key.no_limit else span
