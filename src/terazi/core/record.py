"""The main line in memory: one settled result in, the entries it writes out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from terazi.core.admit import admit_result
from terazi.core.codes import Code, Refusal, VoidReason
from terazi.core.entries import Award, Entry, Facts, Podium, Registration, Void
from terazi.core.ladder import apply, decide, written
from terazi.core.quick import quickly_made
from terazi.core.state import Ladder
from terazi.core.types import Game, GameId, PlayerId, PlayerNumber


@dataclass(slots=True, kw_only=True)
class Names:
    """The operator's ids beside the ledger: id -> number, and how to commit to a new id (R22)."""

    commit: Callable[[PlayerId], str]
    numbers: dict[PlayerId, PlayerNumber] = field(default_factory=dict)


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """The entry that answers, and all entries newly written for it; none when it was there before."""

    answer: Entry
    written: tuple[Entry, ...] = ()


def record(ladder: Ladder, names: Names, game: Game[PlayerId], at: int) -> Recorded | Refusal:
    """Take one settled game at moment `at` (UTC ms): register its players, void what it replaces, rate it.

    The same facts again give the stored answer and write nothing; other facts under the same id are
    refused (`conflict`, R6). A refused game leaves the ladder as it was.
    """
    if game.game_id in ladder.games:
        return _again(ladder, names, game)
    accepted_at = max(at, ladder.clock)
    refusal = admit_result(ladder, game, accepted_at)
    if refusal is not None:
        return refusal
    before = register(ladder, names, (game.winner, game.loser), at)
    if game.replaces is not None:
        before += _made_void(ladder, game.replaces, at)
    # Admitted above: with its players' numbers in it, it need not be judged again.
    entry = written(ladder, numbered(names.numbers, game), accepted_at)
    apply(ladder, entry)
    return Recorded(answer=entry, written=(*before, entry))


def enter(ladder: Ladder, facts: Facts, at: int) -> Entry:
    """Decide facts that cannot be refused any more, and apply them."""
    entry = decide(ladder, facts, at)
    assert not isinstance(entry, Refusal), entry
    apply(ladder, entry)
    return entry


def close(ladder: Ladder, podium: Podium, at: int) -> Recorded | Refusal:
    """Close a tournament with its podium: the podium's entry and one award per placed player (R15).

    The same podium again, in whatever order it is told, writes nothing; another one is refused (`conflict`).
    """
    podium = replace(podium, places=tuple(sorted(podium.places)))
    entry = decide(ladder, podium, at)
    if isinstance(entry, Refusal) or entry.number < ladder.head:
        return entry if isinstance(entry, Refusal) else Recorded(answer=entry)
    apply(ladder, entry)
    entries = [entry]
    for place, player in podium.places:
        award = decide(ladder, Award(tournament=podium.tournament, place=place, player=player), at)
        if isinstance(award, Refusal):  # a private tournament, or a place without award, gives none
            assert award.code is Code.NO_AWARD, award
            continue
        apply(ladder, award)
        entries.append(award)
    return Recorded(answer=entry, written=tuple(entries))


def _again(ladder: Ladder, names: Names, game: Game[PlayerId]) -> Recorded | Refusal:
    entry = ladder.games[game.game_id]
    known = game.winner in names.numbers and game.loser in names.numbers
    if known and numbered(names.numbers, game) == entry.facts:
        return Recorded(answer=entry)
    return Refusal(code=Code.CONFLICT, field="game_id", value=game.game_id, other=f"#{entry.number}")


def register(ladder: Ladder, names: Names, players: tuple[PlayerId, ...], at: int) -> list[Entry]:
    """Register those players who are new (R7); the entries written for it."""
    entries = []
    for player in players:
        if player not in names.numbers:
            entry = enter(ladder, Registration(commitment=names.commit(player)), at)
            names.numbers[player] = PlayerNumber(entry.number)
            entries.append(entry)
    return entries


def _made_void(ladder: Ladder, game_id: GameId, at: int) -> list[Entry]:
    number = ladder.games[game_id].number
    if number in ladder.voids:
        return []
    return [enter(ladder, Void(entry=number, reason=VoidReason.REPLACED), at)]


def numbered(numbers: Mapping[PlayerId, PlayerNumber], game: Game[PlayerId]) -> Game[PlayerNumber]:
    """The game with its players' numbers in place of the operator's ids."""
    return Game(
        game_id=game.game_id,
        finished_at=game.finished_at,
        winner=numbers[game.winner],
        loser=numbers[game.loser],
        mode=game.mode,
        cube=game.cube,
        win=game.win,
        termination=game.termination,
        tournament=game.tournament,
        replaces=game.replaces,
    )
