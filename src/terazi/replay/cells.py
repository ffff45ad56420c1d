"""The cells of a regular CSV file, found all at once; nothing is copied, and nothing is anything but text.

A file is regular if every line has as many commas as its header, and quotation marks stand only around whole
cells with no comma, line end or quotation mark in them. Everything else is left to the slow path, which can
say what is wrong with it.
"""

import codecs
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from terazi.replay.texts import Texts

LONGEST_LINE = 1 << 16
"""Bytes of a line that is still read at once."""

_COMMA, _LINE_FEED, _RETURN, _QUOTE = b',\n\r"'
_BOM = codecs.BOM_UTF8
_CHUNK = 1 << 20

Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int32] | npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """A file's bytes and where its cells stand: a row a line after the header, a column a cell.

    `start` is a cell's first byte, `length` its number of bytes, without quotation marks.
    """

    data: bytes
    header: tuple[str, ...]
    start: Places
    length: Places

    @property
    def rows(self) -> int:
        """Lines after the header."""
        return len(self.start)

    def column(self, place: int) -> Texts:
        """All cells of one column."""
        return Texts(data=self.data, start=self.start[:, place], length=self.length[:, place])

    def row(self, row: int) -> tuple[str, ...]:
        """The text of one row's cells."""
        return _texts(self.data, self.start[row].tolist(), self.length[row].tolist())


def cells_of(data: bytes) -> Cells | None:
    """The cells of a file's bytes, or None where the file is not regular.

    Not regular are also NUL bytes, bytes that are not UTF-8, carriage returns elsewhere than before a line
    feed, blank lines, and lines beyond `LONGEST_LINE`.
    """
    if b"\0" in data or not _is_utf8(data):
        return None
    ends = _cell_ends(data)
    if ends is None:
        return None
    start, end = _starts(data, ends), ends
    if not _without_returns(data, end) or int((end[:, -1] - start[:, 0]).max()) > LONGEST_LINE:
        return None
    if b'"' in data and not _without_quotes(data, start, end):
        return None
    header = _texts(data, start[0].tolist(), (end[0] - start[0]).tolist())
    return Cells(data=data, header=header, start=start[1:], length=(end - start)[1:])


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(data)
    try:
        for first in range(0, len(data), _CHUNK):
            decoder.decode(view[first : first + _CHUNK])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _cell_ends(data: bytes) -> Places | None:
    """Where the cells end, a row a line; None unless all lines have as many as the first."""
    letters = np.frombuffer(data, dtype=np.uint8)
    separates = letters == _COMMA
    separates |= letters == _LINE_FEED
    ends = np.flatnonzero(separates)
    if not data.endswith(b"\n"):
        ends = np.append(ends, len(data))
    first_line = data.find(b"\n")
    columns = data.count(b",", 0, first_line if first_line >= 0 else len(data)) + 1
    if len(data) == 0 or len(ends) % columns:
        return None
    rows = ends.reshape(-1, columns)
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    # As many line ends as rows, each at the end of its row: so every row has the header's number of cells.
    last = rows[:-1, -1]
    if lines != len(rows) or not np.all(letters[last] == _LINE_FEED):
        return None
    return rows.astype(np.int32) if len(data) < 2**31 else rows


def _starts(data: bytes, ends: Places) -> Places:
    start = np.empty_like(ends)
    start.ravel()[1:] = ends.ravel()[:-1] + 1
    start[0, 0] = len(_BOM) if data.startswith(_BOM) else 0
    return start


def _without_returns(data: bytes, end: Places) -> bool:
    """Move the ends before CR LF by one; False where a CR stands elsewhere."""
    returns = data.count(b"\r")
    if returns:
        letters = np.frombuffer(data, dtype=np.uint8)
        before = letters[np.maximum(end[:, -1] - 1, 0)] == _RETURN
        end[:, -1] -= before
        return returns == int(before.sum())
    return True


def _without_quotes(data: bytes, start: Places, end: Places) -> bool:
    """Take the quotation marks off the cells that stand in them; False where one stands elsewhere."""
    letters = np.frombuffer(data, dtype=np.uint8)
    quoted = end - start >= 2
    quoted &= letters[np.minimum(start, len(data) - 1)] == _QUOTE
    quoted &= letters[end - 1] == _QUOTE
    start += quoted
    end -= quoted
    # Every quotation mark is then the first or the last of its cell: none can hide a comma or a line end.
    return data.count(b'"') == 2 * int(quoted.sum())


def _texts(data: bytes, starts: Sequence[int], lengths: Sequence[int]) -> tuple[str, ...]:
    pairs = zip(starts, lengths, strict=True)
    return tuple(data[start : start + length].decode() for start, length in pairs)
