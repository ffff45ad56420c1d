"""Instants on a page: in the visitor's or the ladder's zone, with the instant in UTC beside."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from terazi.core.codes import Refusal
from terazi.formats.instants import find_zone, instant_text
from terazi.words.catalogue import Words

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """An instant ready to be shown: `day` and `clock` where people are, `utc` and `exact` for everybody."""

    day: str
    clock: str
    utc: str
    exact: str


@lru_cache(maxsize=64)
def zone_named(name: str) -> ZoneInfo | None:
    """A zone by its IANA name; None where there is none."""
    zone = find_zone(name)
    return None if isinstance(zone, Refusal) else zone


def moment(words: Words, zone: tzinfo, instant: int) -> Moment:
    """An instant (UTC ms) to the minute in a zone, to the second in UTC, and whole in `exact`."""
    here = there(zone, instant)
    utc = there(UTC, instant)
    return Moment(
        day=day_of(words, here),
        clock=f"{here:%H:%M}",
        utc=words.say("site.utc", day=day_of(words, utc), clock=f"{utc:%H:%M:%S}"),
        exact=instant_text(instant),
    )


def day(words: Words, zone: tzinfo, instant: int) -> str:
    """The day of an instant (UTC ms) in a zone: `18 Ekim 2026`."""
    return day_of(words, there(zone, instant))


def day_of(words: Words, moment: datetime) -> str:
    """The day of a moment as its clock shows it."""
    return _date(words, moment.year, moment.month, moment.day)


@lru_cache(maxsize=4096)
def _date(words: Words, year: int, month: int, day: int) -> str:
    return words.say("instant.date", day=str(day), month=words.template(f"month.{month}"), year=str(year))


def there(zone: tzinfo, instant: int) -> datetime:
    """An instant (UTC ms) as the clocks of a zone show it."""
    moment = _EPOCH + timedelta(milliseconds=instant)
    try:
        return moment.astimezone(zone)
    except OverflowError:  # the first and the last day of all lie outside the calendar elsewhere
        return moment
