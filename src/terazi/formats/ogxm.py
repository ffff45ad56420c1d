"""Reading OGXM, a binary match format, and streams of it, through the package `ogxm` (extra `files`).

The bytes are decoded by that package alone; here its documents are only asked for, one after the other, and
what cannot be had becomes a note. It is imported when the first OGXM file is met.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from terazi.formats.decode import Readable
from terazi.formats.match import GameRecord, MatchStream
from terazi.formats.match_notes import Note, NoteCode, note
from terazi.formats.ogxm_game import records_of

MAGIC = b"OGXM"
"""How every OGXM file and every stream begins."""
EXTRA = "terazi[files]"
"""What has to be installed to read them."""
LARGEST_OLD_FILE = 1 << 26
"""Of a file of the format's first version, which is read whole; more is cut off."""


def is_ogxm(start: bytes) -> bool:
    """Whether a file that begins so is OGXM."""
    return start.startswith(MAGIC)


def read_ogxm(start: bytes, stream: Readable) -> MatchStream:
    """The games of an OGXM file or stream in its order; never empty, never raises.

    `stream` gives the file from its beginning, which `start` repeats. Holds one match in memory.
    """
    package = _package()
    if package is None:
        yield note(0, NoteCode.NEEDS_PACKAGE, EXTRA)
        return
    games, plies = 0, 0
    for document in _documents(package, start, stream):
        if isinstance(document, Note):
            yield document
            continue
        for record in records_of(document, plies):
            games += isinstance(record, GameRecord)
            yield record
        plies += sum(len(game["plies"]) for game in document.get("games", ()))
    if not games:
        yield note(0, NoteCode.NO_GAMES)


def _package() -> Any | None:
    """The package with its library loaded, or None where either is missing."""
    try:
        package = import_module("ogxm")
        package.load_library()
    except (ImportError, OSError, RuntimeError):
        return None
    return package


def _documents(package: Any, start: bytes, stream: Readable) -> Iterator[dict[str, Any] | Note]:
    """The matches of a file as the package tells them; damaged ones are passed over."""
    damaged: list[Note] = []

    def passed_over(offset: int, length: int) -> None:
        damaged.append(note(0, NoteCode.DAMAGED, f"{offset} + {length}"))

    try:
        if int.from_bytes(start[4:6], "little") == 1:
            yield package.binary_to_json(package.v1_to_v2(_whole(stream)))
            return
        for member in package.iter_stream(stream, strict=False, on_skip=passed_over):
            yield from _told(damaged)
            yield package.binary_to_json(member)
    except package.StreamTruncated as error:
        yield note(0, NoteCode.CUT_OFF, f"{error.offset} + {error.length}")
    except (RuntimeError, ValueError) as error:  # what the package refuses, and text that is none
        yield note(0, NoteCode.DAMAGED, str(error))
    yield from _told(damaged)


def _told(notes: list[Note]) -> Iterator[Note]:
    yield from notes
    notes.clear()


def _whole(stream: Readable) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while size < LARGEST_OLD_FILE and (piece := stream.read(LARGEST_OLD_FILE - size)):
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)
