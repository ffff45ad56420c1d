"""Trouble that only a server has: its codes, their HTTP statuses, and where their words are."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from terazi.core.codes import Code
from terazi.store.trouble import Cause


class ProblemCode(StrEnum):
    """Why a request was not served, beside the refusals of the ladder itself."""

    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    FOREIGN_FORM = "foreign_form"
    NO_SUCH_PAGE = "no_such_page"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    BODY_TOO_LARGE = "body_too_large"
    BODY_TOO_SLOW = "body_too_slow"
    TOO_MANY_LINES = "too_many_lines"
    TOO_MANY_REQUESTS = "too_many_requests"
    ANSWER_TOO_SLOW = "answer_too_slow"
    TOO_BUSY = "too_busy"
    NOT_PUBLISHED_YET = "not_published_yet"
    STORE_BUSY = "store_busy"
    STORE_FULL = "store_full"
    STORE_READ_ONLY = "store_read_only"
    STORE_UNREACHABLE = "store_unreachable"
    NO_LADDER = "no_ladder"
    STORE_FAILED = "store_failed"
    INTERNAL = "internal"


class Kind(NamedTuple):
    """An HTTP status and the key of the sentence."""

    status: int
    words: str


PROBLEMS: Mapping[ProblemCode, Kind] = {
    ProblemCode.UNAUTHORIZED: Kind(401, "problem.unauthorized"),
    ProblemCode.FORBIDDEN: Kind(403, "problem.forbidden"),
    ProblemCode.FOREIGN_FORM: Kind(403, "problem.foreign_form"),
    ProblemCode.NO_SUCH_PAGE: Kind(404, "problem.no_such_page"),
    ProblemCode.METHOD_NOT_ALLOWED: Kind(405, "problem.method_not_allowed"),
    ProblemCode.BODY_TOO_LARGE: Kind(413, "problem.body_too_large"),
    ProblemCode.BODY_TOO_SLOW: Kind(408, "problem.body_too_slow"),
    ProblemCode.TOO_MANY_LINES: Kind(413, "problem.too_many_lines"),
    ProblemCode.TOO_MANY_REQUESTS: Kind(429, "problem.too_many_requests"),
    ProblemCode.ANSWER_TOO_SLOW: Kind(503, "problem.answer_too_slow"),
    ProblemCode.TOO_BUSY: Kind(503, "problem.too_busy"),
    ProblemCode.NOT_PUBLISHED_YET: Kind(503, "problem.not_published_yet"),
    ProblemCode.STORE_BUSY: Kind(503, "problem.store_busy"),
    ProblemCode.STORE_FULL: Kind(507, "problem.store_full"),
    ProblemCode.STORE_READ_ONLY: Kind(503, "problem.store_read_only"),
    ProblemCode.STORE_UNREACHABLE: Kind(503, "problem.store_unreachable"),
    ProblemCode.NO_LADDER: Kind(503, "problem.no_ladder"),
    ProblemCode.STORE_FAILED: Kind(500, "problem.store_failed"),
    ProblemCode.INTERNAL: Kind(500, "problem.internal"),
}

CAUSES: Mapping[Cause, ProblemCode] = {
    Cause.BUSY: ProblemCode.STORE_BUSY,
    Cause.FULL: ProblemCode.STORE_FULL,
    Cause.READ_ONLY: ProblemCode.STORE_READ_ONLY,
    Cause.UNREACHABLE: ProblemCode.STORE_UNREACHABLE,
    Cause.NO_LADDER: ProblemCode.NO_LADDER,
    Cause.EXISTS: ProblemCode.STORE_FAILED,
    Cause.NEWER: ProblemCode.STORE_FAILED,
    Cause.OTHER: ProblemCode.STORE_FAILED,
}
"""Why the store failed -> what a caller is told."""

MALFORMED = frozenset({Code.BAD_JSON, Code.BAD_UTF8, Code.NUL_BYTE, Code.EMPTY_FILE})
"""Bodies that cannot even be read: 400."""

AT_ODDS = frozenset({Code.CONFLICT, Code.ALREADY_REPLACED, Code.LIST_CHANGED, Code.OPENING_TOO_LATE})
"""What is well said but at odds with what the ladder already holds: 409."""


def status_of(code: Code, absent: Code | None = None) -> int:
    """The status of a refusal; `absent` is the code that means: what the address names is not there."""
    if code is absent:
        return 404
    if code in MALFORMED:
        return 400
    return 409 if code in AT_ODDS else 422
