"""The site as an application: an address -> a place, and errors as pages."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from itertools import chain
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from terazi.web.desk import Desk
from terazi.web.logs import log_error
from terazi.web.pages import (
    admin,
    admin_corrections,
    admin_players,
    admin_rulebook,
    admin_session,
    admin_tournaments,
    boosted,
    calculator,
    entries,
    formula,
    games,
    imports,
    leaderboard,
    players,
    resign,
    rulebook,
    statics,
    tournaments,
    zones,
)
from terazi.web.pages.answering import answered, ready, sent
from terazi.web.pages.links import parted, within
from terazi.web.pages.places import ID, Place, Show, Shown, Visit
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError, problem_of
from terazi.web.reading import read_body
from terazi.web.serving import exact
from terazi.words.catalogue import Language, page_words_in

ROOMS: Sequence[Sequence[Place]] = (
    admin.PLACES,
    admin_corrections.PLACES,
    admin_players.PLACES,
    admin_rulebook.PLACES,
    admin_session.PLACES,
    admin_tournaments.PLACES,
    boosted.PLACES,
    calculator.PLACES,
    entries.PLACES,
    formula.PLACES,
    games.PLACES,
    imports.PLACES,
    leaderboard.PLACES,
    players.PLACES,
    resign.PLACES,
    rulebook.PLACES,
    tournaments.PLACES,
    zones.PLACES,
)
PLACES: Mapping[tuple[str, ...], Place] = {place.steps: place for place in chain(*ROOMS)}
_PREFIXES = (*(f"/{language}/" for language in Language), statics.PREFIX)


def is_page(path: str) -> bool:
    """Whether an address is one of the site's."""
    return path == "/" or path.startswith(_PREFIXES)


async def pages(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request for a page; the door is in front."""
    response = await _respond(Request(scope, receive))
    await response(scope, receive, send)


async def _respond(request: Request) -> Response:
    path: str = request.scope["path"]
    if path == "/":
        return RedirectResponse(f"/{request.scope['language']}/", 303, {"Vary": "Accept-Language"})
    if path.startswith(statics.PREFIX):
        found = statics.served(request)
        return (
            found or problem_of(ProblemError(ProblemCode.NO_SUCH_PAGE), request.scope["language"]).response()
        )
    visit, place = _visit(request, path)
    request.scope["language"] = visit.language
    try:
        return await _served(visit, place)
    except Exception as error:  # told as a page, in the visitor's language
        return _troubled(visit, error)


async def _served(visit: Visit, place: Place | None) -> Response:
    if place is None or visit.form not in {"html", *place.forms}:
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    method = visit.request.method
    if method in ("GET", "HEAD"):
        if place.private:
            return await run_in_threadpool(_shown, visit, place.show)
        found = await _ready(visit)
        return found if found is not None else await run_in_threadpool(answered, visit, place.show)
    if method != "POST" or place.act is None:
        allowed = "GET, HEAD" if place.act is None else "GET, HEAD, POST"
        raise ProblemError(ProblemCode.METHOD_NOT_ALLOWED, headers={"Allow": allowed})
    limits = visit.desk.settings
    body = await read_body(visit.request, limits[place.most], limits["limits.body_seconds"])
    act = place.act
    return await run_in_threadpool(_shown, visit, lambda visit: act(visit, body))


async def _ready(visit: Visit) -> Response | None:
    if visit.desk.store.is_sqlite:  # which answers in less time than a thread takes to begin
        return ready(visit)
    return await run_in_threadpool(ready, visit)


def _shown(visit: Visit, show: Show) -> Response:
    """What is for one person and is kept nowhere."""
    shown = show(visit)
    return shown if isinstance(shown, Response) else sent(visit, shown, {"Cache-Control": "no-store"})


def _visit(request: Request, path: str) -> tuple[Visit, Place | None]:
    """The visit that a request is, and the place it is to, if there is one."""
    _, language, *steps = path.split("/")
    steps[-1], form = parted(steps[-1])
    place, ids = _place(steps)
    desk: Desk = request.scope["desk"]
    if place is not None:
        request.scope["route"] = _Route("/".join(("", "{lang}", *place.steps)))
    visit = Visit(
        request=request,
        desk=desk,
        words=page_words_in(language),
        zone=zones.zone_of(request, desk),
        now=desk.now(),
        path=path,
        ids=ids,
        form=form,
    )
    return visit, place


class _Route:
    """What the metrics call a place."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path


def _place(steps: list[str]) -> tuple[Place | None, tuple[str, ...]]:
    found = PLACES.get(tuple(steps))
    if found is not None or len(steps) < 2:
        return found, ()
    found = PLACES.get((steps[0], ID, *steps[2:]))
    try:
        return found, (exact(steps[1] if len(steps) == 2 else within(steps[1])),)
    except ValueError:
        return None, ()


def _troubled(visit: Visit, error: Exception) -> Response:
    problem = problem_of(error, visit.language)
    if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR and not isinstance(error, ProblemError):
        log_error("a page failed", error, request_id=visit.request.scope["request_id"])
    if visit.form != "html":
        return problem.response(visit.request.scope["request_id"])
    facts: dict[str, Any] = {"problem": problem, "request_id": visit.request.scope["request_id"]}
    headers = {"Content-Language": visit.language, "Cache-Control": "no-store"} | dict(problem.headers)
    return sent(visit, Shown(template="problem.html", facts=facts, status=problem.status), headers)
