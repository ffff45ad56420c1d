"""Reports of games in; games and their sums out."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.codes import Code, Refusal
from terazi.core.types import GameId
from terazi.formats.json_records import json_object
from terazi.service.explanations import Explained, GameView, explain_game, game
from terazi.service.games import record_batch
from terazi.service.keys import Scope
from terazi.service.writer import Outcome
from terazi.web.bodies import ReportBody
from terazi.web.desk import Desk, desk_of, need, scopes_of, words_of
from terazi.web.models import ExplainAnswer, GameAnswer, GameNowAnswer
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError, problem_of, taken
from terazi.web.ranked_answer import answer_json
from terazi.web.reading import object_in, read_body, report_in
from terazi.web.rules import formula_members
from terazi.web.serving import JSON, NDJSON, STRICT, PathId, answers, exact, needs, shown, takes
from terazi.web.showing import proof_link, to_json, view_members
from terazi.words.catalogue import Words
from terazi.words.explanation import explanation_lines, game_lines

router = APIRouter(prefix="/v1", tags=["games"], dependencies=STRICT)

_LINES = {
    "description": "An answer or a problem a line.",
    "content": {NDJSON: {"schema": {"type": "string"}}},
}
BATCH_ANSWERS = answers(None, problems=(400, 401, 403, 408, 413)) | {200: _LINES}


async def quick_put(request: Request) -> Response:
    """`PUT /v1/games/{game_id}` past the router: the same function, found without looking for it."""
    try:
        game_id = exact(request.scope["path"].removeprefix("/v1/games/"))
    except ValueError:
        raise ProblemError(Refusal(code=Code.BAD_GAME_ID, field="game_id")) from None
    return await record_one(request, game_id)


async def record_one(request: Request, game_id: str) -> Response:
    """Rate a reported game, once: 201 when it is new, 200 with the stored answer when it is not (R6)."""
    need(request, Scope.REPORT)
    desk = desk_of(request)
    limits = desk.settings
    data = await read_body(request, limits["limits.body_bytes"], limits["limits.body_seconds"])
    now = desk.now()
    report = report_in(object_in(data), game_id)
    if isinstance(report, Refusal):
        desk.refused.note(game_id, report, now)
        raise ProblemError(report)
    outcome = await desk.handing.record(report, now)
    _count(desk, outcome)
    if isinstance(outcome, Refusal):
        desk.refused.note(game_id, outcome, now)
    answer = taken(outcome)
    return Response(answer_json(answer), 200 if answer.repeated else 201, media_type=JSON)


@router.put(
    "/games/{game_id}",
    response_model=None,
    responses=answers(GameAnswer, 200, 201, problems=(400, 401, 403, 408, 409, 413)),
    openapi_extra=needs(takes(ReportBody)),
)
async def put_game(request: Request, game_id: PathId) -> Response:
    """Report a game by its outcome or by its events; it is rated exactly once."""
    return await record_one(request, game_id)


@router.post(
    "/games:batch",
    response_model=None,
    responses=BATCH_ANSWERS,
    openapi_extra=needs(
        {"requestBody": {"required": True, "content": {NDJSON: {"schema": {"type": "string"}}}}}
    ),
)
async def post_batch(request: Request) -> Response:
    """Report many games, one JSON object a line: rated in the order of R4, in one transaction.

    The answers come in the order of the lines, each with its own `status`: an answer or a problem.
    """
    need(request, Scope.REPORT)
    desk = desk_of(request)
    limits = desk.settings
    data = await read_body(request, limits["limits.batch_bytes"], limits["limits.body_seconds"])
    lines = [line for line in data.split(b"\n") if line.strip()]
    if len(lines) > limits["limits.batch_lines"]:
        raise ProblemError(ProblemCode.TOO_MANY_LINES)
    language = request.scope["language"]
    body = await run_in_threadpool(_batch, desk, lines, desk.now(), language)
    return Response(body, 200, media_type=NDJSON)


def _batch(desk: Desk, lines: list[bytes], now: int, language: str) -> bytes:
    reports = [_read(line) for line in lines]
    good = [report for report in reports if not isinstance(report, Refusal)]
    recorded = iter(record_batch(desk.store, good, now))
    outcomes = [report if isinstance(report, Refusal) else next(recorded) for report in reports]
    for report, outcome in zip(reports, outcomes, strict=True):
        _count(desk, outcome)
        if isinstance(outcome, Refusal):
            desk.refused.note("" if isinstance(report, Refusal) else report.game_id, outcome, now)
    return b"".join([_told_line(outcome, language) for outcome in outcomes])


def _read(line: bytes) -> Any:
    members = json_object(line.strip(b"\r"))
    return members if isinstance(members, Refusal) else report_in(members, None)


def _told_line(outcome: Outcome, language: str) -> bytes:
    if isinstance(outcome, Refusal):
        return to_json(problem_of(ProblemError(outcome), language).members()) + b"\n"
    status = b"200" if outcome.repeated else b"201"
    return b'{"status":%s,%s\n' % (status, answer_json(outcome)[1:])


def _count(desk: Desk, outcome: Outcome) -> None:
    if isinstance(outcome, Refusal):
        desk.metrics.game(outcome.code)
    elif outcome.repeated:
        desk.metrics.game("repeated")
    else:
        desk.metrics.game(outcome.entry.unrated or "rated")


def _proof(request: Request, view: GameView) -> dict[str, str]:
    """The link to a game's proof, where the log is served."""
    return {} if desk_of(request).log is None else {"proof": proof_link(view.entry.number)}


def _may_see_notes(request: Request) -> bool:
    return Scope.DIRECT in (scopes_of(request) or ())


@router.get("/games/{game_id}", response_model=None, responses=answers(GameNowAnswer, 200, problems=(404,)))
def get_game(request: Request, game_id: PathId) -> Response:
    """A game as it stands now: void or not, replaced or not."""
    view = taken(game(desk_of(request).store, GameId(game_id)), absent=Code.UNKNOWN_GAME)
    return shown(request, view_members(view, with_note=_may_see_notes(request)) | _proof(request, view))


@router.get(
    "/games/{game_id}/explain", response_model=None, responses=answers(ExplainAnswer, 200, problems=(404,))
)
def get_explanation(request: Request, game_id: PathId) -> Response:
    """The whole calculation of a game's changes, with the games that made each count."""
    found = explain_game(desk_of(request).store, GameId(game_id))
    explained = taken(found, absent=Code.UNKNOWN_GAME)
    members = explained_members(words_of(request), explained, with_note=_may_see_notes(request))
    members["game"] |= _proof(request, explained.game)
    return shown(request, members)


def explained_members(words: Words, explained: Explained, *, with_note: bool = False) -> dict[str, Any]:
    """A game's whole calculation, in terms and in words."""
    explanation = explained.explanation
    return {
        "game": view_members(explained.game, with_note=with_note),
        "formula": None if explanation is None else formula_members(explanation.formula),
        "winner": None if explanation is None else asdict(explanation.winner),
        "loser": None if explanation is None else asdict(explanation.loser),
        "asymmetry": None if explanation is None else explanation.asymmetry,
        "lines": _lines(words, explained),
    }


def _lines(words: Words, explained: Explained) -> list[str]:
    view = explained.game
    if explained.explanation is not None:
        return explanation_lines(words, explained.explanation, void=view.void, replaced_by=view.replaced_by)
    names = {number: name.shown for number, name in view.names.items()}
    return game_lines(
        words,
        view.entry,
        lambda number: names.get(number, f"#{number}"),
        void=view.void,
        replaced_by=view.replaced_by,
    )
