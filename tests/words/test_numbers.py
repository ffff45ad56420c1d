"""Numbers and dates are written as Babel writes them, but for the minus, which is U+2212."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.types import CUBES, FIRST_INSTANT_MS, LAST_INSTANT_MS
from terazi.words.catalogue import Language, words_in
from terazi.words.instants import date, instant, since
from terazi.words.numbers import ENGLISH_NUMBERS as EN
from terazi.words.numbers import TURKISH_NUMBERS as TR
from terazi.words.numbers import Numbers

BABEL = {"tr": "tr", "en": "en_GB"}
"""English dates are written day first, as Turkish ones are: nobody takes 10 for the month of the 3rd."""

languages = st.sampled_from(Language)
amounts = st.integers(-(10**9), 10**9)
digits = st.integers(1, 8)
instants = st.integers(FIRST_INSTANT_MS, LAST_INSTANT_MS)


def with_minus(text: str) -> str:
    """Babel's text with our minus."""
    return text.replace("-", "−")


# SPEC 1: the article's own percentages.
@pytest.mark.parametrize(
    ("version", "gap", "turkish", "english"),
    [
        ("1.3.1", 300, "%64,0", "64.0%"),
        ("1.0.5", 300, "%84,9", "84.9%"),
        ("1.2.0", 300, "%70,3", "70.3%"),
        ("1.3.1", 0, "%50,0", "50.0%"),
    ],
)
def test_percentages_of_the_article(version: str, gap: int, turkish: str, english: str) -> None:
    expected = CATALOGUE[version].expected(gap)
    assert (TR.percent(expected), EN.percent(expected)) == (turkish, english)


def test_coefficients_of_the_article() -> None:
    coefficients = [CURRENT.coefficient(cube) for cube in CUBES]
    assert [*map(TR.coefficient, coefficients)] == ["1,00", "1,17", "1,33", "1,50", "1,67", "1,83", "2,00"]
    assert [*map(EN.coefficient, coefficients)] == ["1.00", "1.17", "1.33", "1.50", "1.67", "1.83", "2.00"]


@given(languages, amounts)
def test_counts_are_written_as_babel_writes_them(language: str, number: int) -> None:
    expected = with_minus(format_decimal(number, locale=BABEL[language]))
    assert words_in(language).numbers.integer(number) == expected


@given(languages, amounts, digits)
def test_decimals_are_written_as_babel_writes_them(language: str, number: int, digits: int) -> None:
    exact = Decimal(number).scaleb(-digits)
    expected = with_minus(format_decimal(exact, f"#,##0.{'0' * digits}", locale=BABEL[language]))
    assert words_in(language).numbers.decimal(float(exact), digits) == expected


@given(languages, st.integers(-2_000_000, 2_000_000))
def test_percentages_are_written_as_babel_writes_them(language: str, thousandths: int) -> None:
    locale = Locale.parse(BABEL[language])
    pattern = locale.percent_formats[None].pattern.replace("##0", "##0.0")
    expected = with_minus(format_percent(Decimal(thousandths) / 1000, pattern, locale=locale))
    assert words_in(language).numbers.percent(thousandths / 1000) == expected


@given(languages, amounts.filter(bool))
def test_a_change_shows_its_sign_and_its_arrow(language: str, change: int) -> None:
    numbers = words_in(language).numbers
    assert numbers.signed(change) == with_minus(f"{change:+d}")
    assert numbers.signed(change, arrow=True) == f"{'▲' if change > 0 else '▼'} {with_minus(f'{change:+d}')}"


@pytest.mark.parametrize("numbers", [TR, EN])
def test_nothing_has_no_sign(numbers: Numbers) -> None:
    assert numbers.signed(0) == numbers.signed(0, arrow=True) == numbers.rating(0) == "0"
    assert numbers.decimal(-0.0, 1) == numbers.decimal(-0.04, 1) == numbers.decimal(0, 1)
    assert "−" not in numbers.percent(-0.0)
    assert "+" not in numbers.signed_decimal(0.00001, 4)


def test_ratings_are_written_without_groups_as_the_article_writes_them() -> None:
    assert TR.rating(1500) == EN.rating(1500) == "1500"
    assert TR.rating(-12) == EN.rating(-12) == "−12"


def test_changes_before_rounding_show_their_sign() -> None:
    assert (TR.signed_decimal(9.33333, 4), EN.signed_decimal(-9.33333, 4)) == ("+9,3333", "−9.3333")


def test_ranks() -> None:
    places = (1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 101, 111, 112, 1002)
    assert [*map(TR.ordinal, places)] == [f"{place}." for place in places]
    assert " ".join(map(EN.ordinal, places)) == (
        "1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 23rd 101st 111th 112th 1002nd"
    )


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_no_number_is_a_broken_program(number: float) -> None:
    with pytest.raises(AssertionError):
        TR.decimal(number, 1)


@given(languages, instants)
def test_days_are_written_as_babel_writes_them(language: str, at: int) -> None:
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
    assert date(words_in(language), at) == format_date(moment.date(), "long", locale=BABEL[language])


@given(languages, instants, instants)
def test_two_instants_never_read_alike(language: str, one: int, other: int) -> None:
    words = words_in(language)
    assert (instant(words, one) == instant(words, other)) == (one == other)


@pytest.mark.parametrize(
    ("at", "turkish", "english"),
    [
        (1_792_332_187_000, "18 Ekim 2026 14:03:07 UTC", "18 October 2026, 14:03:07 UTC"),
        (1_792_332_187_045, "18 Ekim 2026 14:03:07,045 UTC", "18 October 2026, 14:03:07.045 UTC"),
        (0, "1 Ocak 1970 00:00:00 UTC", "1 January 1970, 00:00:00 UTC"),
        (FIRST_INSTANT_MS, "1 Ocak 1 00:00:00 UTC", "1 January 1, 00:00:00 UTC"),
        (LAST_INSTANT_MS, "31 Aralık 9999 23:59:59,999 UTC", "31 December 9999, 23:59:59.999 UTC"),
    ],
)
def test_instants_are_in_utc_to_the_millisecond(at: int, turkish: str, english: str) -> None:
    assert (instant(words_in("tr"), at), instant(words_in("en"), at)) == (turkish, english)


def test_the_first_instant_of_all_is_the_beginning() -> None:
    assert since(words_in("tr"), FIRST_INSTANT_MS) == "en baştan beri"
    assert since(words_in("en"), FIRST_INSTANT_MS + 1) == "from 1 January 1, 00:00:00.001 UTC"
