"""CSV records (RFC 4180): nothing vanishes, and a damaged record costs one line."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.codes import Code, Refusal
from terazi.formats.csv_records import MOST_LINES, Record, cells_of, csv_records
from terazi.formats.raw_lines import LONGEST_RECORD_BYTES, raw_lines

CELLS = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8), min_size=2, max_size=5
)
PIECES = [b'"', b'""', b",", b"\n", b"\r\n", b"\r", b"a", b" ", b"\0", b"\xff", "ş".encode(), b'",', b',"']
DAMAGED = st.lists(st.sampled_from(PIECES), max_size=40).map(b"".join)


def records(data: bytes) -> list[Record]:
    return list(csv_records(raw_lines(iter([data]))))


def told(data: bytes) -> list[tuple[int, list[str] | Code]]:
    """Of every record its line, and its cells or the code of the refusal."""
    return [
        (record.line, record.cells.code if isinstance(record.cells, Refusal) else record.cells)
        for record in records(data)
    ]


@given(
    st.lists(CELLS, max_size=5),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_what_a_csv_writer_wrote_is_read_again(rows: list[list[str]], end: str, quoting: int) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n", quoting=quoting)  # type: ignore[arg-type]
    writer.writerows(rows)
    written = out.getvalue()
    if end == "\n" and "\r" not in "".join(cell for row in rows for cell in row):
        written = written.replace("\r\n", "\n")
    read = [record.cells for record in records(written.encode())]
    assert read == [row for row in rows if not ",".join(row).isspace()]


@given(DAMAGED)
def test_every_line_that_is_not_blank_belongs_to_one_record(data: bytes) -> None:
    found = records(data)
    lines = data.splitlines(keepends=True)
    covered: list[int] = []
    for record in found:
        count = len(record.data.splitlines())
        assert record.data == b"".join(lines[record.line - 1 : record.line - 1 + count])
        covered += range(record.line, record.line + count)
    assert covered == sorted(set(covered)), "no line belongs to two records"
    left_out = [line for number, line in enumerate(lines, 1) if number not in covered]
    assert not b"".join(left_out).strip()


@given(DAMAGED)
def test_cells_say_what_stands_there(data: bytes) -> None:
    for record in records(data):
        if not isinstance(record.cells, Refusal):
            text = record.data.decode().rstrip("\r\n")
            assert [record.cells] == list(csv.reader(io.StringIO(text, newline=""), strict=True))


@given(DAMAGED.filter(lambda data: b"\n" not in data and b"\r" not in data))
def test_a_damaged_line_costs_no_other_line(damaged: bytes) -> None:
    found = told(damaged + b"\na,b\n" + b'"c,\nd",e\n')
    if damaged.count(b'"') % 2 == 0:
        assert found[-2:] == [(2, ["a", "b"]), (3, ["c,\nd", "e"])]
    elif not isinstance(found[0][1], list):  # what opens a quotation mark may be closed by a later line
        assert found[1:] == [(2, ["a", "b"]), (3, ["c,\nd", "e"])]


@pytest.mark.parametrize(
    ("data", "cells"),
    [
        (b"a,b", ["a", "b"]),
        (b"a,", ["a", ""]),
        (b",", ["", ""]),
        (b'"a,b",c', ["a,b", "c"]),
        (b'"a ""b"" c",', ['a "b" c', ""]),
        (b'"",""', ["", ""]),
        (b'""""', ['"']),
        (b'"a\r\nb",c', ["a\r\nb", "c"]),
        (b" a , b ", [" a ", " b "]),
        ("İlk,ılk,🎲".encode(), ["İlk", "ılk", "🎲"]),
        ("a\u2028b,c\x85d".encode(), ["a\u2028b", "c\x85d"]),
        (b"=cmd,'x", ["=cmd", "'x"]),
    ],
)
def test_the_cells_of_a_record(data: bytes, cells: list[str]) -> None:
    for end in (b"", b"\n", b"\r\n", b"\r"):
        assert told(data + end) == [(1, cells)]


@pytest.mark.parametrize(
    "data", [b'a"b"', b'"a"b,c', b'"a" ,b', b' "a",b', b'a,"b', b'"', b'"""', b'a,""b""']
)
def test_wrong_quotation_marks_are_refused_and_not_guessed_at(data: bytes) -> None:
    assert told(data) == [(1, Code.BAD_CSV)]
    assert told(data + b"\nc,d\n") == [(1, Code.BAD_CSV), (2, ["c", "d"])]


@pytest.mark.parametrize(("bad", "code"), [(b"\xfe", Code.BAD_UTF8), (b"\0", Code.NUL_BYTE)])
def test_bad_bytes_cost_their_own_record_alone(bad: bytes, code: Code) -> None:
    data = b"a,b\nc" + bad + b',d\n"e\n' + bad + b'\nf",g\nh,i\n'
    assert told(data) == [(1, ["a", "b"]), (2, code), (3, code), (6, ["h", "i"])]
    assert records(data)[2].data == b'"e\n' + bad + b'\nf",g\n', (
        "the record is whole, so nothing in it is read"
    )


def test_a_lone_surrogate_is_not_utf8() -> None:
    assert cells_of(b"a\xed\xa0\x80,b") == Refusal(code=Code.BAD_UTF8, value="\\xed")


def test_a_record_has_the_number_of_its_first_line() -> None:
    assert told(b'\n\na,"b\n\n\nc"\n \t\n\r\nd,e') == [(3, ["a", "b\n\n\nc"]), (9, ["d", "e"])]


def test_a_record_has_at_most_so_many_lines() -> None:
    longest = b'a,"' + b"\n" * (MOST_LINES - 1) + b'b"\n'
    assert [line for line, _ in told(longest)] == [1]
    assert told(longest)[0][1] != Code.BAD_CSV
    too_many = b'a,"' + b"\n" * MOST_LINES + b'b"\n'
    assert told(too_many) == [(1, Code.BAD_CSV), (MOST_LINES + 1, Code.BAD_CSV)]


def test_a_record_is_at_most_one_mebibyte_long() -> None:
    half = b"x" * (LONGEST_RECORD_BYTES // 2)
    fitting = b'"' + half[:-3] + b"\n" + half[:-2] + b'",b'
    assert [type(cells) for _, cells in told(fitting)] == [list]
    assert told(b'"' + half + b"\n" + half + b'",b\nc,d\n') == [
        (1, Code.LINE_TOO_LONG),
        (2, Code.BAD_CSV),
        (3, ["c", "d"]),
    ]


def test_a_stray_quotation_mark_does_not_reach_over_a_line_that_cannot_be_used() -> None:
    data = b'a,"b\n' + b"x" * (LONGEST_RECORD_BYTES + 1) + b'\nc",d\ne,f\n'
    codes = [Code.BAD_CSV, Code.LINE_TOO_LONG, Code.BAD_CSV, ["e", "f"]]
    assert told(data) == list(enumerate(codes, start=1))
