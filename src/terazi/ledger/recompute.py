"""Every entry recomputed: its facts are decided again, and out must come the very bytes that stand there."""

import json
from collections.abc import Iterator, Mapping, Sequence

from terazi.core.codes import Refusal, VoidReason
from terazi.core.entries import Award, Entry, Facts, Podium, Registration, RulebookChange, Settings, Void
from terazi.core.ladder import apply, decide
from terazi.core.state import Ladder
from terazi.core.types import Game, GameId
from terazi.ledger.codec import NotAnEntry, encode, parse
from terazi.ledger.digest import table_sha256
from terazi.ledger.faults import Fault, FaultCode, Faulty, shown
from terazi.ledger.lean import Lean
from terazi.ledger.places import Entries, Read, commitment_of, small_ladder

COMPILED_FROM = 300_000
"""Entries from which loading numba and the code that it keeps is repaid; to compile it takes longer, once."""
_COMPILED_BELOW = 2**31
"""Entries from which the number of a seat might not fit into 32 bits."""


def quickest(entries: int) -> type[Lean]:
    """The quick way for a ledger of so many entries: compiled if that is repaid, and numba is installed."""
    if COMPILED_FROM <= entries < _COMPILED_BELOW:
        try:
            from terazi.ledger.compiled import Compiled
        except ImportError:
            return Lean
        return Compiled
    return Lean


class Recomputer:
    """A ladder made again from the bytes of a ledger's entries, one after the other.

    Memory: 14 bytes an entry, 16 more a ranked game (its instant, for both players), and the players; the
    compiled way takes 4 more an entry, 1 more a ranked game, and 224 more a player.
    """

    def __init__(self, entries: int, read: Read, quick: type[Lean] | None = None) -> None:
        """Begin a ledger of so many entries; `read` gives an entry's bytes again once it was checked.

        `quick` is the quick way to take; the results are the same.
        """
        try:
            self.ladder, slots = small_ladder(entries, read)
            self._lean = (quick or quickest(entries))(self.ladder, slots)
        except (MemoryError, OverflowError):
            raise Faulty(Fault(code=FaultCode.TOO_LARGE, says=str(entries))) from None
        self._registered = Entries(slots, read, "commitment", commitment_of)
        self._due: list[Award | Void] = []

    def check(self, lines: Sequence[bytes]) -> None:
        """Check the next entries and change the ladder by them; `Faulty` says what is wrong with one."""
        at, self._lean = 0, self._lean.better()
        while at < len(lines):
            if not self._due:
                at += self._lean.accept(lines, at)
            if at < len(lines):
                self._check_by_rule(lines[at])
                at += 1

    def finish(self) -> Ladder:
        """The ladder after all entries; `Faulty` where something must still follow."""
        if self._due:
            raise Faulty(self._lacking(self._due[0]))
        return self.ladder

    def _check_by_rule(self, line: bytes) -> None:
        number = self.ladder.head
        try:
            entry, again = parse(line)
        except NotAnEntry as error:
            raise Faulty(error.fault(number)) from None
        self._check_place(entry.facts)
        decided = decide(self.ladder, entry.facts, entry.accepted_at)
        # What was decided is nearly always what was read: then it need not be written again.
        should = again if decided == entry else b""
        fault = _fault(decided, number, line, should)
        if fault is not None:
            raise Faulty(fault)
        assert isinstance(decided, Entry), "a refusal is a fault"
        apply(self.ladder, decided)
        self._after(decided)

    def _check_place(self, facts: Facts) -> None:
        number = self.ladder.head
        if number == 0 and not isinstance(facts, Settings):  # R22: settings first, so no player has number 0
            raise Faulty(Fault(code=FaultCode.OUT_OF_PLACE, entry=number, should="settings"))
        if isinstance(facts, Registration) and (earlier := self._registered.get(facts.commitment)):
            should, says = str(earlier.number), shown(facts.commitment)
            raise Faulty(Fault(code=FaultCode.REGISTERED_TWICE, entry=number, says=says, should=should))
        if self._due and not self._is_due(facts, self._due[0]):
            raise Faulty(self._lacking(self._due[0]))
        del self._due[:1]

    def _is_due(self, facts: Facts, due: Award | Void) -> bool:
        if isinstance(due, Award):
            return facts == due
        taken = self._taken_back(due)
        return taken is not None and isinstance(facts, Game) and facts.replaces == taken

    def _taken_back(self, void: Void) -> GameId | None:
        taken = self.ladder.voidable[void.entry].facts
        return taken.game_id if isinstance(taken, Game) else None  # nothing can replace an award

    def _lacking(self, due: Award | Void) -> Fault:
        """What is wrong where something else than `due` stands next, or nothing."""
        if isinstance(due, Award):
            return Fault(code=FaultCode.OUT_OF_PLACE, entry=self.ladder.head, should="award")
        should = shown(self._taken_back(due) or "")
        return Fault(code=FaultCode.NOT_REPLACED, entry=self.ladder.head - 1, should=should)

    def _after(self, entry: Entry) -> None:
        facts = entry.facts
        self._lean.forget(entry)
        match facts:
            case RulebookChange() | Settings():
                self._lean.start_anew()
            case Registration(commitment=commitment):
                self._registered[commitment] = entry
            case Void(reason=VoidReason.REPLACED):  # R16: void and replacement in one transaction
                self._due = [facts]
            case Podium():  # R15: closing a tournament writes its awards, once
                self._due = list(_awards(self.ladder, facts))
            case _:
                pass


def _awards(ladder: Ladder, podium: Podium) -> Iterator[Award]:
    for place, player in podium.places:
        award = Award(tournament=podium.tournament, place=place, player=player)
        if not isinstance(decide(ladder, award, ladder.clock), Refusal):
            yield award


def _fault(decided: Entry | Refusal, number: int, line: bytes, written: bytes) -> Fault | None:
    """What is wrong with a line whose facts this was decided from; `written` is its own line, if known."""
    if isinstance(decided, Refusal):
        code, field, says = decided.code, decided.field, shown(decided.value)
        return Fault(code=FaultCode.REFUSED, entry=number, field=field, says=says, should=code)
    if decided.number < number:
        return Fault(code=FaultCode.REPEATED, entry=number, says=str(number), should=str(decided.number))
    should = written or encode(decided)
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
    try:
        said, due = dict(_members(json.loads(line))), dict(_members(json.loads(should)))
    except RecursionError:  # a member that no entry has
        return NotAnEntry().fault(number)
    for field in sorted(said.keys() | due.keys(), key=_by_cause):
        says, wanted = said.get(field, ""), due.get(field, "")
        if says != wanted:
            says, wanted = shown(says), shown(wanted)
            return Fault(code=FaultCode.WRONG_VALUE, entry=number, field=field, says=says, should=wanted)
    return NotAnEntry().fault(number)


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
