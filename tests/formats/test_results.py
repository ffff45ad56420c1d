"""A file of results: every record is a report or a refusal with its line, code and field."""

import gzip
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.codes import Code, Refusal
from terazi.core.reports import OutcomeReport
from terazi.formats.columns import NAMES, columns_from
from terazi.formats.results import ResultFile
from terazi.formats.rows import Line, Reject
from tests.formats.reading import GOOD, HEADER, OBJECT, OTHER, outcome, read, seen

PLAIN = b"game_id,finished_at,winner,loser\n"

# --- laws ------------------------------------------------------------------------------------------

NAME = st.text(st.characters(codec="utf-8", exclude_characters='\0\r\n",'), min_size=1, max_size=6)
DAMAGED = st.lists(
    st.one_of(
        st.binary(max_size=4),
        st.sampled_from(
            [GOOD, OTHER, OBJECT, b"\n", b"\r", b",", b'"', b"{", b"}", b":", b"\\ud800", b"[", b"1"]
        ),
    ),
    max_size=30,
).map(b"".join)


@given(DAMAGED)
def test_whatever_the_bytes_every_line_without_quotation_marks_is_answered_for(data: bytes) -> None:
    data = data.replace(b'"', b"")
    answers = read(HEADER + data)
    lines = [number for number, line in enumerate(data.splitlines(), start=2) if line.strip()]
    assert [answer.row.line for answer in answers] == lines


@given(DAMAGED)
def test_whatever_the_bytes_every_line_of_json_is_answered_for(data: bytes) -> None:
    answers = read(OBJECT + data)
    lines = [number for number, line in enumerate((OBJECT + data).splitlines(), start=1) if line.strip()]
    assert [answer.row.line for answer in answers] == lines


@given(st.binary(max_size=100) | DAMAGED)
def test_whatever_the_bytes_a_file_is_answered_for(data: bytes) -> None:
    answers = read(data)
    header_alone = [answer for answer in read(data + b"\n" + GOOD) if isinstance(answer, Line)]
    assert answers or header_alone or len(data.splitlines()) == 1
    assert all(not answer.whole_file for answer in answers[:-1] if isinstance(answer, Reject))
    assert [answer.row.line for answer in answers] == sorted({answer.row.line for answer in answers})


@given(st.lists(st.tuples(NAME, NAME), min_size=1, max_size=5))
def test_ids_come_through_exactly_in_csv_and_json(pairs: list[tuple[str, str]]) -> None:
    rows = "".join(f"g,2026-10-18T14:03:07Z,{winner},{loser}\n" for winner, loser in pairs)
    answers = read(PLAIN + rows.encode())
    assert [(one.report.winner, one.report.loser) for one in answers] == pairs  # type: ignore[union-attr]


@given(st.permutations(NAMES))
def test_the_order_of_columns_does_not_matter(names: list[str]) -> None:
    values = dict.fromkeys(NAMES, "x") | {
        "finished_at": "1970-01-01T00:00:00Z",
        "accepted_at": "1970-01-01T00:00:01Z",
    }
    data = ",".join(names) + "\n" + ",".join(values[name] for name in names)
    (answer,) = read(data.encode())
    assert isinstance(answer, Line)
    assert answer.accepted_at == 1000
    texts = {name: "x" for name in NAMES if name not in ("finished_at", "accepted_at")}
    assert answer.report == OutcomeReport(finished_at=0, **texts)


def test_columns_that_are_not_there_and_values_that_are_empty_are_not_said() -> None:
    fewest = PLAIN + b"g1,2026-10-18T14:03:07Z,ada,bora\n"
    empty = ",".join(NAMES).encode() + b"\ng1,2026-10-18T14:03:07Z,ada,bora,,,,,,,,,\n"
    report = OutcomeReport(game_id="g1", finished_at=1_792_332_187_000, winner="ada", loser="bora")
    assert outcome(fewest) == outcome(empty) == outcome(OBJECT) == report


# --- kinds of file ---------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_line_ends_byte_order_mark_and_packing_change_nothing(
    end: bytes, mark: bytes, pack: type[bytes]
) -> None:
    for data in (HEADER + b"\n" + GOOD + b" \n" + OTHER, OBJECT + b"\n" + OBJECT):
        bare = mark + data.replace(b"\n", end)
        plain = seen(read(data))
        assert seen(read(pack(bare))) == seen(read(pack(bare.removesuffix(end)))) == plain
        assert len(plain) == 2


