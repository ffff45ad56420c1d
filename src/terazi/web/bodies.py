"""The shapes of bodies that callers send, for the edge and for the OpenAPI document; no rule stands here."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from terazi.core.entries import Visibility
from terazi.core.reports import EventKind
from terazi.core.types import LARGEST_AMOUNT, MOST_AWARDS, MOST_PLACED, MOST_RECENT

Id = Annotated[str, Field(min_length=1, max_length=128, description="The operator's own id (R7).")]
Instant = Annotated[str, Field(description="RFC 3339 with an offset, at most millisecond digits (R1).")]
Amount = Annotated[int, Field(ge=-LARGEST_AMOUNT, le=LARGEST_AMOUNT)]


class Body(BaseModel):
    """What callers send: members that are not known are refused."""

    model_config = ConfigDict(extra="forbid")


class EventBody(Body):
    """One thing a player did (R11)."""

    kind: EventKind
    player: Id | int
    at: Instant | None = None
    win: str | None = None


class ReportBody(Body):
    """A finished game: the columns of `terazi rate`, or its players and events (R11)."""

    game_id: Id | int | None = None
    finished_at: Instant | None = None
    winner: Id | int | None = None
    loser: Id | int | None = None
    mode: str | None = None
    cube: int | str | None = None
    win: str | None = None
    termination: str | None = None
    fault: str | int | None = None
    tournament: str | int | None = None
    replaces: str | int | None = None
    accepted_at: str | None = None
    draw: bool | int | str | None = None
    players: list[Id | int] | None = None
    events: list[EventBody] | None = None
    until: Instant | None = None


class StandingBody(Body):
    """A player by rating and recent ranked games."""

    rating: Amount
    recent: Annotated[int, Field(ge=0, le=100_000)] = 0


class PreviewBody(Body):
    """Two ids, or two ratings. `cube` asks for words about a game at that cube."""

    you: Id | StandingBody
    opponent: Id | StandingBody
    cube: Literal[1, 2, 4, 8, 16, 32, 64] = 1


class VoidBody(Body):
    """Why something is taken back; the note stays beside the ledger."""

    reason: Literal["test", "cheating", "outage", "wrong_result", "other"]
    note: Annotated[str, Field(max_length=2_000)] = ""


class OutageBody(Body):
    """Every game that finished within [since, until]; `digest` is that of the list (R17).

    Without a digest only a dry run is possible: it gives the list and its digest.
    """

    since: Instant
    until: Instant
    digest: str | None = None
    note: Annotated[str, Field(max_length=2_000)] = ""


class OpeningBody(Body):
    """A starting rating, and when recent ranked games elsewhere finished (R7)."""

    rating: Amount
    recent: Annotated[list[Instant], Field(max_length=MOST_RECENT)] = []


class PlayerBody(Body):
    """What is told of a player; what is not told stays as it is. A `name` of null takes the name away."""

    name: str | None = None
    opening: OpeningBody | None = None
    unlisted: bool | None = None


class TournamentBody(Body):
    """A tournament (R15); awards are rating points, the first place first."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    visibility: Visibility = Visibility.PUBLIC
    awards: Annotated[list[Amount], Field(max_length=MOST_AWARDS)] = [50, 25, 15]


class PlaceBody(Body):
    """One placed player; places may be shared."""

    place: Annotated[int, Field(ge=1, le=100_000)]
    player: Id


class PodiumBody(Body):
    """How a tournament ended."""

    places: Annotated[list[PlaceBody], Field(max_length=MOST_PLACED)]


class EditionBody(Body):
    """A version and when it takes effect: a name of the catalogue, or parameters of its own (R20)."""

    effective_from: Instant
    formula: str | None = None
    name: str | None = None
    divisor: int | None = None
    k: int | None = None
    busy_games: int | None = None
    busy_k: int | None = None
    cube_rule: str | None = None
    gammon_rule: str | None = None
