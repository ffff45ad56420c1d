"""What reading a results file gives: a row as it stood, and either the report it tells or why not."""

from dataclasses import dataclass

from terazi.core.codes import Refusal
from terazi.core.reports import GameReport

STDIN = "-"
"""The path that means standard input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    r"""One record as it stood in its file, so that it can be shown, mended and given again.

    `line` counts from 1 and is the record's first; 0 means the file as a whole. `columns` are the file's own
    and `cells` what stood under them; `raw` is the text of what could not be read as cells, with bytes that
    are not UTF-8 shown as \xNN.
    """

    path: str = STDIN
    line: int = 0
    columns: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    raw: str = ""

    @property
    def place(self) -> str:
        """File and line as people and editors write them: `games.csv:12`."""
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One row that tells of a game. `accepted_at` (UTC ms) is given where the file has such a column (R4)."""

    row: Row
    report: GameReport
    accepted_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject:
    """One row that was refused, or (`whole_file`) a file of which nothing more can be read."""

    row: Row
    refusal: Refusal
    whole_file: bool = False


def shown_bytes(data: bytes) -> str:
    r"""Bytes as text without their line end; what is not UTF-8 is shown as \xNN, and NUL as \x00.

    >>> shown_bytes(b"Ay\xfee,1\r\n")
    'Ay\\xfee,1'
    """
    return data.rstrip(b"\r\n").decode("utf-8", "backslashreplace").replace("\0", "\\x00")
