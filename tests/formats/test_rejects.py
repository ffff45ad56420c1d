"""A rejects file can be mended and given again, and no cell in it runs in a spreadsheet."""

import csv
import io
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.codes import Code, Refusal
from terazi.formats.csv_records import csv_records
from terazi.formats.raw_lines import raw_lines
from terazi.formats.rejects import armed, disarmed, is_rejects, mended_cells, write_rejects
from terazi.formats.results import ResultFile
from terazi.formats.rows import Line, Reject, Row
from tests.formats.reading import GOOD, HEADER, OBJECT, read, seen

LETTERS = st.characters(codec="utf-8", exclude_characters="\0")
TEXT = st.text(st.sampled_from("'=+-@\t\r\n\",a ;|") | LETTERS, max_size=6)
ID = TEXT.filter(bool)
WHY = Refusal(code=Code.BAD_TIME, field="finished_at", value="=now")


def sentence(refusal: Refusal) -> str:
    return f"{refusal.code} {refusal.value}"


def written(rejects: Sequence[Line | Reject], *, name_files: bool = False) -> bytes:
    """The rejects file of those answers that are refusals."""
    out = io.StringIO(newline="")
    write_rejects(out, [one for one in rejects if isinstance(one, Reject)], sentence, name_files=name_files)
    return out.getvalue().encode()


def table(data: bytes) -> list[list[str]]:
    """A CSV file as another program reads it."""
    return list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True))


@given(TEXT)
def test_no_cell_starts_a_formula_and_every_cell_comes_back(cell: str) -> None:
    assert not disarmed(cell).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert armed(disarmed(cell)) == cell


@given(st.lists(st.lists(TEXT, min_size=2, max_size=2), max_size=4), st.lists(TEXT, min_size=2, max_size=2))
def test_what_is_written_is_read_again_whatever_the_text(rows: list[list[str]], columns: list[str]) -> None:
    rejects = [
        Reject(row=Row(line=line, columns=tuple(columns), cells=tuple(cells)), refusal=WHY)
        for line, cells in enumerate(rows, start=2)
    ]
    header, *found = [record.cells for record in csv_records(raw_lines([written(rejects)]))]
    assert not isinstance(header, Refusal)
    assert is_rejects(header)
    if rows:
        assert mended_cells(header, header) == (tuple(columns), "raw")
    for cells, record in zip(rows, found, strict=True):
        assert not isinstance(record, Refusal)
        assert mended_cells(header, record) == (tuple(cells), "")


@given(st.lists(st.tuples(ID, ID, ID, TEXT), min_size=1, max_size=4), ID)
def test_a_mended_rejects_file_has_the_ids_of_the_file_it_came_from(
    rows: list[tuple[str, str, str, str]], other: str
) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["game_id", "winner", "finished_at", "loser", f"{other} note"])
    writer.writerows((game_id, winner, "MEND", loser, note) for game_id, winner, loser, note in rows)
    rejects = written(read(out.getvalue().encode()))
    assert [row[1:] for row in table(written(read(rejects)))] == [row[1:] for row in table(rejects)]
    mended = rejects.replace(b",MEND,", b",1970-01-01T00:00:00Z,")
    reports = [(one.report.game_id, one.report.winner, one.report.loser) for one in read(mended)]  # type: ignore[union-attr]
    assert reports == [row[:3] for row in rows]


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        ("=cmd", "'=cmd"),
        ("'=cmd", "''=cmd"),
        ("''+1", "'''+1"),
        ("-5", "'-5"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("'x", "'x"),
        ("'", "'"),
        ("a=b", "a=b"),
        ("", ""),
    ],
)
def test_one_apostrophe_goes_in_front_of_a_formula(cell: str, safe: str) -> None:
    assert disarmed(cell) == safe
    assert armed(safe) == cell


# --- what is written -------------------------------------------------------------------------------


def test_line_code_and_sentence_come_first_and_raw_text_last() -> None:
    data = HEADER + GOOD + GOOD.replace(b"2026-", b"=6-").replace(b"ada", b'"a,""b"""') + b"g1,\xfe\r\n"
    assert table(written(read(data))) == [
        ["line", "code", "sentence", *HEADER.decode().rstrip().split(","), "raw"],
        [
            "3",
            "bad_time",
            "bad_time =6-10-18T14:03:07Z",
            "g1",
            "'=6-10-18T14:03:07Z",
            'a,"b"',
            "bora",
            "",
            "2",
            "0",
            "",
        ],
        ["4", "bad_utf8", "bad_utf8 \\xfe", "", "", "", "", "", "", "", "g1,\\xfe"],
    ]


