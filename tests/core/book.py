"""A ladder with all its entries, as the tests of the core keep it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Entry, Facts, Opening, Registration, RulebookChange, Settings
from terazi.core.ladder import apply, decide
from terazi.core.rulebook import DEFAULT_RULEBOOK, Rulebook
from terazi.core.state import Ladder
from terazi.core.types import FIRST_INSTANT_MS, Game, GameId, PlayerNumber
from tests.strategies import BASE_MS

NOW = BASE_MS
"""The moment at which things happen unless a test says otherwise."""
ANN, BEA, CEM = PlayerNumber(2), PlayerNumber(3), PlayerNumber(4)
"""The first three players of a `book`."""


@dataclass(slots=True, kw_only=True)
class Book:
    """A ladder and the entries that made it."""

    ladder: Ladder = field(default_factory=Ladder)
    entries: list[Entry] = field(default_factory=list)

    def tell(self, facts: Facts, at: int = NOW) -> Entry | Refusal:
        """Decide; what is new is applied and kept."""
        answer = decide(self.ladder, facts, at)
        if isinstance(answer, Entry) and answer.number == self.ladder.head:
            apply(self.ladder, answer)
            self.entries.append(answer)
        return answer

    def write(self, facts: Facts, at: int = NOW) -> Entry:
        """Tell what cannot be refused."""
        answer = self.tell(facts, at)
        assert isinstance(answer, Entry), answer
        return answer

    def rating(self, player: PlayerNumber) -> int:
        """A player's rating now."""
        return self.ladder.players[player].rating


def book(
    players: int = 3,
    *,
    settings: Settings = Settings(),  # noqa: B008 (a frozen value)
    rulebook: Rulebook = DEFAULT_RULEBOOK,
    openings: Sequence[int] = (),
) -> Book:
    """A ladder with settings, a version, players 2, 3, 4 …, and after them the rulebook's other versions."""
    made = Book()
    made.write(settings, FIRST_INSTANT_MS)
    versions = [RulebookChange(edition=edition, table_sha256="") for edition in rulebook.editions]
    people = [Registration(commitment=f"player {index}") for index in range(players)]
    facts: list[Facts] = [*versions[:1], *people, *versions[1:]]
    for fact in facts:
        made.write(fact, FIRST_INSTANT_MS)
    for player, rating in zip((ANN, BEA, CEM), openings, strict=False):
        made.write(Opening(player=player, rating=rating), FIRST_INSTANT_MS)
    return made


def game(
    name: str, winner: PlayerNumber = ANN, loser: PlayerNumber = BEA, finished_at: int = NOW
) -> Game[PlayerNumber]:
    """A plain ranked game."""
    return Game(game_id=GameId(name), finished_at=finished_at, winner=winner, loser=loser)


def code(answer: Entry | Refusal) -> Code | None:
    """The code of a refusal; None of an entry."""
    return answer.code if isinstance(answer, Refusal) else None
