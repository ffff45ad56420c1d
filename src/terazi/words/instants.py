"""Instants for people: always UTC, the date in the language's order, its month by name."""

from datetime import UTC, datetime, timedelta

from terazi.core.types import FIRST_INSTANT_MS
from terazi.words.catalogue import Words

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def date(words: Words, instant_ms: int) -> str:
    """The UTC day of an instant (UTC ms): `18 Ekim 2026`, `18 October 2026`."""
    moment = _moment(instant_ms)
    month = words.template(f"month.{moment.month}")
    return words.say("instant.date", day=str(moment.day), month=month, year=str(moment.year))


def instant(words: Words, instant_ms: int) -> str:
    """An instant (UTC ms) to the second, to the millisecond where it has any: nothing is rounded away."""
    moment = _moment(instant_ms)
    time = f"{moment:%H:%M:%S}"
    if moment.microsecond:
        time += f"{words.numbers.decimal_mark}{moment.microsecond // 1000:03d}"
    return words.say("instant.moment", date=date(words, instant_ms), time=time)


def since(words: Words, instant_ms: int) -> str:
    """From when something holds: an instant (UTC ms), or from the beginning (R20)."""
    if instant_ms == FIRST_INSTANT_MS:
        return words.template("instant.since_beginning")
    return words.say("instant.since", instant=instant(words, instant_ms))


def _moment(instant_ms: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=instant_ms)
