"""What the service answers, member by member; a test holds it to the OpenAPI document."""

from typing import Any, NotRequired, TypedDict


class Side(TypedDict):
    """What an entry did to one player; `player` is None once they were erased."""

    player: str | None
    player_number: int
    before: NotRequired[int]
    delta: NotRequired[int]
    after: NotRequired[int]
    k: NotRequired[int]
    recent: NotRequired[int]
    points: NotRequired[int]
    sparks: NotRequired[int]
    assumed: NotRequired[bool]


class GameAnswer(TypedDict):
    """A recorded game; `number` is its place in the ledger, `formula` the version that rated it."""

    game_id: str
    number: int
    accepted_at: str
    finished_at: str
    rated: bool
    reason: str | None
    formula: str | None
    mode: str
    cube: int
    win: str
    termination: str
    points: int
    winner: Side
    loser: Side
    tournament: NotRequired[str]
    replaces: NotRequired[str]


class VoidAnswer(TypedDict):
    """A void: what it took back, from whom, and why."""

    number: int
    accepted_at: str
    voids: int
    reason: str
    sides: list[Side]
    note: NotRequired[str]


class VoidedAnswer(VoidAnswer):
    """A void that was written, or that a dry run would write."""

    dry_run: bool


class GameNowAnswer(GameAnswer):
    """A game as it stands now."""

    names: dict[str, str]
    void: NotRequired[VoidAnswer]
    replaced_by: NotRequired[str]
    proof: NotRequired[str]


class ExplainAnswer(TypedDict):
    """A game and both players' sums, in terms and in words."""

    game: GameNowAnswer
    formula: dict[str, Any] | None
    winner: dict[str, Any] | None
    loser: dict[str, Any] | None
    asymmetry: str | None
    lines: list[str]


class PreviewAnswer(TypedDict):
    """What the next game is worth at every cube, and what resigning now costs."""

    formula: str
    cube: int
    you: dict[str, Any]
    opponent: dict[str, Any]
    by_cube: dict[str, dict[str, dict[str, int]]]
    resigning_now: dict[str, int]
    warning: str
    lines: list[str]


class PlayerAnswer(TypedDict):
    """A player; `rank`, `listed` and `percentile` are None for who is not on the board."""

    player: str
    player_number: int
    name: str
    rating: int
    rank: int | None
    listed: int | None
    below: int | None
    percentile: float | None
    games: int
    wins: int
    losses: int
    awards: int
    points: int
    sparks: int
    assumed: bool
    unlisted: bool
    recent: int | None
    k: int | None
    games_until_change: int | None
    changes_at: str | None
    high: dict[str, Any] | None
    low: dict[str, Any] | None
    last_finished_at: str | None
    record: list[dict[str, Any]]


class BoardLine(TypedDict):
    """One line of the leaderboard."""

    rank: int
    player: str | None
    name: str
    rating: int
    games: int
    wins: int
    losses: int


class OutageAnswer(TypedDict):
    """The games of a span, the digest of their list, and the voids."""

    digest: str
    games: list[str]
    voids: list[VoidAnswer]
    dry_run: bool


class TournamentAnswer(TypedDict):
    """A tournament as it stands."""

    tournament: str
    number: int
    accepted_at: str
    name: str
    visibility: str
    awards: list[int]
    podium: list[dict[str, Any]] | None
    given: list[dict[str, Any]]
