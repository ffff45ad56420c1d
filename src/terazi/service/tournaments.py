"""Tournaments: known by a name and awards, closed once with a podium (R15)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Award, Entry, Podium, Tournament
from terazi.core.record import close
from terazi.core.referee import is_id
from terazi.core.types import LARGEST_AMOUNT, EntryNumber, PlayerId, PlayerNumber, TournamentId
from terazi.service.answers import Answer
from terazi.service.entering import enter
from terazi.service.texts import is_name
from terazi.store.append import append
from terazi.store.engine import Store
from terazi.store.names import Names, read_names
from terazi.store.part import Part, begin, load_ids, load_tournament


def put_tournament(store: Store, tournament: Tournament, now: int) -> Answer | Refusal:
    """Make a tournament known; the same again gives its entry, another of that id is refused (`conflict`)."""
    if not is_id(tournament.tournament):
        return Refusal(code=Code.BAD_TOURNAMENT_ID, field="tournament", value=tournament.tournament)
    if not is_name(tournament.name):
        return Refusal(code=Code.BAD_VALUE, field="name", value=tournament.name)
    with store.writing() as connection:
        part = begin(store, connection)
        load_tournament(part, tournament.tournament)
        return enter(part, tournament, now)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentView:
    """A tournament, its podium once it is closed, and the awards given; void ones have their void."""

    entry: Entry
    podium: Entry | None = None
    awards: Sequence[Entry] = ()
    voids: Mapping[EntryNumber, Entry] = field(default_factory=dict)
    names: Names = field(default_factory=dict)
    repeated: bool = False

    @property
    def ids(self) -> Mapping[PlayerNumber, PlayerId]:
        """The operator's ids of who is placed, but for who was erased."""
        return {number: name.player for number, name in self.names.items()}


def tournament(store: Store, tournament_id: TournamentId) -> TournamentView | Refusal:
    """A tournament as it stands."""
    with store.reading() as connection:
        part = begin(store, connection)
        load_tournament(part, tournament_id)
        return _view(part, tournament_id)


def close_tournament(
    store: Store, tournament_id: TournamentId, places: Sequence[tuple[int, PlayerId]], now: int
) -> TournamentView | Refusal:
    """Close a tournament with (place, player) pairs: one award per placed player, once (R15).

    The same podium again writes nothing; another is refused (`conflict`), and so is a player who is not
    registered (`unknown_player`).
    """
    with store.writing() as connection:
        part = begin(store, connection)
        load_tournament(part, tournament_id)
        load_ids(part, [player for _, player in places])
        numbered = _numbered(part, places)
        if isinstance(numbered, Refusal):
            return numbered
        closed = close(part.ladder, Podium(tournament=tournament_id, places=numbered), now)
        if isinstance(closed, Refusal):
            return closed
        append(part, closed.written)
        return _view(part, tournament_id, repeated=not closed.written)


def _numbered(
    part: Part, places: Sequence[tuple[int, PlayerId]]
) -> tuple[tuple[int, PlayerNumber], ...] | Refusal:
    for index, (place, player) in enumerate(places):
        if place > LARGEST_AMOUNT:  # no entry can hold any number at all
            return Refusal(code=Code.BAD_PODIUM, field=f"places/{index}", value=str(place))
        if player not in part.names.numbers:
            return Refusal(code=Code.UNKNOWN_PLAYER, field=f"places/{index}", value=player)
    return tuple((place, part.names.numbers[player]) for place, player in places)


def _view(part: Part, tournament_id: TournamentId, *, repeated: bool = False) -> TournamentView | Refusal:
    ladder = part.ladder
    if tournament_id not in ladder.tournaments:
        return Refusal(code=Code.UNKNOWN_TOURNAMENT, field="tournament", value=tournament_id)
    podium = ladder.podium(tournament_id)
    placed = [] if podium is None else [player for _, player in podium.places]
    awards = sorted(ladder.awards.values(), key=lambda award: award.number)
    assert all(isinstance(award.facts, Award) for award in awards)
    return TournamentView(
        entry=ladder.tournaments[tournament_id],
        podium=ladder.podiums.get(tournament_id),
        awards=awards,
        voids=dict(ladder.voids),
        names=read_names(part.connection, placed),
        repeated=repeated,
    )
