"""What the next game is worth, and what resigning now would cost."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.codes import Code, Refusal
from terazi.core.outlook import Outlook
from terazi.core.preview import preview
from terazi.core.types import CUBES, PlayerId, Standing
from terazi.service.ladders import rulebook
from terazi.service.previews import GamePreview, SidePreview, preview_game
from terazi.store.engine import Store
from terazi.web.bodies import PreviewBody, StandingBody
from terazi.web.desk import desk_of, words_of
from terazi.web.models import PreviewAnswer
from terazi.web.problems import ProblemError, taken
from terazi.web.reading import model_in, read_body
from terazi.web.serving import STRICT, answers, takes, told
from terazi.web.showing import instant
from terazi.words.stakes import preview_lines

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
    found = _preview(store, body, now)
    at_cube = found.by_cube[body.cube]
    sides = {"you": found.you, "opponent": found.opponent}
    standings = {
        name: Standing(rating=side.rating, games_recent=side.outlook.games_recent)
        for name, side in sides.items()
    }
    lines = preview_lines(words_of(request), at_cube, **standings, cube=body.cube, formula=found.formula)
    return {
        "formula": found.formula.name,
        "cube": body.cube,
        "you": _side(found.you, body.you),
        "opponent": _side(found.opponent, body.opponent),
        "by_cube": {str(cube): asdict(both) for cube, both in found.by_cube.items()},
        "resigning_now": asdict(at_cube.lose),
        "lines": lines,
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

    def side(standing: Standing) -> SidePreview:
        recent, k = standing.games_recent, formula.k_for(standing.games_recent)
        left = None if formula.busy_games is None else formula.busy_games - recent
        # Ratings alone have no history: how long a busy week lasts nobody can say.
        until = left if left is not None and left > 0 else None
        view = Outlook(games_recent=recent, k=k, games_until_change=until)
        return SidePreview(rating=standing.rating, outlook=view, known=False)

    by_cube = {cube: preview(yours, theirs, cube=cube, formula=formula) for cube in CUBES}
    return GamePreview(formula=formula, you=side(yours), opponent=side(theirs), by_cube=by_cube)


def _side(side: SidePreview, asked: str | StandingBody) -> dict[str, Any]:
    return {
        "player": asked if isinstance(asked, str) else None,
        "known": side.known,
        "rating": side.rating,
        "recent": side.outlook.games_recent,
        "k": side.outlook.k,
        "games_until_change": side.outlook.games_until_change,
        "changes_at": instant(side.outlook.changes_at),
    }
