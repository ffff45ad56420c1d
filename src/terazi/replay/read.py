"""A regular CSV file of games read all at once, by the same rules as row by row.

What is surely right is taken here. Every other row is a suspect, which the caller sends through `formats` and
the referee: that alone says what is wrong with it, or that nothing is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

import numpy as np

from terazi.core.types import CUBES, Game, Mode, PlayerId
from terazi.replay.arrays import Choices, Flags, Instants
from terazi.replay.both import both
from terazi.replay.cells import Cells, cells_of
from terazi.replay.choices import (
    CUBE_WORDS,
    MODE_WORDS,
    MODES,
    NOT_A_DRAW_WORDS,
    TERMINATION_WORDS,
    TERMINATIONS,
    WIN_WORDS,
    WINS,
    are_ids,
    chosen,
    faults_fit,
    strange_bytes,
    wins_fit,
)
from terazi.replay.instants import instants
from terazi.replay.texts import Texts, are_equal

REQUIRED = ("game_id", "finished_at", "winner", "loser")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """A row of the file as it stood: its number from 0, its line from 1, and its cells."""

    row: int
    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A file's rows while suspects are being settled; a place in every column for each row.

    `sure` says which rows are taken so far. `mode`, `win` and `termination` are places in `MODES`, `WINS` and
    `TERMINATIONS`, `cube` in `CUBES`. `moment` is when the game was accepted, or else finished (R4).
    """

    cells: Cells
    names: Mapping[str, Texts]
    sure: Flags
    finished_at: Instants
    moment: Instants
    mode: Choices
    cube: Choices
    win: Choices
    termination: Choices

    @property
    def header(self) -> tuple[str, ...]:
        """The file's own columns."""
        return self.cells.header

    def suspects(self) -> Iterator[FileRow]:
        """Rows that are not sure, in the order of the file."""
        yield from map(self.file_row, np.flatnonzero(~self.sure).tolist())

    def file_row(self, row: int) -> FileRow:
        """A row as it stood; line 1 is the header."""
        return FileRow(row=row, line=row + 2, cells=self.cells.row(row))

    def take(self, row: int, game: Game[PlayerId], accepted_at: int | None) -> None:
        """A suspect row has settled after all: these are its facts."""
        assert game.game_id == next(self.names["game_id"][np.array([row])].strings()), "ids are never changed"
        self.finished_at[row] = game.finished_at
        self.moment[row] = game.finished_at if accepted_at is None else accepted_at
        self.mode[row] = MODES.index(game.mode)
        self.cube[row] = CUBES.index(game.cube)
        self.win[row] = WINS.index(game.win)
        self.termination[row] = TERMINATIONS.index(game.termination)
        self.sure[row] = True


def read_games(data: bytes, names: Mapping[str, str], zone: ZoneInfo | None = None) -> Draft | None:
    """The games of a CSV file's bytes, or None where reading them row by row is the only way.

    `names` says what each of our columns is called there; `zone` is that of times without an offset. None for
    a file that is not regular (see `cells_of`), a required column that is missing or any that stands there
    twice, and games that replace others: their order depends on more than times and ids (R16).
    """
    cells = cells_of(data)
    if cells is None:
        return None
    stands = {ours: cells.header.count(theirs) for ours, theirs in names.items()}
    if max(stands.values()) > 1 or not all(stands.get(name) for name in REQUIRED):
        return None
    places = {ours: cells.header.index(names[ours]) for ours, count in stands.items() if count}
    columns = {ours: cells.column(place) for ours, place in places.items()}
    if "replaces" in columns and columns["replaces"].length.any():
        return None
    return _draft(cells, columns, zone)


def _draft(cells: Cells, columns: Mapping[str, Texts], zone: ZoneInfo | None) -> Draft:
    times, facts = both(lambda: _times(columns, zone), lambda: _facts(cells, columns))
    return Draft(
        cells=cells,
        names=columns,
        sure=times.sure & facts.sure,
        finished_at=times.finished_at,
        moment=times.moment,
        mode=facts.mode,
        cube=facts.cube,
        win=facts.win,
        termination=facts.termination,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Times:
    """A draft's times, and where they are sure."""

    finished_at: Instants
    moment: Instants
    sure: Flags


def _times(columns: Mapping[str, Texts], zone: ZoneInfo | None) -> _Times:
    finished_at, sure = instants(columns["finished_at"], zone)
    if "accepted_at" not in columns:
        return _Times(finished_at=finished_at, moment=finished_at.copy(), sure=sure)
    accepted_at, is_time = instants(columns["accepted_at"], zone)
    is_empty = columns["accepted_at"].length == 0
    moment = np.where(is_empty, finished_at, accepted_at)
    return _Times(finished_at=finished_at, moment=moment, sure=sure & (is_time | is_empty))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Facts:
    """Everything else of a draft, and where it is sure."""

    mode: Choices
    cube: Choices
    win: Choices
    termination: Choices
    sure: Flags


def _facts(cells: Cells, columns: Mapping[str, Texts]) -> _Facts:
    sure = np.ones(cells.rows, dtype=np.bool_)
    mode, cube, win, termination = (
        _choice(columns, name, words, cells.rows, sure)
        for name, words in (
            ("mode", MODE_WORDS),
            ("cube", CUBE_WORDS),
            ("win", WIN_WORDS),
            ("termination", TERMINATION_WORDS),
        )
    )
    _choice(columns, "draw", NOT_A_DRAW_WORDS, cells.rows, sure)
    strange = strange_bytes(cells.data)
    for name in ("game_id", "winner", "loser"):
        sure &= are_ids(columns[name], strange)
    sure &= ~are_equal(columns["winner"], columns["loser"])  # R12
    sure &= wins_fit(win, termination)
    if "fault" in columns:
        sure &= faults_fit(columns["fault"], columns["loser"], termination)
    if "tournament" in columns:
        in_tournament = (mode == MODES.index(Mode.TOURNAMENT)) & (columns["tournament"].length > 0)
        sure &= ~in_tournament | are_ids(columns["tournament"], strange)
    return _Facts(mode=mode, cube=cube, win=win, termination=termination, sure=sure)


def _choice(
    columns: Mapping[str, Texts], name: str, words: Mapping[str, int], rows: int, sure: Flags
) -> Choices:
    """A column of choices; everywhere the plain one where the file has no such column."""
    if name not in columns:
        return np.full(rows, words[""], dtype=np.int8)
    numbers, known = chosen(columns[name], words)
    sure &= known
    return numbers
