"""Many variants walked through one history at once: THE loop of sweeps and fits.

Ratings stand in a row for each player, a lane for each variant, so that a game loads both players' rows once.
What comes out is a histogram of gaps for each lane and each span of games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from terazi.core.formula import Formula
from terazi.core.types import STARTING_RATING
from terazi.replay.arrays import Integers
from terazi.replay.history import History
from terazi.study.arrays import Counts, Reals
from terazi.study.compiled import compiled
from terazi.study.curve import briers, expected_by_gap, log_losses
from terazi.study.tables import Sides, reach_of, tables_of

LANES = 16
"""Variants walked together: their ratings of 10,000 players still stand near the processor."""

_FIRST_LIMIT, _NARROWEST = 0.75, 600
"""Gaps have room up to so many divisors, and to 600 at least; where one was wider, its lane is walked
again."""


def run(  # noqa: PLR0913, PLR0917
    ratings: Any,
    winner: Any,
    loser: Any,
    winner_column: Any,
    loser_column: Any,
    changes: Any,
    middle: Any,
    limit: Any,
    counts: Any,
    place: Any,
) -> None:
    """Rate games in order in every lane, changing `ratings` and `counts`.

    `changes` are a `Tables`' own, a column after another, so that one place in a lane's room serves its
    histogram and all of its columns. Wider gaps than a lane's limit are counted at its very ends, which are
    kept for them. `place` is room to work in, an integer a lane. Places are never negative: as unsigned
    numbers they need no second look.
    """
    lanes, size = ratings.shape[1], np.uintp(len(counts))
    for game in range(len(winner)):
        won, lost = ratings[np.uintp(winner[game])], ratings[np.uintp(loser[game])]
        for lane in range(lanes):  # all lanes' places at once
            gap = np.int32(won[lane] - lost[lane])
            place[lane] = middle[lane] + min(max(gap, -limit[lane]), limit[lane])
        own, other = winner_column[game] * size, loser_column[game] * size
        if own == other:  # one look will do for two players with the same K
            for lane in range(lanes):
                at = np.uintp(place[lane])
                counts[at] += 1
                change = np.int32(changes[own + at])
                won[lane] += change
                lost[lane] -= change
        else:
            for lane in range(lanes):
                at = np.uintp(place[lane])
                counts[at] += 1
                won[lane] += changes[own + at]
                lost[lane] -= changes[other + at]


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """A history of rated games alone, as the loop reads it: small, so that it can be sent to other
    processes.
    """

    players: int
    winner: Any
    loser: Any
    sides: Sides


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Games from `start` up to `stop`, not included; counted, or only rated."""

    start: int
    stop: int
    counted: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneLosses:
    """Sums over the games of every counted span (rows) in every lane (columns)."""

    log_loss: Reals
    brier: Reals
    games: Counts


def columns_of(history: History, sides: Sides) -> Columns:
    """The rated games of a history."""
    rated = slice(None) if history.rated.all() else history.rated
    return Columns(
        players=history.players,
        winner=history.winner[rated],
        loser=history.loser[rated],
        sides=Sides(winner=sides.winner[rated], loser=sides.loser[rated]),
    )


def lane_losses(columns: Columns, variants: Sequence[Formula], spans: Sequence[Span]) -> LaneLosses:
    """The losses of a few variants of one kind over spans of games, walk-forward; spans follow each other."""
    counted = sum(span.counted for span in spans)
    log_loss, brier = np.zeros((counted, len(variants))), np.zeros((counted, len(variants)))
    limits = [max(int(_FIRST_LIMIT * variant.divisor), _NARROWEST) for variant in variants]
    left = list(range(len(variants)))
    while left:
        chosen = [variants[lane] for lane in left]
        too_wide = np.zeros(len(left), dtype=np.bool_)
        row = 0
        for span, parts, _ in _walked(columns, chosen, [limits[lane] for lane in left], spans):
            too_wide |= np.array([bool(games[0] or games[-1]) for games in parts])
            if span.counted:
                for lane, variant, games in zip(left, chosen, parts, strict=True):
                    weights = _weights(variant.divisor, len(games) // 2)
                    log_loss[row, lane], brier[row, lane] = compiled(weigh)(games, *weights)
                row += 1
        left = [lane for lane, wide in zip(left, too_wide.tolist(), strict=True) if wide]
        for lane in left:
            limits[lane] *= 2
    sizes: Counts = np.array([span.stop - span.start for span in spans if span.counted], dtype=np.int64)
    return LaneLosses(log_loss=log_loss, brier=brier, games=sizes)


def _walked(
    columns: Columns, variants: Sequence[Formula], limits: Sequence[int], spans: Sequence[Span]
) -> Iterator[tuple[Span, list[Integers], Integers]]:
    """Every lane's histogram after each span, and the ratings then; the same arrays every time."""
    loop, tables = compiled(run), tables_of(variants, limits)
    ratings = np.full((columns.players, len(variants)), STARTING_RATING, dtype=np.int32)
    counts = np.zeros(tables.changes.shape[1], dtype=np.int32)
    parts = np.split(counts, np.cumsum(2 * tables.limit + 1)[:-1])
    place = np.zeros_like(tables.limit)
    for span in spans:
        rows = slice(span.start, span.stop)
        counts[:] = 0
        loop(
            ratings,
            columns.winner[rows],
            columns.loser[rows],
            columns.sides.winner[rows],
            columns.sides.loser[rows],
            tables.changes.reshape(-1),
            tables.middle,
            tables.limit,
            counts,
            place,
        )
        yield span, parts, ratings


def weigh(counts: Any, log_loss: Any, brier: Any) -> tuple[float, float]:
    """The sums of log losses and of Brier scores of one histogram, most of whose places are empty."""
    first, second = 0.0, 0.0
    for place in range(len(counts)):
        games = counts[place]
        if games != 0:
            first += games * log_loss[place]
            second += games * brier[place]
    return first, second


def final_ratings(columns: Columns, variants: Sequence[Formula]) -> Integers:
    """Where a few variants of one kind leave every player: a row a player, a column a variant."""
    everything = [Span(start=0, stop=len(columns.winner), counted=False)]
    reaches = [reach_of(variant) for variant in variants]
    ((_, _, ratings),) = _walked(columns, variants, reaches, everything)
    return ratings


@lru_cache(maxsize=256)
def _weights(divisor: int, limit: int) -> tuple[Reals, Reals]:
    expected = expected_by_gap(divisor, limit)
    return log_losses(expected), briers(expected)
