"""What people say about a game before the referee has settled it: an outcome, or what happened (R9-R12)."""

from dataclasses import dataclass
from enum import StrEnum

from terazi.core.quick import quickly_made


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeReport:
    """Who beat whom, as reported: nothing here is checked yet.

    `finished_at` is in UTC milliseconds. Text that is empty means "not said": ranked, cube 1, a single win,
    cause unspecified. `tournament` is ignored outside `mode` "tournament" and never sets the mode.
    """

    game_id: str
    finished_at: int
    winner: str
    loser: str
    mode: str = ""
    cube: str = ""
    win: str = ""
    termination: str = ""
    fault: str = ""
    tournament: str = ""
    replaces: str = ""
    draw: str = ""


class EventKind(StrEnum):
    """What can happen in a game (R11)."""

    DOUBLE_OFFERED = "double_offered"
    DOUBLE_TAKEN = "double_taken"
    DOUBLE_DROPPED = "double_dropped"
    MOVE_MISSED = "move_missed"
    DISCONNECTED = "disconnected"
    RECONNECTED = "reconnected"
    RESIGNED = "resigned"
    LEFT = "left"
    BORNE_OFF = "borne_off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing a player did. `at` is in UTC ms and must be given for a lost or found connection.

    `player` is who did it: who offered, took, dropped, missed a move, resigned or bore off the last checker.
    `win` is how big a win a resignation concedes, or a bear-off makes; empty means single.
    """

    kind: EventKind
    player: str
    at: int | None = None
    win: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsReport:
    """A game told by its events, in order; the referee finds the outcome (R11).

    `until` (UTC ms) is the moment up to which the game was watched: a player still disconnected then whose
    grace has run out has lost. It is also when the game ended, if the deciding event has no instant of its
    own.
    """

    game_id: str
    players: tuple[str, str]
    events: tuple[Event, ...]
    until: int | None = None
    mode: str = ""
    tournament: str = ""
    replaces: str = ""


GameReport = OutcomeReport | EventsReport
"""Either way of reporting a game."""
