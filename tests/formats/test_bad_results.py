"""Bad input, each with its line, code and field: nothing is lost, and nothing else is lost with it."""

import gzip
import tracemalloc
from pathlib import Path

import pytest

from terazi.core.codes import Code, Refusal
from terazi.core.entries import HISTORY
from terazi.core.referee import settle
from terazi.formats.results import ResultFile
from terazi.formats.rows import Line, Reject
from tests.formats.reading import GOOD, HEADER, OBJECT, OTHER, outcome, read, refused, seen

# --- values -------------------------------------------------------------------------------------


def row(**values: str) -> bytes:
    """A row of a file with these columns; the rest is good."""
    good = {"game_id": "g1", "finished_at": "2026-10-18T14:03:07Z", "winner": "ada", "loser": "bora"}
    cells = good | values
    return (",".join(cells) + "\n" + ",".join(cells.values()) + "\n").encode()


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        ({"game_id": ""}, Code.MISSING_VALUE, "game_id"),
        ({"finished_at": ""}, Code.MISSING_VALUE, "finished_at"),
        ({"winner": ""}, Code.MISSING_VALUE, "winner"),
        ({"loser": ""}, Code.MISSING_VALUE, "loser"),
        ({"finished_at": "yesterday"}, Code.BAD_TIME, "finished_at"),
        ({"finished_at": "2026-10-18T14:03:07"}, Code.TIME_WITHOUT_OFFSET, "finished_at"),
        ({"finished_at": "2026-10-18T14:03:07.1234Z"}, Code.TIME_TOO_FINE, "finished_at"),
        ({"accepted_at": "1.50421E+12"}, Code.BAD_TIME, "accepted_at"),
        ({"accepted_at": "2026-10-18T14:03:07"}, Code.TIME_WITHOUT_OFFSET, "accepted_at"),
    ],
)
def test_a_value_that_cannot_be_read_is_refused(values: dict[str, str], code: Code, field: str) -> None:
    assert refused(read(row(**values))) == [(2, code, field)]


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        ({"cube": "3"}, Code.CUBE_OUT_OF_RANGE, "cube"),
        ({"cube": "0"}, Code.CUBE_OUT_OF_RANGE, "cube"),
        ({"cube": "128"}, Code.CUBE_OUT_OF_RANGE, "cube"),
        ({"cube": "two"}, Code.CUBE_OUT_OF_RANGE, "cube"),
        ({"cube": "2.0"}, Code.CUBE_OUT_OF_RANGE, "cube"),
        ({"cube": " 2"}, Code.CUBE_OUT_OF_RANGE, "cube"),
        ({"cube": "２"}, Code.CUBE_OUT_OF_RANGE, "cube"),
        ({"mode": "Ranked"}, Code.UNKNOWN_MODE, "mode"),
        ({"win": "triple"}, Code.UNKNOWN_WIN, "win"),
        ({"termination": "rage"}, Code.UNKNOWN_TERMINATION, "termination"),
        ({"termination": "resign", "fault": "ada"}, Code.WINNER_AT_FAULT, "fault"),
        ({"fault": "bora"}, Code.FAULT_WITHOUT_CAUSE, "fault"),
        ({"termination": "leave", "fault": "can"}, Code.FAULT_NOT_A_PLAYER, "fault"),
        ({"termination": "drop", "win": "gammon"}, Code.WIN_NOT_SINGLE, "win"),
        ({"draw": "1"}, Code.DRAW, "draw"),
        ({"draw": "maybe"}, Code.BAD_VALUE, "draw"),
        ({"loser": "ada"}, Code.SAME_PLAYER, "loser"),
        ({"winner": " ada"}, Code.BAD_PLAYER_ID, "winner"),
        ({"winner": "x" * 129}, Code.BAD_PLAYER_ID, "winner"),
        ({"game_id": "g\t1"}, Code.BAD_GAME_ID, "game_id"),
    ],
)
def test_what_the_referee_refuses_is_read_as_it_stands(
    values: dict[str, str], code: Code, field: str
) -> None:
    refusal = settle(outcome(row(**values)), HISTORY)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.field, refusal.value) == (
        code,
        field,
        "" if code is Code.DRAW else values[field],
    )


