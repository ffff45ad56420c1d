"""Other people's systems on the same games: Elo with any K and divisor, and FIBS. Both bring their own curve.

A rival forecasts every game from the games before it: the chance that it gave to the side that won.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from terazi.core.types import STARTING_RATING
from terazi.replay.history import History
from terazi.study.arrays import Reals
from terazi.study.compiled import compiled

FIBS_DIVISOR = 2000
FIBS_STAKE = 4.0
FIBS_RAMP = 5.0
FIBS_RAMP_EXPERIENCE = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Elo:
    """Elo in doubles, without rounding, cube or busy week: `k` points per game, `divisor` points per
    decade.
    """

    k: float = 32.0
    divisor: float = 400.0

    def forecast(self, history: History) -> Reals:
        """The chance given to the winner of every rated game."""
        return _run(history, self.k, self.divisor, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fibs:
    """FIBS: the chance is 1 / (1 + 10 ^ (-gap * sqrt(N) / 2000)), the stake 4 * sqrt(N) * R, and each
    player's R = max(1, 5 - experience / 100); experience is the sum of lengths of the matches played.

    `match_length` N is the same for all games, 1 for single games (FIBS's `help formula`).
    """

    match_length: int = 1

    def forecast(self, history: History) -> Reals:
        """The chance given to the winner of every rated game."""
        root = self.match_length**0.5
        return _run(history, FIBS_STAKE * root, FIBS_DIVISOR / root, float(self.match_length))


def elo_expected(gap: float, divisor: float) -> float:
    """Elo's expected score of a player so many points above the opponent."""
    return 1.0 / (1.0 + 10.0 ** (-gap / divisor))  # type: ignore[no-any-return]


def fibs_expected(gap: float, match_length: int) -> float:
    """FIBS's chance to win a match of that length, for a player so many points above the opponent."""
    return elo_expected(gap, FIBS_DIVISOR / match_length**0.5)


def fibs_ramp(experience: float) -> float:
    """FIBS's factor on the changes of a player with this experience: 5 at first, 1 from 400 on."""
    return max(1.0, FIBS_RAMP - experience / FIBS_RAMP_EXPERIENCE)


def walk(  # noqa: PLR0913, PLR0917
    winner: Any,
    loser: Any,
    ratings: Any,
    experience: Any,
    stake: float,
    divisor: float,
    length: float,
    won: Any,
) -> None:
    """Forecast and rate game after game; `length` 0 leaves experience out."""
    for game in range(len(winner)):
        one, other = winner[game], loser[game]
        chance = 1.0 / (1.0 + 10.0 ** ((ratings[other] - ratings[one]) / divisor))
        won[game] = chance
        change = stake * (1.0 - chance)
        if length > 0.0:
            ratings[one] += change * max(1.0, 5.0 - experience[one] / 100.0)
            ratings[other] -= change * max(1.0, 5.0 - experience[other] / 100.0)
            experience[one] += length
            experience[other] += length
        else:
            ratings[one] += change
            ratings[other] -= change


def _run(history: History, stake: float, divisor: float, length: float) -> Reals:
    rated = history.rated
    ratings = np.full(history.players, float(STARTING_RATING))
    won = np.empty(int(rated.sum()))
    experience = np.zeros(history.players)
    loop = compiled(walk)
    loop(history.winner[rated], history.loser[rated], ratings, experience, stake, divisor, length, won)
    return won


@dataclass(frozen=True, slots=True, kw_only=True)
class Coin:
    """Everybody's first rival: one half for every game."""

    def forecast(self, history: History) -> Reals:
        """One half for the winner of every rated game."""
        return np.full(int(history.rated.sum()), 0.5)


def periods_of(instants: Sequence[int] | Any, length_ms: int) -> list[slice]:
    """Stretches of games that finished in the same period since the first; `instants` in ledger order.

    A late game stays in the period in which it stands, so that nothing is known before its turn.
    """
    if not len(instants):
        return []
    period = np.maximum.accumulate((np.asarray(instants) - instants[0]) // length_ms)
    ends = [*(np.flatnonzero(np.diff(period)) + 1).tolist(), len(period)]
    return [slice(start, stop) for start, stop in zip([0, *ends[:-1]], ends, strict=True)]
