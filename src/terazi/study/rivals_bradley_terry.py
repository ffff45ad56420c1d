"""Bradley-Terry by maximum likelihood: the best that ratings can do which never change (Zermelo 1929; Hunter
2004 for the iteration). It is fitted anew, to all games so far, before each stretch that it forecasts.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from terazi.replay.arrays import Integers
from terazi.replay.history import History
from terazi.study.arrays import Reals, summed

STRETCHES = 20
_ROUNDS = 500
_TOLERANCE = 1e-7


@dataclass(frozen=True, slots=True, kw_only=True)
class BradleyTerry:
    """One strength per player, from the games before.

    `prior` is a number of games against an average player, half of them won, that everybody is given:
    without it whoever has won or lost all games has no finite strength.
    """

    prior: float = 2.0

    def forecast(self, history: History) -> Reals:
        """The chance given to the winner of every rated game."""
        rated = history.rated
        winner, loser = history.winner[rated], history.loser[rated]
        won = np.full(len(winner), 0.5)
        strength = np.ones(history.players)
        edges = np.linspace(0, len(winner), STRETCHES + 1).astype(int).tolist()
        for start, stop in pairwise(edges[1:]):
            strength = strengths(winner[:start], loser[:start], history.players, self.prior, strength)
            one, other = strength[winner[start:stop]], strength[loser[start:stop]]
            won[start:stop] = one / (one + other)
        return won


def strengths(
    winner: Integers, loser: Integers, players: int, prior: float = 0.0, start: Reals | None = None
) -> Reals:
    """Strengths p, so that i beats j with chance p[i] / (p[i] + p[j]); their geometric mean is 1
    without prior.

    Every pair's games are taken together first, as only their numbers count.
    """
    one, other, games = _pairs(winner, loser, players)
    wins = np.bincount(winner, minlength=players) + prior / 2
    played = np.bincount(np.concatenate((winner, loser)), minlength=players) + prior > 0
    p = np.ones(players) if start is None else start.copy()
    for _ in range(_ROUNDS):
        shares = games / (p[one] + p[other])
        below = summed(one, shares, players) + summed(other, shares, players) + prior / (p + 1)
        new = np.where(played, wins / np.where(played, below, 1), 1.0)
        if not prior:
            new /= _geometric_mean(new[played])
        moved = np.abs(new - p).max(initial=0.0) / max(1.0, float(new.max(initial=1.0)))
        p = new
        if moved < _TOLERANCE:
            break
    return p


def _pairs(winner: Integers, loser: Integers, players: int) -> tuple[Integers, Integers, Reals]:
    low, high = np.minimum(winner, loser).astype(np.int64), np.maximum(winner, loser)
    pair, games = np.unique(low * players + high, return_counts=True)
    return (pair // players).astype(np.int32), (pair % players).astype(np.int32), games.astype(np.float64)


def _geometric_mean(values: Reals) -> float:
    positive = values[values > 0]
    return float(np.exp(np.log(positive).mean())) if len(positive) else 1.0
