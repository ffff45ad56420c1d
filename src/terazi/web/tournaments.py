"""Tournaments and their podiums (R15)."""

from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Podium, Tournament
from terazi.core.types import PlayerId, TournamentId
from terazi.service.keys import Scope
from terazi.service.tournament_list import TournamentLine, TournamentPage, tournaments
from terazi.service.tournaments import TournamentView, close_tournament, put_tournament, tournament
from terazi.store.engine import Store
from terazi.store.names import Names
from terazi.web import cursors
from terazi.web.bodies import PodiumBody, TournamentBody
from terazi.web.desk import desk_of, need
from terazi.web.models_ladder import TournamentAnswer, TournamentsAnswer
from terazi.web.problems import taken
from terazi.web.reading import model_in, read_body
from terazi.web.serving import STRICT, Cursor, PathId, answers, needs, page_size, shown, takes, told
from terazi.web.showing import award_members, instant, who

router = APIRouter(prefix="/v1/tournaments", tags=["tournaments"], dependencies=STRICT)

_PROBLEMS = (400, 401, 403, 404, 408, 409, 413)


@router.get("", response_model=None, responses=answers(TournamentsAnswer))
def get_list(request: Request, cursor: Cursor = None, limit: int | None = None) -> Response:
    """Public tournaments, the newest first."""
    before = None if cursor is None else cursors.numbers_in(cursor, 1)[0]
    page = tournaments(desk_of(request).store, before=before, limit=page_size(request, limit, 50))
    return shown(request, list_members(page))


def list_members(page: TournamentPage) -> dict[str, Any]:
    """A page of the list of tournaments."""
    return {
        "tournaments": [_line_members(line, page.names) for line in page.lines],
        "next": None if page.before is None else cursors.cursor(page.before),
    }


def _line_members(line: TournamentLine, names: Names) -> dict[str, Any]:
    held = line.tournament
    return {
        "tournament": held.tournament,
        "number": line.entry.number,
        "accepted_at": instant(line.entry.accepted_at),
        "name": held.name,
        "awards": list(held.awards),
        "closed_at": line.podium and instant(line.podium.accepted_at),
        "winners": [who(names, number) for number in line.winners],
    }


@router.get(
    "/{tournament_id}", response_model=None, responses=answers(TournamentAnswer, 200, problems=(404,))
)
def get(request: Request, tournament_id: PathId) -> Response:
    """A tournament as it stands, with its awards and what took them back."""
    view = taken(
        tournament(desk_of(request).store, TournamentId(tournament_id)), absent=Code.UNKNOWN_TOURNAMENT
    )
    return shown(request, tournament_members(view))


@router.put(
    "/{tournament_id}",
    response_model=None,
    responses=answers(TournamentAnswer, 200, 201, problems=_PROBLEMS),
    openapi_extra=needs(takes(TournamentBody)),
)
async def put(request: Request, tournament_id: PathId) -> Response:
    """Make a tournament known: its name, its awards, and whether it is public and so gives any (R15)."""
    need(request, Scope.DIRECT)
    desk = desk_of(request)
    limits = desk.settings
    data = await read_body(request, limits["limits.body_bytes"], limits["limits.body_seconds"])
    body = model_in(data, TournamentBody)
    told_of = Tournament(
        tournament=TournamentId(tournament_id),
        name=body.name,
        visibility=body.visibility,
        awards=tuple(body.awards),
    )
    view, repeated = await run_in_threadpool(_put, desk.store, told_of, desk.now())
    return told(tournament_members(view), 200 if repeated else 201)


def _put(store: Store, told_of: Tournament, now: int) -> tuple[TournamentView, bool]:
    answer = taken(put_tournament(store, told_of, now))
    return taken(tournament(store, told_of.tournament)), answer.repeated


@router.put(
    "/{tournament_id}/podium",
    response_model=None,
    responses=answers(TournamentAnswer, 200, 201, problems=_PROBLEMS),
    openapi_extra=needs(takes(PodiumBody)),
)
async def put_podium(request: Request, tournament_id: PathId) -> Response:
    """Close a tournament with its podium: one award per placed player, once."""
    need(request, Scope.DIRECT)
    desk = desk_of(request)
    limits = desk.settings
    data = await read_body(request, limits["limits.body_bytes"], limits["limits.body_seconds"])
    body = model_in(data, PodiumBody)
    places = [(line.place, PlayerId(line.player)) for line in body.places]
    held = TournamentId(tournament_id)
    view: TournamentView | Refusal = await run_in_threadpool(
        close_tournament, desk.store, held, places, desk.now()
    )
    closed = taken(view, absent=Code.UNKNOWN_TOURNAMENT)
    return told(tournament_members(closed), 200 if closed.repeated else 201)


def tournament_members(view: TournamentView) -> dict[str, Any]:
    """A tournament as it stands, with its awards and what took them back."""
    held, podium = view.entry.facts, view.podium and view.podium.facts
    assert isinstance(held, Tournament)
    assert podium is None or isinstance(podium, Podium)
    return {
        "tournament": held.tournament,
        "number": view.entry.number,
        "accepted_at": instant(view.entry.accepted_at),
        "name": held.name,
        "visibility": held.visibility,
        "awards": list(held.awards),
        "podium": podium
        and [{"place": place, "player": view.ids.get(number)} for place, number in podium.places],
        "given": [award_members(award, view.ids, view.voids.get(award.number)) for award in view.awards],
    }
