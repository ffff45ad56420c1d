"""What the ledger can hold: facts that arrive, effects they have, entries with both (R21, R22).

An entry is its facts plus everything the ladder added: its number, the moment it was accepted, what it did
to whom, and why it did nothing. So verifying an entry is deciding its facts again and comparing.
"""

from dataclasses import dataclass
from enum import StrEnum

from terazi.core.codes import Unrated, VoidReason
from terazi.core.quick import quickly_made
from terazi.core.rulebook import Edition
from terazi.core.types import EntryNumber, Game, PlayerNumber, RatingChange, TournamentId
from terazi.core.window import WINDOW_MS

# --- facts -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The choices an operator makes for a ladder; milliseconds and counts.

    `late_ms` and `early_ms` are the limits of R5, None where there are none; `sparks_*` are ours (R14,
    assumed); `missed_moves` and `grace_ms` are the referee's (R11); `listed_games` is N of R18.
    """

    late_ms: int | None = WINDOW_MS
    early_ms: int | None = 300_000
    sparks_win: int = 10
    sparks_loss: int = 2
    missed_moves: int = 3
    grace_ms: int = 60_000
    listed_games: int = 0


HISTORY = Settings(late_ms=None, early_ms=None)
"""Settings of a ladder made from files, which know no moment of arrival (R5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookChange:
    """A version comes into force; `table_sha256` is the digest of its table (SPEC 3), from `ledger`."""

    edition: Edition
    table_sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """A player enters, named only by a salted commitment to the operator's id."""

    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A starting rating, and the instants of recent ranked games played elsewhere (R7)."""

    player: PlayerNumber
    rating: int
    recent: tuple[int, ...] = ()


class Visibility(StrEnum):
    """Who may see a tournament; only a public one gives awards (R15)."""

    PUBLIC = "public"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A tournament and its awards in rating points, first place first (R15)."""

    tournament: TournamentId
    name: str
    visibility: Visibility = Visibility.PUBLIC
    awards: tuple[int, ...] = (50, 25, 15)


@dataclass(frozen=True, slots=True, kw_only=True)
class Podium:
    """How a tournament ended: (place, player) pairs; players may share a place (R15)."""

    tournament: TournamentId
    places: tuple[tuple[int, PlayerNumber], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """One placed player's award."""

    tournament: TournamentId
    place: int
    player: PlayerNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Void:
    """A game or an award is taken back (R16)."""

    entry: EntryNumber
    reason: VoidReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """The operator's id, name and salt of a player were erased beside the ledger (R7)."""

    player: PlayerNumber


Facts = (
    Settings
    | RulebookChange
    | Registration
    | Opening
    | Game[PlayerNumber]
    | Tournament
    | Podium
    | Award
    | Void
    | Erasure
)
"""All that the ladder can be told."""

# --- effects ---------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A ranked game moved a player's rating. `event` is the player's own running number (1, 2, 3 …)."""

    player: PlayerNumber
    event: int
    change: RatingChange
    games_recent: int
    k: int


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """An award, or a void, moved a player's rating."""

    player: PlayerNumber
    event: int
    change: RatingChange


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A boosted game gave (or its void took back) points and Sparks: both our choice, `assumed` (R14)."""

    player: PlayerNumber
    event: int
    points: int
    sparks: int


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """The player took part and nothing moved."""

    player: PlayerNumber
    event: int


Effect = Rated | Moved | Scored | Present
"""What an entry did to one player."""

# --- entries ---------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the ledger.

    `accepted_at` (UTC ms) never goes back (R22). `effects` name a game's winner first, then the loser.
    `formula` is the version that rated a ranked game; `unrated` says why a game moved no rating (R19).
    """

    number: EntryNumber
    accepted_at: int
    facts: Facts
    effects: tuple[Effect, ...] = ()
    formula: str | None = None
    unrated: Unrated | None = None
