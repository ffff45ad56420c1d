"""Chunks of bytes to physical lines with their numbers, in bounded memory."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from terazi.core.codes import Code, Refusal

LONGEST_RECORD_BYTES = 1 << 20
"""Of one record; more is refused (`line_too_long`) without being kept."""

_BOM = b"\xef\xbb\xbf"
_SHOWN_BYTES = 1000


class RawLine(NamedTuple):
    """One physical line with its end (LF, CR LF or CR); `refusal` says why it cannot be used.

    A refusal that `ends` the stream stands for the rest of the file, and `data` for the piece of a line
    that was read before it.
    """

    line: int
    data: bytes
    refusal: Refusal | None = None
    ends: bool = False


def raw_lines(chunks: Iterable[bytes | Refusal]) -> Iterator[RawLine]:
    """The lines of a file, without its byte order mark; too long ones are cut and refused."""
    number, held = 1, b""
    for chunk in _without_bom(_whole_ends(chunks)):
        if isinstance(chunk, Refusal):
            yield RawLine(number, held[:_SHOWN_BYTES], chunk, ends=True)
            return
        for part in chunk.splitlines(keepends=True):
            if part.endswith((b"\n", b"\r")):
                yield _line(number, held + part)
                number, held = number + 1, b""
            else:  # only the last part of a chunk; one byte over the limit is enough to know
                held = (held + part)[: LONGEST_RECORD_BYTES + 1]
    if held:
        yield _line(number, held)


def _line(number: int, data: bytes) -> RawLine:
    if len(data) <= LONGEST_RECORD_BYTES:
        return RawLine(number, data)
    return RawLine(number, data[:_SHOWN_BYTES], too_long())


def too_long() -> Refusal:
    """The refusal of a record that is too long, whatever its length: that was not counted."""
    return Refusal(code=Code.LINE_TOO_LONG, other=str(LONGEST_RECORD_BYTES))


def _whole_ends(chunks: Iterable[bytes | Refusal]) -> Iterator[bytes | Refusal]:
    """The same bytes, with no CR at the end of a chunk: it may be the first half of a CR LF."""
    held = b""
    for chunk in chunks:
        if isinstance(chunk, Refusal):
            yield held
            yield chunk
            return
        whole = held + chunk
        held = b"\r" if whole.endswith(b"\r") else b""
        yield whole.removesuffix(b"\r")
    yield held


def _without_bom(chunks: Iterator[bytes | Refusal]) -> Iterator[bytes | Refusal]:
    start = b""
    for chunk in chunks:
        if isinstance(chunk, Refusal):
            yield start
            yield chunk
            return
        start += chunk
        if len(start) >= len(_BOM):
            break
    yield start.removeprefix(_BOM)
    yield from chunks
