"""R1: an instant is UTC milliseconds inside, RFC 3339 with an offset outside."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.codes import Code, Refusal
from terazi.core.types import FIRST_INSTANT_MS, LAST_INSTANT_MS
from terazi.formats.instants import find_zone, instant_text, parse_instant

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
ZONES = ["Europe/Istanbul", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]

instants = st.integers(FIRST_INSTANT_MS, LAST_INSTANT_MS)
modern = st.integers(parse_instant("1985-01-01T00:00:00Z"), parse_instant("2040-01-01T00:00:00Z"))  # type: ignore[arg-type]


def zone(name: str) -> ZoneInfo:
    found = find_zone(name)
    assert isinstance(found, ZoneInfo)
    return found


def code(text: str, zone: ZoneInfo | None = None) -> Code | None:
    instant = parse_instant(text, zone)
    return instant.code if isinstance(instant, Refusal) else None


@given(instants)
def test_an_instant_is_the_same_after_writing_and_reading(instant: int) -> None:
    assert parse_instant(instant_text(instant)) == instant


@given(instants)
def test_an_instant_is_written_in_utc_with_milliseconds_only_where_there_are_some(instant: int) -> None:
    text = instant_text(instant)
    assert text.endswith("Z")
    assert ("." in text) == (instant % 1000 != 0)


@given(
    st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30)),  # noqa: DTZ001
    st.integers(-1439, 1439),
)
def test_an_offset_says_how_far_local_time_is_ahead_of_utc(local: datetime, minutes: int) -> None:
    local = local.replace(microsecond=local.microsecond // 1000 * 1000, tzinfo=UTC)
    offset = f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    text = local.isoformat(timespec="milliseconds").removesuffix("+00:00") + offset
    utc = local - timedelta(minutes=minutes)
    assert parse_instant(text) == (utc - EPOCH) // timedelta(milliseconds=1)


@pytest.mark.parametrize("name", ZONES)
@given(instant=modern)
def test_what_a_zones_clock_showed_is_that_instant_or_came_twice(name: str, instant: int) -> None:
    moment = (EPOCH + timedelta(milliseconds=instant)).astimezone(zone(name))
    shown = moment.replace(tzinfo=None).isoformat(timespec="milliseconds")
    again = parse_instant(shown, zone(name))
    assert again == instant or (isinstance(again, Refusal) and again.code is Code.TIME_AMBIGUOUS)


@pytest.mark.parametrize("name", ZONES)
@given(local=modern)
def test_a_local_time_that_is_taken_is_what_the_clock_showed_then(name: str, local: int) -> None:
    text = instant_text(local).removesuffix("Z")
    instant = parse_instant(text, zone(name))
    if isinstance(instant, Refusal):
        assert instant.code in {Code.TIME_AMBIGUOUS, Code.TIME_SKIPPED}
        return
    moment = (EPOCH + timedelta(milliseconds=instant)).astimezone(zone(name))
    assert moment.replace(tzinfo=UTC) == EPOCH + timedelta(milliseconds=local)


@pytest.mark.parametrize(
    "text",
    [
        "2026-10-18T14:03:07Z",
        "2026-10-18t14:03:07z",
        "2026-10-18 14:03:07Z",
        "2026-10-18T17:03:07+03:00",
        "2026-10-18T14:03:07-00:00",
        "2026-10-18T14:03:07.000Z",
        "2026-10-18T14:03:07.0Z",
    ],
)
def test_one_instant_has_several_spellings(text: str) -> None:
    assert parse_instant(text) == 1_792_332_187_000


@pytest.mark.parametrize(("digits", "milliseconds"), [("5", 500), ("05", 50), ("005", 5), ("999", 999)])
def test_digits_after_the_point_are_a_fraction_of_a_second(digits: str, milliseconds: int) -> None:
    assert parse_instant(f"1970-01-01T00:00:00.{digits}Z") == milliseconds


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("0001-01-01T00:00:00Z", FIRST_INSTANT_MS),
        ("9999-12-31T23:59:59.999Z", LAST_INSTANT_MS),
        ("0001-01-01T00:00:00+00:01", None),
        ("9999-12-31T23:59:59.999-00:01", None),
    ],
)
def test_an_instant_lies_between_the_years_1_and_9999_in_utc(text: str, instant: int | None) -> None:
    assert code(text) is (Code.BAD_TIME if instant is None else None)
    assert instant is None or parse_instant(text) == instant


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "2026-10-18T24:00:00Z",
        "2026-10-18T23:60:00Z",
        "2016-12-31T23:59:60Z",  # a leap second: a day has 86,400,000 ms here
        "2026-10-18T14:03:07+24:00",
        "2026-10-18T14:03:07+03:60",
        "2026-10-18T14:03:07+0300",
        "2026-10-18T14:03:07+03",
        "2026-10-18T14:03:07,5Z",
        "2026-10-18T14:03:07.Z",
        "2026-10-18T14:03Z",
        "2026-10-18",
        "20261018T140307Z",
        "2026-W42-7T14:03:07Z",
        "2026-10-18_14:03:07Z",
        "18.10.2026 14:03:07",
        "１２３４-10-18T14:03:07Z",
        " 2026-10-18T14:03:07Z",
        "2026-10-18T14:03:07Z\n",
        "2026-10-18T14:03:+7Z",
        "1.50421E+12",
        "1792332187",
        "now",
        "",
        "9" * 100_000,
    ],
)
def test_what_is_no_rfc_3339_time_is_refused(text: str) -> None:
    assert parse_instant(text, field="finished_at") == Refusal(
        code=Code.BAD_TIME, field="finished_at", value=text
    )


@pytest.mark.parametrize("digits", ["0000", "1234", "000000", "123456789"])
def test_a_time_finer_than_a_millisecond_is_refused(digits: str) -> None:
    assert code(f"2026-10-18T14:03:07.{digits}Z") is Code.TIME_TOO_FINE


def test_a_time_without_an_offset_needs_a_zone() -> None:
    assert code("2026-10-18T14:03:07") is Code.TIME_WITHOUT_OFFSET
    assert parse_instant("2026-10-18T14:03:07", zone("Europe/Istanbul")) == 1_792_321_387_000


def test_an_offset_stands_above_the_zone_of_the_file() -> None:
    assert parse_instant("2026-10-18T14:03:07Z", zone("Europe/Istanbul")) == 1_792_332_187_000


def test_a_zone_changes_nothing_about_what_is_no_time() -> None:
    assert code("2026-02-29T00:00:00", zone("Europe/Istanbul")) is Code.BAD_TIME
    assert code("2026-10-18T14:03:07.1234", zone("Europe/Istanbul")) is Code.TIME_TOO_FINE


TWICE, NEVER = Code.TIME_AMBIGUOUS, Code.TIME_SKIPPED


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Europe/Berlin", "2024-03-31T01:59:59.999", None),
        ("Europe/Berlin", "2024-03-31T02:00:00", NEVER),
        ("Europe/Berlin", "2024-03-31T02:59:59.999", NEVER),
        ("Europe/Berlin", "2024-03-31T03:00:00", None),
        ("Europe/Berlin", "2024-10-27T01:59:59.999", None),
        ("Europe/Berlin", "2024-10-27T02:00:00", TWICE),
        ("Europe/Berlin", "2024-10-27T02:59:59.999", TWICE),
        ("Europe/Berlin", "2024-10-27T03:00:00", None),
        ("America/New_York", "2024-03-10T02:30:00", NEVER),
        ("America/New_York", "2024-11-03T01:30:00", TWICE),
        ("America/New_York", "2006-04-02T02:30:00", NEVER),  # the rule before 2007
        ("America/New_York", "2006-03-12T02:30:00", None),
        ("Europe/Istanbul", "2014-03-30T03:30:00", None),  # a day later than elsewhere, for an election
        ("Europe/Istanbul", "2014-03-31T03:30:00", NEVER),
        ("Europe/Istanbul", "2015-10-25T03:30:00", None),  # two weeks later, for another
        ("Europe/Istanbul", "2015-11-08T03:30:00", TWICE),
        ("Europe/Istanbul", "2016-03-27T03:30:00", NEVER),
        ("Europe/Istanbul", "2016-10-30T03:30:00", None),  # since then summer time all the year
        ("Europe/Istanbul", "2026-03-29T03:30:00", None),
        ("Australia/Lord_Howe", "2024-10-06T02:15:00", NEVER),  # clocks there move by half an hour
        ("Australia/Lord_Howe", "2024-10-06T02:30:00", None),
        ("Australia/Lord_Howe", "2024-04-07T01:45:00", TWICE),
        ("Australia/Lord_Howe", "2024-04-07T01:29:59.999", None),
        ("Pacific/Apia", "2011-12-29T23:59:59.999", None),
        ("Pacific/Apia", "2011-12-30T12:00:00", NEVER),  # a day that never was
        ("Pacific/Apia", "2011-12-31T00:00:00", None),
        ("UTC", "2024-03-31T02:30:00", None),
    ],
)
def test_a_local_time_that_came_twice_or_never_is_refused(
    name: str, text: str, expected: Code | None
) -> None:
    assert code(text, zone(name)) is expected


def test_istanbul_changed_its_offset_with_its_law() -> None:
    istanbul = zone("Europe/Istanbul")
    for text, offset in [("2016-01-15T12:00:00", 2), ("2016-07-15T12:00:00", 3), ("2017-01-15T12:00:00", 3)]:
        assert parse_instant(text, istanbul) == parse_instant(f"{text}+0{offset}:00")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Europe",
        "Europe/Ankara",
        "europe/istanbul",
        "../etc/passwd",
        "/etc/localtime",
        "right/UTC",
        "+03:00",
        "Europe/Istanbul\0",
        "tzdata.zi",
    ],
)
def test_a_zone_has_an_iana_name(name: str) -> None:
    assert find_zone(name) == Refusal(code=Code.UNKNOWN_ZONE, value=name)
