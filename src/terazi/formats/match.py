"""A recorded match as a neutral value: what the file says, whatever its format, and nothing more.

Readers give a stream of `GameRecord`s and notes, in the order of the file. Nothing here has been checked
against the board: `replay_match` does that.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import TypeAlias

from terazi.board.plays import Play, Roll
from terazi.board.position import WinMultiplier
from terazi.board.side import Side
from terazi.formats.match_notes import Note, NoteCode, note

UNLIMITED_LENGTHS = frozenset({0, 16})
"""Match lengths that mean "no length": 0 in most programs, 16 where a site plays single games."""

MOST_ACTIONS = 10_000
"""What is kept of one game; the longest real ones have a few hundred turns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchHeader:
    """What a file says once of a whole match.

    `date` and `time` are local, in a zone that no file names; `started_at` (UTC ms) stands where a file
    knows the instant itself. `length` is in points, None if not stated. `cube_limit` is how high the cube
    may go, if the file says so. `in_plies`: a file without lines, so that every `line` is the number of a
    ply, counted through the whole file. `tags` are all headings as written, in order; a heading may be
    nonsense (`Player 1 Elo` is often the score), so only those that have a field here are interpreted.
    """

    players: tuple[str, str] = ("", "")
    length: int | None = None
    site: str = ""
    match_id: str = ""
    event: str = ""
    date: dt.date | None = None
    time: dt.time | None = None
    variation: str = ""
    crawford_rule: bool = True
    jacoby_rule: bool = False
    cube_limit: int | None = None
    started_at: int | None = None
    in_plies: bool = False
    line: int = 1
    tags: tuple[tuple[str, str], ...] = ()

    @property
    def is_unlimited(self) -> bool:
        """Whether the stated length means that the match has none."""
        return self.length in UNLIMITED_LENGTHS

    @property
    def is_jacoby(self) -> bool:
        """Whether gammons count only after a double was taken: the Jacoby rule, which is none for matches."""
        return self.jacoby_rule and (not self.length or self.is_unlimited)

    @property
    def is_backgammon(self) -> bool:
        """Whether the game is ordinary backgammon, as it is when no variation is named."""
        return is_backgammon(self.variation)


def is_backgammon(variation: str) -> bool:
    """Whether a variation's name means ordinary backgammon."""
    return variation.strip().casefold() in {"", "backgammon", "standard"}


class CubeKind(StrEnum):
    """What a player does with the cube."""

    DOUBLE = "double"
    TAKE = "take"
    BEAVER = "beaver"
    """Takes the double and at once doubles again, keeping the cube."""
    RACCOON = "raccoon"
    """Answers a beaver in the same way."""
    DROP = "drop"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A roll and how it was played.

    `roll` None: the dice are not known. `play` None: how the roll was played is not known; `()`: no
    checker moved.
    """

    side: Side
    line: int
    roll: Roll | None
    play: Play | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeAction:
    """What a player did with the cube; `value` is what the file says the cube would show, if it says so."""

    side: Side
    line: int
    kind: CubeKind
    value: int | None = None


class GivingUp(StrEnum):
    """How a player gave a game up, by the file's own word."""

    RESIGN = "resign"
    FORFEIT = "forfeit"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resignation:
    """`side` gave the game up; `multiplier` 1, 2 or 3 if the file says single, gammon or backgammon."""

    side: Side
    line: int
    how: GivingUp = GivingUp.RESIGN
    multiplier: WinMultiplier | None = None


Action: TypeAlias = Turn | CubeAction | Resignation


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedResult:
    """The result line of a game; `side` is the winner, None if the line does not show whose it is.

    `points` None: not stated. `wins_match`: the line says that the match was won with it.
    """

    side: Side | None
    line: int
    points: int | None = None
    wins_match: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One game as the file has it, from `line` to `last_line`.

    All games of one match share one `match` value. `players` are those of the game's own score line, in
    the order of its columns. `score` is the points before the game. `from_opening` is false where the
    file sets up another position. `crawford`: the file says that this is, or is not, the Crawford game.
    `cube` is its value at the beginning, more than 1 after automatic doubles.
    """

    match: MatchHeader
    players: tuple[str, str]
    line: int
    last_line: int
    number: int | None = None
    score: tuple[int, int] | None = None
    actions: tuple[Action, ...] = ()
    result: StatedResult | None = None
    from_opening: bool = True
    crawford: bool | None = None
    cube: int = 1

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The rolls of the game, without the cube."""
        return tuple(action for action in self.actions if isinstance(action, Turn))


MatchStream: TypeAlias = Iterator[GameRecord | Note]
"""What a reader gives: games and notes, in the order of the file; never empty."""


def matches(records: Iterable[GameRecord | Note]) -> Iterator[tuple[MatchHeader, list[GameRecord]]]:
    """The games of a stream match by match; notes are left out. Holds one match in memory."""
    games = (record for record in records if isinstance(record, GameRecord))
    for _, group in groupby(games, key=lambda game: id(game.match)):
        match = list(group)
        yield match[0].match, match


def header_notes(header: MatchHeader) -> Iterator[Note]:
    """What is odd about the heading of a match."""
    if header.length is None:
        yield note(header.line, NoteCode.NO_MATCH_LENGTH)
    if not header.is_backgammon:
        yield note(header.line, NoteCode.OTHER_VARIATION, header.variation)
    if not all(header.players):
        yield note(header.line, NoteCode.EMPTY_NAME, " / ".join(header.players))
    elif header.players[0] == header.players[1]:
        yield note(header.line, NoteCode.SAME_NAMES, header.players[0])


def conceded(actions: Sequence[Action], points: int | None, cube: int = 1) -> WinMultiplier | None:
    """What a resignation gave up: the stated points by the cube in force, which began at `cube`."""
    doubling = {CubeKind.TAKE, CubeKind.BEAVER, CubeKind.RACCOON}
    taken = sum(isinstance(action, CubeAction) and action.kind in doubling for action in actions)
    multiples: tuple[WinMultiplier, ...] = (1, 2, 3)
    return next((multiple for multiple in multiples if points == multiple * cube << taken), None)
