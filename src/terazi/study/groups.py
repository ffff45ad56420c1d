"""Scored games sorted into groups: by gap, cube, K and experience of their players."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from terazi.core.types import CUBES
from terazi.replay.arrays import Flags, Integers
from terazi.replay.history import History
from terazi.study.bootstrap import Interval, draws_of, share
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
    limit = int(np.abs(way.gap).max(initial=1))
    width = 2 * limit + 1
    bar = way.scored.block * width + (way.gap + limit)  # each game's place in the histogram, found once
    size = way.scored.blocks * width
    found = []
    for sorting in _sortings(way, experience):
        counts = np.bincount(
            np.multiply(sorting.place, size, dtype=np.int64) + bar, minlength=len(sorting.names) * size
        )
        for name, own in zip(sorting.names, counts.reshape(-1, way.scored.blocks, width), strict=True):
            tally = Tally(divisor=way.formula.divisor, limit=limit, counts=own)
            if tally.games:
                found.append(_group(sorting.by, name, tally))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sorting:
    """One way to sort games: the groups' names, and the place of each game's group among them."""

    by: str
    names: Sequence[str]
    place: Integers


def _sortings(way: Walk, experience: Integers) -> Iterator[_Sorting]:
    formula, plan, rows = way.formula, way.replayed.plan, way.scored.rows
    yield _by_edges("gap", np.abs(way.gap), GAP_EDGES)
    cube = way.scored.history.stake[rows] % np.int32(len(CUBES))
    yield _Sorting(by="cube", names=[str(value) for value in CUBES], place=cube)
    if formula.busy_k is not None:
        busy = plan.winner_busy[rows].astype(np.int32) + plan.loser_busy[rows]
        names = (f"{formula.k}", f"{formula.k}/{formula.busy_k}", f"{formula.busy_k}")
        yield _Sorting(by="k", names=names, place=busy)
    yield _by_edges("experience", experience, EXPERIENCE_EDGES)


def _by_edges(by: str, values: Integers, edges: Sequence[int]) -> _Sorting:
    lows = (0, *edges)
    names = [f"{low}–{high - 1}" for low, high in pairwise(lows)] + [f"{lows[-1]}+"]
    every = np.arange(int(values.max(initial=0)) + 1)
    return _Sorting(
        by=by, names=names, place=np.searchsorted(edges, every, side="right").astype(np.int32)[values]
    )


def _group(by: str, name: str, tally: Tally) -> Group:
    seen = favourites_of(tally)
    games, wins = seen.games.sum(axis=1), seen.wins.sum(axis=1)
    return Group(
        by=by,
        name=name,
        games=tally.games,
        predicted=float(seen.games.sum(axis=0) @ seen.expected / games.sum()),
        won=share(wins, games, draws_of(len(games))),
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
