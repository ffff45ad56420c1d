"""Refused rows as a CSV file that people can mend and give again, in any spreadsheet."""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from terazi.core.codes import Refusal
from terazi.formats.rows import Reject, Row

OURS = ("line", "code", "sentence")
"""The first columns of a rejects file, by which it is recognised."""
RAW = "raw"
"""Its last column: what could not be read as cells."""

# Spreadsheets take a cell that starts with one of these for a formula, and run it. An apostrophe in front
# makes it text. A cell that starts with apostrophes before such a sign gets one more, so that taking one
# off gives back every cell exactly.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_DISARMED = re.compile(r"''*[=+\-@\t\r]")

Column = tuple[str, int]
"""A column's name, and how many of that name stand before it in its file."""


def disarmed(cell: str) -> str:
    """A cell that no spreadsheet runs as a formula.

    >>> disarmed("=cmd"), disarmed("'=cmd"), disarmed("a=b")
    ("'=cmd", "''=cmd", 'a=b')
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def armed(cell: str) -> str:
    """The cell that `disarmed` was given."""
    return cell[1:] if _DISARMED.match(cell) else cell


def is_rejects(header: Sequence[str]) -> bool:
    """Whether a file with this header was written by `write_rejects`."""
    return tuple(header[: len(OURS)]) == OURS


def mended_cells(header: Sequence[str], cells: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Of one row of a rejects file (or its header): the cells of the file it came from, and its raw text."""
    own = slice(len(OURS), -1 if header[-1] == RAW else None)
    raw = cells[-1] if header[-1] == RAW else ""
    return tuple(map(armed, cells[own])), armed(raw)


def write_rejects(
    out: TextIO, rejects: Iterable[Reject], sentence: Callable[[Refusal], str], *, name_files: bool = False
) -> None:
    """Write every refused row: line, code and sentence, then the columns of its file, then `raw`.

    Files with different columns share one table with all of them. `name_files` puts the file in front of the
    line number. Refusals of whole files are no rows and are left out. `out` is text in UTF-8 without
    translation of line ends (`newline=""`).
    """
    rows = [reject for reject in rejects if not reject.whole_file]
    columns = list(dict.fromkeys(column for reject in rows for column in _columns(reject.row)))
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*OURS, *(disarmed(name) for name, _ in columns), RAW])
    for reject in rows:
        row = reject.row
        place = row.place if name_files else str(row.line)
        cells = dict(zip(_columns(row), row.cells, strict=True))
        about = (place, reject.refusal.code, sentence(reject.refusal))
        own = [disarmed(cells.get(column, "")) for column in columns]
        writer.writerow([*map(_written, about), *own, _written(row.raw)])


def _columns(row: Row) -> list[Column]:
    seen: Counter[str] = Counter()
    columns = []
    for name in row.columns:
        columns.append((name, seen[name]))
        seen[name] += 1
    return columns


def _written(text: str) -> str:
    """Text of ours that may quote names of files and the like, which need not be Unicode."""
    return disarmed(text.encode("utf-8", "backslashreplace").decode())
