"""Reading a match file of any format that Terazi knows: the format is found by its first characters."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO

from terazi.formats.decode import decoded_lines
from terazi.formats.mat import read_mat
from terazi.formats.mat_lines import is_blank
from terazi.formats.match import MatchStream
from terazi.formats.match_notes import Note
from terazi.formats.sgf import read_sgf


def read_match_file(stream: BinaryIO, fallback: str = "cp1254") -> MatchStream:
    """The games of a match file in its order, with a note for every oddity; never empty, never raises.

    `.sgf` is known by its opening bracket, everything else is read as `.mat`. `fallback` is the encoding
    of lines that are not Unicode. What the stream itself raises (a disk that fails) passes through.
    """
    yield from read_match_lines(decoded_lines(stream, fallback))


def read_match_lines(lines: Iterable[str | Note]) -> MatchStream:
    """The same for lines that are decoded already."""
    rest = iter(lines)
    start = list(_until_text(rest))
    first = next((line for line in reversed(start) if isinstance(line, str)), "")
    reader = read_sgf if first.lstrip("\ufeff \t").startswith("(") else read_mat
    yield from reader(chain(start, rest))


def _until_text(lines: Iterator[str | Note]) -> Iterator[str | Note]:
    """The lines up to the first that is not blank."""
    for line in lines:
        yield line
        if isinstance(line, str) and not is_blank(line):
            return
