"""Everybody's way of rating the same games, in one process, each as fast as its public words allow."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import evalica
import numpy as np
import pandas as pd
from elote import EloCompetitor
from skelo.model.elo import EloModel

from terazi.core.rulebook import DEFAULT_RULEBOOK
from terazi.core.types import STARTING_RATING
from terazi.replay.history import History
from terazi.replay.plan import Plan, plan_of
from terazi.replay.run import replay
from terazi.replay.scan import Engine, running

ROUNDS = 5
K, DIVISOR = 32, 1200

Rate = Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """Somebody's way: what it does, on how many of the games, and how often it is tried."""

    name: str
    rate: Rate
    games: int
    rounds: int = ROUNDS


def contestants(history: History) -> list[Contestant]:
    """All of them, ours first."""
    plan = plan_of(history, DEFAULT_RULEBOOK)
    everything = history.games
    names = [f"p{player:05}" for player in range(history.players)]
    winners, losers = history.winner.tolist(), history.loser.tolist()
    winner_names, loser_names = ([names[player] for player in side] for side in (winners, losers))
    tenth, fifth = everything // 10, everything // 5
    return [
        Contestant(name=SCAN, rate=scan(history, plan, Engine.COMPILED), games=everything),
        Contestant(name=PLAIN, rate=scan(history, plan, Engine.PLAIN), games=everything),
        Contestant(name="terazi: plan and numba scan", rate=whole(history), games=everything),
        Contestant(name=LOOP, rate=float_loop(winners, losers, history.players), games=everything, rounds=3),
        Contestant(name=EVALICA, rate=evalica_numbers(history), games=everything, rounds=3),
        Contestant(
            name="evalica from name lists",
            rate=evalica_names(winner_names, loser_names),
            games=everything,
            rounds=1,
        ),
        Contestant(
            name="elote", rate=elote(winner_names[:fifth], loser_names[:fifth]), games=fifth, rounds=2
        ),
        Contestant(
            name="skelo", rate=skelo(winner_names[:tenth], loser_names[:tenth]), games=tenth, rounds=2
        ),
    ]


SCAN = "terazi: numba scan"
PLAIN = "terazi: plain Python scan"
LOOP = "five-line float Elo loop"
EVALICA = "evalica from numbers"


def measured(history: History) -> dict[str, tuple[int, float]]:
    """Games and games per second of each, the best of its rounds, which are taken in turn."""
    those = contestants(history)
    best = {each.name: float("inf") for each in those}
    for turn in range(ROUNDS):
        for each in those:
            if turn < each.rounds:
                best[each.name] = min(best[each.name], seconds(each.rate))
    return {each.name: (each.games, each.games / best[each.name]) for each in those}


def seconds(rate: Rate) -> float:
    """How long it takes once."""
    began = perf_counter()
    rate()
    return perf_counter() - began


def scan(history: History, plan: Plan, engine: Engine) -> Rate:
    """Our scan over a plan that is there; the first call, which compiles, is not counted."""
    nothing = np.empty((0, 2), dtype=np.int32)

    def rate() -> object:
        ratings = np.full(history.players, STARTING_RATING, dtype=np.int32)
        under_way = running(history, plan, ratings, nothing, engine)
        under_way.advance(0, history.games)
        return under_way.ratings

    rate()
    return rate


def whole(history: History) -> Rate:
    """Our plan and scan together."""
    return lambda: replay(history, DEFAULT_RULEBOOK, engine=Engine.COMPILED)


def float_loop(winners: list[int], losers: list[int], players: int) -> Rate:
    """Plain Elo, as anybody would write it."""

    def rate() -> object:
        ratings = [1500.0] * players
        for winner, loser in zip(winners, losers, strict=True):
            change = K * (1 - 1 / (1 + 10 ** ((ratings[loser] - ratings[winner]) / DIVISOR)))
            ratings[winner] += change
            ratings[loser] -= change
        return ratings

    return rate


def evalica_numbers(history: History) -> Rate:
    """Its fastest public way: players are numbers already, and their index is known."""
    index = pd.RangeIndex(history.players)
    won = np.full(history.games, int(evalica.Winner.X), dtype=np.uint8)
    return lambda: evalica.elo(
        history.winner, history.loser, won, index=index, initial=1500, k=K, scale=DIVISOR
    )


def evalica_names(winners: list[str], losers: list[str]) -> Rate:
    """Its ordinary way."""
    won = np.full(len(winners), int(evalica.Winner.X), dtype=np.uint8)
    return lambda: evalica.elo(winners, losers, won, initial=1500, k=K, scale=DIVISOR)


def elote(winners: list[str], losers: list[str]) -> Rate:
    """Competitors in a dictionary: quicker than its arena, which keeps a history."""

    def rate() -> object:
        players = {name: EloCompetitor(initial_rating=1500) for name in {*winners, *losers}}
        for winner, loser in zip(winners, losers, strict=True):
            players[winner].beat(players[loser])
        return players

    return rate


def skelo(winners: list[str], losers: list[str]) -> Rate:
    """Its model, game by game."""

    def rate() -> object:
        model = EloModel(default_k=K).build({*winners, *losers})
        for time, (winner, loser) in enumerate(zip(winners, losers, strict=True)):
            model.update(winner, loser, time)
        return model

    return rate
