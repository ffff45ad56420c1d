"""In which zone a visitor reads times: their own choice, kept in a cookie, or the ladder's."""

from zoneinfo import ZoneInfo

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from terazi.core.codes import Code, Refusal
from terazi.web.desk import Desk
from terazi.web.pages.moments import zone_named
from terazi.web.pages.places import Place, Visit
from terazi.web.problems import ProblemError, Where

COOKIE = "zone"
_YEAR_SECONDS = 31_536_000


def zone_of(request: Request, desk: Desk) -> ZoneInfo:
    """The zone of a request."""
    chosen = zone_named(request.cookies.get(COOKIE, "")[:64]) or zone_named(desk.settings["ladder.zone"])
    assert chosen is not None, "the settings were checked at start"
    return chosen


def choose_zone(visit: Visit) -> Response:
    """Remember a zone and go back; an empty one is the ladder's again."""
    name, back = visit.query.get("zone", ""), visit.query.get("back", "")
    home = f"/{visit.language}/"
    response = RedirectResponse(back if back.startswith(home) else home, 303)
    if not name:
        response.delete_cookie(COOKIE)
    elif zone_named(name[:64]) is None:
        refusal = Refusal(code=Code.UNKNOWN_ZONE, field="zone", value=name)
        raise ProblemError(refusal, where=Where(parameter="zone"))
    else:
        response.set_cookie(COOKIE, name, max_age=_YEAR_SECONDS, httponly=True, samesite="lax")
    return response


PLACES = (Place(steps=("zone",), show=choose_zone, private=True),)
