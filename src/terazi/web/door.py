"""The door: every request comes in here and every answer leaves here, errors too.

It gives the request its id, looks at the caller's key, keeps to the limits, and measures.
"""

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from terazi.web.desk import Desk
from terazi.web.language import language_for
from terazi.web.logs import log, log_failure
from terazi.web.pages.site import is_page, pages
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError, problem_of

_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_BEARER = b"bearer "
_PROCESS, _SERIAL = secrets.token_hex(6), count()
"""A request's id is its number in its process: to ask for chance each time would cost a turn."""
_UNMEASURED = "other"
_UNLIMITED = frozenset({"/healthz", "/readyz", "/metrics"})

Quick = Callable[[Request], Awaitable[Response]]
"""A handler that is called past the router."""


class Door:
    """An ASGI application around another one."""

    def __init__(self, app: FastAPI, desk: Desk, quick: Quick | None = None) -> None:
        self._app, self._desk, self._quick = app, desk, quick

    def document(self) -> dict[str, Any]:
        """The OpenAPI document of what is behind the door."""
        return self._app.openapi()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the beginning and the end of the server."""
        if scope["type"] == "http":
            await _Visit(self._desk, scope).serve(self._handler(scope), receive, send)
        elif scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        # Nothing is served over websockets: the connection is closed.

    def _handler(self, scope: Scope) -> ASGIApp:
        # Ids may hold any letter, a slash too: routes see the path as it was sent, and decode ids themselves.
        path = scope["path"] = scope["raw_path"].decode("latin-1")
        if is_page(path):
            return pages
        quick = self._quick
        if quick is None or scope["method"] != "PUT" or not _is_game(path):
            return self._app

        async def handler(scope: Scope, receive: Receive, send: Send) -> None:
            response = await quick(Request(scope, receive))
            await response(scope, receive, send)

        return handler


_GAMES = "/v1/games/"


def _is_game(path: str) -> bool:
    return path.startswith(_GAMES) and len(path) > len(_GAMES) and "/" not in path[len(_GAMES) :]


class _Visit:
    """One request on its way."""

    def __init__(self, desk: Desk, scope: Scope) -> None:
        self._desk, self._scope = desk, scope
        self._began = time.perf_counter()
        self._status = 0
        self._whole = False
        self._headers = dict(scope["headers"])
        self._id = self._named()
        scope["desk"], scope["scopes"] = desk, None
        accepted = self._headers.get(b"accept-language", b"").decode("latin-1")
        scope["language"] = language_for(accepted, desk.settings["ladder.language"])
        scope["request_id"] = self._id

    def _named(self) -> str:
        given = self._headers.get(b"x-request-id", b"")
        return given.decode() if _REQUEST_ID.fullmatch(given) else f"{_PROCESS}-{next(_SERIAL):x}"

    async def serve(self, app: ASGIApp, receive: Receive, send: Send) -> None:
        """Answer the request, whatever happens."""

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                timer.reschedule(None)  # an answer that has begun may take its time
                self._status = message["status"]
                message["headers"] = [
                    *message.get("headers", ()),
                    (b"x-request-id", self._id.encode()),
                    (b"x-content-type-options", b"nosniff"),
                ]
            self._whole = message["type"] == "http.response.body" and not message.get("more_body", False)
            await send(message)

        try:
            async with asyncio.timeout(self._desk.settings["limits.answer_seconds"]) as timer:
                await self._identify()
                await app(self._scope, receive, answer)
        except TimeoutError:
            await self._fail(ProblemError(ProblemCode.ANSWER_TOO_SLOW), receive, send)
        except Exception as error:  # a broken program is told to the log, not to the caller
            await self._fail(error, receive, send)
        finally:
            self._measure()

    async def _identify(self) -> None:
        """Who it is, and whether they come too often."""
        secret = self._secret()
        scopes = None if secret is None else await self._desk.keyring.scopes(secret)
        if secret is not None and scopes is None:
            self._limit(self._address(), self._desk.addresses)  # guesses are limited, too
            raise ProblemError(ProblemCode.UNAUTHORIZED)
        self._scope["scopes"] = scopes
        if secret is not None:
            self._limit(secret, self._desk.keys)
        elif self._scope["path"] not in _UNLIMITED:
            self._limit(self._address(), self._desk.addresses)

    def _limit(self, caller: str, buckets: Any) -> None:
        wait = buckets.wait(caller, time.monotonic())
        if wait > 0:
            headers = {"Retry-After": str(int(wait) + 1)}
            raise ProblemError(ProblemCode.TOO_MANY_REQUESTS, headers=headers)

    def _secret(self) -> str | None:
        given: bytes | None = self._headers.get(b"authorization")
        if given is None:
            return None
        if given[: len(_BEARER)].lower() != _BEARER:
            return ""
        return given[len(_BEARER) :].strip().decode("latin-1")

    def _address(self) -> str:
        client = self._scope.get("client")
        return str(client[0]) if client else ""

    async def _fail(self, error: Exception, receive: Receive, send: Send) -> None:
        problem = problem_of(error, self._scope["language"])
        if problem.status >= 500 and not isinstance(error, ProblemError):
            log_failure(error, request_id=self._id)
        if self._whole:
            return
        if self._status:
            raise error  # half an answer was sent: the connection must break, lest it look whole
        self._status = problem.status
        response = problem.response(self._id)
        response.headers["X-Request-ID"] = self._id
        if problem.status in (408, 413):  # the rest of the body is not read
            response.headers["Connection"] = "close"
        await response(self._scope, receive, send)

    def _measure(self) -> None:
        seconds = time.perf_counter() - self._began
        method, path = self._scope["method"], self._scope["path"]
        route = getattr(self._scope.get("route"), "path", None)
        label = route or (_GAMES + "{game_id}" if _is_game(path) and method == "PUT" else _UNMEASURED)
        known = method if method in _METHODS else "OTHER"
        self._desk.metrics.served(known, label, self._status, seconds)
        if self._desk.settings["log.requests"]:
            log(
                "request",
                request_id=self._id,
                method=method,
                path=path,
                status=self._status,
                ms=round(seconds * 1000, 2),
                client=self._address(),
            )


_METHODS = frozenset({"GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "PATCH"})
