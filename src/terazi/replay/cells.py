"""The cells of a regular CSV file, found all at once; nothing is copied, and nothing is anything but text.

A file is regular if every line has as many cells as its header, and quotation marks stand only around whole
cells with no line end or quotation mark in them. Everything else is left to the slow path, which can say what
is wrong with it.
"""

import codecs
from dataclasses import dataclass
from typing import Any

import numpy as np

from terazi.replay.arrays import Flags, Places, Rows
from terazi.replay.both import both
from terazi.replay.texts import Texts

LONGEST_LINE = 1 << 16
"""Bytes of a line that is still read at once."""

_COMMA, _LINE_FEED, _RETURN, _QUOTE = b',\n\r"'
_BOM = codecs.BOM_UTF8
CHUNK = 1 << 17
"""Bytes looked at together: few enough to stay near the processor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """A file's bytes and where the cells after its header stand.

    `start[column, row]` is a cell's first byte, `length[column, row]` its number of bytes, both without
    quotation marks.
    """

    data: bytes
    header: tuple[str, ...]
    start: Places
    length: Places

    @property
    def rows(self) -> int:
        """Lines after the header."""
        return len(self.start[0])

    def column(self, place: int) -> Texts:
        """All cells of one column."""
        return Texts(data=self.data, start=self.start[place], length=self.length[place])

    def row(self, row: int) -> tuple[str, ...]:
        """The text of one row's cells."""
        return _texts(self.data, self.start[:, row], self.length[:, row])


def cells_of(data: bytes) -> Cells | None:
    """The cells of a file's bytes, or None where the file is not regular.

    Not regular are also NUL bytes, bytes that are not UTF-8, carriage returns elsewhere than before a line
    feed, blank lines, and lines beyond `LONGEST_LINE`.
    """
    if b"\0" in data or not _is_utf8(data):
        return None
    end = _cell_ends(data)
    if end is None:
        return None
    start = _starts(data, end)
    if not _without_returns(data, end) or int((end[-1] - start[0]).max()) > LONGEST_LINE:
        return None
    if b'"' in data and not _without_quotes(data, start, end):
        return None
    end -= start
    header = _texts(data, start[:, 0], end[:, 0])
    return Cells(data=data, header=header, start=start[:, 1:], length=end[:, 1:])


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(data)
    try:
        for first in range(0, len(data), CHUNK):
            decoder.decode(view[first : first + CHUNK])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _cell_ends(data: bytes) -> Places | None:
    """Where the cells end, by column and row; None unless all lines have as many as the first."""
    ends, lines = _separators(data)
    if b'"' in data:
        ends = ends[_are_outside_quotes(data, ends)]
    columns = int(np.searchsorted(ends, data.find(b"\n") % (len(data) + 1))) + 1
    if not data or len(ends) != lines * columns:
        return None
    # As many rows as line ends, each ended by one: so every row has the header's number of cells.
    by_row: Places = ends.reshape(lines, columns)
    letters = np.frombuffer(data, dtype=np.uint8)
    if not np.all(letters[by_row[:-1, -1]] == _LINE_FEED):
        return None
    return by_row.T.copy()


def _separators(data: bytes) -> tuple[Places, int]:
    """Where commas and line ends stand, the last line's end included, and the number of lines."""
    middle = len(data) // 2
    one, other = both(lambda: _found(data, 0, middle), lambda: _found(data, middle, len(data)))
    found: list[Any] = [*one[0], *other[0]]
    lines = one[1] + other[1]
    if not data.endswith(b"\n"):
        found.append(_places(np.array([len(data)]), data))
        lines += 1
    ends: Places = np.concatenate(found)
    return ends, lines


def _found(data: bytes, start: int, stop: int) -> tuple[list[Places], int]:
    """The same from one byte up to another, a chunk at a time."""
    letters = np.frombuffer(data, dtype=np.uint8)
    found, lines = [], 0
    for first in range(start, stop, CHUNK):
        chunk = letters[first : min(first + CHUNK, stop)]
        separates = chunk == _LINE_FEED
        lines += int(np.count_nonzero(separates))
        separates |= chunk == _COMMA
        found.append(_places(np.flatnonzero(separates) + first, data))
    return found, lines


def _places(found: Rows, data: bytes) -> Places:
    return found.astype(np.int32) if len(data) < 2**31 else found.astype(np.int64)


def _are_outside_quotes(data: bytes, places: Places) -> Flags:
    """Which places have an even number of quotation marks before them."""
    letters = np.frombuffer(data, dtype=np.uint8)
    chunks = range(0, len(data), CHUNK)
    marks = [np.flatnonzero(letters[first : first + CHUNK] == _QUOTE) + first for first in chunks]
    outside: Flags = np.searchsorted(np.concatenate(marks), places) % 2 == 0
    return outside


def _starts(data: bytes, end: Places) -> Places:
    start = np.empty_like(end)
    start[1:] = end[:-1] + 1
    start[0, 1:] = end[-1, :-1] + 1
    start[0, 0] = len(_BOM) if data.startswith(_BOM) else 0
    return start


def _without_returns(data: bytes, end: Places) -> bool:
    """Move the ends before CR LF by one; False where a CR stands elsewhere."""
    if b"\r" not in data:
        return True
    letters = np.frombuffer(data, dtype=np.uint8)
    before = letters[np.maximum(end[-1] - 1, 0)] == _RETURN
    end[-1] -= before
    return data.count(b"\r") == int(before.sum())


def _without_quotes(data: bytes, start: Places, end: Places) -> bool:
    """Take the quotation marks off the cells that stand in them; False where one stands elsewhere."""
    letters = np.frombuffer(data, dtype=np.uint8)
    marks = 0
    for first, behind in zip(start, end, strict=True):
        quoted = behind - first >= 2
        quoted &= letters[np.minimum(first, len(data) - 1)] == _QUOTE
        quoted &= letters[behind - 1] == _QUOTE
        np.add(first, quoted, out=first)
        np.subtract(behind, quoted, out=behind)
        marks += 2 * int(quoted.sum())
    # Every quotation mark is then the first or the last of its cell: none stands for itself.
    return data.count(b'"') == marks


def _texts(data: bytes, starts: Places, lengths: Places) -> tuple[str, ...]:
    pairs = zip(starts.tolist(), lengths.tolist(), strict=True)
    return tuple(data[start : start + length].decode() for start, length in pairs)
