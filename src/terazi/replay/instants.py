"""A million times at once: RFC 3339 text to UTC milliseconds, as far as nothing is wrong with it (R1).

The rules are those of the slow path, which has the last word: what is not surely right here is asked there.
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np

from terazi.core.types import FIRST_INSTANT_MS, LAST_INSTANT_MS
from terazi.replay.arrays import Flags, Instants, Integers, Letters
from terazi.replay.texts import Texts

_MINUTE_MS, _HOUR_MS, _DAY_MS = 60_000, 3_600_000, 86_400_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST = 29
"""Letters of `2026-10-01T12:00:00.000+03:00`."""
_SECONDS = 19
"""Letters before the fraction and the offset, which may both be missing."""
_CHUNK = 1 << 15
"""Texts whose letters are sorted out together: few enough to stay near the processor."""
_FRACTIONS = (0, 2, 3, 4)
"""Letters of a fraction with its point: at most three digits (R1)."""


def instants(texts: Texts, zone: ZoneInfo | None = None) -> tuple[Instants, Flags]:
    """UTC milliseconds of times, and which of them are sure; the others are not to be used.

    Sure is a time of the calendar with at most three digits of a second and with `Z` or an offset; or, if
    there is a `zone`, without one, where the zone's clocks showed that time once.
    """
    moment = np.zeros(len(texts), dtype=np.int64)
    sure = np.zeros(len(texts), dtype=np.bool_)
    # Times of one length have their signs at the same places.
    lengths = np.flatnonzero(np.bincount(texts.length)).tolist()
    for length in lengths:
        if _SECONDS <= length <= _LONGEST:
            rows = slice(None) if len(lengths) == 1 else np.flatnonzero(texts.length == length)
            moment[rows], sure[rows] = _of_one_length(_letters(texts[rows], length), zone)
    sure &= (moment >= FIRST_INSTANT_MS) & (moment <= LAST_INSTANT_MS)
    return moment, sure


def _letters(texts: Texts, length: int) -> Letters:
    """The letters of texts of one length, a row a place: `letters[4]` are all fifth letters."""
    letters = np.empty((length, len(texts)), dtype=np.uint8)
    for start in range(0, len(texts), _CHUNK):
        rows = slice(start, start + _CHUNK)
        some = texts[rows]
        for first in range(0, length, 8):
            eight = some.word(first // 8).astype("<u8", copy=False).view(np.uint8)
            for place in range(first, min(first + 8, length)):
                letters[place, rows] = eight[place - first :: 8]
    return letters


def _of_one_length(letters: Letters, zone: ZoneInfo | None) -> tuple[Instants, Flags]:
    local, is_time = _date_and_time(letters)
    moment, sure = np.zeros_like(local), np.zeros_like(is_time)
    for length in _FRACTIONS:
        if _SECONDS + length <= len(letters):
            fraction, is_fraction = _fraction(letters[_SECONDS : _SECONDS + length])
            shift, is_shift = _shift(letters[_SECONDS + length :], local, is_time & is_fraction, zone)
            fits = is_time & is_fraction & is_shift  # at most one length of the fraction fits a text
            np.copyto(moment, local + fraction - shift, where=fits)
            sure |= fits
    return moment, sure


def _date_and_time(letters: Letters) -> tuple[Instants, Flags]:
    """Milliseconds from 1970 to what the clock showed, whichever clock it was."""
    year = 100 * _two(letters, 0).astype(np.int32) + _two(letters, 2)
    month, day, hour, minute, second = (_two(letters, place) for place in (5, 8, 11, 14, 17))
    sure = _are_digits(letters, 0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18)
    sure &= _stand(letters, "-", 4, 7) & _stand(letters, ":", 13, 16)
    sure &= _stand(letters, "T", 10) | _stand(letters, "t", 10) | _stand(letters, " ", 10)
    sure &= (year >= 1) & (month >= 1) & (month <= 12) & (hour < 24) & (minute < 60) & (second < 60)
    months = np.where(sure, 12 * (year - 1970) + month - 1, 0)
    first_day, days_of_month = _calendar(months)
    sure &= (day >= 1) & (day <= days_of_month)
    seconds = 3600 * hour.astype(np.int32) + 60 * minute.astype(np.int32) + second
    return (first_day + day - 1) * _DAY_MS + 1000 * seconds.astype(np.int64), sure


def _calendar(months: Integers) -> tuple[Instants, Instants]:
    """Days from 1970 to the first day of months, and their own days; months are counted from 1970, too."""
    earliest, latest = int(months.min(initial=0)), int(months.max(initial=0))
    every = np.arange(earliest, latest + 2).astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)
    place = months - earliest
    return every[place], np.diff(every)[place]


def _fraction(letters: Letters) -> tuple[Instants, Flags]:
    """Milliseconds of `.5`, `.50` or `.500`; no letters are none."""
    milliseconds = np.zeros(letters.shape[1], dtype=np.int64)
    for place, value in zip(range(1, len(letters)), (100, 10, 1), strict=False):
        milliseconds += value * _digit(letters[place]).astype(np.int64)
    point = range(min(len(letters), 1))
    return milliseconds, _stand(letters, ".", *point) & _are_digits(letters, *range(1, len(letters)))


def _shift(letters: Letters, local: Instants, asked: Flags, zone: ZoneInfo | None) -> tuple[Instants, Flags]:
    """Milliseconds by which the clock that showed the time is ahead of UTC."""
    nothing = np.zeros_like(local)
    match len(letters):
        case 0 if zone is not None:
            return _zone_shift(local, asked, zone)
        case 1:
            return nothing, _stand(letters, "Z", 0) | _stand(letters, "z", 0)
        case 6:
            return _offset(letters)
        case _:
            return nothing, np.zeros_like(asked)


def _offset(letters: Letters) -> tuple[Instants, Flags]:
    """Milliseconds of `+03:00`."""
    hours, minutes = _two(letters, 1), _two(letters, 4)
    behind = _stand(letters, "-", 0)
    sure = (behind | _stand(letters, "+", 0)) & _stand(letters, ":", 3) & _are_digits(letters, 1, 2, 4, 5)
    ahead = hours.astype(np.int64) * _HOUR_MS + minutes.astype(np.int64) * _MINUTE_MS
    return np.where(behind, -ahead, ahead), sure & (hours < 24) & (minutes < 60)


def _zone_shift(local: Instants, asked: Flags, zone: ZoneInfo) -> tuple[Instants, Flags]:
    """The zone's shift, asked once for every hour on its clocks in which nothing changed."""
    shift, sure = np.zeros_like(local), np.zeros_like(asked)
    hours, place = np.unique(local[asked] // _HOUR_MS, return_inverse=True)
    known = [_shift_in_hour(hour, zone) for hour in hours.tolist()]
    shift[asked] = np.array([ahead or 0 for ahead in known], dtype=np.int64)[place]
    sure[asked] = np.array([ahead is not None for ahead in known], dtype=np.bool_)[place]
    return shift, sure


def _shift_in_hour(hour: int, zone: ZoneInfo) -> int | None:
    """The shift (ms) that holds during all of an hour, counted from 1970 on the zone's own clocks."""
    first = _EPOCH.replace(tzinfo=zone) + timedelta(hours=hour)
    last = first + timedelta(milliseconds=_HOUR_MS - 1)
    shifts = {moment.replace(fold=fold).utcoffset() for moment in (first, last) for fold in (0, 1)}
    ahead = shifts.pop()
    if shifts or ahead is None:
        return None
    return ahead // timedelta(milliseconds=1)


def _digit(letters: Letters) -> Letters:
    """The value of digits; more than 9 where they are none."""
    return letters - np.uint8(ord("0"))


def _two(letters: Letters, place: int) -> Letters:
    """The number that two digits make; anything where they are none."""
    return np.uint8(10) * _digit(letters[place]) + _digit(letters[place + 1])


def _are_digits(letters: Letters, *places: int) -> Flags:
    """Whether there are digits at all of these places."""
    digits = np.ones(letters.shape[1], dtype=np.bool_)
    for place in places:
        digits &= _digit(letters[place]) <= np.uint8(9)
    return digits


def _stand(letters: Letters, sign: str, *places: int) -> Flags:
    """Whether a sign stands at all of these places."""
    stands = np.ones(letters.shape[1], dtype=np.bool_)
    for place in places:
        stands &= letters[place] == np.uint8(ord(sign))
    return stands
