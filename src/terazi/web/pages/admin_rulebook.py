"""Put a version into force: first what it would have done to last month's games, then a date (R3, R20)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Refusal
from terazi.core.formula import CubeRule, GammonRule
from terazi.core.rulebook import Edition
from terazi.formats.instants import instant_text
from terazi.formats.rulebook_toml import edition_from
from terazi.service.ladders import change_rulebook, rulebook, settings
from terazi.service.rehearsal import MOST_GAMES, rehearse
from terazi.service.sessions import Session
from terazi.web.pages.admin_session import facts, place
from terazi.web.pages.fields import Fields, integer_in
from terazi.web.pages.forms import Form
from terazi.web.pages.places import Shown, Visit

_NUMBERS = ("divisor", "k", "busy_games", "busy_k")
_TEXTS = ("formula", "name", "cube_rule", "gammon_rule")


def show(visit: Visit, session: Session) -> Shown:
    """The versions there are, and the form of another one."""
    return _page(visit, session, Fields(said=visit.query), {})


def act(visit: Visit, session: Session, form: Form) -> Shown:
    """Rehearse a version, or put it into force."""
    fields = Fields(said=form.fields)
    edition = _edition(visit, fields)
    if edition is None:
        return _page(visit, session, fields, {})
    if fields.text("step") != "commit":
        rehearsal = rehearse(visit.desk.store, edition.formula, visit.now)
        return _page(visit, session, fields, {"edition": edition, "rehearsal": rehearsal})
    said = change_rulebook(visit.desk.store, edition, visit.now)
    if isinstance(said, Refusal):
        fields.refuse(said if said.field else replace(said, field="formula"))
        return _page(visit, session, fields, {})
    return _page(visit, session, fields, {"edition": edition, "entry": said.entry})


def _edition(visit: Visit, fields: Fields) -> Edition | None:
    """The edition of the form, read as one of a rulebook file; None where its fields tell what is wrong."""
    instant = fields.instant("effective_from", visit.zone)
    if fields.refused:
        return None
    members: dict[str, Any] = {"effective_from": instant_text(instant)}
    members |= {name: fields.text(name) for name in _TEXTS if fields.text(name)}
    if "formula" in members:  # a version of the catalogue has its own parameters
        members = {name: members[name] for name in ("effective_from", "formula")}
    else:
        for name in filter(fields.text, _NUMBERS):
            number = integer_in(fields.text(name))
            members[name] = fields.text(name) if number is None else number
    edition = edition_from(members)
    if isinstance(edition, Refusal):
        fields.refuse(replace(edition, field=edition.field.rpartition("/")[2] or "formula"))
        return None
    return edition


def _page(visit: Visit, session: Session, fields: Fields, more: Mapping[str, Any]) -> Shown:
    store, words = visit.desk.store, visit.words
    versions = [("", words.say("admin.own_version")), *((name, name) for name in CATALOGUE)]
    chosen = {"edition": None, "rehearsal": None, "entry": None} | dict(more)
    return Shown(
        template="admin_rulebook.html",
        facts=facts(visit, session, fields)
        | chosen
        | {
            "editions": rulebook(store).editions,
            "versions": versions,
            "cube_rules": [(rule.value, words.label(rule)) for rule in CubeRule],
            "gammon_rules": [(rule.value, words.label(rule)) for rule in GammonRule],
            "most": MOST_GAMES,
            "early_ms": settings(store).early_ms or 0,
        },
    )


PLACES = (place("rulebook", show=show, act=act),)
