"""Files that a command writes: whole or not at all."""

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

import click


class Outputs:
    """Files written under a temporary name beside their place, and moved there together at the end."""

    def __init__(self) -> None:
        self._files = ExitStack()
        self._moves: list[tuple[Path, Path]] = []

    def open(self, path: Path) -> BinaryIO:
        """A new file that will stand at `path`; a usage error where it cannot be made."""
        unfinished = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
        try:
            file = unfinished.open("wb")
        except OSError as error:
            raise click.FileError(str(path), error.strerror) from error
        self._moves.append((unfinished, path))
        return self._files.enter_context(file)

    def keep(self) -> None:
        """Close every file and put it in its place."""
        self._files.close()
        for unfinished, path in self._moves:
            unfinished.replace(path)
        self._moves.clear()

    def drop(self) -> None:
        """Remove what was not kept."""
        self._files.close()
        for unfinished, _ in self._moves:
            unfinished.unlink(missing_ok=True)


@contextmanager
def outputs() -> Iterator[Outputs]:
    """Files of one command: kept only where it says so, removed on any other way out."""
    files = Outputs()
    try:
        yield files
    finally:
        files.drop()


def write_lines(file: BinaryIO, lines: Iterable[bytes]) -> None:
    """Write lines, each ended by a line feed."""
    file.writelines(line + b"\n" for line in lines)
