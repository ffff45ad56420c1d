"""Any entry of the ledger as it stands there, with what it speaks of: what was taken back, whose award."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Award, Entry, Erasure, Opening, Podium, Registration, Void
from terazi.core.formula import Formula
from terazi.core.types import EntryNumber, PlayerNumber
from terazi.ledger.codec import decode
from terazi.service.around import Around, around
from terazi.service.explanations import version
from terazi.store.chain import links_of
from terazi.store.engine import Store
from terazi.store.ledger import read_entries, read_lines
from terazi.store.names import Names, read_names
from terazi.store.part import Part, begin, load_tournament, load_voids


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryView:
    """An entry and its exact bytes; `entries` is how many the ledger has.

    `voided` is what a void took back; `void` took the entry itself back; `tournament` is an award's or a
    podium's (or that of the award taken back); `formula` rated the game, or the game that was taken back.
    """

    entry: Entry
    line: bytes
    entries: int
    voided: Entry | None = None
    void: Entry | None = None
    tournament: Entry | None = None
    formula: Formula | None = None
    around: tuple[Around, ...] = ()
    names: Names = field(default_factory=dict)


def entry(store: Store, number: EntryNumber) -> EntryView | Refusal:
    """An entry by its number (`unknown_entry` where the ledger has none of it)."""
    with store.reading() as connection:
        part = begin(store, connection)
        if not 0 <= number < part.ladder.head:
            return Refusal(code=Code.UNKNOWN_ENTRY, field="number", value=str(number))
        (line,) = read_lines(connection, number, 1)
        return _view(part, decode(line), line)


def _view(part: Part, found: Entry, line: bytes) -> EntryView:
    voided = _voided(part, found)
    part.ladder.voidable[found.number] = found
    load_voids(part)
    told = voided or found
    return EntryView(
        entry=found,
        line=line,
        entries=part.ladder.head,
        voided=voided,
        void=part.ladder.voids.get(found.number),
        tournament=_tournament(part, told),
        formula=None if told.formula is None else version(part, told.formula),
        around=around(part, links_of(part.connection, found.number)),
        names=read_names(part.connection, _players(found)),
    )


def _voided(part: Part, found: Entry) -> Entry | None:
    match found.facts:
        case Void(entry=number):
            return read_entries(part.connection, [number])[number]
        case _:
            return None


def _tournament(part: Part, told: Entry) -> Entry | None:
    match told.facts:
        case Award(tournament=wanted) | Podium(tournament=wanted):
            load_tournament(part, wanted)
            return part.ladder.tournaments[wanted]
        case _:
            return None


def _players(found: Entry) -> Iterator[PlayerNumber]:
    """Everyone whom an entry names."""
    yield from (effect.player for effect in found.effects)
    match found.facts:
        case Registration():
            yield PlayerNumber(found.number)
        case Opening(player=player) | Erasure(player=player):
            yield player
        case Podium(places=places):
            yield from (player for _, player in places)
        case _:
            pass
