"""From a request's bytes to a report, or to a small body of another kind."""

import asyncio
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from starlette.requests import ClientDisconnect, Request

from terazi.core.codes import Code, Refusal
from terazi.core.reports import GameReport
from terazi.formats.columns import NAMES
from terazi.formats.instants import parse_instant
from terazi.formats.json_records import json_object, shown_value
from terazi.formats.told import Told, told_by_object
from terazi.formats.told_events import EVENT_KEYS
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import BODY, ProblemError, Where, taken

REPORT_KEYS = frozenset((*NAMES, *EVENT_KEYS))
"""Members of a report: the columns of `terazi rate`, and those of a game told by its events (R11)."""
_KEYS_SHOWN = ", ".join((*NAMES, *EVENT_KEYS))
_EVENT_MEMBERS = frozenset({"kind", "player", "at", "win"})

M = TypeVar("M", bound=BaseModel)


async def read_body(request: Request, most: int, seconds: float) -> bytes:
    """The whole body, of at most so many bytes, within so many seconds."""
    if int(request.headers.get("content-length") or 0) > most:
        raise ProblemError(ProblemCode.BODY_TOO_LARGE)
    chunks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                size += len(chunk)
                if size > most:
                    raise ProblemError(ProblemCode.BODY_TOO_LARGE)
                chunks.append(chunk)
    except (TimeoutError, ClientDisconnect) as error:
        raise ProblemError(ProblemCode.BODY_TOO_SLOW) from error
    return b"".join(chunks)


def object_in(data: bytes) -> dict[str, Any]:
    """The JSON object of a body."""
    if not data.strip():
        raise ProblemError(Refusal(code=Code.BAD_JSON, other="1:1"), where=BODY)
    return taken(json_object(data), where=BODY)


def report_in(members: dict[str, Any], game_id: str | None) -> GameReport | Refusal:
    """The report of a JSON object, strictly: what is not known is refused.

    `game_id` is the address's, and may be said in the body again. `accepted_at` is read and passed over: the
    ladder's own clock says when a game was accepted (R5).
    """
    if not members.keys() <= REPORT_KEYS:
        unknown = next(key for key in members if key not in REPORT_KEYS)
        return Refusal(code=Code.UNKNOWN_FIELD, field=unknown, value=unknown, other=_KEYS_SHOWN)
    if game_id is not None:
        said = members.setdefault("game_id", game_id)
        if said != game_id and shown_value(said) != game_id:
            return Refusal(code=Code.BAD_VALUE, field="game_id", value=shown_value(said), other=game_id)
        members["game_id"] = game_id
    if "events" not in members:
        told = _outcome(members)
        return told if isinstance(told, Refusal) else told.report
    told = told_by_object(members)
    return told if isinstance(told, Refusal) else _strange_event(members) or told.report


def _outcome(members: Mapping[str, Any]) -> Told | Refusal:
    for key in ("players", "until"):
        if members.get(key) is not None:
            return Refusal(code=Code.UNKNOWN_FIELD, field=key, value=key, other=", ".join(NAMES))
    return told_by_object(members)


def _strange_event(members: Mapping[str, Any]) -> Refusal | None:
    for index, event in enumerate(members.get("events") or ()):
        for key in event.keys() - _EVENT_MEMBERS:
            known = ", ".join(sorted(_EVENT_MEMBERS))
            return Refusal(code=Code.UNKNOWN_FIELD, field=f"events/{index}/{key}", value=key, other=known)
    return None


def model_in(data: bytes, model: type[M]) -> M:
    """A small body as its model, strictly; a problem with a pointer where it is not one."""
    members = object_in(data)
    try:
        return model.model_validate_json(data, strict=True)
    except ValidationError as error:
        raise ProblemError(_first(error, members)) from None


def _first(error: ValidationError, members: dict[str, Any]) -> Refusal:
    """The first trouble of those that lie deepest: a value of several shapes is told of the nearest one."""
    troubles = error.errors(include_url=False)
    found = [(_steps(one["loc"], members, missing=one["type"] == "missing"), one) for one in troubles]
    steps, first = max(found, key=lambda one: len(one[0]))
    missing, path = first["type"] == "missing", "/".join(steps)
    if missing:
        return Refusal(code=Code.MISSING_VALUE, field=path)
    if first["type"] == "extra_forbidden":
        return Refusal(code=Code.UNKNOWN_FIELD, field=path, value=steps[-1])
    return Refusal(code=Code.BAD_VALUE, field=path, value=_shown(first["input"]), other=_possible(first))


_SIGNS = {"ge": "≥", "gt": ">", "le": "≤", "lt": "<", "max_length": "≤", "min_length": "≥"}


def _possible(error: ErrorDetails) -> str:
    """What would have been right, without a word of any language: choices, or a bound."""
    context = error.get("ctx", {})
    if "expected" in context:
        return str(context["expected"]).replace("'", "").replace(" or ", ", ")
    return ", ".join(f"{sign} {context[name]}" for name, sign in _SIGNS.items() if name in context)


def _steps(location: tuple[int | str, ...], value: Any, *, missing: bool) -> list[str]:
    """The steps that lead through the body: a union names its members, too, which nobody sent."""
    steps = []
    for place, step in enumerate(location, start=1):
        inside = step in value if isinstance(value, dict) else isinstance(value, list) and step != str(step)
        if inside or (missing and place == len(location)):
            steps.append(str(step))
            value = value[step] if inside else None
    return steps


def _shown(value: object) -> str:
    try:
        return shown_value(value)
    except (TypeError, ValueError):
        return str(value)


def instant_in(text: str, parameter: str) -> int:
    """An RFC 3339 instant of the query as UTC ms (R1)."""
    return taken(parse_instant(text, field=parameter), where=Where(parameter=parameter))


def instant_of(text: str, pointer: str) -> int:
    """An RFC 3339 instant of a body as UTC ms (R1)."""
    return taken(parse_instant(text, field=pointer))
