"""The list of public tournaments, the newest first (R15)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from terazi.core.entries import Entry, Podium, Tournament, Visibility
from terazi.core.types import EntryNumber, PlayerNumber
from terazi.service.bounds import held, page_of
from terazi.store.engine import Store
from terazi.store.ledger import read_entries
from terazi.store.names import Names, read_names
from terazi.store.tournaments import tournaments_before


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLine:
    """A tournament's entry, and that of its podium once it is closed."""

    entry: Entry
    podium: Entry | None = None

    @property
    def tournament(self) -> Tournament:
        """What was told of it."""
        assert isinstance(self.entry.facts, Tournament)
        return self.entry.facts

    @property
    def places(self) -> Sequence[tuple[int, PlayerNumber]]:
        """Its (place, player) pairs, the first place first; none before it is closed."""
        if self.podium is None:
            return ()
        assert isinstance(self.podium.facts, Podium)
        return self.podium.facts.places

    @property
    def winners(self) -> Sequence[PlayerNumber]:
        """Who is on the first place."""
        return [player for place, player in self.places if place == 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPage:
    """A page of the list; `before` asks for the next one, None at the end; `names` are of the winners."""

    lines: Sequence[TournamentLine]
    before: EntryNumber | None
    names: Names


def tournaments(store: Store, *, before: int | None = None, limit: int = 50) -> TournamentPage:
    """Public tournaments told before entry `before` (or at all), the newest first.

    A private one is shown to who knows its id, and listed nowhere.
    """
    limit = page_of(limit)
    with store.reading() as connection:
        lines = _public(connection, None if before is None else held(before), limit + 1)
        page = lines[:limit]
        names = read_names(connection, {player for line in page for player in line.winners})
        following = page[-1].entry.number if len(lines) > limit else None
        return TournamentPage(lines=page, before=following, names=names)


def _public(connection: Connection, before: int | None, limit: int) -> list[TournamentLine]:
    lines: list[TournamentLine] = []
    while len(lines) < limit:
        known = tournaments_before(connection, before, limit)
        if not known:
            break
        entries = read_entries(
            connection, [number for both in known for number in both if number is not None]
        )
        told = (
            TournamentLine(entry=entries[number], podium=None if podium is None else entries[podium])
            for number, podium in known
        )
        lines += [line for line in told if line.tournament.visibility is Visibility.PUBLIC]
        before = known[-1][0]
    return lines[:limit]
