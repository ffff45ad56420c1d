"""Taking back: one game, one award, or every game of an outage (R16, R17)."""

from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.codes import Code, Refusal, VoidReason
from terazi.core.types import Game, GameId, PlayerId, TournamentId
from terazi.service.answers import Answer
from terazi.service.corrections import (
    Ground,
    OutageVoid,
    Span,
    list_outage,
    void_award,
    void_game,
    void_outage,
)
from terazi.service.keys import Scope
from terazi.store.engine import Store
from terazi.web.bodies import OutageBody, VoidBody
from terazi.web.desk import desk_of, need
from terazi.web.models import OutageAnswer, VoidedAnswer
from terazi.web.problems import ProblemError, taken
from terazi.web.reading import instant_of, model_in, read_body
from terazi.web.serving import STRICT, DryRun, PathId, answers, needs, takes, told
from terazi.web.showing import void_members

router = APIRouter(prefix="/v1", tags=["corrections"], dependencies=STRICT)

_PROBLEMS = (400, 401, 403, 404, 408, 409, 413)


async def _ground(request: Request) -> Ground:
    need(request, Scope.DIRECT)
    limits = desk_of(request).settings
    data = await read_body(request, limits["limits.body_bytes"], limits["limits.body_seconds"])
    body = model_in(data, VoidBody)
    return Ground(reason=VoidReason(body.reason), note=body.note)


def _voided(answer: Answer, *, dry_run: bool) -> Response:
    members = void_members(answer.entry, answer.ids) | {"dry_run": dry_run}
    return told(members, 200 if dry_run or answer.repeated else 201)


@router.post(
    "/games/{game_id}/void",
    response_model=None,
    responses=answers(VoidedAnswer, 200, 201, problems=_PROBLEMS),
    openapi_extra=needs(takes(VoidBody)),
)
async def post_void(request: Request, game_id: PathId, dry_run: DryRun = False) -> Response:
    """Take back exactly what a game gave; nobody else's change is calculated again."""
    ground, desk = await _ground(request), desk_of(request)
    answer = await run_in_threadpool(
        void_game, desk.store, GameId(game_id), ground, desk.now(), dry_run=dry_run
    )
    return _voided(taken(answer, absent=Code.UNKNOWN_GAME), dry_run=dry_run)


@router.post(
    "/tournaments/{tournament_id}/awards/{player_id}/void",
    response_model=None,
    responses=answers(VoidedAnswer, 200, 201, problems=_PROBLEMS),
    openapi_extra=needs(takes(VoidBody)),
)
async def post_award_void(
    request: Request, tournament_id: PathId, player_id: PathId, dry_run: DryRun = False
) -> Response:
    """Take back a player's award of a tournament."""
    ground, desk = await _ground(request), desk_of(request)
    names = TournamentId(tournament_id), PlayerId(player_id)
    answer = await run_in_threadpool(void_award, desk.store, *names, ground, desk.now(), dry_run=dry_run)
    return _voided(taken(answer, absent=Code.NO_AWARD), dry_run=dry_run)


@router.post(
    "/outages/void",
    response_model=None,
    responses=answers(OutageAnswer, 200, 201, problems=_PROBLEMS),
    openapi_extra=needs(takes(OutageBody)),
)
async def post_outage(request: Request, dry_run: DryRun = False) -> Response:
    """Take back every game that finished within a span; `digest` is what a dry run gave (R17)."""
    need(request, Scope.DIRECT)
    desk = desk_of(request)
    limits = desk.settings
    data = await read_body(request, limits["limits.body_bytes"], limits["limits.body_seconds"])
    body = model_in(data, OutageBody)
    if body.digest is None and not dry_run:
        raise ProblemError(Refusal(code=Code.MISSING_VALUE, field="digest"))
    done = await run_in_threadpool(_outage, desk.store, body, desk.now(), dry_run)
    return told(_outage_members(taken(done), dry_run), 201 if taken(done).voids and not dry_run else 200)


def _outage(store: Store, body: OutageBody, now: int, dry_run: bool) -> OutageVoid | Refusal:
    span = Span(since=instant_of(body.since, "since"), until=instant_of(body.until, "until"))
    digest = body.digest or list_outage(store, span).digest
    return void_outage(store, span, digest, now, note=body.note, dry_run=dry_run)


def _outage_members(done: OutageVoid, dry_run: bool) -> dict[str, Any]:
    games = [entry.facts.game_id for entry in done.outage.games if isinstance(entry.facts, Game)]
    return {
        "digest": done.outage.digest,
        "games": games,
        "voids": [void_members(answer.entry, answer.ids) for answer in done.voids],
        "dry_run": dry_run,
    }