def test_files_with_different_columns_share_a_table_with_all_of_them() -> None:
    first = Reject(row=Row(path="a.csv", line=2, columns=("x", "y", "x"), cells=("1", "2", "3")), refusal=WHY)
    second = Reject(row=Row(path="=b.csv", line=9, columns=("z", "x"), cells=("4", "5")), refusal=WHY)
    assert [row[:1] + row[3:] for row in table(written([first, second], name_files=True))] == [
        ["line", "x", "y", "x", "z", "raw"],
        ["a.csv:2", "1", "2", "3", "", ""],
        ["'=b.csv:9", "5", "", "", "4", ""],
    ]


def test_columns_of_a_file_that_are_called_like_ours_are_kept_behind_them() -> None:
    data = b"line,code,raw,game_id,finished_at,winner,loser\n7,x,r,g1,MEND,ada,bora\n"
    answers = read(data)
    again = read(written(answers).replace(b"MEND", b"1970-01-01T00:00:00Z"))
    assert seen(again) == [(2, "g1")]
    assert again[0].row.columns == answers[0].row.columns
    assert again[0].row.cells == ("7", "x", "r", "g1", "1970-01-01T00:00:00Z", "ada", "bora")


def test_refusals_of_whole_files_are_no_rows() -> None:
    assert table(written(read(b""))) == [["line", "code", "sentence", "raw"]]


def test_a_file_name_that_is_not_unicode_is_shown_escaped() -> None:
    odd = Reject(row=Row(path="a\udcfe.csv", line=2), refusal=WHY)
    assert table(written([odd], name_files=True))[1][0] == "a\\udcfe.csv:2"


# --- what is given again ---------------------------------------------------------------------------


def test_columns_of_ours_are_not_named_as_ignored() -> None:
    answers = read(HEADER + GOOD.replace(b"2026", b"MEND"))
    file = ResultFile("-", stdin=io.BytesIO(written(answers).replace(b"MEND", b"2026")))
    assert seen(list(file)) == [(2, "g1")]
    assert file.ignored == ()


def test_a_rejects_file_without_rows_is_a_file_without_games() -> None:
    assert read(written([])) == []


def test_what_was_not_mended_is_refused_again_with_its_raw_text() -> None:
    rejects = written(read(HEADER + b'g1,"\n'))
    (again,) = read(rejects)
    assert seen([again]) == [(2, Code.MISSING_VALUE)]
    assert again.row.raw == 'g1,"'
    assert table(written([again]))[1][-1] == 'g1,"'


def test_bytes_shown_escaped_never_become_an_id() -> None:
    (again,) = read(written(read(HEADER + GOOD.replace(b"ada", b"\xfe"))))
    assert seen([again]) == [(2, Code.MISSING_VALUE)]


def test_refused_objects_are_mended_as_rows() -> None:
    data = OBJECT.replace(b'"2026', b'"MEND').replace(
        b"{", b'{"cube":2,"how":{"x":[1]},"draw":false,"mode":null,'
    )
    rejects = written(read(data))
    (mended,) = read(rejects.replace(b"MEND", b"2026"))
    plain = read(data.replace(b"MEND", b"2026"))[0]
    assert isinstance(mended, Line)
    assert isinstance(plain, Line)
    assert mended.report == plain.report


def test_a_refused_object_gets_columns_for_the_required_keys_that_it_lacks() -> None:
    (answer,) = read(b'{"game_id":"g1","winner":"ada"}\n')
    assert answer.row.columns == ("game_id", "winner", "finished_at", "loser")
    assert answer.row.cells == ("g1", "ada", "", "")


def test_a_refused_object_with_events_is_kept_as_raw_text() -> None:
    data = b'{"game_id":"g1","events":[],"players":["ada"]}'
    (answer,) = read(data + b"\n")
    assert (answer.row.columns, answer.row.raw) == ((), data.decode())
