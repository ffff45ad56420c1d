"""Match files on the command line: which there are, and their games with what was given before."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from terazi.core.codes import Code, Refusal
from terazi.formats.match_games import FileGame, file_games
from terazi.formats.match_notes import Note
from terazi.formats.match_reports import report_row
from terazi.formats.match_twins import Twin, Twins
from terazi.formats.sources import open_file

ENDINGS = frozenset({".mat", ".txt", ".sgf"})
"""Endings by which a match file in a folder is known; a file that is named is read whatever it is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One game of a file, and the earlier one that it repeats, if it does."""

    game: FileGame
    twin: Twin | None = None

    @property
    def is_repeat(self) -> bool:
        """Whether the game was given before."""
        return self.twin is not None and self.twin.same

    def row(self, mode: str = "") -> dict[str, str]:
        """The game as a row of results (`match_reports.COLUMNS`); a repeat has the id of the first.

        Of a contradiction nobody knows which record is right, or whether it is another game: it has an id of
        its own, and no winner.
        """
        row = report_row(self.game, mode)
        if self.twin is None:
            return row
        game_id = self.twin.first.game_id
        if self.twin.same:
            return row | {"game_id": game_id}
        told = sha256(f"{self.game.dice} {self.game.winner}".encode("utf-8", "replace")).hexdigest()[:8]
        return row | {"game_id": f"{game_id}/{told}", "winner": "", "loser": "", "fault": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A file that cannot be opened or read to its end, or in which there is no game."""

    path: str
    trouble: Refusal | Note


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


def found_games(paths: Iterable[str]) -> Iterator[Found | Unread]:
    """Every game of the files in their order, and what could not be read."""
    twins = Twins()
    for path in paths:
        for game in _read(path):
            yield Found(game=game, twin=twins.met(game)) if isinstance(game, FileGame) else game


def first_known(first: dict[str, str], row: dict[str, str]) -> dict[str, str]:
    """The first row of a game, unless only a later one shows who won; the time of whichever says more."""
    chosen = first if first["winner"] or not row["winner"] else row
    times = (first["finished_at"], row["finished_at"])
    return chosen | {"finished_at": max(times, key=len)}


def _read(path: str) -> Iterator[FileGame | Unread]:
    stream = open_file(path)
    if isinstance(stream, Refusal):
        yield Unread(path=path, trouble=stream)
        return
    with stream:
        try:
            for each in file_games(path, stream):
                yield Unread(path=path, trouble=each) if isinstance(each, Note) else each
        except OSError as error:
            refusal = Refusal(code=Code.UNREADABLE, value=path, other=error.strerror or "")
            yield Unread(path=path, trouble=refusal)
