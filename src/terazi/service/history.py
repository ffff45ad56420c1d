"""A finished history into a ladder of its own: the plain path, one game after the other.

Used by `terazi rate` for files of ordinary size, and the measure of the fast path over arrays.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from terazi.core.codes import Refusal
from terazi.core.entries import HISTORY, Entry, Facts
from terazi.core.record import Names, Recorded, enter, record
from terazi.core.rulebook import Rulebook
from terazi.core.state import Ladder
from terazi.core.types import FIRST_INSTANT_MS, Game, PlayerId
from terazi.ledger.cards import Card, Salts
from terazi.ledger.digest import rulebook_change


@dataclass(slots=True)
class History:
    """A ladder being made from files: its state, its players' ids and their salts."""

    ladder: Ladder = field(default_factory=Ladder)
    salts: Salts = field(default_factory=Salts)
    names: Names = field(init=False)

    def __post_init__(self) -> None:
        """New players are committed to under a salt of this history."""
        self.names = Names(commit=self.salts.commit)

    def cards(self) -> Iterator[Card]:
        """The cards of all players, in order of registration."""
        return self.salts.cards(self.names.numbers.items())


def begin(history: History, rulebook: Rulebook, at: int = FIRST_INSTANT_MS) -> list[Entry]:
    """Open the ladder at moment `at` (UTC ms): a settings entry without limits (R5), then the rulebook's."""
    facts: list[Facts] = [HISTORY, *map(rulebook_change, rulebook.editions)]
    # R3: before the first game a ladder takes any settings and any dates, so nothing can be refused.
    return [enter(history.ladder, fact, at) for fact in facts]


def rate_all(history: History, games: Iterable[tuple[Game[PlayerId], int]]) -> Iterator[Recorded | Refusal]:
    """Record games in the order given, each with its moment of acceptance (UTC ms); an answer for each."""
    for game, at in games:
        # R22: in a history an entry is accepted when its game finished, where that is later.
        yield record(history.ladder, history.names, game, max(at, game.finished_at))
