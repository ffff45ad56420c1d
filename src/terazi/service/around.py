"""How players stood around an entry, and the way along their histories."""

from collections.abc import Sequence
from dataclasses import dataclass

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Entry
from terazi.core.types import EntryNumber, PlayerNumber
from terazi.store.chain import Link, event_after, links_of
from terazi.store.engine import Store
from terazi.store.ledger import read_entries
from terazi.store.part import Part, begin, load_numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """One player of an entry: the rating as it stood after it, and whether anything came before and after.

    An entry that moved nothing left the rating as it was.
    """

    player: PlayerNumber
    rating: int
    has_previous: bool
    has_next: bool


def around(part: Part, links: Sequence[Link]) -> tuple[Around, ...]:
    """How the players of an entry stood, whose events are `links`."""
    load_numbers(part, [link.player for link in links])
    return tuple(
        Around(
            player=link.player,
            rating=link.rating,
            has_previous=link.before is not None,
            has_next=part.players[link.player].tally.last != link.id,
        )
        for link in links
    )


def beside(store: Store, number: EntryNumber, side: int, *, later: bool) -> Entry | Refusal | None:
    """What happened to the first (0) or second (1) player of an entry just before or after it, if anything.

    Refused: an entry that is not there, or does not name such a player (`unknown_entry`).
    """
    with store.reading() as connection:
        part = begin(store, connection)
        links = links_of(connection, number) if number < part.ladder.head else []
        if not 0 <= side < len(links):
            return Refusal(code=Code.UNKNOWN_ENTRY, field="number", value=str(number))
        link = links[side]
        found = _after(part, link) if later else link.before
        return None if found is None else next(iter(read_entries(connection, [found // 2]).values()))


def _after(part: Part, link: Link) -> int | None:
    load_numbers(part, [link.player])
    last = part.players[link.player].tally.last
    assert last is not None, "whoever has an event has a last one"
    return None if last == link.id else event_after(part.connection, last, link.id)
