"""Are forecasts as often right as they say? Reliability by bins, slope and intercept on the logit (Cox
1958).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from terazi.study.arrays import Counts, Reals
from terazi.study.bootstrap import Interval, draws_of, interval_of, ratio, share
from terazi.study.curve import chance, logit_by_gap
from terazi.study.walk import Tally

BINS = 10
_NEWTON_STEPS = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Games in which the favourite was predicted alike: from `low_gap` to `high_gap` rating points.

    `predicted` is the favourite's mean expected score, `won` the share that the favourite won.
    """

    low_gap: int
    high_gap: int
    games: int
    predicted: float
    won: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Favourites:
    """The favourite's view of a tally: rows are blocks, columns the gaps from 0 on.

    Even games count half a win and half a loss of the favourite, so that it does not matter who is called so.
    """

    divisor: int
    games: Reals
    wins: Reals
    expected: Reals


def favourites_of(tally: Tally) -> Favourites:
    """Fold a tally over: a gap and its negative are one game seen from two sides."""
    won, lost = tally.counts[:, tally.limit :], tally.counts[:, tally.limit :: -1]
    games, wins = (won + lost).astype(np.float64), won.astype(np.float64)
    games[:, 0] /= 2  # gap 0 stands in both halves
    wins[:, 0] /= 2
    return Favourites(divisor=tally.divisor, games=games, wins=wins, expected=tally.expected[tally.limit :])


def reliability(tally: Tally, bins: int = BINS) -> list[Bin]:
    """The favourite's predicted and real share of wins, in bins of about as many games each."""
    seen = favourites_of(tally)
    draws = draws_of(len(seen.games))
    return [_bin(seen, first, last, draws) for first, last in _edges(seen.games.sum(axis=0), bins)]


def _bin(seen: Favourites, first: int, last: int, draws: Counts) -> Bin:
    part = slice(first, last + 1)
    games, wins = seen.games[:, part].sum(axis=1), seen.wins[:, part].sum(axis=1)
    predicted = seen.games[:, part].sum(axis=0) @ seen.expected[part] / games.sum()
    return Bin(
        low_gap=first,
        high_gap=last,
        games=round(games.sum()),
        predicted=float(predicted),
        won=share(wins, games, draws),
    )


def _edges(games: Reals, bins: int) -> Iterator[tuple[int, int]]:
    """The gaps at which bins begin and end, none empty."""
    total, begun, first = games.cumsum(), 0.0, 0
    for number in range(1, bins + 1):
        last = int(np.searchsorted(total, total[-1] * number / bins * (1 - 1e-12)))
        if last >= first and total[last] > begun:
            yield first, last
            begun, first = float(total[last]), last + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LogitFit:
    """What results say to the forecasts' logits.

    `slope` is that of the line through the origin, the same from whoever's side games are seen: below 1 the
    forecasts are too sure of themselves, above 1 too timid. `intercept` and `slope_beside` are those of the
    favourite's line with both: 0 and 1 where the curve is right.
    """

    slope: Interval
    intercept: Interval
    slope_beside: Interval


def logit_fit(tally: Tally) -> LogitFit:
    """Fit both lines; intervals by block bootstrap, of which each draw takes one Newton step from the fit.

    The one-step bootstrap needs only sums over blocks: Davidson and MacKinnon (1999), Andrews (2002).
    """
    seen = favourites_of(tally)
    logits = logit_by_gap(seen.divisor, len(seen.expected) - 1)[len(seen.expected) - 1 :]
    draws = draws_of(len(seen.games))
    slope = _fitted(seen, logits[:, None])
    both = _fitted(seen, np.stack((np.ones_like(logits), logits), axis=1))
    return LogitFit(
        slope=_again(seen, logits[:, None], slope, draws)[0],
        intercept=_again(seen, np.stack((np.ones_like(logits), logits), axis=1), both, draws)[0],
        slope_beside=_again(seen, np.stack((np.ones_like(logits), logits), axis=1), both, draws)[1],
    )


def _fitted(seen: Favourites, terms: Reals) -> Reals:
    """Coefficients by maximum likelihood, NaN where results do not determine them."""
    games, wins = seen.games.sum(axis=0), seen.wins.sum(axis=0)
    fit = np.zeros(terms.shape[1])
    for _ in range(_NEWTON_STEPS):
        score, information = _score(terms, fit, games, wins)
        step = _solved(information[None], score[None])[0]
        fit = fit + np.clip(step, -1, 1)
        if not np.all(np.isfinite(fit)):
            return np.full(terms.shape[1], np.nan)
        if np.abs(step).max() < 1e-10:
            break
    return fit


def _score(terms: Reals, fit: Reals, games: Reals, wins: Reals) -> tuple[Reals, Reals]:
    won = chance(terms @ fit)
    score = terms.T @ (wins - games * won)
    information = (terms * (games * won * (1 - won))[:, None]).T @ terms
    return score, information


def _again(seen: Favourites, terms: Reals, fit: Reals, draws: Counts) -> list[Interval]:
    """Intervals of all coefficients: sums over blocks of score and information, drawn again."""
    if not np.all(np.isfinite(fit)):
        return [interval_of(float("nan"), np.zeros(0)) for _ in fit]
    won = chance(terms @ fit)
    score = (seen.wins - seen.games * won) @ terms
    squares = (terms[:, :, None] * terms[:, None, :]).reshape(len(terms), -1)
    information = (seen.games * (won * (1 - won))) @ squares
    count = len(fit)
    drawn = _solved((draws @ information).reshape(-1, count, count), draws @ score)
    return [interval_of(float(fit[place]), fit[place] + drawn[:, place]) for place in range(count)]


def _solved(information: Reals, score: Reals) -> Reals:
    """Newton's steps, NaN where the information is singular."""
    singular = np.abs(np.linalg.det(information)) < 1e-9
    safe = np.where(singular[:, None, None], np.eye(information.shape[-1]), information)
    steps = np.linalg.solve(safe, score[:, :, None])[:, :, 0]
    return np.where(singular[:, None], np.nan, steps)


def losses(tally: Tally) -> tuple[Interval, Interval]:
    """Log loss (nats a game) and Brier score, each with its interval."""
    games = tally.block_games().astype(np.float64)
    draws = draws_of(len(games))
    return ratio(tally.block_losses(), games, draws), ratio(tally.block_briers(), games, draws)
