"""Files as a stream of chunks: plain or gzip by content, never whole in memory."""

import zlib
from collections.abc import Iterator
from typing import BinaryIO

from terazi.core.codes import Code, Refusal

CHUNK_BYTES = 1 << 16

GZIP_MARK = b"\x1f\x8b"
"""How every gzip file begins."""
_GZIP_FORMAT = 16 + zlib.MAX_WBITS

Chunks = Iterator[bytes | Refusal]
"""Parts of a file in order; a refusal is the last one, and what came before it holds."""


def open_file(path: str) -> BinaryIO | Refusal:
    """The file at a path, to be read as bytes (`not_found`, `not_a_file`, `unreadable`)."""
    try:
        return open(path, "rb", buffering=0)
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a NUL in the path
        return Refusal(code=Code.NOT_FOUND, value=path)
    except IsADirectoryError:
        return Refusal(code=Code.NOT_A_FILE, value=path)
    except OSError as error:
        return Refusal(code=Code.UNREADABLE, value=path, other=error.strerror or "")


def chunks_of(stream: BinaryIO) -> Chunks:
    """The bytes of a stream as they are; `unreadable` ends it early."""
    try:
        while chunk := stream.read(CHUNK_BYTES):
            yield chunk
    except OSError as error:
        yield Refusal(code=Code.UNREADABLE, other=error.strerror or "")


def unpacked(chunks: Chunks) -> Chunks:
    """The same, unpacked where it is gzip, whatever its name (`truncated_gzip` ends it early)."""
    start = b""
    for chunk in chunks:
        if isinstance(chunk, Refusal):
            yield start
            yield chunk
            return
        start += chunk
        if len(start) >= len(GZIP_MARK):
            break
    if start.startswith(GZIP_MARK):
        yield from _unpacked(start, chunks)
    else:
        yield start
        yield from chunks


def _unpacked(start: bytes, chunks: Chunks) -> Chunks:
    """Every member of a gzip file, at most CHUNK_BYTES at a time, however well it was packed."""
    member = zlib.decompressobj(_GZIP_FORMAT)
    packed: bytes | Refusal | None = start
    while isinstance(packed, bytes):
        if member.eof:
            packed = packed.lstrip(b"\0")  # padding between and after members
            member = zlib.decompressobj(_GZIP_FORMAT) if packed else member
        try:
            plain = b"" if member.eof else member.decompress(packed, CHUNK_BYTES)
        except zlib.error as error:
            packed = Refusal(code=Code.TRUNCATED_GZIP, other=str(error))
            break
        yield plain
        packed = (member.unused_data if member.eof else member.unconsumed_tail) if plain or packed else b""
        if not packed and len(plain) < CHUNK_BYTES:  # nothing more is held back
            packed = next(chunks, None)
    if packed is not None or not member.eof:
        yield packed or Refusal(code=Code.TRUNCATED_GZIP)
