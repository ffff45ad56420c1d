"""The whole application: routes, their errors, their document, and the door in front."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from terazi.core.codes import Code, Refusal
from terazi.store.trouble import StoreTrouble
from terazi.web import (
    boards,
    bodies,
    corrections,
    games,
    health,
    ledger_stream,
    log,
    models,
    players,
    previews,
    rules,
    tables,
    tournaments,
)
from terazi.web.desk import Desk
from terazi.web.door import Door
from terazi.web.logs import log_failure
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError, Where, problem_of

ROUTERS = (
    games.router,
    previews.router,
    players.router,
    boards.router,
    tournaments.router,
    corrections.router,
    rules.router,
    tables.router,
    ledger_stream.router,
    log.router,
    health.router,
)
_BODIES = (
    models.ProblemAnswer,
    bodies.ReportBody,
    bodies.PreviewBody,
    bodies.VoidBody,
    bodies.OutageBody,
    bodies.PlayerBody,
    bodies.TournamentBody,
    bodies.PodiumBody,
    bodies.EditionBody,
)
_ABOUT = """\
Exact, explained ratings for backgammon. Reads are public; a key is sent as `Authorization: Bearer KEY`.
Errors are problems (RFC 9457) in the language of `Accept-Language` (English or Turkish)."""


def create_app(desk: Desk) -> Door:
    """The application at a desk; the writer begins and ends with it."""
    app = FastAPI(
        title="Terazi",
        version=version("terazi"),
        description=_ABOUT,
        docs_url=None,  # their pages would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan(desk),
    )
    for router in ROUTERS:
        app.include_router(router)
    for error in (ProblemError, StoreTrouble, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(error, _problem)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]
    return Door(app, desk, games.quick_put)


def _lifespan(desk: Desk) -> Any:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        desk.open()
        try:
            yield
        finally:
            await desk.keyring.close()
            desk.close()

    return lifespan


async def _problem(request: Request, error: Exception) -> Response:
    match error:
        case RequestValidationError():
            told: Exception = _bad_parameter(error)
        case HTTPException(status_code=405):
            told = ProblemError(ProblemCode.METHOD_NOT_ALLOWED, headers=error.headers)
        case HTTPException():
            told = ProblemError(ProblemCode.NO_SUCH_PAGE)
        case _:
            told = error
    problem = problem_of(told, request.scope["language"])
    if problem.status >= 500 and not isinstance(told, ProblemError):
        log_failure(told, request_id=request.scope["request_id"])
    return problem.response(request.scope["request_id"])


def _bad_parameter(error: RequestValidationError) -> ProblemError:
    first = error.errors()[0]
    name = str(first["loc"][-1])
    refusal = Refusal(code=Code.BAD_VALUE, field=name, value=str(first.get("input", "")))
    return ProblemError(refusal, where=Where(parameter=name))


def _document(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        components = document.setdefault("components", {})
        schemas = components.setdefault("schemas", {})
        for model in _BODIES:
            schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
            schemas |= schema.pop("$defs", {})
            schemas[model.__name__] = schema
        components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
        app.openapi_schema = document
    return app.openapi_schema
