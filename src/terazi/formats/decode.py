"""Bytes to lines of text, for files that say nothing of their encoding. Streaming and total.

UTF-8 with or without a mark, UTF-16 of both byte orders with or without one, else an 8-bit encoding, line
by line. Lines end with CR LF, LF or CR alone, and with nothing else.
"""

import codecs
from collections.abc import Iterable, Iterator
from typing import Protocol

from terazi.formats.match_notes import Note, NoteCode, note

CHUNK_BYTES = 1 << 16
LONGEST_LINE_BYTES = 1 << 20
"""What is read of one line; some programs write a whole match on one."""

CONTROLS = bytes(set(range(1, 0x20)) - set(b"\t\n\v\f\r\x1a"))
HIGH_BYTES = bytes(range(0x80, 0x100))

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Readable(Protocol):
    """What a file is read from: bytes, at most so many at a time, none at the end."""

    def read(self, size: int = ..., /) -> bytes:
        """The next bytes."""
        ...


class Reopened:
    """A stream whose beginning was read already, to be read from its beginning."""

    def __init__(self, start: bytes, stream: Readable) -> None:
        self._start = start
        self._stream = stream

    def read(self, size: int = CHUNK_BYTES, /) -> bytes:
        """The next bytes; first those that were read already, at once."""
        start, self._start = self._start, b""
        return start or self._stream.read(size)


def decoded_lines(stream: Readable, fallback: str = "cp1254") -> Iterator[str | Note]:
    """The lines of a binary stream, without their ends; notes stand before the line they are about.

    `fallback` is the 8-bit encoding of lines that are not UTF-8 (cp1254 and cp1252 differ in six letters
    and cannot be told apart). A file full of control bytes that is not UTF-16 is refused with a note.
    """
    first = stream.read(CHUNK_BYTES)
    encoding, mark_length = sniffed(first)
    if encoding is None:
        yield note(0, NoteCode.NOT_TEXT, repr(first[:16])[2:-1])
        return
    chunks = _chunks(first[mark_length:], stream)
    if encoding != "utf-8":
        chunks = _as_utf8(chunks, encoding)
    guessed = False
    number = 0
    for block in _blocks(chunks):
        text = _plain(block)
        if text is not None:
            lines = text.split("\n")
            number += len(lines)
            yield from lines
            continue
        for raw in block.split(b"\n"):
            number += 1
            text, code = decoded(raw[:LONGEST_LINE_BYTES], fallback)
            if code is NoteCode.BROKEN_CHARACTERS or (code and not guessed):
                yield note(number, code, text)
            guessed = guessed or code is NoteCode.GUESSED_ENCODING
            if len(raw) > LONGEST_LINE_BYTES:
                yield note(number, NoteCode.LINE_CUT, text)
            yield text


def text_lines(text: str) -> Iterator[str | Note]:
    """The lines of a text that is already decoded; only CR LF, LF and CR end a line."""
    yield from text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def sniffed(start: bytes) -> tuple[str | None, int]:
    """The encoding that the first bytes of a file suggest and the length of its mark; None: not text."""
    for mark, encoding in MARKS:
        if start.startswith(mark):
            return encoding, len(mark)
    if 100 * start.count(0) <= len(start):  # a stray zero byte does not make a binary file
        controls = len(start) - len(start.translate(None, CONTROLS))
        return (None if controls > 8 and 50 * controls > len(start) else "utf-8"), 0
    even, odd = start[::2].count(0), start[1::2].count(0)
    half = len(start) // 2
    # Text in UTF-16 is mostly ASCII here, so that nearly every second byte is zero, and few others are.
    if 5 * odd > 3 * half and 10 * even < half:
        return "utf-16-le", 0
    if 5 * even > 3 * half and 10 * odd < half:
        return "utf-16-be", 0
    return None, 0


def decoded(raw: bytes, fallback: str) -> tuple[str, NoteCode | None]:
    """One line's text, and what had to be done to get it."""
    if len(raw) == LONGEST_LINE_BYTES:
        raw = raw.rstrip(HIGH_BYTES)  # a line cut in the middle of a character
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode(fallback, errors="replace")
        return text, NoteCode.BROKEN_CHARACTERS if "\ufffd" in text else NoteCode.GUESSED_ENCODING
    return text, NoteCode.BROKEN_CHARACTERS if "\ufffd" in text else None


def _chunks(first: bytes, stream: Readable) -> Iterator[bytes]:
    yield first
    while chunk := stream.read(CHUNK_BYTES):
        yield chunk


def _as_utf8(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    for chunk in chunks:
        yield decoder.decode(chunk).encode()
    yield decoder.decode(b"", final=True).encode()


def _blocks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Whole lines, as many as end in a chunk, with LF between; of one that is too long the beginning.

    A CR LF that is split between chunks is one end.
    """
    held = b""
    after_cr = False
    for chunk in filter(None, chunks):
        text = chunk[1:] if after_cr and chunk.startswith(b"\n") else chunk
        after_cr = chunk.endswith(b"\r")
        lines, end, rest = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").rpartition(b"\n")
        if end:
            yield held + lines
            held = b""
        held = (held + rest)[: LONGEST_LINE_BYTES + 1]
    if held:
        yield held


def _plain(block: bytes) -> str | None:
    """A block as text where nothing about it is odd; None: its lines have to be looked at one by one."""
    if len(block) > LONGEST_LINE_BYTES:
        return None
    try:
        text = block.decode()
    except UnicodeDecodeError:
        return None
    return None if "\ufffd" in text else text
