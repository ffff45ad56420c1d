"""Glicko-2 in rating periods (Glickman, "Example of the Glicko-2 system", 2012 and later), with its
own curve.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from terazi.replay.arrays import Integers
from terazi.replay.history import History
from terazi.study.arrays import Reals, summed
from terazi.study.rivals import periods_of

SCALE = 173.7178
"""Points of rating in one unit of the system."""
DAY_MS = 86_400_000
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Glicko2:
    """Ratings with deviations and volatilities; within a period nobody's numbers move.

    `tau` limits how fast volatilities change, `deviation` and `volatility` are a newcomer's, `days`
    the length of a rating period.
    """

    tau: float = 0.5
    deviation: float = 350.0
    volatility: float = 0.06
    days: float = 7.0

    def forecast(self, history: History) -> Reals:
        """The chance given to the winner of every rated game."""
        rated = history.rated
        winner, loser = history.winner[rated], history.loser[rated]
        state = _Players(
            mu=np.zeros(history.players),
            phi=np.full(history.players, self.deviation / SCALE),
            sigma=np.full(history.players, self.volatility),
        )
        won = np.empty(len(winner))
        for games in periods_of(history.finished_at[rated], max(1, int(self.days * DAY_MS))):
            won[games] = state.play(winner[games], loser[games], self.tau)
        return won


@dataclass(frozen=True, slots=True, kw_only=True)
class _Players:
    """All players on the system's own scale."""

    mu: Reals
    phi: Reals
    sigma: Reals

    def play(self, winner: Integers, loser: Integers, tau: float) -> Reals:
        """Forecast the games of one period, then move their players and widen everybody's deviation."""
        gap = self.mu[winner] - self.mu[loser]
        both = np.sqrt(np.square(self.phi[winner]) + np.square(self.phi[loser]))
        forecast = _expected(gap, _weight(both))
        player = np.concatenate((winner, loser))
        rival = np.concatenate((loser, winner))
        score = np.repeat((1.0, 0.0), len(winner))
        weight = _weight(self.phi[rival])
        expected = _expected(self.mu[player] - self.mu[rival], weight)
        count = len(self.mu)
        information = summed(player, np.square(weight) * expected * (1 - expected), count)
        surprise = summed(player, weight * (score - expected), count)
        self._move(information, surprise, tau)
        return forecast

    def _move(self, information: Reals, surprise: Reals, tau: float) -> None:
        for player in np.flatnonzero(information).tolist():
            phi, variance = float(self.phi[player]), 1 / float(information[player])
            self.sigma[player] = new_volatility(
                float(self.sigma[player]), phi, variance, variance * float(surprise[player]), tau
            )
        self.phi[:] = np.sqrt(np.square(self.phi) + np.square(self.sigma))
        self.phi[:] = 1 / np.sqrt(1 / np.square(self.phi) + information)
        self.mu[:] += np.square(self.phi) * surprise


def rated_once(
    rating: tuple[float, float, float], games: Sequence[tuple[float, float, bool]], tau: float = 0.5
) -> tuple[float, float, float]:
    """A player's rating, deviation and volatility after one period of games: (rating, deviation, won)
    each.
    """
    everybody = np.array([rating[:2], *(game[:2] for game in games)])
    state = _Players(
        mu=(everybody[:, 0] - 1500) / SCALE,
        phi=everybody[:, 1] / SCALE,
        sigma=np.full(len(everybody), rating[2]),
    )
    rivals = range(1, len(games) + 1)
    sides = [(0, rival) if games[rival - 1][2] else (rival, 0) for rival in rivals]
    winner, loser = np.array(sides, dtype=np.int32).T
    state.play(winner, loser, tau)
    return 1500 + SCALE * float(state.mu[0]), SCALE * float(state.phi[0]), float(state.sigma[0])


def new_volatility(sigma: float, phi: float, variance: float, improvement: float, tau: float) -> float:
    """Step 5 of the paper: the volatility that fits, found by the Illinois algorithm."""
    start = math.log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (improvement**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if improvement**2 > phi**2 + variance:
        high = math.log(improvement**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _weight(phi: Reals) -> Reals:
    return 1 / np.sqrt(1 + 3 * np.square(phi) / np.pi**2)


def _expected(gap: Reals, weight: Reals) -> Reals:
    chance: Reals = 1 / (1 + np.exp(-weight * gap))
    return chance
