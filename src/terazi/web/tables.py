"""The integer tables of the versions of the formula, by their own digest: whoever has one has it for ever."""

import gzip
from functools import lru_cache

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.formula import Formula
from terazi.ledger.digest import table_lines, table_sha256
from terazi.service.ladders import rulebook
from terazi.web.desk import desk_of
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError
from terazi.web.serving import CSV, FOR_EVER, STRICT, Responses, answers

router = APIRouter(prefix="/v1", tags=["rulebook"], dependencies=STRICT)

_FOUND: Responses = {
    200: {
        "description": "The table; its SHA-256 is its name.",
        "content": {CSV: {"schema": {"type": "string"}}},
    }
}
_KEPT = 8
"""Tables that a process keeps: of each version that anybody asks for, some 20 kB."""


@router.get("/tables/{sha256}", response_model=None, responses=answers(None, problems=(404,)) | _FOUND)
def get_table(request: Request, sha256: str) -> Response:
    """The whole table of a version of this ladder's rulebook, by the `table_sha256` of its entry (SPEC 3).

    CSV: the winner's change for every gap, winner minus loser, until no column moves any more.
    """
    for edition in rulebook(desk_of(request).store).editions:
        if table_sha256(edition.formula) == sha256:
            return _answer(request, _zipped(edition.formula))
    raise ProblemError(ProblemCode.NO_SUCH_PAGE)


def _answer(request: Request, zipped: bytes) -> Response:
    headers = {"Content-Type": f"{CSV}; charset=utf-8", "Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(zipped, 200, headers | {"Content-Encoding": "gzip"})
    return Response(gzip.decompress(zipped), 200, headers)


@lru_cache(_KEPT)
def _zipped(formula: Formula) -> bytes:
    lines = table_lines(formula, formula.reach())
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0)
