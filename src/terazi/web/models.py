"""The shapes of answers, for the OpenAPI document; no rule stands here."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from terazi.core.codes import Unrated, VoidReason
from terazi.core.types import Mode, Termination, Win


class Answer(BaseModel):
    """What callers are answered: nothing else is in it."""

    model_config = ConfigDict(extra="forbid")


# --- problems --------------------------------------------------------------------------------------


class ProblemAnswer(Answer):
    """RFC 9457; `code` is one of docs/codes.md, `pointer` leads into the body."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    pointer: str | None = None
    parameter: str | None = None
    request_id: str | None = None


# --- reports ---------------------------------------------------------------------------------------


class Side(Answer):
    """What an entry did to one player; which members there are depends on what it did."""

    player: str | None
    player_number: int
    before: int | None = None
    delta: int | None = None
    after: int | None = None
    k: int | None = None
    recent: int | None = None
    points: int | None = None
    sparks: int | None = None
    assumed: bool | None = None


class GameAnswer(Answer):
    """A recorded game: `number` is its place in the ledger, `formula` the version that rated it."""

    game_id: str
    number: int
    accepted_at: str
    finished_at: str
    rated: bool
    reason: Unrated | None
    formula: str | None
    mode: Mode
    cube: int
    win: Win
    termination: Termination
    points: int
    winner: Side
    loser: Side
    tournament: str | None = None
    replaces: str | None = None


class VoidAnswer(Answer):
    """A void (R16); `note` only to keys with the scope `direct`."""

    number: int
    accepted_at: str
    voids: int
    reason: VoidReason
    sides: list[Side]
    note: str | None = None


class GameNowAnswer(GameAnswer):
    """A game as it stands now; `proof` is the address of its proof, where the log is served."""

    names: dict[str, str]
    void: VoidAnswer | None = None
    replaced_by: str | None = None
    proof: str | None = None


class Terms(Answer):
    """One player's sum, term by term: `delta = round(k * (result - expected) * coefficient)`."""

    player: str
    result: int
    before: int
    opponent_before: int
    gap: int
    expected: float
    games_recent: int
    k: int
    busy: bool
    coefficient: float
    unrounded: float
    delta: int
    after: int
    counted: list[str]


class FormulaAnswer(Answer):
    """A version of the formula."""

    name: str
    divisor: int
    k: int
    busy_games: int | None
    busy_k: int | None
    cube_rule: str
    gammon_rule: str
    assumed: bool


class ExplainAnswer(Answer):
    """A game and both players' sums; `lines` tell it in the caller's language."""

    game: GameNowAnswer
    formula: FormulaAnswer | None
    winner: Terms | None
    loser: Terms | None
    asymmetry: str | None
    lines: list[str]


# --- previews --------------------------------------------------------------------------------------


class StakesAnswer(Answer):
    """What both win or lose."""

    you: int
    opponent: int


class BothAnswer(Answer):
    """Both outcomes."""

    win: StakesAnswer
    lose: StakesAnswer


class SideAnswer(Answer):
    """A player before the game. `games_until_change` or `changes_at` say when K changes."""

    player: str | None
    known: bool
    rating: int
    recent: int
    k: int
    games_until_change: int | None
    changes_at: str | None


class PreviewAnswer(Answer):
    """What the next game is worth at every cube; `resigning_now` is what losing at `cube` costs.

    `warning` says so in the caller's language, to be shown to a player who is about to resign.
    """

    formula: str
    cube: int
    you: SideAnswer
    opponent: SideAnswer
    by_cube: dict[str, BothAnswer]
    resigning_now: StakesAnswer
    warning: str
    lines: list[str]


# --- corrections -----------------------------------------------------------------------------------


class VoidedAnswer(VoidAnswer):
    """A void that was written, or that a dry run would write."""

    dry_run: bool


class OutageAnswer(Answer):
    """The games of the span, its digest, and the voids that were or would be written."""

    digest: str
    games: list[str]
    voids: list[VoidAnswer]
    dry_run: bool


# --- players ---------------------------------------------------------------------------------------


class PutPlayerAnswer(Answer):
    """The player's number in the ledger, and the entries that were written."""

    player: str
    player_number: int
    written: list[int]


class ErasedAnswer(Answer):
    """Id, name and salt are gone; the ledger still verifies."""

    number: int
    accepted_at: str


class ExtremeAnswer(Answer):
    """A highest or lowest rating and the entry that first gave it."""

    rating: int
    number: int
    accepted_at: str
    game_id: str | None


class RecordLine(Answer):
    """Games that stand, by mode and ending; aborted ones too, which count nowhere else."""

    mode: Mode
    termination: Termination
    won: int
    lost: int


class PlayerAnswer(Answer):
    """A player. `rank`, `listed` and `percentile` are null for who is not on the board (R18)."""

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
    high: ExtremeAnswer | None
    low: ExtremeAnswer | None
    last_finished_at: str | None
    record: list[RecordLine]


class HistoryEvent(Answer):
    """One entry of a player's history, and the player after it."""

    event: int
    rating: int
    wins: int
    losses: int
    awards: int
    points: int
    sparks: int
    kind: Literal["game", "award", "void"]
    game: GameAnswer | None = None
    award: Any = None
    void: VoidAnswer | None = None


class HistoryAnswer(Answer):
    """A page of a player's history, the newest first; `next` is the cursor of the page after it."""

    player: str
    events: list[HistoryEvent]
    names: dict[str, str]
    next: str | None
