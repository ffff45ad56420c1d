"""Histories for the tests of studies."""

import numpy as np

from terazi.core.formula import Formula
from terazi.core.types import CUBES
from terazi.replay.history import History
from terazi.study.world import Played, Truth, World, play

DAY_MS = 86_400_000


def history(games: int = 600, players: int = 12, seed: int = 1) -> History:
    """Random games, many a day, with every cube and size of win."""
    luck = np.random.default_rng(seed)
    winner = luck.integers(0, players, games)
    loser = (winner + luck.integers(1, players, games)) % players
    return History(
        players=players,
        winner=winner.astype(np.int32),
        loser=loser.astype(np.int32),
        finished_at=np.sort(luck.integers(0, 30 * DAY_MS, games)),
        stake=luck.integers(0, 3 * len(CUBES), games).astype(np.int32),
        rated=np.ones(games, dtype=np.bool_),
    )


def own_world(formula: Formula, seed: int, games: int = 4_000, players: int = 40) -> Played:
    """A world in which the formula is exactly right: its own expected scores decide."""
    return play(World(players=players, games=games, seed=seed, truth=Truth.LADDER), formula)


def cut(played: History, rows: "np.ndarray[tuple[int], np.dtype[np.intp]] | slice") -> History:
    """Some games of a history, in the order of the rows, at the instants that were there in that order."""
    return History(
        players=played.players,
        winner=played.winner[rows],
        loser=played.loser[rows],
        finished_at=np.sort(played.finished_at[rows]),
        stake=played.stake[rows],
        rated=played.rated[rows],
    )
