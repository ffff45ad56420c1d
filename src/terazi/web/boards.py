"""The sorted views: the leaderboard, the Boosted leaderboard, the distribution of ratings (R14, R18)."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.leaderboard import Line
from terazi.core.types import PlayerNumber
from terazi.service.boards import BoostedBoard, boosted, distribution, leaderboard
from terazi.store.boosted import week_of, week_start
from terazi.store.names import Names
from terazi.web import cursors
from terazi.web.desk import desk_of
from terazi.web.models_ladder import BoardAnswer, BoostedAnswer, DistributionAnswer
from terazi.web.reading import instant_in
from terazi.web.serving import STRICT, AsOf, Cursor, answers, page_size, shown
from terazi.web.showing import Members, instant, who

router = APIRouter(prefix="/v1", tags=["boards"], dependencies=STRICT)

_DAY_MS = 86_400_000


def key_in(cursor: str | None) -> tuple[int, PlayerNumber] | None:
    """What a page is sorted by, and the player's number, at its end; None without a cursor."""
    if cursor is None:
        return None
    value, number = cursors.numbers_in(cursor, 2)
    return value, PlayerNumber(number)


@router.get("/leaderboard", response_model=None, responses=answers(BoardAnswer))
def get_leaderboard(
    request: Request,
    cursor: Cursor = None,
    limit: int | None = None,
    active_days: Annotated[int | None, Query(ge=0, le=36_500)] = None,
    as_of: AsOf = None,
) -> Response:
    """Listed players, the highest rating first; `active_days` leaves others out and never renumbers."""
    desk = desk_of(request)
    at = None if as_of is None else instant_in(as_of, "as_of")
    now = desk.now() if at is None else at
    board = leaderboard(
        desk.store,
        after=key_in(cursor),
        limit=page_size(request, limit, 100),
        active_since=None if active_days is None else now - active_days * _DAY_MS,
        as_of=at,
    )
    lines = [line_members(line, board.names) for line in board.lines]
    following = None if board.after is None else cursors.cursor(*board.after)
    return shown(request, {"lines": lines, "next": following, "entries": board.entries})


def line_members(line: Line, names: Names) -> Members:
    """One line of the board."""
    members: Members = {"rank": line.rank} | who(names, line.player)
    return members | {"rating": line.rating, "games": line.games, "wins": line.wins, "losses": line.losses}


@router.get("/boosted", response_model=None, responses=answers(BoostedAnswer))
def get_boosted(
    request: Request,
    cursor: Cursor = None,
    limit: int | None = None,
    week: Annotated[
        str | None,
        Query(description="RFC 3339: the week (Monday to Sunday, UTC) of this instant.", max_length=64),
    ] = None,
) -> Response:
    """Players by points of boosted games, of all time or of one week; points and Sparks are ours (R14)."""
    chosen = None if week is None else week_of(instant_in(week, "week"))
    board = boosted(
        desk_of(request).store,
        week=chosen,
        after=key_in(cursor),
        limit=page_size(request, limit, 100),
    )
    return shown(request, boosted_members(board, chosen))


def boosted_members(board: BoostedBoard, week: int | None) -> Members:
    """A page of the Boosted leaderboard, of a week or of all time; its amounts are ours, `assumed` (R14)."""
    lines = [
        {"rank": line.rank}
        | who(board.names, line.player)
        | {"points": line.points, "sparks": line.sparks, "games": line.games}
        for line in board.lines
    ]
    return {
        "week": None if week is None else _monday(week),
        "lines": lines,
        "next": None if board.after is None else cursors.cursor(*board.after),
        "assumed": True,
    }


def _monday(week: int) -> str | None:
    """When a week began; the first week of all began before RFC 3339 can say."""
    try:
        return instant(week_start(week))
    except OverflowError:
        return None


@router.get("/distribution", response_model=None, responses=answers(DistributionAnswer))
def get_distribution(request: Request) -> Response:
    """How many listed players have each rating."""
    ratings = distribution(desk_of(request).store)
    members = {
        "listed": sum(ratings.values()),
        "ratings": [{"rating": rating, "players": players} for rating, players in ratings.items()],
    }
    return shown(request, members)
