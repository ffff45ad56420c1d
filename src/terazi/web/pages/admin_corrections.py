"""Take back a game, an award, or all games of an outage: first look, then do (R16, R17)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from terazi.core.codes import Code, Refusal, VoidReason
from terazi.core.entries import Entry
from terazi.core.types import GameId, PlayerId, TournamentId
from terazi.service.answers import Answer
from terazi.service.corrections import (
    REASONS,
    Ground,
    OutageVoid,
    Span,
    list_outage,
    void_award,
    void_game,
    void_outage,
)
from terazi.service.keys import Scope
from terazi.service.naming import names_of
from terazi.service.sessions import Session
from terazi.store.names import Names
from terazi.web.pages.admin_session import facts, place
from terazi.web.pages.fields import Fields
from terazi.web.pages.forms import Form
from terazi.web.pages.places import Shown, Visit

LONGEST_NOTE = 2_000
_SHOWN = 500
"""Voids of an outage that the page lists; all are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What would move, or has moved: one answer a void."""

    answers: Sequence[Answer]
    done: bool
    names: Names
    more: int = 0

    @property
    def entries(self) -> Sequence[Entry]:
        """The void entries."""
        return [answer.entry for answer in self.answers]


def show_void(visit: Visit, session: Session) -> Shown:
    """The form for one game; `?game=ID` fills it in."""
    return _void_page(visit, session, Fields(said=visit.query), None)


def act_void(visit: Visit, session: Session, form: Form) -> Shown:
    """Look what would move, or take it back."""
    fields = Fields(said=form.fields)
    ground, done = _ground(fields), _is_done(fields)
    if fields.refused:
        return _void_page(visit, session, fields, None)
    said = void_game(
        visit.desk.store, GameId(fields.said.get("game", "")), ground, visit.now, dry_run=not done
    )
    return _void_page(visit, session, fields, _looked(visit, fields, "game", said, done=done))


def show_award(visit: Visit, session: Session) -> Shown:
    """The form for one award."""
    return _award_page(visit, session, Fields(said=visit.query), None)


def act_award(visit: Visit, session: Session, form: Form) -> Shown:
    """Look what would move, or take the award back."""
    fields = Fields(said=form.fields)
    ground, done = _ground(fields), _is_done(fields)
    if fields.refused:
        return _award_page(visit, session, fields, None)
    tournament, player = TournamentId(fields.text("tournament")), PlayerId(fields.text("player"))
    said = void_award(visit.desk.store, tournament, player, ground, visit.now, dry_run=not done)
    return _award_page(visit, session, fields, _looked(visit, fields, "player", said, done=done))


def show_outage(visit: Visit, session: Session) -> Shown:
    """The form for a span of time."""
    return _outage_page(visit, session, Fields(said=visit.query), None)


def act_outage(visit: Visit, session: Session, form: Form) -> Shown:
    """List the games of the span, or take back exactly those that were listed (R17: by their digest)."""
    fields = Fields(said=form.fields)
    since = fields.instant("since", visit.zone)
    until = fields.instant("until", visit.zone)
    done, note = _is_done(fields), fields.text("note")[:LONGEST_NOTE]
    if fields.refused:
        return _outage_page(visit, session, fields, None)
    span = Span(since=since, until=until)
    digest = fields.text("digest") if done else list_outage(visit.desk.store, span).digest
    said = void_outage(visit.desk.store, span, digest, visit.now, note=note, dry_run=not done)
    if isinstance(said, Refusal):
        fields.refuse(replace(said, field="note" if said.code is Code.BAD_VALUE else "since"))
        return _outage_page(visit, session, fields, None)
    return _outage_page(visit, session, fields, said, done=done)


def _is_done(fields: Fields) -> bool:
    return fields.text("step") == "commit"


def _ground(fields: Fields) -> Ground:
    reason = fields.choice("reason", VoidReason.OTHER)
    return Ground(reason=reason, note=fields.text("note")[:LONGEST_NOTE])


def _looked(visit: Visit, fields: Fields, field: str, said: Answer | Refusal, *, done: bool) -> Looked | None:
    if isinstance(said, Refusal):
        fields.refuse(said if said.field in ("reason", "note") else replace(said, field=field))
        return None
    return Looked(answers=[said], done=done or said.repeated, names=names_of(visit.desk.store, [said.entry]))


def _void_page(visit: Visit, session: Session, fields: Fields, looked: Looked | None) -> Shown:
    return Shown(template="admin_void.html", facts=_facts(visit, session, fields, looked))


def _award_page(visit: Visit, session: Session, fields: Fields, looked: Looked | None) -> Shown:
    return Shown(template="admin_award.html", facts=_facts(visit, session, fields, looked))


def _outage_page(
    visit: Visit, session: Session, fields: Fields, said: OutageVoid | None, *, done: bool = False
) -> Shown:
    looked = None
    if said is not None:
        listed = said.voids[:_SHOWN]
        names = names_of(visit.desk.store, [answer.entry for answer in listed])
        looked = Looked(answers=listed, done=done, names=names, more=len(said.voids) - len(listed))
    outage = None if said is None else said.outage
    return Shown(
        template="admin_outage.html", facts=_facts(visit, session, fields, looked) | {"outage": outage}
    )


def _facts(visit: Visit, session: Session, fields: Fields, looked: Looked | None) -> dict[str, object]:
    reasons = [(reason.value, visit.words.label(reason)) for reason in REASONS]
    return facts(visit, session, fields) | {"looked": looked, "reasons": reasons}


PLACES = (
    place("void", show=show_void, act=act_void, scope=Scope.DIRECT),
    place("award", show=show_award, act=act_award, scope=Scope.DIRECT),
    place("outage", show=show_outage, act=act_outage, scope=Scope.DIRECT),
)
