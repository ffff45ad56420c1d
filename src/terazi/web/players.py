"""Players: named, opened, unlisted, erased; their profiles and histories (R7, R18, R22)."""

from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.codes import Code
from terazi.core.types import Game, PlayerId
from terazi.service.keys import Scope
from terazi.service.players import KEPT, Start, erase_player, put_player
from terazi.service.profiles import Extreme, HistoryPage, Profile, history, player
from terazi.store.chain import Event
from terazi.web.bodies import PlayerBody
from terazi.web.cursors import cursor, numbers_in
from terazi.web.desk import desk_of, need
from terazi.web.models import ErasedAnswer, HistoryAnswer, PlayerAnswer, PutPlayerAnswer
from terazi.web.problems import taken
from terazi.web.reading import instant_in, instant_of, model_in, read_body
from terazi.web.serving import (
    STRICT,
    AsOf,
    Cursor,
    PathId,
    answers,
    needs,
    page_size,
    shown,
    takes,
    told,
)
from terazi.web.showing import event_members, ids_of, instant

router = APIRouter(prefix="/v1/players", tags=["players"], dependencies=STRICT)


@router.get("/{player_id}", response_model=None, responses=answers(PlayerAnswer, 200, problems=(404,)))
def get_player(request: Request, player_id: PathId, as_of: AsOf = None) -> Response:
    """A player's rating, place, record, highs and lows; now, or as of an instant."""
    desk = desk_of(request)
    at = None if as_of is None else instant_in(as_of, "as_of")
    profile = player(desk.store, PlayerId(player_id), desk.now(), at)
    return shown(request, profile_members(taken(profile, absent=Code.UNKNOWN_PLAYER)))


def profile_members(profile: Profile) -> dict[str, Any]:
    """A profile, as members."""
    place, outlook = profile.place, profile.outlook
    return {
        "player": profile.name.player,
        "player_number": profile.number,
        "name": profile.name.shown,
        "rating": profile.rating,
        "rank": place and place.rank,
        "listed": place and place.listed,
        "below": place and place.below,
        "percentile": place and 100 * place.below / place.listed,
        "games": profile.games,
        "wins": profile.wins,
        "losses": profile.losses,
        "awards": profile.awards,
        "points": profile.points,
        "sparks": profile.sparks,
        "assumed": True,  # R14: points and Sparks
        "unlisted": profile.unlisted,
        "recent": outlook and outlook.games_recent,
        "k": outlook and outlook.k,
        "games_until_change": outlook and outlook.games_until_change,
        "changes_at": instant(outlook.changes_at) if outlook else None,
        "high": _extreme(profile.high),
        "low": _extreme(profile.low),
        "last_finished_at": instant(profile.last_finish),
        "record": [
            {"mode": mode, "termination": termination, "won": won, "lost": lost}
            for (mode, termination), (won, lost) in profile.record.items()
        ],
    }


def _extreme(extreme: Extreme | None) -> dict[str, Any] | None:
    if extreme is None:
        return None
    entry = extreme.entry
    return {
        "rating": extreme.rating,
        "number": entry.number,
        "accepted_at": instant(entry.accepted_at),
        "game_id": entry.facts.game_id if isinstance(entry.facts, Game) else None,
    }


@router.get(
    "/{player_id}/history", response_model=None, responses=answers(HistoryAnswer, 200, problems=(404,))
)
def get_history(
    request: Request,
    player_id: PathId,
    cursor: Cursor = None,
    limit: int | None = None,
    as_of: AsOf = None,
) -> Response:
    """A page of what happened to a player, the newest first."""
    page = history(
        desk_of(request).store,
        PlayerId(player_id),
        before=None if cursor is None else numbers_in(cursor, 1)[0],
        limit=page_size(request, limit, 50),
        as_of=None if as_of is None else instant_in(as_of, "as_of"),
    )
    return shown(request, history_members(player_id, taken(page, absent=Code.UNKNOWN_PLAYER)))


def history_members(player_id: str, page: HistoryPage) -> dict[str, Any]:
    """A page of a history, as members."""
    ids = ids_of(page.names)
    return {
        "player": player_id,
        "events": [_event(event) | event_members(event.entry, ids) for event in page.events],
        "names": {name.player: name.shown for name in page.names.values()},
        "next": None if page.before is None else _cursor(page.before),
    }


_cursor = cursor


def _event(event: Event) -> dict[str, Any]:
    return {
        "event": event.number,
        "rating": event.rating,
        "wins": event.wins,
        "losses": event.losses,
        "awards": event.awards,
        "points": event.points,
        "sparks": event.sparks,
    }


@router.put(
    "/{player_id}",
    response_model=None,
    responses=answers(PutPlayerAnswer, 200, 201, problems=(400, 401, 403, 408, 409, 413)),
    openapi_extra=needs(takes(PlayerBody)),
)
async def put(request: Request, player_id: PathId) -> Response:
    """Register a player who is new; set a name, an opening, the wish to be unlisted."""
    need(request, Scope.DIRECT)
    desk = desk_of(request)
    limits = desk.settings
    data = await read_body(request, limits["limits.body_bytes"], limits["limits.body_seconds"])
    body = model_in(data, PlayerBody)
    done = await run_in_threadpool(
        put_player,
        desk.store,
        PlayerId(player_id),
        desk.now(),
        display_name=body.name if "name" in body.model_fields_set else KEPT,
        opening=_start(body),
        unlisted=body.unlisted,
    )
    put = taken(done)
    written: list[int] = [entry.number for entry in put.written]
    members = {"player": player_id, "player_number": put.number, "written": written}
    return told(members, 201 if int(put.number) in written else 200)


def _start(body: PlayerBody) -> Start | None:
    if body.opening is None:
        return None
    recent = [instant_of(text, f"opening/recent/{index}") for index, text in enumerate(body.opening.recent)]
    return Start(rating=body.opening.rating, recent=tuple(recent))


@router.delete(
    "/{player_id}",
    response_model=None,
    responses=answers(ErasedAnswer, 200, problems=(401, 403, 404)),
    openapi_extra=needs(),
)
def delete(request: Request, player_id: PathId) -> Response:
    """Erase a player's id, salt and name; games stay, without a name, and the ledger still verifies."""
    need(request, Scope.ADMIN)
    desk = desk_of(request)
    answer = taken(erase_player(desk.store, PlayerId(player_id), desk.now()), absent=Code.UNKNOWN_PLAYER)
    return told({"number": answer.entry.number, "accepted_at": instant(answer.entry.accepted_at)})
