"""The sorted view of the ladder: order, ties, who is listed, rank and percentile from one histogram (R18)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from terazi.core.quick import quickly_made
from terazi.core.state import PlayerState
from terazi.core.types import PlayerNumber

Histogram = Mapping[int, int]
"""Rating -> number of listed players."""


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One listed player. `games` are ranked games that stand."""

    rank: int
    player: PlayerNumber
    rating: int
    wins: int
    losses: int

    @property
    def games(self) -> int:
        """Ranked games that stand."""
        return self.wins + self.losses


def is_listed(player: PlayerState, listed_games: int) -> bool:
    """Whether a player stands on the board: one rated event that stands, and N ranked games (R18)."""
    return not player.erased and player.games + player.awards > 0 and player.games >= listed_games


def histogram(ratings: Iterable[int]) -> Histogram:
    """How many listed players have each rating."""
    return Counter(ratings)


def rank(ratings: Histogram, rating: int) -> int:
    """1 plus the listed players rated strictly above: equal ratings share a rank (R18)."""
    return 1 + sum(count for other, count in ratings.items() if other > rating)


def ranks(ratings: Histogram) -> Mapping[int, int]:
    """`rank` of every rating of a histogram, in one pass.

    >>> ranks({1500: 2, 1600: 1, 1400: 1})
    {1600: 1, 1500: 2, 1400: 4}
    """
    found, above = {}, 0
    for rating in sorted(ratings, reverse=True):
        found[rating] = 1 + above
        above += ratings[rating]
    return found


def percentile(ratings: Histogram, rating: int) -> tuple[int, int]:
    """The share of listed players rated strictly below, as (below, listed)."""
    return sum(count for other, count in ratings.items() if other < rating), sum(ratings.values())


def leaderboard(players: Mapping[PlayerNumber, PlayerState], listed_games: int = 0) -> Iterator[Line]:
    """Listed players by rating, highest first, then in order of registration; ranks 1, 2, 2, 4 (R18)."""
    listed = [(number, player) for number, player in players.items() if is_listed(player, listed_games)]
    listed.sort(key=lambda item: (-item[1].rating, item[0]))
    ranks = shared_ranks([player.rating for _, player in listed])
    for place, (number, player) in zip(ranks, listed, strict=True):
        yield Line(rank=place, player=number, rating=player.rating, wins=player.wins, losses=player.losses)


def shared_ranks(ratings: list[int]) -> list[int]:
    """Ranks of ratings that are sorted highest first: `rank` for each, in one pass.

    >>> shared_ranks([1600, 1500, 1500, 1400])
    [1, 2, 2, 4]
    """
    ranks: list[int] = []
    for place, rating in enumerate(ratings, start=1):
        ranks.append(ranks[-1] if place > 1 and ratings[place - 2] == rating else place)
    return ranks
