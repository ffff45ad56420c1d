"""The fast read is the slow read: the same games in the same order, the same rows refused and why."""

import gzip
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import product
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.types import FIRST_INSTANT_MS
from terazi.formats.columns import own_names
from terazi.formats.instants import find_zone, parse_instant
from terazi.replay.games import games_of
from terazi.replay.instants import instants
from terazi.replay.read import read_games
from tests.replay.files import read_at_once, read_row_by_row, texts_of


def zone_of(name: str) -> ZoneInfo:
    zone = find_zone(name)
    assert isinstance(zone, ZoneInfo)
    return zone


ISTANBUL = zone_of("Europe/Istanbul")
LORD_HOWE = zone_of("Australia/Lord_Howe")
"""Its clocks change by half an hour."""

TIMES = [
    "2026-10-01T12:00:00Z", "2026-10-01T12:00:00Z", "2026-10-01T12:00:01Z", "2026-10-01T12:00:00.5Z",
    "2026-10-01T12:00:00.50Z", "2026-10-01T12:00:00.500Z", "2026-10-01T12:00:00.5000Z",
    "2026-10-01t12:00:00z", "2026-10-01 12:00:00Z", "2026-10-01T15:00:00+03:00",
    "2026-10-01T15:00:00.001+03:00", "2026-10-01T12:00:00", "2026-10-01T12:00:00.25", "2026-10-01T12:00",
    "2026-10-01", "", "1.50421E+12", "2026-02-29T00:00:00Z", "2024-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-04-31T00:00:00Z",
    "2026-10-01T24:00:00Z", "2026-10-01T12:60:00Z", "2016-12-31T23:59:60Z", "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59-00:01", "2026-10-01T12:00:00-23:59", "+026-10-01T12:00:00Z",
    "2026-10-01T12:00:00+24:00", "2026-10-01T12:00:00+03:60", "2026-10-01T12:00:00+0300",
    "2026-10-01T12:00:00.Z", "2026-10-01T12:00:00,5Z", "٢٠٢٦-10-01T12:00:00Z", "2026-10-01T12:00:00 Z",
    " 2026-10-01T12:00:00Z", "2007-10-28T03:30:00", "2007-03-25T03:30:00", "2015-11-08T03:00:00",
    "1910-09-30T23:59:00",
    "2026-04-05T01:15:00", "2026-04-05T01:45:00", "2026-04-05T02:15:00", "2026-10-04T01:45:00",
    "2026-10-04T02:15:00", "2026-10-04T02:45:00",
]  # fmt: skip

letters = st.characters(exclude_characters='\0\r\n"', exclude_categories=["Cs"])
odd_ids = st.one_of(
    st.sampled_from(["NA", "null", "a b", " a", "a ", "", "x" * 129, "a\tb", "a,b"]),
    st.text(letters, max_size=10),
)
odd_times = st.one_of(
    st.sampled_from(TIMES),
    st.datetimes(min_value=datetime(1900, 1, 1)).map(datetime.isoformat),  # noqa: DTZ001
    st.datetimes().map(lambda moment: moment.isoformat(timespec="milliseconds") + "Z"),
)
times = st.one_of(st.sampled_from(TIMES[:4]), odd_times)
names = st.sampled_from(["ada", "İlk", "ilk", "57578", "Ali Veli", "bora", "🎲"])
RIGHT: Mapping[str, st.SearchStrategy[str]] = {
    "game_id": st.integers(0, 200).map(str),
    "finished_at": st.one_of(
        st.sampled_from(TIMES[:4]), st.integers(10, 59).map("2026-10-01T12:00:{}Z".format)
    ),
    "winner": names,
    "loser": names,
    "mode": st.sampled_from(["", "ranked", "boosted", "tournament"]),
    "cube": st.sampled_from(["", "1", "2", "4", "64"]),
    "win": st.sampled_from(["", "single", "gammon", "backgammon"]),
    "termination": st.sampled_from(["", "bear_off", "resign", "unspecified", "aborted"]),
    "fault": st.just(""),
    "tournament": st.sampled_from(["", "cup", "kupa ğ", "a,b"]),
    "accepted_at": st.one_of(st.just(""), st.sampled_from(TIMES[:4])),
    "draw": st.sampled_from(["", "0", "false"]),
    "points": odd_ids,
}
ODD: Mapping[str, st.SearchStrategy[str]] = {
    "game_id": odd_ids,
    "finished_at": odd_times,
    "winner": odd_ids,
    "loser": odd_ids,
    "mode": st.sampled_from(["Ranked", "casual", "tournamen", "tournaments"]),
    "cube": st.sampled_from(["3", "0", "128", "two", "02", " 2"]),
    "win": st.sampled_from(["backgammons", "backgamm", "Single", "1"]),
    "termination": st.sampled_from(["drop", "leave", "disconnect", "timeout", "lost", "abandoned"]),
    "fault": st.one_of(names, odd_ids),
    "tournament": st.sampled_from([" bad", "x" * 200]),
    "accepted_at": odd_times,
    "draw": st.sampled_from(["1", "true", "2", "no"]),
    "points": odd_ids,
}
REQUIRED = ["game_id", "finished_at", "winner", "loser"]


