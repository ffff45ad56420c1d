"""Where a published log is read from: a folder, or the web (`web_source`)."""

import errno
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from terazi.ledger.faults import Fault, FaultCode


class Source(Protocol):
    """A place that holds the files of a log."""

    def read(self, path: str, limit: int) -> bytes | Fault:
        """The bytes at a path of tlog-tiles; `missing`, `unreadable`, or `too_large` beyond `limit` bytes."""

    def expect(self, files: Iterable[tuple[str, int]]) -> None:
        """Told what will be read next: paths with their limits, in order."""

    def close(self) -> None:
        """Told that nothing will be read any more."""


class FolderSource:
    """A log in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def read(self, path: str, limit: int) -> bytes | Fault:
        """The bytes of a file."""
        try:
            # Not by a `Path`, which would take as long as to read a tile.
            with open(os.path.join(self._folder, path), "rb") as file:
                # As many bytes as there are: asked for more, Python makes room for all of them first.
                size = os.fstat(file.fileno()).st_size
                return bounded(file.read(min(size, limit) + 1), path, limit)
        except OSError as error:
            gone = error.errno in {errno.ENOENT, errno.ENOTDIR}
            reason = "" if gone else error.strerror or type(error).__name__
            return Fault(code=FaultCode.MISSING if gone else FaultCode.UNREADABLE, place=path, says=reason)

    def expect(self, files: Iterable[tuple[str, int]]) -> None:
        """Nothing needs to be done ahead of time."""

    def close(self) -> None:
        """Nothing is open."""


def bounded(data: bytes, path: str, limit: int) -> bytes | Fault:
    """What was read, unless it is more than was asked for."""
    if len(data) > limit:
        return Fault(code=FaultCode.TOO_LARGE, place=path, should=str(limit))
    return data