@pytest.mark.parametrize(
    "player", ["57578", "=cmd", "a,b", 'a"b', "🎲", "İ", "i", "I", "ı", "*万人迷", "TGIF(P)", "'"]
)
def test_an_id_may_look_like_anything(player: str) -> None:
    quoted = '"' + player.replace('"', '""') + '"'
    assert outcome(row(winner=quoted)).winner == player


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2024-03-31T02:30:00", Code.TIME_SKIPPED),
        ("2024-10-27T02:30:00", Code.TIME_AMBIGUOUS),
        ("2024-10-27T02:30:00+02:00", None),
        ("2024-10-27T12:30:00", None),
    ],
)
def test_a_zone_gives_local_times_their_instant(text: str, code: Code | None) -> None:
    expected = [] if code is None else [(2, code, "finished_at")]
    assert refused(read(row(finished_at=text), zone="Europe/Berlin")) == expected


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"g1,2026-10-18T14:03:07Z,ada\n", Code.WRONG_FIELD_COUNT),
        (b"g1,2026-10-18T14:03:07Z,ada,bora,,2,0,\n", Code.WRONG_FIELD_COUNT),
        (GOOD.rstrip(b"\n") + OTHER, Code.WRONG_FIELD_COUNT),  # two records glued on one line
        (b"g1,2026-10-18T14:03:07Z,a\xfea,bora,,,\n", Code.BAD_UTF8),
        (b"g1,2026-10-18T14:03:07Z,a\0a,bora,,,\n", Code.NUL_BYTE),
        (b'g1,2026-10-18T14:03:07Z,"ada,bora,,,\n', Code.BAD_CSV),
        (b"g1," + b"x" * 10_000_000 + b"\n", Code.LINE_TOO_LONG),
    ],
)
def test_a_line_that_cannot_be_read_costs_no_other_line(line: bytes, code: Code) -> None:
    answers = read(HEADER + GOOD + line + OTHER)
    assert seen(answers) == [(2, "g1"), (3, code), (4, "g2")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{\n", Code.BAD_JSON),
        (b"[]\n", Code.BAD_JSON),
        (b"1\n", Code.BAD_JSON),
        (b"null\n", Code.BAD_JSON),
        (OBJECT.rstrip(b"\n") + OBJECT, Code.BAD_JSON),
        (OBJECT.replace(b"}", b',"winner":"can"}'), Code.BAD_JSON),  # whose word holds, readers do not agree
        (OBJECT.replace(b"}", b',"x":NaN}'), Code.BAD_JSON),
        (OBJECT.replace(b"ada", b"\\ud800"), Code.BAD_JSON),
        (OBJECT.replace(b"ada", b"\\u0000"), Code.NUL_BYTE),
        (OBJECT.replace(b"ada", b"\0"), Code.NUL_BYTE),
        (OBJECT.replace(b"ada", b"\xfe"), Code.BAD_UTF8),
        (b"[" * 100_000 + b"\n", Code.BAD_JSON),
        (b'{"x":' + b"9" * 10_000 + b"}\n", Code.BAD_JSON),
        (b'{"x":"' + b"x" * 10_000_000 + b'"}\n', Code.LINE_TOO_LONG),
    ],
)
def test_an_object_that_cannot_be_read_costs_no_other_line(line: bytes, code: Code) -> None:
    answers = read(OBJECT + line + OBJECT)
    assert seen(answers) == [(1, "g1"), (2, code), (3, "g1")]
    assert isinstance(answers[1], Reject)
    assert answers[1].row.raw, "what could not be read is shown"


