"""The leaderboard with the operator's ids instead of numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from terazi.core.leaderboard import leaderboard
from terazi.core.record import Names
from terazi.core.state import Ladder
from terazi.core.types import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One line of the leaderboard, the player by the operator's id."""

    rank: int
    player: PlayerId
    rating: int
    wins: int
    losses: int

    @property
    def games(self) -> int:
        """Ranked games that stand."""
        return self.wins + self.losses


def places(ladder: Ladder, names: Names) -> Iterator[Place]:
    """The leaderboard of a ladder (R18), highest rating first."""
    ids: Mapping[int, PlayerId] = {number: player for player, number in names.numbers.items()}
    for line in leaderboard(ladder.players, ladder.settings.listed_games):
        yield Place(
            rank=line.rank,
            player=ids[line.player],
            rating=line.rating,
            wins=line.wins,
            losses=line.losses,
        )
