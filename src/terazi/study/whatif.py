"""The same history under other rules: who would stand where."""

from dataclasses import dataclass

import numpy as np

from terazi.core.codes import Code, Refusal
from terazi.core.rulebook import Rulebook
from terazi.replay import recent_games, replay
from terazi.replay.arrays import Integers
from terazi.replay.history import History


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One player under both rulebooks; `player` is the place in the order of registration."""

    player: int
    games: int
    rating: int
    rank: int
    rating_then: int
    rank_then: int


def what_if(
    history: History, now: Rulebook, then: Rulebook, erased: frozenset[int] = frozenset()
) -> list[Standing] | Refusal:
    """Replay a history under the rules that it had and under others, the players in their present order.

    Awards keep their amounts; `erased` players stand on no board. Refused where a rated game finished
    before the first version (`no_formula`).
    """
    rated = history.finished_at[history.rated]
    if not then.editions or (len(rated) and int(rated.min()) < then.editions[0].effective_from):
        return Refusal(code=Code.NO_FORMULA, field="finished_at")
    recent = recent_games(history)
    before, after = (replay(history, rules, recent=recent) for rules in (now, then))
    games = before.wins + before.losses
    stands = games + before.awards > 0  # R18: one rated event
    stands[list(erased)] = False
    listed = np.flatnonzero(stands)
    rank, rank_then = (_ranks(replayed.ratings[listed]) for replayed in (before, after))
    found = [
        Standing(
            player=player,
            games=int(games[player]),
            rating=int(before.ratings[player]),
            rank=int(rank[place]),
            rating_then=int(after.ratings[player]),
            rank_then=int(rank_then[place]),
        )
        for place, player in enumerate(listed.tolist())
    ]
    return sorted(found, key=lambda each: (each.rank, each.player))


def _ranks(ratings: Integers) -> Integers:
    """1 and how many are rated strictly higher: equal ratings share a rank (R18)."""
    ordered = np.sort(ratings)
    higher = len(ratings) - np.searchsorted(ordered, ratings, side="right")
    return (higher + 1).astype(np.int32)
