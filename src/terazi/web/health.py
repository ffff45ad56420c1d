"""How the service is; what the ladder is called; what each problem's code means."""

from collections.abc import Mapping
from enum import StrEnum
from importlib.metadata import version

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.codes import Code
from terazi.service.ladders import head
from terazi.web.desk import desk_of
from terazi.web.metrics import CONTENT_TYPE
from terazi.web.models_ladder import LadderAnswer, StatusAnswer
from terazi.web.problem_codes import PROBLEMS, ProblemCode, status_of
from terazi.web.problems import NOWHERE, TYPES, ProblemError
from terazi.web.serving import STRICT, PathId, answers, shown, told
from terazi.words.catalogue import Language, words_in
from terazi.words.refusals import filled

router = APIRouter(tags=["service"], dependencies=STRICT)


@router.get("/healthz", response_model=None, responses=answers(StatusAnswer))
async def get_health(request: Request) -> Response:
    """The process serves."""
    return told({"status": "ok"})


@router.get("/readyz", response_model=None, responses=answers(StatusAnswer))
def get_readiness(request: Request) -> Response:
    """The store can be read, and there is a ladder in it."""
    head(desk_of(request).store)
    return told({"status": "ok"})


@router.get(
    "/metrics",
    response_model=None,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def get_metrics(request: Request) -> Response:
    """Counters for Prometheus, of this process."""
    return Response(desk_of(request).metrics.text(), 200, {"Content-Type": CONTENT_TYPE})


@router.get("/v1/ladder", response_model=None, responses=answers(LadderAnswer))
def get_ladder(request: Request) -> Response:
    """What this ladder is called, whom to ask, and how long its ledger is."""
    desk = desk_of(request)
    members = {
        "name": desk.settings["ladder.name"],
        "contact": desk.settings["ladder.contact"],
        "zone": desk.settings["ladder.zone"],
        "entries": head(desk.store).number,
        "software": version("terazi"),
    }
    return shown(request, members)


@router.get(
    TYPES + "{code}",
    response_model=None,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}, **answers(None, 404)},
)
async def get_problem(request: Request, code: PathId) -> Response:
    """What a code means, in both languages: where a problem's `type` leads."""
    if code in frozenset(ProblemCode):
        status, key = PROBLEMS[ProblemCode(code)]
        sentences: Mapping[str, str] = {
            language: filled(words_in(language).template(key), dict(NOWHERE)) for language in Language
        }
    elif code in frozenset(Code):
        status = status_of(Code(code))
        sentences = {language: _sentence(language, Code(code)) for language in Language}
    else:
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    return shown(request, {"code": code, "status": status, "words": sentences})


def _sentence(language: str, code: StrEnum) -> str:
    return filled(words_in(language).label(code), dict(NOWHERE))
