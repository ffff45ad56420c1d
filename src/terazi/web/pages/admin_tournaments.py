"""Tournaments: make one known, and close it with its podium (R15)."""

import re
from dataclasses import replace

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Podium, Tournament, Visibility
from terazi.core.types import LARGEST_AMOUNT, PlayerId, TournamentId
from terazi.service.keys import Scope
from terazi.service.naming import names_of
from terazi.service.sessions import Session
from terazi.service.tournaments import TournamentView, close_tournament, put_tournament, tournament
from terazi.web.pages.admin_session import facts, place
from terazi.web.pages.fields import Fields, integer_in
from terazi.web.pages.forms import Form
from terazi.web.pages.places import Shown, Visit

_BETWEEN = re.compile(r"[,;\s]+")
_PLACE = re.compile(r"\s*(\d{1,6})[.\s:)]+(\S.*?)\s*")
"""A line of a podium: a place, then a player's id."""


def show(visit: Visit, session: Session) -> Shown:
    """The form of a new tournament, and `?tournament=ID` one that is known, with its podium."""
    return _page(visit, session, Fields(said=visit.query), None)


def act(visit: Visit, session: Session, form: Form) -> Shown:
    """Make a tournament known, or close it."""
    fields = Fields(said=form.fields)
    if fields.text("step") == "podium":
        return _closed(visit, session, fields)
    return _put(visit, session, fields)


def _put(visit: Visit, session: Session, fields: Fields) -> Shown:
    visibility = fields.choice("visibility", Visibility.PUBLIC)
    awards = _awards(fields)
    if fields.refused:
        return _page(visit, session, fields, None)
    wanted = Tournament(
        tournament=TournamentId(fields.text("tournament")),
        name=fields.text("name"),
        visibility=visibility,
        awards=awards,
    )
    said = put_tournament(visit.desk.store, wanted, visit.now)
    if isinstance(said, Refusal):
        fields.refuse(said if said.field else replace(said, field="tournament"))
        return _page(visit, session, fields, None)
    return _page(visit, session, fields, "made")


def _closed(visit: Visit, session: Session, fields: Fields) -> Shown:
    places = _places(fields)
    if fields.refused:
        return _page(visit, session, fields, None)
    said = close_tournament(visit.desk.store, TournamentId(fields.text("tournament")), places, visit.now)
    if isinstance(said, Refusal):
        at_podium = said.field.startswith("places") or said.code is Code.CONFLICT
        fields.refuse(replace(said, field="podium" if at_podium else "tournament"))
        return _page(visit, session, fields, None)
    return _page(visit, session, fields, "closed")


def _awards(fields: Fields) -> tuple[int, ...]:
    """Rating points, the first place first; an empty field gives none."""
    if "awards" not in fields.said:
        return Tournament(tournament=TournamentId(""), name="").awards
    told = [integer_in(text) for text in _BETWEEN.split(fields.text("awards")) if text]
    good = [award for award in told if award is not None and abs(award) <= LARGEST_AMOUNT]
    if len(good) < len(told):
        fields.refuse(
            Refusal(code=Code.BAD_VALUE, field="awards", value=fields.text("awards"), other="50, 25, 15")
        )
    return tuple(good)


def _places(fields: Fields) -> list[tuple[int, PlayerId]]:
    """A place and a player in each line."""
    places = []
    for line in filter(str.strip, fields.text("podium").splitlines()):
        found = _PLACE.fullmatch(line)
        if found is None:
            fields.refuse(Refusal(code=Code.BAD_VALUE, field="podium", value=line, other="1 ID"))
            continue
        places.append((int(found[1]), PlayerId(found[2])))
    return places


def _page(visit: Visit, session: Session, fields: Fields, done: str | None) -> Shown:
    view = tournament(visit.desk.store, TournamentId(fields.text("tournament")))
    known = None if isinstance(view, Refusal) else view
    awards = known.awards if known else ()
    return Shown(
        template="admin_tournaments.html",
        facts=facts(visit, session, fields)
        | {
            "done": done,
            "known": known,
            "held": known.entry.facts if known else None,
            "podium": _podium(known),
            "names": names_of(visit.desk.store, awards),
            "visibilities": [(one.value, visit.words.label(one)) for one in Visibility],
        },
    )


def _podium(view: TournamentView | None) -> list[tuple[int, str]] | None:
    """Places and ids of who was placed; None while nobody was."""
    if view is None or view.podium is None:
        return None
    podium = view.podium.facts
    assert isinstance(podium, Podium)
    return [(place, view.ids.get(number, f"#{number}")) for place, number in podium.places]


PLACES = (place("tournaments", show=show, act=act, scope=Scope.DIRECT),)