@st.composite
def rows_under(draw: st.DrawFn, header: Sequence[str]) -> tuple[str, ...]:
    """A row that is right, but for one cell now and then, and for what its cells make together."""
    odd = draw(st.one_of(st.just(""), st.just(""), st.sampled_from(header)))
    return tuple(draw(ODD[name] if name == odd else RIGHT[name]) for name in header)


def quoted(cell: str, always: bool) -> str:
    return f'"{cell}"' if always or "," in cell else cell


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Files with every odd cell there is, quoted or not, with any line ends."""
    optional = draw(st.lists(st.sampled_from(sorted(set(RIGHT) - set(REQUIRED))), unique=True))
    header = draw(st.permutations([*REQUIRED, *optional]))
    rows = draw(st.lists(rows_under(header), max_size=12))
    always = draw(st.booleans())
    lines = [",".join(quoted(cell, always) for cell in row) for row in (tuple(header), *rows)]
    end = draw(st.sampled_from(["\n", "\r\n"]))
    text = end.join(lines) + draw(st.sampled_from(["", end]))
    return draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + text.encode()


zones = st.sampled_from([None, ISTANBUL, LORD_HOWE])


@given(data=files(), zone=zones)
def test_the_fast_read_agrees_or_gives_up(data: bytes, zone: ZoneInfo | None) -> None:
    fast = read_at_once(data, zone=zone)
    if fast is not None:
        assert fast == read_row_by_row(data, zone=zone)


@given(data=files(), zone=zones, damage=st.data())
def test_a_damaged_file_is_read_right_or_not_at_all(
    data: bytes, zone: ZoneInfo | None, damage: st.DataObject
) -> None:
    """One to three bytes are changed, put in or taken out, anywhere."""
    damaged = bytearray(data)
    for _ in range(damage.draw(st.integers(1, 3))):
        place = damage.draw(st.integers(0, len(damaged)))
        put = damage.draw(
            st.one_of(st.sampled_from([b'"', b",", b"\n", b"\r", b"\0", b"\xff", b""]), st.binary(max_size=2))
        )
        damaged[place : place + damage.draw(st.integers(0, 2))] = put
    fast = read_at_once(bytes(damaged), zone=zone)
    if fast is not None:
        assert fast == read_row_by_row(bytes(damaged), zone=zone)


@given(texts=st.lists(st.one_of(times, st.text(max_size=30)), min_size=1), zone=zones)
def test_a_sure_time_is_the_slow_readers(texts: list[str], zone: ZoneInfo | None) -> None:
    texts = [text.replace("\0", "") for text in texts if text.isprintable()] or ["-"]
    moments, sure = instants(texts_of(texts), zone)
    slow = [parse_instant(text, zone) for text in texts]
    assert [moment for moment, is_sure in zip(moments.tolist(), sure, strict=True) if is_sure] == [
        moment for moment, is_sure in zip(slow, sure, strict=True) if is_sure
    ]


@pytest.mark.parametrize("zone", [ISTANBUL, LORD_HOWE], ids=str)
def test_no_time_is_sure_where_clocks_changed(zone: ZoneInfo) -> None:
    moments, sure = instants(texts_of(TIMES), zone)
    for text, moment, is_sure in zip(TIMES, moments.tolist(), sure.tolist(), strict=True):
        assert not is_sure or moment == parse_instant(text, zone), text


@pytest.mark.parametrize("zone", [None, ISTANBUL], ids=["no zone", "Istanbul"])
def test_a_time_is_sure_unless_it_is_refused(zone: ZoneInfo | None) -> None:
    """Row by row is slow, so nothing ordinary may go there: all that are right are sure."""
    unsure = {"1910-09-30T23:59:00"}  # clocks moved within that hour: left to the slow reader
    texts = [text for text in TIMES if text not in unsure]
    _, sure = instants(texts_of(texts), zone)
    assert sure.tolist() == [isinstance(parse_instant(text, zone), int) for text in texts]


GOOD = """game_id,finished_at,winner,loser,cube,mode,win,termination,fault,tournament,draw
g3,2026-10-01T12:00:00Z,İlk,ada,2,,gammon,resign,ada,,0
g10,2026-10-01T12:00:00Z,57578,ada,,boosted,single,bear_off,,ignored,
g2,2026-10-01T15:00:00.5+03:00,Ali Veli,ada,64,tournament,,aborted,,kupa,false
g1,2026-10-01 11:59:59z,ada,ﬁ,1,ranked,backgammon,unspecified,,,0
"""
HEADER = "game_id,finished_at,winner,loser"
ROW = "g1,2026-10-01T12:00:00Z,ada,bora"


def test_nothing_that_is_right_is_a_suspect() -> None:
    draft = read_games(GOOD.encode(), own_names())
    assert draft is not None
    assert draft.sure.all()
    games = games_of(draft, FIRST_INSTANT_MS)
    assert games is not None
    assert [game.game_id for game in map(games.game, range(4))] == ["g1", "g10", "g3", "g2"]
    assert list(games.players) == ["ada", "ﬁ", "57578", "İlk", "Ali Veli"]
    assert games.history().rated.tolist() == [True, False, True, False]
    assert read_at_once(GOOD.encode()) == read_row_by_row(GOOD.encode())


REGULAR = {
    "no games": HEADER,
    "no games, and a line end": f"{HEADER}\n",
    "no line end": f"{HEADER}\n{ROW}",
    "CR LF": f"{HEADER}\r\n{ROW}\r\n",
    "all in quotation marks": '"game_id","finished_at","winner","loser"\n"g","2026-10-01T12:00:00Z","a","b"',
    "empty cells in quotation marks": f'{HEADER},cube,x\n{ROW},"",""\n',
    "commas in quotation marks": f'"x,y",{HEADER}\n",",g1,2026-10-01T12:00:00Z,"a,b,",c\n',
    "a byte order mark before a quotation mark": f'\ufeff"game_id",finished_at,winner,loser\n{ROW}\n',
    "the same column twice that means nothing": f"{HEADER},x,x\n{ROW},1,2\n",
    "the same game twice": f"{HEADER}\n{ROW}\n{ROW}\n",
    "empty replaces": f"{HEADER},replaces\n{ROW},\n",
}


@pytest.mark.parametrize("what", REGULAR)
def test_a_regular_file_is_read_at_once(what: str) -> None:
    data = REGULAR[what].encode()
    assert read_at_once(data) is not None
    assert read_at_once(data) == read_row_by_row(data)


IRREGULAR = {
    "nothing": b"",
    "a line end": b"\n",
    "a byte order mark": b"\xef\xbb\xbf",
    "NUL": f"{HEADER}\n{ROW}\0\n".encode(),
    "not UTF-8": f"{HEADER}\n{ROW}".encode() + b"\xfe\n",
    "cut in the middle of a letter": f"{HEADER}\n{ROW}ğ".encode()[:-1],
    "a cell too few": f"{HEADER}\n{ROW}\ng2,2026-10-01T12:00:00Z,ada\n".encode(),
    "a cell too many": f"{HEADER}\n{ROW},\n".encode(),
    "too few and too many cells": f"{HEADER}\ng2,t,a\n{ROW},x\n".encode(),
    "a line end in quotation marks": f'{HEADER}\ng1,2026-10-01T12:00:00Z,"a\nb",c\n'.encode(),
    "a quotation mark in quotation marks": f'{HEADER}\ng1,2026-10-01T12:00:00Z,"a""b",c\n'.encode(),
    "a quotation mark inside a cell": f'{HEADER}\ng1,2026-10-01T12:00:00Z,a"b,c\n'.encode(),
    "an open quotation mark": f'{HEADER}\ng1,2026-10-01T12:00:00Z,"a,c\n'.encode(),
    "a comma alone in quotation marks": f'{HEADER}\n",",2026-10-01T12:00:00Z,a\n'.encode(),
    "CR alone": f"{HEADER}\r{ROW}\r".encode(),
    "CR inside a cell": f"{HEADER}\r\n{ROW}\rx\r\n".encode(),
    "CR CR LF": f"{HEADER}\r\n{ROW}\r\r\n".encode(),
    "a blank line": f"{HEADER}\n\n{ROW}\n".encode(),
    "a blank line at the end": f"{HEADER}\n{ROW}\n\n".encode(),
    "a column that is missing": b"game_id,finished_at,winner\ng1,2026-10-01T12:00:00Z,ada\n",
    "a column that stands there twice": f"{HEADER},winner\n{ROW},ada\n".encode(),
    "a game that replaces another": f"{HEADER},replaces\n{ROW},g0\n".encode(),
    "one id with two contents": f"{HEADER}\n{ROW}\n{ROW}x\n".encode(),
    "a very long line": f"{HEADER},x\n{ROW},{'x' * 70_000}\n".encode(),
    "a very long header": f"{HEADER},{'x' * 70_000}\n{ROW},x\n".encode(),
    "JSON Lines": b'{"game_id": "g1"}\n{"game_id": "g2"}\n',
}


@pytest.mark.parametrize("what", IRREGULAR)
def test_what_is_not_regular_is_left_to_the_slow_reader(what: str) -> None:
    assert read_at_once(IRREGULAR[what]) is None


ENDINGS = [
    "",
    "bear_off",
    "drop",
    "resign",
    "leave",
    "disconnect",
    "timeout",
    "unspecified",
    "aborted",
    "lost",
]


def file_of(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A game a row, ids and plain columns put in front."""
    lines = [[f"g{number}", "2026-10-01T12:00:00Z", "ada", "bora", *row] for number, row in enumerate(rows)]
    return "\n".join(map(",".join, [[HEADER, *header], *lines])).encode()


