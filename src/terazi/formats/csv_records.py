"""CSV records out of physical lines (RFC 4180), such that a damaged record costs one line.

Cells are separated by commas; or, in a file whose first line has no comma, by semicolons, which spreadsheets
write where the comma is for decimals, or by tabs.

A field with a comma, a quotation mark or a line end in it stands in quotation marks, which are doubled
inside; elsewhere a quotation mark is refused (`bad_csv`) and not guessed at. When a quotation mark opens
and no record can be made of it, its first line alone is refused, and reading goes on in the next line.
"""

import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from terazi.core.codes import Code, Refusal
from terazi.formats.raw_lines import LONGEST_RECORD_BYTES, RawLine, too_long

MOST_LINES = 100
"""Physical lines of one record. With a limit, a stray quotation mark cannot make reading quadratic."""

COMMA = ","
SEPARATORS = (COMMA, ";", "\t")

_CELL = r'(?:"([^"]*+(?:""[^"]*+)*+)"|([^"{0}\r\n]*+)){0}'
_CELLS = {each: re.compile(_CELL.format(each)) for each in SEPARATORS}
_RECORD = {each: re.compile(f"(?:{_CELL.format(each)})++") for each in SEPARATORS}


class Record(NamedTuple):
    """The cells of one record, or why it has none; `data` is all of its bytes, `ends` as in `RawLine`."""

    line: int
    data: bytes
    cells: list[str] | Refusal
    ends: bool = False


def csv_records(lines: Iterator[RawLine]) -> Iterator[Record]:
    """Every line that is not blank belongs to one record: with cells, or with a refusal."""
    waiting: deque[RawLine] = deque()
    separator = ""
    while (first := _next(waiting, lines)) is not None:
        separator = separator or separator_of(first.data)
        if first.refusal is not None:
            yield Record(line=first.line, data=first.data, cells=first.refusal, ends=first.ends)
        elif first.data.count(b'"') % 2:
            yield _quoted(first, waiting, lines, separator)
        elif not first.data.isspace():
            yield Record(line=first.line, data=first.data, cells=cells_of(first.data, separator))


def separator_of(header: bytes) -> str:
    """What separates the cells of a file with this first line."""
    return next((each for each in SEPARATORS if each.encode() in header), COMMA)


def cells_of(data: bytes, separator: str = COMMA) -> list[str] | Refusal:
    """The cells of one whole record's bytes (`nul_byte`, `bad_utf8`, `bad_csv`)."""
    text = text_from(data)
    if isinstance(text, Refusal):
        return text
    return split(text.rstrip("\r\n"), separator) or Refusal(code=Code.BAD_CSV)


def split(text: str, separator: str = COMMA) -> list[str] | None:
    """The cells of one record's text, without its line end; None where its quotation marks are wrong."""
    if '"' not in text:
        return text.split(separator)
    text += separator
    if not _RECORD[separator].fullmatch(text):
        return None
    return [quoted.replace('""', '"') or plain for quoted, plain in _CELLS[separator].findall(text)]


def text_from(data: bytes) -> str | Refusal:
    """These bytes as text, if they are any (`nul_byte`, `bad_utf8`)."""
    if b"\0" in data:
        return Refusal(code=Code.NUL_BYTE)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        wrong = data[error.start : error.end]
        return Refusal(code=Code.BAD_UTF8, value=wrong.decode("utf-8", "backslashreplace"))


def _next(waiting: deque[RawLine], lines: Iterator[RawLine]) -> RawLine | None:
    return waiting.popleft() if waiting else next(lines, None)


def _quoted(first: RawLine, waiting: deque[RawLine], lines: Iterator[RawLine], separator: str) -> Record:
    """The record whose quotation mark is still open at the end of its first line."""
    taken, length, is_open = [first], len(first.data), True
    while is_open and len(taken) < MOST_LINES and length <= LONGEST_RECORD_BYTES:
        following = _next(waiting, lines)
        if following is None:
            break
        taken.append(following)
        if following.refusal is not None:
            break
        length += len(following.data)
        is_open ^= following.data.count(b'"') % 2 == 1
    data = b"".join(line.data for line in taken)
    # Judged before it is decoded, so that bad bytes inside quotation marks cost this one record and not more.
    fits = length <= LONGEST_RECORD_BYTES
    if fits and not is_open and split(data.decode("utf-8", "replace").rstrip("\r\n"), separator):
        return Record(line=first.line, data=data, cells=cells_of(data, separator))
    waiting.extendleft(reversed(taken[1:]))
    refusal = text_from(first.data)
    if not isinstance(refusal, Refusal):
        refusal = Refusal(code=Code.BAD_CSV) if fits else too_long()
    return Record(line=first.line, data=first.data, cells=refusal)
