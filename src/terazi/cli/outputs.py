"""Files that a command writes: all of them whole, or none."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

import click

_PRIVATE, _PUBLIC = 0o600, 0o666


class Outputs:
    """Files written under a temporary name beside their place, and moved there together at the end."""

    def __init__(self) -> None:
        self._files = ExitStack()
        self._moves: list[tuple[Path, Path]] = []

    def open(self, path: Path, *, private: bool = False) -> BinaryIO:
        """A new file that will stand at `path`; a usage error where it cannot be made.

        A `private` one can be read by its owner only.
        """
        special = path.exists() and not path.is_file()  # /dev/null, a pipe: nothing to put in its place
        unfinished = path if special else path.with_name(f".{path.name}.{os.getpid()}.unfinished")
        flags = os.O_WRONLY if special else os.O_WRONLY | os.O_CREAT | os.O_EXCL
        try:
            number = os.open(unfinished, flags, _PRIVATE if private else _PUBLIC)
        except OSError as error:
            raise click.UsageError(f"{path}: {error.strerror}") from error
        if not special:
            self._moves.append((unfinished, path))
        return self._files.enter_context(os.fdopen(number, "wb"))

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
