"""Instants: RFC 3339 text to UTC milliseconds and back (R1).

A text is cut into date, minute of the day, second, and what follows. Each of these takes few different
values in one file, so each is read once and remembered.
"""

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from importlib import resources
from zoneinfo import ZoneInfo

from terazi.core.codes import Code, Refusal
from terazi.core.types import FIRST_INSTANT_MS, LAST_INSTANT_MS

_LONGEST = 64
"""Characters of a text worth reading: what is longer is no time, and need not be remembered."""

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MINUTE = re.compile(r"([01]\d|2[0-3]):([0-5]\d)", re.ASCII)
_SECOND = re.compile(r":([0-5]\d)", re.ASCII)  # no leap second: a UTC day has 86,400,000 ms here
_TAIL = re.compile(r"(?:\.(\d+))?(?:([Zz])|([+-])([01]\d|2[0-3]):([0-5]\d))?", re.ASCII)
_SEPARATORS = frozenset("Tt ")
_FINEST_DIGITS = 3

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_MINUTE_LONG = timedelta(minutes=1)


def parse_instant(text: str, zone: ZoneInfo | None = None, field: str = "") -> int | Refusal:
    """UTC milliseconds of an RFC 3339 text (R1); `field` names the column in a refusal.

    `T`, `t` or a blank between date and time; `Z`, `z` or an offset after it. A text without an offset
    needs `zone`. Refused: what is not in this form or not in the calendar (`bad_time`; leap seconds too),
    more than three digits of a second (`time_too_fine`), no offset and no zone (`time_without_offset`), a
    local time that the zone's clocks show twice (`time_ambiguous`) or never (`time_skipped`).

    >>> parse_instant("2026-10-01T00:00:00.5+03:00")
    1790802000500
    """
    if len(text) > _LONGEST or text[10:11] not in _SEPARATORS:
        return Refusal(code=Code.BAD_TIME, field=field, value=text)
    day, minute, second = _day_ms(text[:10]), _minute_ms(text[11:16]), _second_ms(text[16:19])
    tail = _tail(text[19:])
    if day is None or minute is None or second is None or tail is None:
        return Refusal(code=Code.BAD_TIME, field=field, value=text)
    fraction, shift = tail
    if fraction is None:
        return Refusal(code=Code.TIME_TOO_FINE, field=field, value=text)
    local = day + minute + second + fraction
    if shift is None:
        zoned = _zone_shift_ms(local, zone)
        if isinstance(zoned, Code):
            return Refusal(code=zoned, field=field, value=text, other=(zone and zone.key) or "")
        shift = zoned
    if FIRST_INSTANT_MS <= local - shift <= LAST_INSTANT_MS:
        return local - shift
    return Refusal(code=Code.BAD_TIME, field=field, value=text)


def instant_text(instant: int) -> str:
    """An instant (UTC ms) as RFC 3339 in UTC, with milliseconds only where they are not zero.

    >>> instant_text(1_790_802_000_500), instant_text(1_790_802_000_000)
    ('2026-09-30T21:00:00.500Z', '2026-09-30T21:00:00Z')
    """
    minute, rest = divmod(instant, 60_000)
    second, fraction = divmod(rest, 1000)
    fine = f".{fraction:03}" if fraction else ""
    return f"{_minute_text(minute)}:{second:02}{fine}Z"


def find_zone(name: str) -> ZoneInfo | Refusal:
    """A time zone by its IANA name; refused where there is none (`unknown_zone`).

    The history of the clocks comes from the package `tzdata`, not from the machine, so that one file gives
    the same instants everywhere.
    """
    data = resources.files("tzdata")
    names = data.joinpath("zones").read_text(encoding="utf-8").split()
    if name not in names:
        return Refusal(code=Code.UNKNOWN_ZONE, value=name)
    with data.joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


@lru_cache(maxsize=4096)
def _minute_text(minute: int) -> str:
    return (_EPOCH + minute * _MINUTE_LONG).isoformat()[: len("2026-10-01T00:00")]


@lru_cache(maxsize=4096)
def _day_ms(text: str) -> int | None:
    if not _DATE.fullmatch(text):
        return None
    try:
        return (date.fromisoformat(text).toordinal() - _EPOCH.toordinal()) * 86_400_000
    except ValueError:
        return None


@lru_cache(maxsize=1440)
def _minute_ms(text: str) -> int | None:
    form = _MINUTE.fullmatch(text)
    return form and 3_600_000 * int(form[1]) + 60_000 * int(form[2])


@lru_cache(maxsize=60)
def _second_ms(text: str) -> int | None:
    form = _SECOND.fullmatch(text)
    return form and 1000 * int(form[1])


@lru_cache(maxsize=4096)
def _tail(text: str) -> tuple[int | None, int | None] | None:
    """Milliseconds of the second (None: too fine) and of the offset (None: no offset)."""
    form = _TAIL.fullmatch(text)
    if form is None:
        return None
    fraction, utc, sign, hours, minutes = form.groups(default="")
    fine = int(fraction.ljust(_FINEST_DIGITS, "0")) if len(fraction) <= _FINEST_DIGITS else None
    if sign:
        ahead = 3_600_000 * int(hours) + 60_000 * int(minutes)
        return fine, -ahead if sign == "-" else ahead
    return fine, 0 if utc else None


def _zone_shift_ms(local: int, zone: ZoneInfo | None) -> int | Code:
    if zone is None:
        return Code.TIME_WITHOUT_OFFSET
    moment = _EPOCH.replace(tzinfo=zone) + local * _MILLISECOND  # on the zone's own clocks
    before, after = moment.utcoffset(), moment.replace(fold=1).utcoffset()
    assert before is not None and after is not None, "a zone has an offset at every time"
    if before == after:
        return before // _MILLISECOND
    # Clocks that go back show a time twice, first with the larger offset; those that go forward skip it.
    return Code.TIME_AMBIGUOUS if before > after else Code.TIME_SKIPPED
