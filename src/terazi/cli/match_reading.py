"""Match files on the command line: which there are, and how they are opened."""

from dataclasses import dataclass, field
from pathlib import Path

from terazi.formats.match_found import MatchSource
from terazi.formats.sources import open_file

ENDINGS = frozenset({".mat", ".txt", ".sgf", ".ogxm", ".ogxms"})
"""Endings by which a match file in a folder is known; a file that is named is read whatever it is called."""


@dataclass(slots=True, kw_only=True)
class MatchFiles:
    """The files behind names of files and folders, in order; `passed_over` counts the others in folders."""

    paths: list[str] = field(default_factory=list)
    passed_over: int = 0

    def add(self, name: str) -> None:
        """One file, or all match files of a folder and the folders in it."""
        folder = Path(name)
        if not folder.is_dir():
            self.paths.append(name)
            return
        inside = sorted(path for path in folder.rglob("*") if path.is_file())
        known = [str(path) for path in inside if path.suffix.lower() in ENDINGS]
        self.paths += known
        self.passed_over += len(inside) - len(known)


def source_at(path: str) -> MatchSource:
    """The match file at a path, called as it was named."""
    return MatchSource(name=path, open=lambda: open_file(path))