EVERY = {
    "ending, win and fault": file_of(
        ["termination", "win", "fault"],
        product(ENDINGS, ["", "single", "gammon", "backgammon", "triple"], ["", "ada", "bora", "ceren"]),
    ),
    "mode and tournament": file_of(
        ["mode", "tournament"],
        product(
            ["", "ranked", "boosted", "tournament", "casual"],
            ["", "cup", " cup", "x" * 128, "x" * 129, "ğ" * 65],
        ),
    ),
    "cube and draw": file_of(
        ["cube", "draw"],
        product(
            ["", "1", "2", "4", "8", "16", "32", "64", "128", "0", "02", "1.0"],
            ["", "0", "1", "false", "true", "2"],
        ),
    ),
    "id": "\n".join(
        [HEADER]
        + [
            f"{name},2026-10-01T12:00:00Z,{name}a,b"
            for name in ("x" * 127, "x" * 128, "ğ" * 63, "ğ" * 64, " ", "")
        ]
        + [
            f"g{name},2026-10-01T12:00:00Z,{name},b"
            for name in ("x" * 128, "x" * 129, "a\x7f", "a\x85", "\u2028", "b")
        ]
    ).encode(),
}


@pytest.mark.parametrize("what", EVERY)
def test_every_combination_is_judged_by_the_same_rules(what: str) -> None:
    fast = read_at_once(EVERY[what])
    assert fast is not None
    assert fast == read_row_by_row(EVERY[what])
    assert fast.games
    assert fast.rejects


