"""Problems as RFC 9457 has them: a code, where the trouble is, and words in the caller's language."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.responses import Response

from terazi.core.codes import Code, Refusal
from terazi.store.trouble import StoreTrouble
from terazi.web.problem_codes import CAUSES, PROBLEMS, ProblemCode, status_of
from terazi.words.catalogue import words_in
from terazi.words.refusals import filled, refusal_sentence

MEDIA_TYPE = "application/problem+json"
TYPES = "/problems/"
"""Where the pages of all codes are: a problem's `type` leads there."""

NOWHERE: Mapping[str, str] = {"value": "", "other": ""}

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Which part of a request a problem is about: a JSON pointer into the body, or a parameter."""

    pointer: str | None = None
    parameter: str | None = None


BODY = Where(pointer="#")
SOMEWHERE = Where()


class ProblemError(Exception):
    """A request cannot be served; the door turns this into an answer."""

    def __init__(
        self,
        said: Refusal | ProblemCode,
        *,
        absent: Code | None = None,
        where: Where | None = None,
        headers: Mapping[str, str] | None = None,
        other: str = "",
    ) -> None:
        super().__init__(said)
        self.said, self.absent, self.where, self.headers = said, absent, where, headers or {}
        self.other = other


def taken(value: T | Refusal, absent: Code | None = None, where: Where | None = None) -> T:
    """The value, or the problem that it was refused."""
    if isinstance(value, Refusal):
        raise ProblemError(value, absent=absent, where=where)
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What a caller is told."""

    code: str
    status: int
    title: str
    detail: str
    where: Where = SOMEWHERE
    language: str = "en"
    headers: Mapping[str, str] = field(default_factory=dict)

    def members(self) -> dict[str, Any]:
        """The members of the JSON object."""
        members: dict[str, Any] = {
            "type": TYPES + self.code,
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        if self.where.pointer is not None:
            members["pointer"] = self.where.pointer
        if self.where.parameter is not None:
            members["parameter"] = self.where.parameter
        return members

    def response(self, request_id: str = "") -> Response:
        """The whole answer."""
        members = self.members() | ({"request_id": request_id} if request_id else {})
        headers = {"Content-Language": self.language, "Vary": "Accept-Language", "Cache-Control": "no-store"}
        if self.status == 401:
            headers["WWW-Authenticate"] = 'Bearer realm="terazi"'
        body = json.dumps(members, ensure_ascii=False).encode("utf-8", "backslashreplace")
        return Response(body, self.status, headers | dict(self.headers), MEDIA_TYPE)


def problem_of(error: Exception, language: str) -> Problem:
    """The problem that an error is for a caller who reads this language."""
    match error:
        case ProblemError(said=Refusal() as refusal):
            return _refused(refusal, error.absent, error.where, language)
        case ProblemError(said=ProblemCode() as code):
            return _served_not(code, language, error.where or SOMEWHERE, error.headers, error.other)
        case StoreTrouble(cause=cause):
            return _served_not(CAUSES[cause], language, SOMEWHERE, {"Retry-After": "1"})
        case _:
            return _served_not(ProblemCode.INTERNAL, language, SOMEWHERE, {})


def _refused(refusal: Refusal, absent: Code | None, where: Where | None, language: str) -> Problem:
    words = words_in(language)
    return Problem(
        code=refusal.code,
        status=status_of(refusal.code, absent),
        title=filled(words.label(refusal.code), dict(NOWHERE)),
        detail=refusal_sentence(words, refusal),
        where=where or _addressed(refusal, absent) or pointer_to(refusal.field),
        language=language,
    )


_ADDRESSED: Mapping[Code, str] = {
    Code.UNKNOWN_GAME: "game_id",
    Code.UNKNOWN_PLAYER: "player_id",
    Code.UNKNOWN_TOURNAMENT: "tournament_id",
    Code.NO_AWARD: "player_id",
}
"""What the address names, by the code that says that it is not there: the parameter of the route."""


def _addressed(refusal: Refusal, absent: Code | None) -> Where | None:
    """The parameter, where what the address names is not there: no body has anything to do with it."""
    known = _ADDRESSED.get(refusal.code) if refusal.code is absent else None
    return None if known is None else Where(parameter=known)


def _served_not(
    code: ProblemCode, language: str, where: Where, headers: Mapping[str, str], other: str = ""
) -> Problem:
    status, key = PROBLEMS[code]
    template = words_in(language).template(key)
    return Problem(
        code=code,
        status=status,
        title=filled(template, dict(NOWHERE)),
        detail=filled(template, {"value": "", "other": other}),
        where=where,
        language=language,
        headers=headers,
    )


def pointer_to(path: str) -> Where:
    """The JSON pointer (RFC 6901, as a fragment) of a refusal's field, such as `events/3/kind`."""
    return Where(pointer=f"#/{path.replace('~', '~0')}" if path else "#")
