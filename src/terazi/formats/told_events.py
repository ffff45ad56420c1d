"""A game told by its events, as a JSON object (R11)."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from terazi.core.codes import Code, Refusal
from terazi.core.reports import Event, EventKind, EventsReport
from terazi.formats.instants import parse_instant
from terazi.formats.json_records import JsonText, shown_value, text_of

EVENT_KEYS = ("players", "events", "until")
"""Keys of an object that tells of a game by its events, beside those that it shares with an outcome."""

SAID_BY_EVENTS = ("winner", "loser", "cube", "win", "termination", "fault", "draw")
"""What the events say, and the object may not say beside them."""

_SIDES = 2
_KINDS = frozenset(EventKind)


class _Refused(Exception):
    """Carries a refusal out of the parts of an object; never leaves this module."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal


def told_events(
    members: Mapping[str, Any], values: Mapping[str, str], zone: ZoneInfo | None
) -> EventsReport | Refusal:
    """The report of an object with `events`; `values` are its texts that an outcome has too.

    `players` are two ids; an event has `kind`, `player` and, where it matters, `at` and `win`; other keys of
    an event are passed over. `until` and `finished_at` are two names of the moment up to which the game was
    watched. Refused with the path of what is wrong, such as `events/3/kind`.
    """
    try:
        return EventsReport(
            game_id=_given(values["game_id"], "game_id"),
            players=_players(members.get("players")),
            events=_events(members["events"], zone),
            until=_until(members.get("until"), values["finished_at"], zone),
            mode=values["mode"],
            tournament=values["tournament"],
            replaces=values["replaces"],
        )
    except _Refused as refused:
        return refused.refusal


def _players(value: object) -> tuple[str, str]:
    if value is None:
        raise _Refused(Refusal(code=Code.MISSING_VALUE, field="players"))
    if not isinstance(value, list) or len(value) != _SIDES:
        raise _Refused(Refusal(code=Code.BAD_VALUE, field="players", value=shown_value(value)))
    first, second = (_id(player, f"players/{index}") for index, player in enumerate(value))
    return first, second


def _events(value: object, zone: ZoneInfo | None) -> tuple[Event, ...]:
    if not isinstance(value, list):
        raise _Refused(Refusal(code=Code.BAD_VALUE, field="events", value=shown_value(value)))
    return tuple(_event(member, f"events/{index}", zone) for index, member in enumerate(value))


def _event(value: object, path: str, zone: ZoneInfo | None) -> Event:
    if not isinstance(value, dict):
        raise _Refused(Refusal(code=Code.BAD_VALUE, field=path, value=shown_value(value)))
    kind = _given(_text(value.get("kind"), f"{path}/kind"), f"{path}/kind")
    if kind not in _KINDS:
        choices = ", ".join(EventKind)
        raise _Refused(Refusal(code=Code.BAD_VALUE, field=f"{path}/kind", value=kind, other=choices))
    return Event(
        kind=EventKind(kind),
        player=_id(value.get("player"), f"{path}/player"),
        at=_instant(_text(value.get("at"), f"{path}/at"), f"{path}/at", zone),
        win=_text(value.get("win"), f"{path}/win"),
    )


def _until(value: object, finished: str, zone: ZoneInfo | None) -> int | None:
    said = _text(value, "until")
    until, finished_at = _instant(said, "until", zone), _instant(finished, "finished_at", zone)
    if until is None or finished_at is None:
        return finished_at if until is None else until
    if until != finished_at:
        raise _Refused(Refusal(code=Code.BAD_VALUE, field="until", value=said, other=finished))
    return until


def _instant(text: str, path: str, zone: ZoneInfo | None) -> int | None:
    instant = parse_instant(text, zone, path) if text else None
    if isinstance(instant, Refusal):
        raise _Refused(instant)
    return instant


def _id(value: object, path: str) -> str:
    return _given(_text(value, path, JsonText.INTEGER), path)


def _text(value: object, path: str, takes: JsonText = JsonText.TEXT) -> str:
    text = text_of(value, path, takes)
    if isinstance(text, Refusal):
        raise _Refused(text)
    return text


def _given(text: str, path: str) -> str:
    if not text:
        raise _Refused(Refusal(code=Code.MISSING_VALUE, field=path))
    return text
