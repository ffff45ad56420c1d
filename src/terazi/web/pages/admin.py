"""The front of administration: what was refused lately, and the keys, without their secrets."""

from terazi.service.keys import list_keys
from terazi.service.refused import KEPT, list_refused
from terazi.service.sessions import Session
from terazi.web.pages.admin_session import facts, place
from terazi.web.pages.places import Shown, Visit
from terazi.words.refusals import refusal_sentence

_ON_FRONT = 5


def show(visit: Visit, session: Session) -> Shown:
    """Where to go, and the last refusals."""
    return _refusals(visit, session, "admin.html", _ON_FRONT)


def show_refusals(visit: Visit, session: Session) -> Shown:
    """Every refusal that is kept, the newest first."""
    return _refusals(visit, session, "admin_refusals.html", KEPT)


def show_keys(visit: Visit, session: Session) -> Shown:
    """Who may do what; a key's secret is kept nowhere."""
    keys = list_keys(visit.desk.store)
    return Shown(template="admin_keys.html", facts=facts(visit, session) | {"keys": keys})


def _refusals(visit: Visit, session: Session, template: str, limit: int) -> Shown:
    visit.desk.refused.write()  # this process's own, up to this moment
    told = [
        (one, refusal_sentence(visit.words, one.refusal)) for one in list_refused(visit.desk.store)[:limit]
    ]
    return Shown(template=template, facts=facts(visit, session) | {"told": told, "kept": KEPT})


PLACES = (
    place(show=show),
    place("refusals", show=show_refusals),
    place("keys", show=show_keys),
)
