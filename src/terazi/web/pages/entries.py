"""Any entry of the ledger: voids and awards with their sums, the others plainly, all with their bytes."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import RedirectResponse, Response

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Award, Entry, Void
from terazi.core.types import FIRST_INSTANT_MS, EntryNumber, Game
from terazi.formats.instants import instant_text
from terazi.ledger.merkle import leaf_hash
from terazi.service.around import beside
from terazi.service.entries import EntryView, entry
from terazi.web.pages import links
from terazi.web.pages.places import ID, JSON_TWIN, Place, Shown, Visit
from terazi.web.pages.sides import Side
from terazi.web.pages.verifying import CHECKS, address, verification
from terazi.web.problems import ProblemError, taken
from terazi.web.showing import event_members, ids_of
from terazi.words.entries import KINDS, kind_label

_LONGEST = 15
"""Digits of a number that any ledger can have."""
ROLES = ("winner", "loser")


def show(visit: Visit) -> Shown:
    """One entry."""
    view = taken(entry(visit.desk.store, _number(visit)), absent=Code.UNKNOWN_ENTRY)
    found = view.entry
    facts: dict[str, Any] = {
        "checks": CHECKS,
        "view": view,
        "entry": found,
        "kind": KINDS[type(found.facts)],
        "kind_label": kind_label(visit.words, found.facts),
        "names": view.names,
        "sides": _sides(view),
        "line": view.line.decode(),
        "leaf_hash": leaf_hash(view.line).hex(),
        "beginning": FIRST_INSTANT_MS,
        "bytes_command": f"curl -s '{address(visit, '/v1/ledger')}?from={found.number}&limit=1'",
        "checked": verification(visit, found, view.formula),
    }
    return Shown(template="entry.html", facts=facts, members=lambda: _members(view))


def _number(visit: Visit) -> EntryNumber:
    """The number in the address."""
    text = visit.ids[0]
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST):
        refusal = Refusal(code=Code.UNKNOWN_ENTRY, field="number", value=text)
        raise ProblemError(refusal, absent=Code.UNKNOWN_ENTRY)
    return EntryNumber(int(text))


def _sides(view: EntryView) -> list[Side]:
    effects = view.entry.effects
    roles = ROLES if len(effects) == len(ROLES) else ("placed",)
    return [
        Side(role=role, effect=effect, around=stood)
        for role, effect, stood in zip(roles, effects, view.around, strict=False)
    ]


def _members(view: EntryView) -> Mapping[str, Any]:
    found = view.entry
    members = {
        "number": found.number,
        "kind": KINDS[type(found.facts)],
        "accepted_at": instant_text(found.accepted_at),
        "line": view.line.decode(),
        "leaf_hash": leaf_hash(view.line).hex(),
        "voided_by": view.void and view.void.number,
        "names": {name.player: name.shown for name in view.names.values()},
    }
    if isinstance(found.facts, Game | Award | Void):
        members |= event_members(found, ids_of(view.names))
    return members


# --- along a player's history -----------------------------------------------------------------------


def show_previous(visit: Visit) -> Response:
    """To what happened to a player of the entry just before it."""
    return _step(visit, later=False)


def show_next(visit: Visit) -> Response:
    """To what happened to a player of the entry just after it."""
    return _step(visit, later=True)


def _step(visit: Visit, *, later: bool) -> Response:
    number = _number(visit)
    side = {"0": 0, "1": 1}.get(visit.query.get("side", "0"), -1)
    found = beside(visit.desk.store, number, side, later=later)
    there = None if found is None else taken(found, absent=Code.UNKNOWN_ENTRY)
    if there is None:
        refusal = Refusal(code=Code.UNKNOWN_ENTRY, field="number")
        raise ProblemError(refusal, absent=Code.UNKNOWN_ENTRY)
    return RedirectResponse(_page(visit.language, there), 303, {"Cache-Control": "no-cache"})


def _page(language: str, found: Entry) -> str:
    """The page about an entry: a game has one of its own."""
    if isinstance(found.facts, Game):
        return links.game(language, found.facts.game_id)
    return links.entry(language, found.number)


PLACES = (
    Place(steps=("entries", ID), show=show, forms=JSON_TWIN),
    Place(steps=("entries", ID, "previous"), show=show_previous, private=True),
    Place(steps=("entries", ID, "next"), show=show_next, private=True),
)
