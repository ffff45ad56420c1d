"""What a formula makes of a world whose truth is known."""

from dataclasses import dataclass

import numpy as np

from terazi.core.formula import Formula
from terazi.core.types import STARTING_RATING
from terazi.replay.arrays import Integers
from terazi.study.arrays import Reals, summed
from terazi.study.bootstrap import Interval, block_of, ratio
from terazi.study.curve import expected_by_gap
from terazi.study.reliability import LogitFit, logit_fit
from terazi.study.spread import ACTIVE_GAMES, Spread, games_played, spread_of
from terazi.study.swing import Swing, streak, week_of
from terazi.study.walk import Scored, Walk, busy_weeks, scored_games, walk
from terazi.study.world import Played, World, weeks_of

FAVOURITE = 0.58
"""Favourites predicted at this or more: the article's claim is about them."""
_FAR, _ARRIVED = 50, 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Favourite:
    """Favourites predicted at 58 % or more, over the later half of the games.

    `predicted` is their mean expected score, `won` how often they did, `deserved` their true chance.
    """

    games: int
    predicted: float
    won: Interval
    deserved: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """How a formula did; `rank_correlation` is Spearman's, of final ratings and skills of active players.

    `arrival_games` is the median number of games after which players who belong 50 points or more from 1500
    have come four fifths of the way; None where there are none. `drift` is the mean change of a rating
    a week.
    """

    formula: str
    players: int
    games: int
    weeks: float
    rank_correlation: float
    spread: Spread
    favourites: Favourite
    fit: LogitFit
    arrival_games: int | None
    swing: Swing
    streak: int
    drift_per_week: float


def simulate(world: World, played: Played, formula: Formula) -> Simulation:
    """Rate a world's games under a formula and hold the ladder against the truth."""
    history = played.history
    way = walk(scored_games(history, 0), formula, busy_weeks(history, [formula]))
    ratings, counts = way.replayed.ratings, games_played(history)
    spread = spread_of(formula, ratings, counts)
    active = counts >= min(ACTIVE_GAMES, int(counts.max()))
    later = scored_games(history, history.games // 2)
    return Simulation(
        formula=formula.name,
        players=history.players,
        games=history.games,
        weeks=weeks_of(world),
        rank_correlation=_spearman(ratings[active].astype(np.float64), played.skill[active]),
        spread=spread,
        favourites=favourites(way, later, played.chance),
        fit=logit_fit(_later(way, later).tally()),
        arrival_games=_arrival(way),
        swing=week_of(formula),
        streak=streak(formula),
        drift_per_week=spread.drift / weeks_of(world),
    )


def _later(way: Walk, later: Scored) -> Walk:
    return Walk(formula=way.formula, scored=later, replayed=way.replayed, gap=way.gap[-later.games :])


def favourites(way: Walk, later: Scored, true_chance: Reals) -> Favourite:
    """How often favourites predicted at 58 % or more won among the later games, and deserved to."""
    gap, chances = way.gap[-later.games :], true_chance[-later.games :]
    limit = int(np.abs(gap).max(initial=1))
    expected = expected_by_gap(way.formula.divisor, limit)[gap + limit]
    won, lost = expected >= FAVOURITE, expected <= 1 - FAVOURITE
    either = won | lost
    games = int(either.sum())
    predicted = np.where(won, expected, 1 - expected)[either]
    deserved = np.where(won, chances, 1 - chances)[either]
    block = block_of(games)
    wins = summed(block, won[either], int(block.max(initial=0)) + 1)
    return Favourite(
        games=games,
        predicted=float(predicted.mean()) if games else float("nan"),
        won=ratio(wins, np.bincount(block, minlength=len(wins)).astype(np.float64)),
        deserved=float(deserved.mean()) if games else float("nan"),
    )


def _spearman(one: Reals, other: Reals) -> float:
    if len(one) < 3:
        return float("nan")
    ranks = [_ranks(values) for values in (one, other)]
    if not all(np.ptp(rank) for rank in ranks):
        return float("nan")
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])


def _ranks(values: Reals) -> Reals:
    """Ranks, equal values sharing the mean of theirs."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Reals = (np.cumsum(count) - (count - 1) / 2)[place]
    return ranks


def _arrival(way: Walk) -> int | None:
    """Games until newcomers have come four fifths of the way to where they belong: their later half's
    mean.
    """
    trace, history = way.replayed.trace, way.scored.history
    assert trace is not None
    player = np.concatenate((history.winner, history.loser))
    rating = np.concatenate((trace.winner_before, trace.loser_before))
    game = np.concatenate((np.arange(history.games),) * 2)
    order = np.lexsort((game, player))
    ends = np.cumsum(np.bincount(player, minlength=history.players))
    found = []
    for ratings in np.split(rating[order], ends[:-1]):
        if len(ratings) >= 2 * ACTIVE_GAMES:
            first = _first_arrival(ratings)
            if first is not None:
                found.append(first)
    return round(float(np.median(found))) if found else None


def _first_arrival(ratings: Integers) -> int | None:
    home = float(ratings[len(ratings) // 2 :].mean()) - STARTING_RATING
    if abs(home) < _FAR:
        return None
    covered = (ratings - STARTING_RATING) / home >= _ARRIVED
    return int(np.argmax(covered)) if covered.any() else None
