"""What the ladder is after so many entries; `ladder.apply` alone changes it."""

from dataclasses import dataclass, field

from terazi.core.entries import Entry, Podium, Settings, Tournament
from terazi.core.rulebook import Rulebook
from terazi.core.types import (
    FIRST_INSTANT_MS,
    STARTING_RATING,
    EntryNumber,
    GameId,
    PlayerNumber,
    TournamentId,
)
from terazi.core.window import Window


@dataclass(slots=True, kw_only=True)
class PlayerState:
    """One player: rating, busy week, record.

    `events` counts the entries that name the player in a game, an award or a void. `wins` and `losses`
    count ranked games that stand, `awards` awards that stand; `rated` says whether a rated event ever came.
    """

    rating: int = STARTING_RATING
    window: Window = field(default_factory=Window)
    events: int = 0
    wins: int = 0
    losses: int = 0
    awards: int = 0
    points: int = 0
    sparks: int = 0
    rated: bool = False
    erased: bool = False

    @property
    def games(self) -> int:
        """Ranked games that stand."""
        return self.wins + self.losses


@dataclass(slots=True, kw_only=True)
class Ladder:
    """The pool in which ratings compare, as a fold over its entries.

    A service loads only the players and games that a batch can touch; everything here is keyed so that
    a part serves as well as the whole.
    """

    head: int = 0
    """Number of the next entry."""
    clock: int = FIRST_INSTANT_MS
    """`accepted_at` of the last entry, UTC ms."""
    last_finish: int | None = None
    """The latest `finished_at` of any game, UTC ms (R3)."""
    settings: Settings = field(default_factory=Settings)
    rulebook: Rulebook = field(default_factory=Rulebook)
    players: dict[PlayerNumber, PlayerState] = field(default_factory=dict)
    games: dict[GameId, Entry] = field(default_factory=dict)
    awards: dict[tuple[TournamentId, PlayerNumber], Entry] = field(default_factory=dict)
    voidable: dict[EntryNumber, Entry] = field(default_factory=dict)
    """Games and awards by their number."""
    voids: dict[EntryNumber, Entry] = field(default_factory=dict)
    """Void entries by the number of what they took back."""
    replaced: dict[GameId, GameId] = field(default_factory=dict)
    """Old game -> the game that replaces it (R16)."""
    tournaments: dict[TournamentId, Entry] = field(default_factory=dict)
    podiums: dict[TournamentId, Entry] = field(default_factory=dict)

    def tournament(self, tournament: TournamentId) -> Tournament | None:
        """The tournament's facts, if it is known."""
        entry = self.tournaments.get(tournament)
        if entry is None:
            return None
        assert isinstance(entry.facts, Tournament)
        return entry.facts

    def podium(self, tournament: TournamentId) -> Podium | None:
        """The tournament's podium, if it is closed."""
        entry = self.podiums.get(tournament)
        if entry is None:
            return None
        assert isinstance(entry.facts, Podium)
        return entry.facts
