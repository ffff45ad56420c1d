"""What must hold of a ladder after anything that happened to it."""

from collections.abc import Iterable, Mapping

from terazi.core.ladder import apply, decide
from terazi.core.state import Ladder
from terazi.core.types import EntryNumber, Game, GameId
from terazi.ledger.codec import decode
from terazi.service.keeping import rebuild
from terazi.service.ladders import ledger_lines
from terazi.store.engine import Store


def verify(store: Store) -> dict[GameId, EntryNumber]:
    """Check the whole ledger and its projections; the entry of every game.

    Numbers are contiguous, every entry is what the core decides again on the ladder before it, no game stands
    twice, and the projections equal a rebuild.
    """
    ladder = Ladder()
    games: dict[GameId, EntryNumber] = {}
    for number, line in enumerate(ledger_lines(store, 0, 10**9)):
        entry = decode(line)
        assert entry.number == number
        assert decide(ladder, entry.facts, entry.accepted_at) == entry
        apply(ladder, entry)
        if isinstance(entry.facts, Game):
            assert entry.facts.game_id not in games
            games[entry.facts.game_id] = entry.number
    assert rebuild(store) == []
    return games


def verify_answers(games: Mapping[GameId, EntryNumber], answers: Iterable[tuple[str, int]]) -> None:
    """Nothing that was answered is lost, and every answer named the one entry of its game."""
    for game_id, number in answers:
        assert games[GameId(game_id)] == number, game_id
