"""The way into the pages of administration: a key signs in, a cookie stays, forms prove where they are from.

The cookie holds 256 random bits; of these only the SHA-256 is kept, beside the keys, so that all processes
agree and a revoked key ends its sessions. A form must come from this site (Origin, Sec-Fetch-Site) and say
the token of its session, which is made from the cookie: another site can know neither.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import RedirectResponse, Response

from terazi.service.keys import Scope
from terazi.service.sessions import LASTS_MS, Session, is_token, session_of, sign_in, sign_out
from terazi.web.pages.fields import Fields
from terazi.web.pages.forms import Form, form_in
from terazi.web.pages.places import Place, Shown, Visit
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError

COOKIE = "terazi_admin"
PROOF = "proof"
_LONGEST_KEY = 200
_SECOND_MS = 1_000

Show = Callable[[Visit, Session], Shown]
Act = Callable[[Visit, Session, Form], Shown]


def place(
    *steps: str,
    show: Show,
    act: Act | None = None,
    scope: Scope = Scope.ADMIN,
    most: str = "limits.body_bytes",
) -> Place:
    """A place of administration: shown to who is signed in, and acted in by whose key has the scope."""
    return Place(
        steps=("admin", *steps),
        show=lambda visit: _shown(visit, show),
        act=None if act is None else lambda visit, body: _acted(visit, body, act, scope),
        private=True,
        most=most,
    )


def facts(visit: Visit, session: Session, fields: Fields | None = None) -> dict[str, Any]:
    """What every page of administration shows: who it is, and a form as it was sent."""
    sent = fields or Fields(said={})
    return {"session": session, "fields": sent, "wrong": sent.sentences(visit.words)}


def _shown(visit: Visit, show: Show) -> Shown | Response:
    session = _session(visit)
    if session is None:
        return _to(visit, "/sign-in")
    return show(visit, session)


def _acted(visit: Visit, body: bytes, act: Act, scope: Scope) -> Shown | Response:
    session = _session(visit)
    if session is None:
        return _to(visit, "/sign-in")
    _from_here(visit)
    form = form_in(visit.request.headers.get("content-type", ""), body)
    if not is_token(session, form.fields.get(PROOF, "")):
        raise ProblemError(ProblemCode.FOREIGN_FORM)
    if not session.may(scope):
        raise ProblemError(ProblemCode.FORBIDDEN, other=scope)
    return act(visit, session, form)


def _session(visit: Visit) -> Session | None:
    session_id = visit.request.cookies.get(COOKIE)
    return session_of(visit.desk.store, session_id, visit.now) if session_id else None


def _from_here(visit: Visit) -> None:
    """Let pass a form that a browser sent from a page of this site."""
    headers = visit.request.headers
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site not in (None, "same-origin") or (
        origin is not None and urlsplit(origin).netloc != headers.get("host")
    ):
        raise ProblemError(ProblemCode.FOREIGN_FORM)


def _to(visit: Visit, below: str = "") -> Response:
    return RedirectResponse(f"/{visit.language}/admin{below}", 303, {"Cache-Control": "no-store"})


def _sign_in_shown(visit: Visit, told: Mapping[str, Any] | None = None) -> Shown:
    return Shown(template="admin_sign_in.html", facts={"wrong_key": False} | dict(told or {}))


def _signed_in(visit: Visit, body: bytes) -> Shown | Response:
    _from_here(visit)
    form = form_in(visit.request.headers.get("content-type", ""), body)
    secret = form.fields.get("key", "").strip()[:_LONGEST_KEY]
    session_id = sign_in(visit.desk.store, secret, visit.now)
    if session_id is None:
        _count_guess(visit)
        return replace(_sign_in_shown(visit, {"wrong_key": True}), status=403)
    response = _to(visit)
    response.set_cookie(
        COOKIE,
        session_id,
        max_age=LASTS_MS // _SECOND_MS,
        httponly=True,
        samesite="strict",
        secure=visit.request.url.scheme == "https",
    )
    return response


def _count_guess(visit: Visit) -> None:
    """Guesses are limited as at the door: a key has 256 random bits, this spares the store."""
    client = visit.request.client
    wait = visit.desk.addresses.wait(client.host if client else "", time.monotonic())
    if wait > 0:
        raise ProblemError(ProblemCode.TOO_MANY_REQUESTS, headers={"Retry-After": str(int(wait) + 1)})


def _sign_out(visit: Visit, body: bytes) -> Shown | Response:
    session_id = visit.request.cookies.get(COOKIE, "")
    session = session_of(visit.desk.store, session_id, visit.now)
    if session is not None:
        _from_here(visit)
        form = form_in(visit.request.headers.get("content-type", ""), body)
        if not is_token(session, form.fields.get(PROOF, "")):
            raise ProblemError(ProblemCode.FOREIGN_FORM)
        sign_out(visit.desk.store, session_id)
    response = _to(visit, "/sign-in")
    response.delete_cookie(COOKIE)
    return response


PLACES = (
    Place(steps=("admin", "sign-in"), show=_sign_in_shown, act=_signed_in, private=True),
    Place(steps=("admin", "sign-out"), show=_to, act=_sign_out, private=True),
)
