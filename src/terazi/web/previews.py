"""What the next game is worth, and what resigning now would cost."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.codes import Code, Refusal
from terazi.core.types import PlayerId, Standing
from terazi.service.ladders import rulebook
from terazi.service.previews import GamePreview, SidePreview, between, preview_game, rated_at
from terazi.store.engine import Store
from terazi.web.bodies import PreviewBody, StandingBody
from terazi.web.desk import desk_of, words_of
from terazi.web.models import PreviewAnswer
from terazi.web.problems import ProblemError, taken
from terazi.web.reading import model_in, read_body
from terazi.web.serving import STRICT, answers, takes, told
from terazi.web.showing import instant
from terazi.words.catalogue import Words
from terazi.words.stakes import preview_lines, resigning_line

router = APIRouter(prefix="/v1", tags=["previews"], dependencies=STRICT)


@router.post(
    "/preview",
    response_model=None,
    responses=answers(PreviewAnswer, 200, problems=(400, 408, 413)),
    openapi_extra=takes(PreviewBody),
)
async def post_preview(request: Request) -> Response:
    """Win and loss at every cube, for two players or two ratings; when each K changes."""
    desk = desk_of(request)
    limits = desk.settings
    data = await read_body(request, limits["limits.body_bytes"], limits["limits.body_seconds"])
    body = model_in(data, PreviewBody)
    return told(await run_in_threadpool(_members, request, desk.store, body, desk.now()))


def _members(request: Request, store: Store, body: PreviewBody, now: int) -> dict[str, Any]:
    asked = {"you": body.you, "opponent": body.opponent}
    players = {name: said for name, said in asked.items() if isinstance(said, str)}
    return preview_members(words_of(request), _preview(store, body, now), body.cube, players)


def preview_members(
    words: Words, found: GamePreview, cube: int, players: Mapping[str, str]
) -> dict[str, Any]:
    """What a game is worth; `players` are the ids of `you` and `opponent`, as far as they have any."""
    at_cube = found.by_cube[cube]
    standings = {"you": found.you.standing, "opponent": found.opponent.standing}
    return {
        "formula": found.formula.name,
        "cube": cube,
        "you": _side(found.you, players.get("you")),
        "opponent": _side(found.opponent, players.get("opponent")),
        "by_cube": {str(cube): asdict(both) for cube, both in found.by_cube.items()},
        "resigning_now": asdict(at_cube.lose),
        "warning": resigning_line(words, at_cube.lose),
        "lines": preview_lines(words, at_cube, **standings, cube=cube, formula=found.formula),
    }


def _preview(store: Store, body: PreviewBody, now: int) -> GamePreview:
    you, opponent = body.you, body.opponent
    if isinstance(you, str) and isinstance(opponent, str):
        return taken(preview_game(store, PlayerId(you), PlayerId(opponent), now))
    if isinstance(you, StandingBody) and isinstance(opponent, StandingBody):
        return _of_ratings(store, you, opponent, now)
    raise ProblemError(Refusal(code=Code.BAD_VALUE, field="opponent", other="two players, or two ratings"))


def _of_ratings(store: Store, you: StandingBody, opponent: StandingBody, now: int) -> GamePreview:
    formula = taken(rulebook(store).in_force(now))
    yours, theirs = (Standing(rating=side.rating, games_recent=side.recent) for side in (you, opponent))
    return between(formula, rated_at(formula, yours), rated_at(formula, theirs))


def _side(side: SidePreview, player: str | None) -> dict[str, Any]:
    return {
        "player": player,
        "known": side.known,
        "rating": side.rating,
        "recent": side.outlook.games_recent,
        "k": side.outlook.k,
        "games_until_change": side.outlook.games_until_change,
        "changes_at": instant(side.outlook.changes_at),
    }
