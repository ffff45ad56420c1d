"""From a row's values, or a JSON object, to the report that it tells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from terazi.core.codes import Code, Refusal
from terazi.core.quick import quickly_made
from terazi.core.reports import GameReport, OutcomeReport
from terazi.formats.columns import NAMES, REQUIRED, own_names
from terazi.formats.instants import parse_instant
from terazi.formats.json_records import JsonText, text_of
from terazi.formats.told_events import EVENT_KEYS, SAID_BY_EVENTS, told_events

OUR_NAMES = own_names()

_MAY_BE_INTEGERS = frozenset({"game_id", "winner", "loser", "cube", "fault", "tournament", "replaces"})
_TAKES = {name: JsonText.INTEGER if name in _MAY_BE_INTEGERS else JsonText.TEXT for name in NAMES} | {
    "draw": JsonText.BOOLEAN
}


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A report, and when the game was accepted (UTC ms) if that was said."""

    report: GameReport
    accepted_at: int | None = None


def told_by_values(values: Sequence[str], zone: ZoneInfo | None = None) -> Told | Refusal:
    """The report of one row; `values` are those of `columns.NAMES` in order, "" for what is not said.

    Refused: a required value that is not there (`missing_value`) and a time that is none (see
    `parse_instant`). Everything else is judged by the referee.
    """
    game_id, finished, winner, loser, mode, cube, win, termination, fault, *more = values
    tournament, replaces, accepted, draw = more
    if not (game_id and finished and winner and loser):
        missing = next(name for name, value in zip(REQUIRED, values, strict=False) if not value)
        return Refusal(code=Code.MISSING_VALUE, field=missing)
    finished_at = parse_instant(finished, zone, "finished_at")
    if isinstance(finished_at, Refusal):
        return finished_at
    accepted_at = parse_instant(accepted, zone, "accepted_at") if accepted else None
    if isinstance(accepted_at, Refusal):
        return accepted_at
    report = OutcomeReport(
        game_id=game_id,
        finished_at=finished_at,
        winner=winner,
        loser=loser,
        mode=mode,
        cube=cube,
        win=win,
        termination=termination,
        fault=fault,
        tournament=tournament,
        replaces=replaces,
        draw=draw,
    )
    return Told(report=report, accepted_at=accepted_at)


def told_by_object(
    members: Mapping[str, Any], zone: ZoneInfo | None = None, names: Mapping[str, str] = OUR_NAMES
) -> Told | Refusal:
    """The report of one JSON object: an outcome, or with `events` a game told by its events (R11).

    Values are texts; ids, cube and draw may be integers, draw also true or false; null is as good as not
    there. Refused: other values (`bad_value`), and beside `events` whatever the events say
    (`unknown_field`). Keys that mean nothing are passed over.
    """
    said = dict.fromkeys(NAMES, "")
    for name, key in names.items():
        if key in members:
            value = members[key]
            text = value if isinstance(value, str) else text_of(value, name, _TAKES[name])
            if isinstance(text, Refusal):
                return text
            said[name] = text
    values = list(said.values())
    if members.get("events") is None:
        return told_by_values(values, zone)
    return _told_by_events(members, said, zone)


def _told_by_events(
    members: Mapping[str, Any], values: Mapping[str, str], zone: ZoneInfo | None
) -> Told | Refusal:
    for name in SAID_BY_EVENTS:
        if values[name]:
            return Refusal(code=Code.UNKNOWN_FIELD, field=name, value=name, other=", ".join(EVENT_KEYS))
    accepted_at = parse_instant(values["accepted_at"], zone, "accepted_at") if values["accepted_at"] else None
    if isinstance(accepted_at, Refusal):
        return accepted_at
    report = told_events(members, values, zone)
    return report if isinstance(report, Refusal) else Told(report=report, accepted_at=accepted_at)
