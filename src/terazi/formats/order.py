"""The order in which a batch of games is rated, and what an id that stands in it twice means (R4, R6)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from terazi.core.codes import Code, Refusal
from terazi.core.order import batch_order
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
    """The games of a batch in the order of R4 (`core.order`)."""
    order = batch_order([each.game for each in arrivals], [each.accepted_at for each in arrivals])
    return [arrivals[place] for place in order]
