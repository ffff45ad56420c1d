"""How studies are told: numbers with their intervals, and tables of them."""

from collections.abc import Iterable, Sequence

from terazi.study.bootstrap import Interval
from terazi.words.catalogue import Words
from terazi.words.tables import TextTable, table_lines

UNKNOWN = "–"


def number(words: Words, value: float, digits: int) -> str:
    """A number, or a dash where there is none."""
    return UNKNOWN if value != value else words.numbers.decimal(value, digits)  # noqa: PLR0124


def signed(words: Words, value: float, digits: int) -> str:
    """A difference with its sign, or a dash."""
    return UNKNOWN if value != value else words.numbers.signed_decimal(value, digits)  # noqa: PLR0124


def interval(words: Words, value: Interval, digits: int, *, with_sign: bool = False) -> str:
    """An estimate and its 95 % interval: `0.6941 (0.6897 … 0.6983)`."""
    write = signed if with_sign else number
    return f"{write(words, value.estimate, digits)} ({span(words, value, digits, with_sign=with_sign)})"


def span(words: Words, value: Interval, digits: int, *, with_sign: bool = False) -> str:
    """The ends of an interval."""
    write = signed if with_sign else number
    return f"{write(words, value.low, digits)} … {write(words, value.high, digits)}"


def ends(interval: Interval) -> dict[str, float]:
    """An interval's ends alone."""
    return {"low": interval.low, "high": interval.high}


def percents(words: Words, value: Interval) -> str:
    """A share with its interval, in percent."""
    if value.low != value.low:
        return UNKNOWN if value.estimate != value.estimate else words.numbers.percent(value.estimate)
    low, high = words.numbers.percent(value.low), words.numbers.percent(value.high)
    return f"{words.numbers.percent(value.estimate)} ({low} … {high})"


def table(words: Words, title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table in plain lines, with an empty line before; `title` and `headings` are keys."""
    made = TextTable(
        title=words.template(title),
        headings=tuple(map(words.template, headings)),
        rows=tuple(tuple(row) for row in rows),
    )
    return ["", *table_lines(made)]
