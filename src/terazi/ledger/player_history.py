"""One player's whole history out of a ledger, and what shows that nothing of it is missing."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from terazi.core.entries import Entry, Moved, Opening, Rated, Registration
from terazi.core.types import STARTING_RATING, PlayerNumber
from terazi.ledger.cards import Card
from terazi.ledger.codec import decode
from terazi.ledger.faults import Fault, FaultCode


@dataclass(slots=True)
class PlayerHistory:
    """Collects the entries of one player while a ledger is verified: give `watch` to `verify_log`."""

    player: PlayerNumber
    entries: list[Entry] = field(default_factory=list)

    def watch(self, line: bytes) -> None:
        """Keep an entry that names the player, or that registers them."""
        marks = (b'"player":%d,' % self.player, b'"player":%d}' % self.player)
        if line.endswith(b'"number":%d}' % self.player) or any(mark in line for mark in marks):
            entry = decode(line)
            if registers(entry, self.player) or _names(entry, self.player):
                self.entries.append(entry)


def registers(entry: Entry, player: PlayerNumber) -> bool:
    """Whether this is the player's `register` entry, whose number they are called by."""
    return isinstance(entry.facts, Registration) and PlayerNumber(entry.number) == player


def _names(entry: Entry, player: PlayerNumber) -> bool:
    said = {getattr(entry.facts, "player", None), *(effect.player for effect in entry.effects)}
    placed = {placed for _, placed in getattr(entry.facts, "places", ())}
    return player in said | placed


def card_fault(card: Card, entries: Iterable[Entry]) -> Fault | None:
    """Why a card does not tell whose entries these are (`no_such_player`, `other_player`), or None."""
    for entry in entries:
        if isinstance(entry.facts, Registration) and registers(entry, card.number):
            says, should = entry.facts.commitment, card.commitment
            if says == should:
                return None
            return Fault(code=FaultCode.OTHER_PLAYER, entry=entry.number, says=says, should=should)
    return Fault(code=FaultCode.NO_SUCH_PLAYER, says=str(card.number))


def history_fault(player: PlayerNumber, entries: Iterable[Entry]) -> Fault | None:
    """Why entries are not the first ones of a player's history, without a gap; None where they are.

    They need not come from a whole ledger: proofs of each are enough. The player's own running numbers must
    be 1, 2, 3 …, and every rating must start where the last one ended (R21, R22).
    """
    events, rating = 0, STARTING_RATING
    for entry in sorted(entries, key=lambda entry: entry.number):
        if isinstance(entry.facts, Opening) and entry.facts.player == player:
            rating = entry.facts.rating
        for effect in entry.effects:
            if effect.player != player:
                continue
            events += 1
            if effect.event != events:
                return _gap(entry, "event", effect.event, events)
            if isinstance(effect, Rated | Moved):
                if effect.change.before != rating:
                    return _gap(entry, "before", effect.change.before, rating)
                rating = effect.change.after
    return None


def _gap(entry: Entry, field: str, says: int, should: int) -> Fault:
    code = FaultCode.WRONG_VALUE
    return Fault(code=code, entry=entry.number, field=field, says=str(says), should=str(should))
