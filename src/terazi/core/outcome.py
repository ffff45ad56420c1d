"""The referee of a game told by its events: who won, when, at which cube, and why (R8, R10, R11)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Settings
from terazi.core.reports import Event, EventKind, EventsReport, OutcomeReport
from terazi.core.types import CUBES, Termination


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ending:
    loser: str
    termination: Termination
    at: int | None
    win: str = ""


@dataclass(slots=True, kw_only=True)
class _Table:
    """The game as it stands between two events."""

    players: tuple[str, str]
    settings: Settings
    cube: int = 1
    owner: str = ""  # who may double next; empty: either
    offered_by: str = ""
    missed: dict[str, int] = field(default_factory=dict)
    deadlines: dict[str, int] = field(default_factory=dict)  # disconnected player -> end of the grace
    clock: int | None = None

    def other(self, player: str) -> str:
        first, second = self.players
        return second if player == first else first


def outcome_of(report: EventsReport, settings: Settings) -> OutcomeReport | Refusal:
    """The outcome that the events make; events after the end change nothing (R11).

    Refused: an event of somebody else, out of place (`event_out_of_place`) or before the one in front of it
    (`events_out_of_order`), and a game that has not ended by its last event or `until` (`no_outcome`).
    """
    table = _Table(players=report.players, settings=settings)
    for index, event in enumerate(report.events):
        ending = _expired(table, event.at, inclusive=False) or _step(table, event)
        if isinstance(ending, Refusal):
            return replace(ending, field=f"events/{index}")
        if ending is not None:
            return _reported(report, table, ending)
    ending = _expired(table, report.until, inclusive=True)
    return _reported(report, table, ending) if ending else Refusal(code=Code.NO_OUTCOME, field="events")


def _expired(table: _Table, now: int | None, *, inclusive: bool) -> _Ending | None:
    """The earliest grace that has run out by `now`: reconnecting in its last millisecond is in time."""
    if now is None or not table.deadlines:
        return None
    player, deadline = min(table.deadlines.items(), key=lambda item: item[1])
    if deadline < now or (inclusive and deadline == now):
        return _Ending(loser=player, termination=Termination.DISCONNECT, at=deadline)
    return None


def _step(table: _Table, event: Event) -> _Ending | Refusal | None:
    if event.player not in table.players:
        return Refusal(code=Code.EVENT_OUT_OF_PLACE, value=event.kind, other=event.player)
    if event.at is not None:
        if table.clock is not None and event.at < table.clock:
            return Refusal(code=Code.EVENTS_OUT_OF_ORDER, value=event.kind)
        table.clock = event.at
    return _STEPS[event.kind](table, event)


def _out_of_place(event: Event) -> Refusal:
    return Refusal(code=Code.EVENT_OUT_OF_PLACE, value=event.kind, other=event.player)


def _offered(table: _Table, event: Event) -> _Ending | Refusal | None:
    if table.offered_by or table.owner not in ("", event.player):
        return _out_of_place(event)
    table.offered_by = event.player
    return None


def _taken(table: _Table, event: Event) -> _Ending | Refusal | None:
    if not table.offered_by or event.player == table.offered_by:
        return _out_of_place(event)
    if table.cube == CUBES[-1]:  # R8: the cube ends at 64
        return Refusal(code=Code.CUBE_OUT_OF_RANGE, value=str(2 * table.cube))
    table.cube, table.owner, table.offered_by = 2 * table.cube, event.player, ""
    return None


def _dropped(table: _Table, event: Event) -> _Ending | Refusal | None:
    if not table.offered_by or event.player == table.offered_by:
        return _out_of_place(event)
    # R8: a dropped double counts at the cube as it stood before the offer, which `cube` still holds.
    return _Ending(loser=event.player, termination=Termination.DROP, at=event.at)


def _missed(table: _Table, event: Event) -> _Ending | Refusal | None:
    table.missed[event.player] = table.missed.get(event.player, 0) + 1
    if table.missed[event.player] < table.settings.missed_moves:
        return None
    return _Ending(loser=event.player, termination=Termination.TIMEOUT, at=event.at)


def _disconnected(table: _Table, event: Event) -> _Ending | Refusal | None:
    if event.at is None:
        return Refusal(code=Code.MISSING_VALUE, value=event.kind, other="at")
    # A second notice of the same lost connection does not start the grace again.
    table.deadlines.setdefault(event.player, event.at + table.settings.grace_ms)
    return None


def _reconnected(table: _Table, event: Event) -> _Ending | Refusal | None:
    if event.at is None:
        return Refusal(code=Code.MISSING_VALUE, value=event.kind, other="at")
    if table.deadlines.pop(event.player, None) is None:
        return _out_of_place(event)
    return None


def _resigned(table: _Table, event: Event) -> _Ending | Refusal | None:
    return _Ending(loser=event.player, termination=Termination.RESIGN, at=event.at, win=event.win)


def _left(table: _Table, event: Event) -> _Ending | Refusal | None:
    return _Ending(loser=event.player, termination=Termination.LEAVE, at=event.at)


def _borne_off(table: _Table, event: Event) -> _Ending | Refusal | None:
    if table.offered_by:  # nobody rolls while a double is on offer
        return _out_of_place(event)
    loser = table.other(event.player)
    return _Ending(loser=loser, termination=Termination.BEAR_OFF, at=event.at, win=event.win)


_STEPS: Mapping[EventKind, Callable[[_Table, Event], _Ending | Refusal | None]] = {
    EventKind.DOUBLE_OFFERED: _offered,
    EventKind.DOUBLE_TAKEN: _taken,
    EventKind.DOUBLE_DROPPED: _dropped,
    EventKind.MOVE_MISSED: _missed,
    EventKind.DISCONNECTED: _disconnected,
    EventKind.RECONNECTED: _reconnected,
    EventKind.RESIGNED: _resigned,
    EventKind.LEFT: _left,
    EventKind.BORNE_OFF: _borne_off,
}


def _reported(report: EventsReport, table: _Table, ending: _Ending) -> OutcomeReport | Refusal:
    finished_at = report.until if ending.at is None else ending.at
    if finished_at is None:
        return Refusal(code=Code.MISSING_VALUE, field="finished_at")
    if table.clock is not None and finished_at < table.clock:
        return Refusal(code=Code.EVENTS_OUT_OF_ORDER, field="finished_at", value=str(finished_at))
    return OutcomeReport(
        game_id=report.game_id,
        finished_at=finished_at,
        winner=table.other(ending.loser),
        loser=ending.loser,
        mode=report.mode,
        cube=str(table.cube),
        win=ending.win,
        termination=ending.termination,
        tournament=report.tournament,
        replaces=report.replaces,
    )