SAID = {
    "finished_at": ("2026-10-01T12:00:00Z", "2026-10-01T12:00:01Z"),
    "winner": ("ada", "bora"),
    "loser": ("ceren", "dilan"),
    "mode": ("tournament", "boosted"),
    "cube": ("", "2"),
    "win": ("single", "gammon"),
    "termination": ("", "bear_off"),
    "tournament": ("cup", "other"),
}


@pytest.mark.parametrize("column", SAID)
def test_an_id_said_again_is_a_repeat_only_with_every_fact_the_same(column: str) -> None:
    header = ["game_id", *SAID]
    once = ["g1", *(first for first, _ in SAID.values())]
    other = ["g1", *(second if name == column else first for name, (first, second) in SAID.items())]
    same = read_at_once("\n".join(map(",".join, [header, once, once])).encode())
    assert same is not None
    assert (len(same.games), same.repeats) == (1, 1)
    assert read_at_once("\n".join(map(",".join, [header, once, other])).encode()) is None


def test_a_tournament_is_no_fact_of_other_games() -> None:
    data = file_of(["tournament"], [["cup"], ["other"]]).replace(b"g1,", b"g0,")
    fast = read_at_once(data)
    assert fast is not None
    assert fast.repeats == 1
    assert fast == read_row_by_row(data)