@pytest.mark.parametrize(
    ("name", "data", "answers"),
    [
        ("a.csv", OBJECT, [(1, Code.BAD_CSV)]),
        ("a.CSV.gz", OBJECT, [(1, Code.BAD_CSV)]),
        ("a.JSONL", HEADER, [(1, Code.BAD_JSON)]),
        ("a.ndjson.gz", HEADER, [(1, Code.BAD_JSON)]),
        ("a.json", HEADER + OBJECT, [(1, Code.BAD_JSON), (2, "g1")]),
        ("a.txt", b"\n \n " + OBJECT, [(3, "g1")]),
        ("a.txt", HEADER + GOOD, [(2, "g1")]),
        ("a", gzip.compress(OBJECT), [(1, "g1")]),
    ],
)
def test_a_file_is_known_by_its_name_or_else_by_its_first_byte(
    tmp_path: Path, name: str, data: bytes, answers: list[tuple[int, str]]
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert seen(list(ResultFile(str(path)))) == answers


def test_a_file_knows_how_much_of_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(gzip.compress(HEADER + GOOD))
    file = ResultFile(str(path))
    assert seen(list(file)) == [(2, "g1")]
    assert file.bytes_read == path.stat().st_size


def test_standard_input_stays_open() -> None:
    stream = io.BytesIO(HEADER)
    assert not list(ResultFile("-", stdin=stream))
    assert not stream.closed


# --- columns ---------------------------------------------------------------------------------------


def test_other_columns_are_ignored_and_named_once() -> None:
    csv_file = ResultFile(
        "-", stdin=io.BytesIO(b"points," + PLAIN.replace(b"\n", b",how,how\n") + b"2,g,t,a,b,x,y\n" * 2)
    )
    json_file = ResultFile("-", stdin=io.BytesIO(OBJECT + OBJECT.replace(b"{", b'{"how":[1],"rated":1,') * 2))
    assert len(list(csv_file)) == 2
    assert len(list(json_file)) == 3
    assert csv_file.ignored == ("points", "how")
    assert json_file.ignored == ("how", "rated")


def test_a_file_may_have_other_names_for_its_columns() -> None:
    columns = columns_from('winner=loser,loser=winner,"game_id=No, sıra"')
    assert not isinstance(columns, Refusal)
    data = '"No, sıra",finished_at,winner,loser,game_id\ng1,2026-10-18T14:03:07Z,ada,bora,x\n'
    report = outcome(data.encode(), columns=columns)
    assert (report.game_id, report.winner, report.loser) == ("g1", "bora", "ada")
    in_json = (
        '{"No, sıra":7,"finished_at":"2026-10-18T14:03:07Z","winner":"ada","loser":"bora","game_id":2.5}'
    )
    assert outcome(in_json.encode(), columns=columns).game_id == "7"


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("winer=Kazanan", Code.UNKNOWN_FIELD, ""),
        ("winner", Code.MISSING_VALUE, "winner"),
        ("winner=", Code.MISSING_VALUE, "winner"),
        ("", Code.UNKNOWN_FIELD, ""),
        ("winner=a,winner=b", Code.REPEATED_COLUMN, "winner"),
        ("winner=a,loser=a", Code.REPEATED_COLUMN, "loser"),
        ('winner="a"', Code.BAD_CSV, ""),
    ],
)
def test_a_mapping_of_columns_names_each_once(text: str, code: Code, field: str) -> None:
    refusal = columns_from(text)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.field) == (code, field)


# --- real files ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "games", "ignored"),
    [
        ("backgammon_games", 4_353, ("points", "match_length", "how", "moves")),
        ("chess_20k", 19_111, ("rated",)),
    ],
)
def test_real_files_are_read_whole(shared: Path, name: str, games: int, ignored: tuple[str, ...]) -> None:
    file = ResultFile(str(shared / "data" / f"{name}.csv.gz"))
    assert sum(isinstance(answer, Line) for answer in file) == games
    assert file.ignored == ignored
