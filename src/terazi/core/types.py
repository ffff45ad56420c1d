"""What a game is made of: ids, choices and the settled facts of one game (R6-R10)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, NewType, TypeVar

from terazi.core.quick import quickly_made

PlayerId = NewType("PlayerId", str)
"""The operator's own id of a player (R7): exact code points, never folded."""
PlayerNumber = NewType("PlayerNumber", int)
"""A player inside the ledger: the number of their `register` entry (R22)."""
GameId = NewType("GameId", str)
"""The operator's own id of one game (R6)."""
TournamentId = NewType("TournamentId", str)
"""The operator's own id of a tournament (R15)."""
EntryNumber = NewType("EntryNumber", int)
"""The place of an entry in the ledger: 0, 1, 2 … without a gap."""

STARTING_RATING = 1500
"""Everybody starts here (article)."""

LARGEST_AMOUNT = 1_000_000
"""No opening rating and no award is larger, either way: so that every sum of them stays an exact integer in
every reader's numbers (RFC 8785), though ratings themselves have no floor and no ceiling (R0)."""

MOST_RECENT = 4_000
"""Instants of games elsewhere that an opening may name."""
MOST_AWARDS = 1_000
"""Places of a tournament that may have an award."""
MOST_PLACED = 1_000
"""Players on a podium. Like the two above it keeps every entry within the 65,535 bytes that a published log
can give it (docs/log.md)."""
LONGEST_NAME = 200
"""Code points that a tournament's, a version's or a shown name may have."""

CUBES = (1, 2, 4, 8, 16, 32, 64)
"""The values of the doubling cube (R8)."""

FIRST_INSTANT_MS = -62_135_596_800_000
"""0001-01-01T00:00:00Z, "the beginning of time" (R20), in UTC milliseconds."""
LAST_INSTANT_MS = 253_402_300_799_999
"""9999-12-31T23:59:59.999Z: RFC 3339 can write nothing later."""


class Mode(StrEnum):
    """What a game was played for; only ranked games change ratings (article)."""

    RANKED = "ranked"
    BOOSTED = "boosted"
    TOURNAMENT = "tournament"


class Win(StrEnum):
    """How big a win was (R10)."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"


WIN_POINTS = {Win.SINGLE: 1, Win.GAMMON: 2, Win.BACKGAMMON: 3}
"""Points of a win at cube 1 on the result screen (R10)."""


class Termination(StrEnum):
    """How a game ended (R9); the word is PGN's."""

    BEAR_OFF = "bear_off"
    DROP = "drop"
    RESIGN = "resign"
    LEAVE = "leave"
    DISCONNECT = "disconnect"
    TIMEOUT = "timeout"
    UNSPECIFIED = "unspecified"
    ABORTED = "aborted"


AT_FAULT = frozenset(
    {Termination.RESIGN, Termination.LEAVE, Termination.DISCONNECT, Termination.TIMEOUT},
)
"""Endings where one player is at fault, and that player lost by definition (R9)."""

SINGLE_BY_RULE = frozenset(
    {Termination.DROP, Termination.LEAVE, Termination.DISCONNECT, Termination.TIMEOUT},
)
"""Endings that can only be a single win (R10)."""

P = TypeVar("P", PlayerId, PlayerNumber)


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[P]):
    """The settled facts of one finished game.

    `Game[PlayerId]` comes from the referee and names players as the operator does; `Game[PlayerNumber]`
    stands in the ledger. `finished_at` is in UTC milliseconds. Of an aborted game `winner` and `loser`
    are only the two who played.
    """

    game_id: GameId
    finished_at: int
    winner: P
    loser: P
    mode: Mode = Mode.RANKED
    cube: int = 1
    win: Win = Win.SINGLE
    termination: Termination = Termination.UNSPECIFIED
    tournament: TournamentId | None = None
    replaces: GameId | None = None

    @property
    def points(self) -> int:
        """Points on the result screen: cube x 1, 2 or 3 (R10)."""
        return self.cube * WIN_POINTS[self.win]


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the rating step must know of a player: the rating, and ranked games in the 7 days before (R2)."""

    rating: int
    games_recent: int = 0


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class RatingChange:
    """A rating before and after; `after == before + delta`, always."""

    before: int
    delta: int

    @property
    def after(self) -> int:
        """The rating after the change."""
        return self.before + self.delta
