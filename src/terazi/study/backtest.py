"""Formulas and rivals forecast the same games, each from the games before; differences are paired."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from terazi.core.formula import Formula
from terazi.replay import Recent
from terazi.replay.history import History
from terazi.study.arrays import Reals, summed
from terazi.study.bootstrap import Interval, draws_of, ratio
from terazi.study.curve import briers, log_losses
from terazi.study.models import COIN, Model
from terazi.study.walk import Scored, busy_weeks, scored_games, walk


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How one model did; differences are its log loss less the other's, in nats a game: below 0 it did
    better.

    `accuracy` is the share of games that its favourite won, even forecasts counting half.
    """

    name: str
    games: int
    log_loss: Interval
    brier: Interval
    accuracy: float
    versus_coin: Interval
    versus_first: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sums:
    """A model's losses, summed over every block of time."""

    log_loss: Reals
    brier: Reals
    right: float


def backtest(history: History, models: Sequence[Model], burn_in: int) -> list[Result]:
    """Score every model on the rated games after the first `burn_in`; the coin is always among them."""
    scored = scored_games(history, burn_in)
    recent = busy_weeks(history, [model.way for model in models if isinstance(model.way, Formula)])
    entered = [model for model in models if model.name != COIN.name] + [COIN]
    sums = [_sums(scored, model, recent) for model in entered]
    games = np.bincount(scored.block, minlength=scored.blocks).astype(np.float64)
    draws = draws_of(scored.blocks)
    return [
        Result(
            name=model.name,
            games=scored.games,
            log_loss=ratio(own.log_loss, games, draws),
            brier=ratio(own.brier, games, draws),
            accuracy=own.right / max(scored.games, 1),
            versus_coin=ratio(own.log_loss - sums[-1].log_loss, games, draws),
            versus_first=ratio(own.log_loss - sums[0].log_loss, games, draws),
        )
        for model, own in zip(entered, sums, strict=True)
    ]


def _sums(scored: Scored, model: Model, recent: Recent) -> _Sums:
    if isinstance(model.way, Formula):
        tally = walk(scored, model.way, recent).tally()
        return _Sums(
            log_loss=tally.block_losses(),
            brier=tally.block_briers(),
            right=tally.right() * tally.games,
        )
    forecast = model.way.forecast(scored.history)[-scored.games :] if scored.games else np.zeros(0)
    return _Sums(
        log_loss=_by_block(scored, log_losses(forecast)),
        brier=_by_block(scored, briers(forecast)),
        right=float((forecast > 0.5).sum() + (forecast == 0.5).sum() / 2),
    )


def _by_block(scored: Scored, losses: Reals) -> Reals:
    return summed(scored.block, losses, scored.blocks)