def test_a_long_line_takes_little_memory() -> None:
    packed = gzip.compress(HEADER + GOOD + b"x" * 12_000_000 + b"\n" + OTHER)
    tracemalloc.start()
    answers = read(packed)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert seen(answers) == [(2, "g1"), (3, Code.LINE_TOO_LONG), (4, "g2")]
    assert peak < 6_000_000


def test_bytes_that_are_no_text_are_shown_escaped() -> None:
    (answer,) = read(HEADER + b"g1,\0,a\xfe\xffa,\xc5\x9f\r\n")
    assert answer.row.raw == "g1,\\x00,a\\xfe\\xffa,ş"
    assert answer.row.cells == ()


# --- files that cannot be read ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "line", "code", "field"),
    [
        (b"", 0, Code.EMPTY_FILE, ""),
        (b"\n \r\n\t", 0, Code.EMPTY_FILE, ""),
        (b"\xef\xbb\xbf", 0, Code.EMPTY_FILE, ""),
        (gzip.compress(b""), 0, Code.EMPTY_FILE, ""),
        (b"game_id,finished_at,winner\n" + GOOD, 1, Code.MISSING_COLUMN, "loser"),
        (b"\n\ngame_id|finished_at|winner|loser\n", 3, Code.MISSING_COLUMN, "game_id"),
        (b"Game_id,finished_at,winner,loser\n", 1, Code.MISSING_COLUMN, "game_id"),
        (b"game_id,finished_at,winner,loser,winner\n", 1, Code.REPEATED_COLUMN, "winner"),
        (b"game_id,finished_at,winner,loser,cube,cube\n", 1, Code.REPEATED_COLUMN, "cube"),
        (b'"game_id,finished_at,winner,loser\n', 1, Code.BAD_CSV, ""),
        (b"game_id,finished_at,winner,lo\xfeser\n", 1, Code.BAD_UTF8, ""),
        (HEADER.decode().encode("utf-16"), 1, Code.NUL_BYTE, ""),
        (b"x" * 2_000_000 + b"\n" + GOOD, 1, Code.LINE_TOO_LONG, ""),
        (gzip.compress(HEADER)[:12], 1, Code.TRUNCATED_GZIP, ""),
    ],
)
def test_a_file_without_a_usable_header_is_refused_as_a_whole(
    data: bytes, line: int, code: Code, field: str
) -> None:
    answers = read(data)
    assert refused(answers) == [(line, code, field)]
    assert isinstance(answers[0], Reject)
    assert answers[0].whole_file


def test_a_missing_column_is_told_with_those_that_are_there() -> None:
    (answer,) = read(b"id,Kazanan\n")
    assert isinstance(answer, Reject)
    assert answer.refusal.other == "id, Kazanan"


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_of_a_truncated_file_whole_lines_are_taken(end: bytes) -> None:
    # What is cut off is the checksum, so that all of the text is there and none of it is vouched for.
    for data in (HEADER + GOOD + OTHER.rstrip(b"\n") + end, OBJECT + OBJECT.rstrip(b"\n") + end):
        answers = read(gzip.compress(data)[:-8])
        last = answers[-1]
        assert isinstance(last, Reject)
        assert last.whole_file
        assert last.refusal.code is Code.TRUNCATED_GZIP
        assert sum(isinstance(answer, Line) for answer in answers) == (2 if end else 1)


def test_a_file_that_is_not_there_is_refused_as_a_whole(tmp_path: Path) -> None:
    for path, code in [(tmp_path / "none.csv", Code.NOT_FOUND), (tmp_path, Code.NOT_A_FILE)]:
        (answer,) = ResultFile(str(path))
        assert isinstance(answer, Reject)
        assert answer.whole_file
        assert (answer.row.path, answer.row.line, answer.refusal.code) == (str(path), 0, code)


def test_a_header_alone_is_a_file_without_games() -> None:
    assert read(HEADER) == []
