"""The order in which a batch of games is rated, and what an id that stands in it twice means (R4, R6)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from terazi.core.codes import Code, Refusal
from terazi.core.types import Game, GameId, PlayerId
from terazi.formats.rows import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A settled game of a batch, the row that told it, and when it was accepted (UTC ms) if that was said."""

    game: Game[PlayerId]
    row: Row
    accepted_at: int | None = None

    @property
    def moment(self) -> int:
        """When the game was accepted, or finished where nothing is said of that (UTC ms)."""
        return self.game.finished_at if self.accepted_at is None else self.accepted_at

    @property
    def key(self) -> tuple[int, int, GameId]:
        """What a batch is sorted by: moment, finish, and ids by code point (R4)."""
        return self.moment, self.game.finished_at, self.game.game_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """One id with two different contents: where they stand, in the order in which they were read."""

    first: Row
    second: Row
    game_id: GameId

    @property
    def refusal(self) -> Refusal:
        """The refusal of the second place (`conflict`); `other` names the first."""
        return Refusal(code=Code.CONFLICT, field="game_id", value=self.game_id, other=self.first.place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Settled games, each id once; `repeats` counts rows that said again what another had said."""

    arrivals: Sequence[Arrival]
    repeats: int = 0
    conflicts: Sequence[Conflict] = ()


def batch_of(arrivals: Iterable[Arrival]) -> Batch:
    """Each game once: the same facts again are a repeat, other facts under one id a conflict (R6).

    A repeated game stands where it was accepted first. Only settled games are compared, so that a refused
    row and its mended twin do not conflict.
    """
    kept: dict[GameId, Arrival] = {}
    repeats, conflicts = 0, []
    for arrival in arrivals:
        game_id = arrival.game.game_id
        known = kept.get(game_id)
        if known is None:
            kept[game_id] = arrival
            continue
        if known.game != arrival.game:
            conflicts.append(Conflict(first=known.row, second=arrival.row, game_id=game_id))
            continue
        repeats += 1
        if arrival.moment < known.moment:
            kept[game_id] = arrival
    return Batch(arrivals=tuple(kept.values()), repeats=repeats, conflicts=tuple(conflicts))


def in_order(arrivals: Sequence[Arrival]) -> list[Arrival]:
    """The games of a batch in the order of R4.

    R16: a game that replaces another and has no `accepted_at` of its own comes directly after that one, if
    it would stand before it.
    """
    here = {arrival.game.game_id for arrival in arrivals}
    placed: set[GameId] = set()
    held: defaultdict[GameId, list[Arrival]] = defaultdict(list)
    ordered: list[Arrival] = []
    for arrival in sorted(arrivals, key=lambda arrival: arrival.key):
        replaces = arrival.game.replaces
        if arrival.accepted_at is None and replaces in here and replaces not in placed:
            assert replaces is not None, "nothing is not among the ids"
            held[replaces].append(arrival)
            continue
        for follower in _with_held(arrival, held):
            ordered.append(follower)
            placed.add(follower.game.game_id)
    # Games that replace each other in a circle wait for ever; the ladder refuses them wherever they stand.
    return ordered + [arrival for waiting in held.values() for arrival in waiting]


def _with_held(arrival: Arrival, held: dict[GameId, list[Arrival]]) -> Iterator[Arrival]:
    """The game, and directly after it all that waited for it, and for those in turn."""
    stack = [arrival]
    while stack:
        following = stack.pop()
        yield following
        stack += reversed(held.pop(following.game.game_id, []))
