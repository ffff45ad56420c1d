"""Tournaments: the list, and each with its podium, its awards and what took them back (R15)."""

from collections.abc import Iterable
from dataclasses import dataclass

from terazi.core.codes import Code
from terazi.core.entries import Entry, Podium, Tournament
from terazi.core.types import PlayerNumber, TournamentId
from terazi.formats.instants import instant_text
from terazi.service.tournament_list import TournamentPage, tournaments
from terazi.service.tournaments import TournamentView, tournament
from terazi.web import cursors
from terazi.web.pages.places import ID, JSON_TWIN, TWINS, Place, Row, Shown, Visit
from terazi.web.pages.rendering import called
from terazi.web.problems import taken
from terazi.web.tournaments import list_members, tournament_members

PAGE = 50
_HEADINGS = ("tournament", "name", "accepted_at", "closed_at", "awards", "winners")


def show_list(visit: Visit) -> Shown:
    """Public tournaments, the newest first."""
    cursor = visit.query.get("cursor")
    before = None if cursor is None else cursors.numbers_in(cursor, 1)[0]
    page = tournaments(visit.desk.store, before=before, limit=PAGE)
    following = None if page.before is None else cursors.cursor(page.before)
    address = visit.path if cursor is None else f"{visit.path}?cursor={cursor}"
    facts = {"page": page, "following": following, "is_first": before is None, "address": address}
    return Shown(
        template="tournaments.html",
        facts=facts,
        members=lambda: list_members(page),
        rows=lambda: _rows(page),
    )


def _rows(page: TournamentPage) -> Iterable[Row]:
    yield _HEADINGS
    for line in page.lines:
        held = line.tournament
        yield (
            held.tournament,
            held.name,
            instant_text(line.entry.accepted_at),
            None if line.podium is None else instant_text(line.podium.accepted_at),
            " ".join(map(str, held.awards)),
            "; ".join(called(page.names, number) for number in line.winners),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """One placed player: the award, if the place has one, and the void that took it back."""

    place: int
    player: PlayerNumber
    award: Entry | None = None
    void: Entry | None = None


def show(visit: Visit) -> Shown:
    """One tournament."""
    view = taken(tournament(visit.desk.store, TournamentId(visit.ids[0])), absent=Code.UNKNOWN_TOURNAMENT)
    held = view.entry.facts
    assert isinstance(held, Tournament)
    facts = {"view": view, "held": held, "names": view.names, "places": _places(view)}
    return Shown(template="tournament.html", facts=facts, members=lambda: tournament_members(view))


def _places(view: TournamentView) -> list[Placed]:
    podium = view.podium and view.podium.facts
    if not isinstance(podium, Podium):
        return []
    awards = {award.effects[0].player: award for award in view.awards}
    placed = []
    for place, player in podium.places:
        award = awards.get(player)
        void = None if award is None else view.voids.get(award.number)
        placed.append(Placed(place=place, player=player, award=award, void=void))
    return placed


PLACES = (
    Place(steps=("tournaments",), show=show_list, forms=TWINS),
    Place(steps=("tournaments", ID), show=show, forms=JSON_TWIN),
)
