"""Players' names: shown otherwise, unlisted, or erased; an erasure asks twice (R7, R18)."""

from dataclasses import replace

from terazi.core.codes import Code, Refusal
from terazi.core.types import PlayerId
from terazi.service.keys import Scope
from terazi.service.players import erase_player, put_player
from terazi.service.profiles import Profile, player
from terazi.service.sessions import Session
from terazi.web.pages.admin_session import facts, place
from terazi.web.pages.fields import Fields
from terazi.web.pages.forms import Form
from terazi.web.pages.places import Shown, Visit
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError


def show(visit: Visit, session: Session) -> Shown:
    """`?player=ID`: who that is, and what can be changed."""
    return _page(visit, session, Fields(said=visit.query), None)


def act(visit: Visit, session: Session, form: Form) -> Shown:
    """Change a name or the listing, or erase."""
    fields = Fields(said=form.fields)
    match fields.text("step"):
        case "erase" | "erase_confirmed" as step:
            return _erased(visit, session, fields, done=step == "erase_confirmed")
        case _:
            return _changed(visit, session, fields)


def _changed(visit: Visit, session: Session, fields: Fields) -> Shown:
    if not session.may(Scope.DIRECT):
        raise ProblemError(ProblemCode.FORBIDDEN, other=Scope.DIRECT)
    if _found(visit, fields) is None:
        return _page(visit, session, fields, None)
    said = put_player(
        visit.desk.store,
        PlayerId(fields.text("player")),
        visit.now,
        display_name=fields.text("name") or None,
        unlisted=fields.text("unlisted") == "yes",
    )
    if isinstance(said, Refusal):
        fields.refuse(said)
        return _page(visit, session, fields, None)
    return _page(visit, session, fields, "changed")


def _erased(visit: Visit, session: Session, fields: Fields, *, done: bool) -> Shown:
    """The form names the player's number, too: when it is sent again the id may be somebody else's."""
    found = _found(visit, fields)
    if found is None:
        return _page(visit, session, fields, None)
    if not done:
        return _page(visit, session, fields, "asked")
    if fields.text("number") != str(found.number):
        fields.refuse(Refusal(code=Code.UNKNOWN_PLAYER, field="player", value=fields.text("player")))
        return _page(visit, session, fields, None)
    said = erase_player(visit.desk.store, PlayerId(fields.text("player")), visit.now)
    if isinstance(said, Refusal):
        fields.refuse(replace(said, field="player"))
        return _page(visit, session, fields, None)
    return _page(visit, session, fields, "erased")


def _found(visit: Visit, fields: Fields) -> Profile | None:
    """Who is meant; a player who is not there is told beside the field."""
    found = player(visit.desk.store, PlayerId(fields.text("player")), visit.now)
    if isinstance(found, Refusal):
        fields.refuse(replace(found, field="player"))
        return None
    return found


def _page(visit: Visit, session: Session, fields: Fields, done: str | None) -> Shown:
    asked = fields.text("player")
    found = _found(visit, fields) if asked and done != "erased" else None
    return Shown(
        template="admin_players.html",
        facts=facts(visit, session, fields) | {"found": found, "done": done},
    )


PLACES = (place("players", show=show, act=act),)
