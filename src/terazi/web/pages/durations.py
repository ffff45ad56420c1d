"""Spans of time as people say them."""

from terazi.words.catalogue import Words

_UNITS = (
    (86_400_000, "book.days"),
    (3_600_000, "book.hours"),
    (60_000, "book.minutes"),
    (1_000, "book.seconds"),
    (1, "book.milliseconds"),
)


def duration(words: Words, ms: int) -> str:
    """A span (ms) in the largest unit that says it whole: `7 days`, `90 seconds`."""
    unit, key = next((unit, key) for unit, key in _UNITS if (ms % unit == 0 and ms >= unit) or unit == 1)
    return words.count(key, ms // unit)
