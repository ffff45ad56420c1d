"""The games of several match files, each with the earlier game that it repeats; no disk is needed."""

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO

from terazi.core.codes import Code, Refusal
from terazi.formats.match_games import FileGame, file_games
from terazi.formats.match_notes import Note
from terazi.formats.match_reports import report_row
from terazi.formats.match_twins import Twin, Twins


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSource:
    """A match file: what it is called, and how it is opened (or why it cannot be)."""

    name: str
    open: Callable[[], BinaryIO | Refusal]


def upload(name: str, data: bytes) -> MatchSource:
    """A match file that came as bytes, with the name that its sender gave it."""
    return MatchSource(name=name, open=lambda: io.BytesIO(data))


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


def found_games(sources: Iterable[MatchSource]) -> Iterator[Found | Unread]:
    """Every game of the files in their order, and what could not be read."""
    twins = Twins()
    for source in sources:
        for game in _read(source):
            yield Found(game=game, twin=twins.met(game)) if isinstance(game, FileGame) else game


def first_known(first: dict[str, str], row: dict[str, str]) -> dict[str, str]:
    """The first row of a game, unless only a later one shows who won; the time of whichever says more."""
    chosen = first if first["winner"] or not row["winner"] else row
    times = (first["finished_at"], row["finished_at"])
    return chosen | {"finished_at": max(times, key=len)}


def _read(source: MatchSource) -> Iterator[FileGame | Unread]:
    stream = source.open()
    if isinstance(stream, Refusal):
        yield Unread(path=source.name, trouble=stream)
        return
    with stream:
        try:
            for each in file_games(source.name, stream):
                yield Unread(path=source.name, trouble=each) if isinstance(each, Note) else each
        except OSError as error:
            refusal = Refusal(code=Code.UNREADABLE, value=source.name, other=error.strerror or "")
            yield Unread(path=source.name, trouble=refusal)
