"""A recorded match as a neutral value: what the file says, whatever its format, and nothing more.

Readers give a stream of `GameRecord`s and notes, in the order of the file. Nothing here has been checked
against the board: `replay_match` does that.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import TypeAlias

from terazi.board.plays import Play, Roll
from terazi.board.position import WinMultiplier
from terazi.board.side import Side
from terazi.formats.match_notes import Note

UNLIMITED_LENGTHS = frozenset({0, 16})
"""Match lengths that mean "no length": 0 in most programs, 16 where a site plays single games."""

MOST_ACTIONS = 10_000
"""What is kept of one game; the longest real ones have a few hundred turns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchHeader:
    """What a file says once of a whole match.

    `date` and `time` are local, in a zone that no file names. `length` is in points, None if not stated.
    `tags` are all headings as written, in order; a heading may be nonsense (`Player 1 Elo` is often the
    score), so only those that have a field here are interpreted.
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
    line: int = 1
    tags: tuple[tuple[str, str], ...] = ()

    @property
    def is_unlimited(self) -> bool:
        """Whether the stated length means that the match has none."""
        return self.length in UNLIMITED_LENGTHS

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
    """A double, a take or a drop; `value` is what the file says the cube would show, if it says so."""

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