def test_a_file_has_its_own_names_of_columns() -> None:
    columns = {"winner": "Kazanan", "loser": "winner"}
    data = b"game_id,finished_at,Kazanan,winner,loser\ng1,2026-10-01T12:00:00Z,ada,bora,x\n"
    fast = read_at_once(data, columns=columns)
    assert fast is not None
    assert fast == read_row_by_row(data, columns=columns)


def test_the_order_of_acceptance_comes_first() -> None:
    rows = [
        "g1,2026-10-01T12:00:03Z,a,b,2026-10-01T12:00:09Z",
        "g2,2026-10-01T12:00:02Z,a,b,",
        "g3,2026-10-01T12:00:01Z,a,b,2026-10-01T12:00:09Z",
        "g4,2026-10-01T12:00:01Z,a,b,2026-10-01T12:00:09Z",
        "g4,2026-10-01T12:00:01Z,a,b,2026-10-01T12:00:08Z",
    ]
    data = "\n".join([f"{HEADER},accepted_at", *rows]).encode()
    fast = read_at_once(data)
    assert fast is not None
    assert [game.game_id for game, _ in fast.games] == ["g2", "g4", "g3", "g1"]
    assert fast == read_row_by_row(data)


def test_games_before_the_first_version_are_set_apart() -> None:
    rows = [
        "g2,2026-10-01T12:00:02Z,a,b",
        "g1,2026-10-01T12:00:01Z,only,early",
        "g0,2026-10-01T12:00:01Z,a,early",
    ]
    draft = read_games("\n".join([HEADER, *rows]).encode(), own_names())
    assert draft is not None
    first = parse_instant("2026-10-01T12:00:02Z")
    assert isinstance(first, int)
    games = games_of(draft, first)
    assert games is not None
    assert [(early.line, early.cells[0]) for early in games.too_early] == [(4, "g0"), (3, "g1")]
    assert list(games.players) == ["a", "b"]


@pytest.mark.parametrize(
    "name",
    [
        "backgammon_games",
        pytest.param("chess_20k", marks=pytest.mark.slow),
        pytest.param("football_internationals", marks=pytest.mark.slow),
    ],
)
def test_real_files_agree(name: str, shared: Path) -> None:
    data = gzip.decompress((shared / "data" / f"{name}.csv.gz").read_bytes())
    fast = read_at_once(data)
    assert fast is not None
    assert fast == read_row_by_row(data)
