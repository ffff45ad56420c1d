"""What routes share: parameters as ids, answers as bodies with an ETag, the documents of both."""

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import unquote

from fastapi import Depends, Query
from pydantic import BaseModel, BeforeValidator, WithJsonSchema
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.codes import Code, Refusal
from terazi.web.problems import MEDIA_TYPE, ProblemError, Where
from terazi.web.showing import to_json

JSON = "application/json"
NDJSON = "application/x-ndjson"
CSV = "text/csv"
FOR_EVER = "public, max-age=31536000, immutable"
"""How long what never changes may be kept."""


_DOTS = {". ": ".", ".. ": ".."}
"""How `.` and `..` are sent: clients take both out of a path, even as %2E. No id ends in a blank (R7)."""


def exact(text: str) -> str:
    """An id out of a path, percent-decoded; `ValueError` for what is not UTF-8 and so no id.

    >>> exact("a%2Fb"), exact("..%20")
    ('a/b', '..')
    """
    try:
        decoded = unquote(text, errors="strict")
    except UnicodeDecodeError as error:
        raise ValueError("not UTF-8") from error
    return _DOTS.get(decoded, decoded)


_ABOUT_ID = "The operator's own id (R7); `.` and `..` are sent with a blank behind them: `..%20`."
_ID_SCHEMA = WithJsonSchema({"type": "string", "minLength": 1, "description": _ABOUT_ID})
PathId = Annotated[str, BeforeValidator(exact), _ID_SCHEMA]
"""An id in a path; a slash in it is sent as %2F, and `..` as `..%20`."""

AsOf = Annotated[
    str | None,
    Query(description="RFC 3339: after all entries accepted until then (R22).", max_length=64),
]
Cursor = Annotated[str | None, Query(description="`next` of the page before.", max_length=200)]
DryRun = Annotated[bool, Query(description="Say what would move, and write nothing.")]


async def known_parameters(request: Request) -> None:
    """Refuse parameters that mean nothing, and those that are said twice."""
    given = request.query_params
    if not given:
        return
    known = {parameter.alias for parameter in request.scope["route"].dependant.query_params}
    for name in given:
        if name not in known:
            refusal = Refusal(code=Code.UNKNOWN_FIELD, field=name, value=name, other=", ".join(sorted(known)))
            raise ProblemError(refusal, where=Where(parameter=name))
        if len(given.getlist(name)) > 1:
            refusal = Refusal(code=Code.BAD_VALUE, field=name, value=", ".join(given.getlist(name)))
            raise ProblemError(refusal, where=Where(parameter=name))


STRICT = [Depends(known_parameters)]


def told(members: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Members as an answer."""
    return Response(to_json(members), status, headers, JSON)


def shown(request: Request, members: Any) -> Response:
    """Members as an answer that can be asked for again cheaply: 304 where the caller has it already."""
    body = to_json(members)
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Language, Authorization"}
    asked = request.headers.get("if-none-match", "")
    if tag in {one.strip().removeprefix("W/") for one in asked.split(",")} or asked.strip() == "*":
        return Response(None, 304, headers)
    return Response(body, 200, headers, JSON)


def page_size(request: Request, limit: int | None, usual: int) -> int:
    """How many lines a page has: what is asked, at most the setting."""
    most: int = request.scope["desk"].settings["limits.page"]
    if limit is None:
        return min(usual, most)
    if not 1 <= limit <= most:
        refusal = Refusal(code=Code.BAD_VALUE, field="limit", value=str(limit), other=f"1 … {most}")
        raise ProblemError(refusal, where=Where(parameter="limit"))
    return limit


# --- the OpenAPI document --------------------------------------------------------------------------

Responses = dict[int | str, dict[str, Any]]

_ALWAYS = (422, 429, 503)


def answers(model: type[BaseModel] | None, *statuses: int, problems: tuple[int, ...] = ()) -> Responses:
    """The answers of a route: the model under each status, and problems under the others."""
    found: Responses = {status: {"model": model} if model else {} for status in statuses or (200,)}
    return found | {status: problem_answer() for status in (*problems, *_ALWAYS)}


def problem_answer() -> dict[str, Any]:
    """A problem, as the document tells of it."""
    return {
        "description": "A problem (RFC 9457).",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemAnswer"}}},
    }


def takes(model: type[BaseModel], media_type: str = JSON) -> dict[str, Any]:
    """The body of a route that reads it by itself."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"requestBody": {"required": True, "content": {media_type: {"schema": schema}}}}


def needs(extra: dict[str, Any] | None = None) -> dict[str, Any]:
    """A route for which a key is needed."""
    return {"security": [{"key": []}]} | (extra or {})
