"""The shapes of answers about boards, tournaments, the rulebook and the service."""

from typing import Literal

from terazi.core.entries import Visibility
from terazi.web.models import Answer, FormulaAnswer, Side, VoidAnswer

# --- boards ----------------------------------------------------------------------------------------


class BoardLine(Answer):
    """One line of the leaderboard."""

    rank: int
    player: str | None
    name: str
    rating: int
    games: int
    wins: int
    losses: int


class BoardAnswer(Answer):
    """A page of the leaderboard, standing on the ledger's first `entries` entries."""

    lines: list[BoardLine]
    next: str | None
    entries: int


class BoostedLineAnswer(Answer):
    """One line of the Boosted leaderboard."""

    rank: int
    player: str | None
    name: str
    points: int
    sparks: int
    games: int


class BoostedAnswer(Answer):
    """A page of the Boosted leaderboard; the amounts are our choice (R14)."""

    week: str | None
    lines: list[BoostedLineAnswer]
    next: str | None
    assumed: Literal[True]


class RatingCount(Answer):
    """So many listed players have this rating."""

    rating: int
    players: int


class DistributionAnswer(Answer):
    """The listed players by rating, the lowest first."""

    listed: int
    ratings: list[RatingCount]


# --- tournaments -----------------------------------------------------------------------------------


class PlaceAnswer(Answer):
    """One placed player."""

    place: int
    player: str | None


class AwardAnswer(Answer):
    """One placed player's award."""

    number: int
    accepted_at: str
    tournament: str
    place: int
    side: Side
    void: VoidAnswer | None = None


class TournamentAnswer(Answer):
    """A tournament as it stands; `podium` is null until it is closed."""

    tournament: str
    number: int
    accepted_at: str
    name: str
    visibility: Visibility
    awards: list[int]
    podium: list[PlaceAnswer] | None
    given: list[AwardAnswer]


class WinnerAnswer(Answer):
    """Who won a tournament; `player` is null once they were erased."""

    player: str | None
    name: str


class TournamentLineAnswer(Answer):
    """A public tournament in the list; `closed_at` is null, and nobody won it, until it is closed."""

    tournament: str
    number: int
    accepted_at: str
    name: str
    awards: list[int]
    closed_at: str | None
    winners: list[WinnerAnswer]


class TournamentsAnswer(Answer):
    """A page of the public tournaments, the newest first."""

    tournaments: list[TournamentLineAnswer]
    next: str | None


# --- rulebook --------------------------------------------------------------------------------------


class EditionAnswer(Answer):
    """A version in the rulebook; `/v1/tables/{table_sha256}` is its table."""

    effective_from: str
    formula: FormulaAnswer
    table_sha256: str


class SettingsAnswer(Answer):
    """The rule settings in force; null is no limit."""

    late_ms: int | None
    early_ms: int | None
    sparks_win: int
    sparks_loss: int
    missed_moves: int
    grace_ms: int
    listed_games: int


class RulebookAnswer(Answer):
    """The dated list of versions, and the rule settings in force."""

    versions: list[EditionAnswer]
    settings: SettingsAnswer


class ChangedAnswer(Answer):
    """The entry of a rulebook change."""

    number: int
    accepted_at: str
    version: EditionAnswer


class LadderAnswer(Answer):
    """What this ladder is called, and whom to ask."""

    name: str
    contact: str
    zone: str
    entries: int
    software: str


class StatusAnswer(Answer):
    """How the service is."""

    status: str
