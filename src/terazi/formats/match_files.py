"""Reading a match file of any format that Terazi knows: the format is found by its first characters."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from terazi.formats.decode import CHUNK_BYTES, Readable, Reopened, decoded_lines
from terazi.formats.mat import read_mat
from terazi.formats.mat_lines import is_blank
from terazi.formats.match import MatchStream
from terazi.formats.match_notes import Note
from terazi.formats.ogxm import is_ogxm, read_ogxm
from terazi.formats.sgf import read_sgf

SNIFFED_BYTES = 1 << 16
"""What is looked at to tell a match file from another."""
_LOOKS_LIKE_A_MATCH = re.compile(
    rb"^\s*\(;|^\s*;\s*\[|^\s*\d+ points? match\b|^\s*Game \d+\s*$", re.MULTILINE | re.IGNORECASE
)


def looks_like_a_match(start: bytes) -> bool:
    """Whether a file that begins so (its first `SNIFFED_BYTES`) seems to hold a recorded match."""
    plain = start.replace(b"\0", b"").replace(b"\r", b"\n")  # UTF-16, and line ends of every kind
    return (
        is_ogxm(start)
        or _LOOKS_LIKE_A_MATCH.search(plain.removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe")) is not None
    )


def read_match_file(stream: Readable, fallback: str = "cp1254") -> MatchStream:
    """The games of a match file in its order, with a note for every oddity; never empty, never raises.

    OGXM is known by its first bytes, `.sgf` by its opening bracket; everything else is read as `.mat`.
    `fallback` is the encoding of lines that are not Unicode. What the stream itself raises (a disk that
    fails) passes through.
    """
    start = stream.read(CHUNK_BYTES)
    whole = Reopened(start, stream)
    if is_ogxm(start):
        yield from read_ogxm(start, whole)
    else:
        yield from read_match_lines(decoded_lines(whole, fallback))


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
