"""Scored games sorted into groups: by gap, cube, K and experience of their players."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from terazi.core.types import CUBES
from terazi.replay.arrays import Flags, Integers, Rows
from terazi.replay.history import History
from terazi.study.bootstrap import Interval, draws_of, ratio
from terazi.study.compiled import compiled
from terazi.study.reliability import favourites_of
from terazi.study.walk import Tally, Walk

GAP_EDGES = (50, 100, 200, 300)
EXPERIENCE_EDGES = (10, 30, 100, 300)
"""Earlier ranked games of the less experienced player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Games of one kind: `by` says what was sorted by, `name` which they are.

    `predicted` is the favourite's mean expected score, `won` the share that favourites won; even games count
    half. `log_loss` is in nats a game.
    """

    by: str
    name: str
    games: int
    predicted: float
    won: Interval
    log_loss: float


def groups_of(way: Walk, experience: Integers) -> list[Group]:
    """All groups that have games; `experience` is that of the less experienced player of each scored game."""
    found = [*_by_gap(way), *_by_cube(way), *_by_k(way), *_by_experience(experience)]
    return [_group(by, name, way.tally(rows)) for by, name, rows in found if len(rows)]


Chosen = Iterator[tuple[str, str, Rows]]


def _by_gap(way: Walk) -> Chosen:
    yield from _by_edges("gap", np.abs(way.gap), GAP_EDGES)


def _by_experience(experience: Integers) -> Chosen:
    yield from _by_edges("experience", experience, EXPERIENCE_EDGES)


def _by_cube(way: Walk) -> Chosen:
    cube = way.scored.history.stake[way.scored.rows] % len(CUBES)
    for place, value in enumerate(CUBES):
        yield "cube", str(value), np.flatnonzero(cube == place)


def _by_k(way: Walk) -> Chosen:
    formula, plan, rows = way.formula, way.replayed.plan, way.scored.rows
    if formula.busy_k is None:
        return
    busy = plan.winner_busy[rows].astype(np.int8) + plan.loser_busy[rows]
    names = (f"{formula.k}", f"{formula.k}/{formula.busy_k}", f"{formula.busy_k}")
    for number, name in enumerate(names):
        yield "k", name, np.flatnonzero(busy == number)


def _by_edges(by: str, values: Integers, edges: tuple[int, ...]) -> Chosen:
    place = np.searchsorted(edges, values, side="right")
    lows = (0, *edges)
    for number, low in enumerate(lows):
        name = f"{low}–{lows[number + 1] - 1}" if number < len(edges) else f"{low}+"
        yield by, name, np.flatnonzero(place == number)


def _group(by: str, name: str, tally: Tally) -> Group:
    seen = favourites_of(tally)
    games, wins = seen.games.sum(axis=1), seen.wins.sum(axis=1)
    return Group(
        by=by,
        name=name,
        games=tally.games,
        predicted=float(seen.games.sum(axis=0) @ seen.expected / games.sum()),
        won=ratio(wins, games, draws_of(len(games))),
        log_loss=float(tally.block_losses().sum() / tally.games),
    )


def least_experience(history: History) -> Integers:
    """Earlier rated games of the less experienced player of every game of a history of rated games."""
    least = np.empty(history.games, dtype=np.int32)
    compiled(count)(history.winner, history.loser, np.zeros(history.players, dtype=np.int32), least)
    return least


def count(winner: Any, loser: Any, played: Any, least: Any) -> None:
    """Count every player's games on the way."""
    for game in range(len(winner)):
        one, other = winner[game], loser[game]
        least[game] = min(played[one], played[other])
        played[one] += 1
        played[other] += 1


def are_experienced(experience: Integers, games: int) -> Flags:
    """Games both of whose players have played so many before."""
    flags: Flags = experience >= games
    return flags
