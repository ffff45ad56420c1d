"""Chains of events read back as bare numbers, without a line of the ledger: how ratings went.

An event never changes, and neither does what lies before it: what was read from an event back holds for ever.
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import starmap
from typing import Any, NamedTuple

from sqlalchemy import CTE, Connection, bindparam, literal, select

from terazi.core.entries import Opening
from terazi.core.types import STARTING_RATING, EntryNumber, PlayerNumber
from terazi.ledger.codec import ratings_before
from terazi.store.asking import Question
from terazi.store.bulk import among
from terazi.store.ledger import read_entries
from terazi.store.schema import Whole, entry, event, opening, void

Openings = dict[EntryNumber, int]
"""Starting ratings by the entries that set them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """A player's last events, the newest first: their ids, the ratings after them, whether they were ranked
    games. `whole` where the last one is the player's first; `openings` are those set before the newest event.
    """

    ids: tuple[int, ...]
    ratings: tuple[int, ...]
    ranked: tuple[bool, ...]
    openings: Openings
    whole: bool

    def before(self, step: int) -> int:
        """The rating before an event: the one after the event before it, unless an opening came between."""
        earlier = step + 1
        told = max((one for one in self.openings if one < self.ids[step] // 2), default=-1)
        if earlier < len(self.ids):
            return (
                self.openings[EntryNumber(told)] if told > self.ids[earlier] // 2 else self.ratings[earlier]
            )
        assert self.whole, "only of the oldest event that was read the rating before is unknown"
        return self.openings.get(EntryNumber(told), STARTING_RATING)

    def reaches(self, count: int) -> bool:
        """Whether nothing that the player did after the ledger's first `count` entries is missing."""
        return self.whole or self.ids[-1] < 2 * count


def read_trails(connection: Connection, last: Collection[int], steps: int, count: int) -> dict[int, Trail]:
    """The trails that end with the events `last`: at least `steps` events each, where there are as many, and
    at least to the last one among the ledger's first `count` entries. One question for all.
    """
    if not last:
        return {}
    found: dict[int, list[Any]] = {one: [] for one in last}
    chains = _chains(connection, last, steps, count)
    for row in connection.execute(select(chains).order_by(chains.c.id.desc())):
        found[row.root].append(row)
    owners = {rows[0].player for rows in found.values()}
    openings = _openings(connection, owners)
    return {root: _trail(rows, openings.get(rows[0].player, {})) for root, rows in found.items()}


def _chains(connection: Connection, last: Collection[int], steps: int, count: int) -> CTE:
    columns = (event.c.player, event.c.id, event.c.prev, event.c.rating, event.c.counted_at)
    ends = select(event.c.id.label("root"), *columns, literal(1).label("step"))
    first = ends.where(among(connection, event.c.id, last)).cte("chains", recursive=True)
    further = select(first.c.root, *columns, first.c.step + 1).join(first, event.c.id == first.c.prev)
    return first.union_all(further.where((first.c.step < steps) | (first.c.id >= 2 * count)))


def _trail(rows: list[Any], openings: Openings) -> Trail:
    newest = rows[0].id // 2
    return Trail(
        ids=tuple(row.id for row in rows),
        ratings=tuple(row.rating for row in rows),
        ranked=tuple(row.counted_at is not None for row in rows),
        openings={number: rating for number, rating in openings.items() if number < newest},
        whole=rows[-1].prev is None,
    )


def _openings(connection: Connection, players: Collection[int]) -> dict[PlayerNumber, Openings]:
    """Every opening of some players."""
    chosen = select(opening.c.number).where(among(connection, opening.c.player, players))
    found: dict[PlayerNumber, Openings] = {}
    for number, one in read_entries(connection, list(connection.scalars(chosen))).items():
        assert isinstance(one.facts, Opening)
        found.setdefault(one.facts.player, {})[number] = one.facts.rating
    return found


# --- one player's whole way -------------------------------------------------------------------------


class Step(NamedTuple):
    """One event: when it was accepted, the rating before and after it (UTC ms, points).

    Of a ranked game that stands also when it finished, and the opponent's rating before it; `finished_at` is
    None of everything else.
    """

    id: int
    accepted_at: int
    before: int
    after: int
    finished_at: int | None
    opponent_before: int

    @property
    def won(self) -> bool:
        """Whether the player stands first in the entry: of a game, whether they won."""
        return self.id % 2 == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A player's steps, the oldest first; `whole` where the first one is their first event."""

    steps: tuple[Step, ...]
    whole: bool


def read_way(connection: Connection, last: int, most: int) -> Way:
    """The way to an event, at most so many steps: what voids among it took back does not stand."""
    rows = sorted(_WAY.ask(connection, last=last, most=most))
    return Way(steps=tuple(starmap(_step, rows)), whole=rows[0][1] is None)


def _step(
    event_id: int,
    _prev: int | None,
    rating: int,
    counted_at: int | None,
    accepted_at: int,
    line: bytes,
    void: int | None,
) -> Step:
    told = ratings_before(line)
    before = told[event_id % 2] if told else rating  # what does not move a rating tells none
    stands = counted_at is not None and void is None
    return Step(
        event_id,
        accepted_at,
        before,
        rating,
        counted_at if stands else None,
        told[1 - event_id % 2] if stands else 0,
    )


def _way() -> Question:
    """Of each step: the event, its entry, its void."""
    columns = (event.c.id, event.c.prev, event.c.rating, event.c.counted_at)
    last = bindparam("last", type_=Whole)
    chain = select(*columns, literal(1).label("step")).where(event.c.id == last).cte("chain", recursive=True)
    further = select(*columns, chain.c.step + 1).join(chain, event.c.id == chain.c.prev)
    chain = chain.union_all(further.where(chain.c.step < bindparam("most", type_=Whole)))
    number = chain.c.id // 2
    told = (chain.c.id, chain.c.prev, chain.c.rating, chain.c.counted_at, entry.c.accepted_at, entry.c.line)
    return Question(
        select(*told, void.c.number)
        .join(entry, entry.c.number == number)
        .outerjoin(void, (void.c.entry == number) & (void.c.number <= last // 2))
    )


_WAY = _way()
