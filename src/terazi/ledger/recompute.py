"""Every entry recomputed: its facts are decided again, and out must come the very bytes that stand there."""

import json
from collections.abc import Iterator, Mapping

from terazi.core.codes import Refusal
from terazi.core.entries import Award, Entry, Facts, Podium, RulebookChange, Settings
from terazi.core.ladder import apply, decide
from terazi.core.state import Ladder
from terazi.ledger.codec import NotAnEntry, encode, parse
from terazi.ledger.digest import table_sha256
from terazi.ledger.faults import Fault, FaultCode, Faulty, shown
from terazi.ledger.lean import Lean
from terazi.ledger.places import Read, small_ladder


class Recomputer:
    """A ladder made again from the bytes of a ledger's entries, one after the other.

    Memory: 16 bytes an entry, 16 more a ranked game (its instant, for both players), and the players.
    """

    def __init__(self, entries: int, read: Read) -> None:
        """Begin a ledger of so many entries; `read` gives an entry's bytes again once it was checked."""
        try:
            self.ladder, games, slots = small_ladder(entries, read)
        except (MemoryError, OverflowError):
            raise Faulty(Fault(code=FaultCode.TOO_LARGE, says=str(entries))) from None
        self._lean = Lean(self.ladder, games, slots)
        self._due: list[Award] = []

    def check(self, line: bytes) -> None:
        """Check the next entry and change the ladder by it; `Faulty` says what is wrong with it."""
        if self._due or not self._lean.accepts(line):
            self._check_by_rule(line)

    def finish(self) -> Ladder:
        """The ladder after all entries; `Faulty` where something must still follow."""
        if self._due:
            raise Faulty(Fault(code=FaultCode.OUT_OF_PLACE, entry=self.ladder.head, should="award"))
        return self.ladder

    def _check_by_rule(self, line: bytes) -> None:
        number = self.ladder.head
        try:
            entry = parse(line)
        except NotAnEntry as error:
            raise Faulty(Fault(code=FaultCode.NOT_AN_ENTRY, entry=number, says=shown(error))) from None
        self._check_place(entry.facts)
        decided = decide(self.ladder, entry.facts, entry.accepted_at)
        fault = _fault(decided, number, line)
        if fault is not None:
            raise Faulty(fault)
        assert isinstance(decided, Entry), "a refusal is a fault"
        apply(self.ladder, decided)
        self._after(decided.facts)

    def _check_place(self, facts: Facts) -> None:
        number = self.ladder.head
        if number == 0 and not isinstance(facts, Settings):  # R22: settings first, so no player has number 0
            raise Faulty(Fault(code=FaultCode.OUT_OF_PLACE, entry=number, should="settings"))
        if self._due and facts != self._due.pop(0):
            raise Faulty(Fault(code=FaultCode.OUT_OF_PLACE, entry=number, should="award"))

    def _after(self, facts: Facts) -> None:
        match facts:
            case RulebookChange():
                self._lean.start_anew()
            case Podium():  # R15: closing a tournament writes its awards, once
                self._due = list(_awards(self.ladder, facts))
            case _:
                pass


def _awards(ladder: Ladder, podium: Podium) -> Iterator[Award]:
    for place, player in podium.places:
        award = Award(tournament=podium.tournament, place=place, player=player)
        if not isinstance(decide(ladder, award, ladder.clock), Refusal):
            yield award


def _fault(decided: Entry | Refusal, number: int, line: bytes) -> Fault | None:
    """What is wrong with a line that tells facts from which this was decided."""
    if isinstance(decided, Refusal):
        code, field, says = decided.code, decided.field, shown(decided.value)
        return Fault(code=FaultCode.REFUSED, entry=number, field=field, says=says, should=code)
    if decided.number < number:
        return Fault(code=FaultCode.REPEATED, entry=number, says=str(number), should=str(decided.number))
    should = encode(decided)
    if should != line:
        return _difference(number, line, should)
    if isinstance(decided.facts, RulebookChange):
        return _table_fault(number, decided.facts)
    return None


def _table_fault(number: int, change: RulebookChange) -> Fault | None:
    should, says = table_sha256(change.edition.formula), change.table_sha256
    if says == should:
        return None
    return Fault(
        code=FaultCode.WRONG_VALUE, entry=number, field="table_sha256", says=shown(says), should=should
    )


_CAUSES = (
    "number", "accepted_at", "formula", "unrated", "player", "event", "before", "recent", "k", "points",
    "sparks", "delta", "after",
)  # fmt: skip
"""Members in the order in which one follows from the other: the first that differs is what is wrong."""


def _difference(number: int, line: bytes, should: bytes) -> Fault:
    said, due = dict(_members(json.loads(line))), dict(_members(json.loads(should)))
    for field in sorted(said.keys() | due.keys(), key=_by_cause):
        says, wanted = said.get(field, ""), due.get(field, "")
        if says != wanted:
            says, wanted = shown(says), shown(wanted)
            return Fault(code=FaultCode.WRONG_VALUE, entry=number, field=field, says=says, should=wanted)
    return Fault(code=FaultCode.NOT_AN_ENTRY, entry=number, says="the line is not in its canonical form")


def _by_cause(field: str) -> tuple[int, str]:
    name = field.rpartition(".")[2]
    return (_CAUSES.index(name) if name in _CAUSES else len(_CAUSES), field)


def _members(value: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every member of an entry by its path (`winner.delta`), with its value as JSON."""
    for name, member in value.items():
        if isinstance(member, dict):
            yield from _members(member, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", json.dumps(member)
