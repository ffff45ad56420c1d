"""Numbers as people of a language write them: `%64,0` and `64.0%`, `1,17` and `1.17`, `+18` and `−9`.

The minus is U+2212 everywhere: a hyphen is too short to be seen beside a plus.
"""

import math
from dataclasses import dataclass
from functools import cache

MINUS = "\N{MINUS SIGN}"
UP, DOWN = "▲", "▼"


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """How one language writes numbers; every method gives text for people, never to be parsed again."""

    decimal_mark: str
    thousands_mark: str
    percent_leads: bool
    ordinals_in_english: bool

    def integer(self, number: int) -> str:
        """A count, in groups of thousands: `448.056`, `448,056`."""
        return _sign(number) + self._marked(f"{abs(number):,d}")

    def rating(self, rating: int) -> str:
        """A rating, a gap or a year, without groups, as the article writes them: `1500`."""
        return f"{_sign(rating)}{abs(rating)}"

    def decimal(self, number: float, digits: int) -> str:
        """A finite number with so many digits after the mark: `12,8000`, `12.8000`; never `−0,0`."""
        assert math.isfinite(number), "only finite numbers are shown"
        text = f"{abs(number):,.{digits}f}"
        is_zero = not any(digit in text for digit in "123456789")
        return ("" if is_zero else _sign(number)) + self._marked(text)

    def coefficient(self, coefficient: float) -> str:
        """A coefficient as in the article's table: `1,17`, `1.17`."""
        return self.decimal(coefficient, 2)

    def percent(self, share: float, digits: int = 1) -> str:
        """A share of 1 in percent: `%64,0`, `64.0%`; the Turkish sign leads."""
        text = self.decimal(100 * share, digits)
        if not self.percent_leads:
            return f"{text}%"
        return f"{MINUS}%{text[1:]}" if text.startswith(MINUS) else f"%{text}"

    def signed(self, change: int, *, arrow: bool = False) -> str:
        """A change with its sign: `+18`, `−9`, `0`; with `arrow` `▲ +18`, `▼ −9`: never colour alone."""
        if change == 0:
            return "0"
        text = f"{'+' if change > 0 else MINUS}{abs(change)}"
        return f"{UP if change > 0 else DOWN} {text}" if arrow else text

    def signed_decimal(self, change: float, digits: int) -> str:
        """A change before rounding, with its sign: `+11,5179`, `−11.5179`."""
        text = self.decimal(change, digits)
        return text if change <= 0 or text == self.decimal(0, digits) else f"+{text}"

    def ordinal(self, place: int) -> str:
        """A place or rank: `1.`, `1st`."""
        return f"{place}{_english_ending(place)}" if self.ordinals_in_english else f"{place}."

    def _marked(self, text: str) -> str:
        return text if text.isdecimal() else text.translate(_marks(self.thousands_mark, self.decimal_mark))


TURKISH_NUMBERS = Numbers(decimal_mark=",", thousands_mark=".", percent_leads=True, ordinals_in_english=False)
ENGLISH_NUMBERS = Numbers(decimal_mark=".", thousands_mark=",", percent_leads=False, ordinals_in_english=True)


@cache
def _marks(thousands: str, decimal: str) -> dict[int, str]:
    """What stands in place of the marks that Python writes."""
    return {ord(","): thousands, ord("."): decimal}


def _sign(number: float) -> str:
    return MINUS if number < 0 else ""


def _english_ending(place: int) -> str:
    if place % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
