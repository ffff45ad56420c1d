"""Does the formula in force fit results? Everything that `terazi calibrate` says, as numbers."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from terazi.core.formula import Formula
from terazi.replay.history import History
from terazi.study.bootstrap import Interval
from terazi.study.curve import log_losses
from terazi.study.fit import RatioFit, fit_ratio
from terazi.study.groups import Group, are_experienced, groups_of, least_experience
from terazi.study.lanes import columns_of
from terazi.study.reliability import Bin, LogitFit, favourites_of, logit_fit, losses, reliability
from terazi.study.spread import Spread, games_played, spread_of, spreads
from terazi.study.tables import sides_in
from terazi.study.walk import busy_weeks, scored_games, walk

FEW_GAMES = 2_000
"""Below these the interval of the slope is hardly ever narrower than the question."""
EXPERIENCED = 30
"""Earlier games of both players, from which a pair is experienced."""
FEW_EXPERIENCED = 1_000


class Warn(StrEnum):
    """Why a calibration may say little."""

    FEW_GAMES = "few_games"
    FEW_EXPERIENCED = "few_experienced"
    RATIO_AT_EDGE = "ratio_at_edge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """What a formula's forecasts were worth on a history; losses in nats a game.

    `log_loss_constant` and `brier_constant` are those of the best constant: the favourite's share of
    wins, known only afterwards. `k_over_divisor` is what results say, `k_over_divisor_now` the formula's.
    `spreads` are of the same ladder under other divisors with K in proportion, which forecasts the same.
    """

    formula: str
    games: int
    players: int
    experienced_games: int
    log_loss: Interval
    brier: Interval
    log_loss_coin: float
    brier_coin: float
    log_loss_constant: float
    brier_constant: float
    fit: LogitFit
    k_over_divisor: Interval
    k_over_divisor_now: float
    ratio: RatioFit
    bins: tuple[Bin, ...]
    groups: tuple[Group, ...]
    spread: Spread
    spreads: tuple[Spread, ...]
    warnings: tuple[Warn, ...]


def calibrate(history: History, formula: Formula, burn_in: int = 0) -> Calibration:
    """Walk a formula through a history of rated games and hold its forecasts against the results."""
    recent = busy_weeks(history, [formula])
    scored = scored_games(history, burn_in)
    way = walk(scored, formula, recent)
    tally = way.tally()
    experience = least_experience(history)[scored.rows]
    columns = columns_of(history, sides_in(way.replayed.plan))
    ratio = fit_ratio(columns, formula, burn_in)
    log_loss, brier = losses(tally)
    constant = _favourite_share(favourites_of(tally).wins.sum(), scored.games)
    experienced = int(are_experienced(experience, EXPERIENCED).sum())
    return Calibration(
        formula=formula.name,
        games=scored.games,
        players=history.players,
        experienced_games=experienced,
        log_loss=log_loss,
        brier=brier,
        log_loss_coin=float(log_losses(np.array([0.5]))[0]),
        brier_coin=0.25,
        log_loss_constant=_entropy(constant),
        brier_constant=constant * (1 - constant),
        fit=logit_fit(tally),
        k_over_divisor=ratio.ratio,
        k_over_divisor_now=formula.k / formula.divisor,
        ratio=ratio,
        bins=tuple(reliability(tally)),
        groups=tuple(groups_of(way, experience)),
        spread=spread_of(formula, way.replayed.ratings, games_played(history)),
        spreads=tuple(spreads(history, columns, formula)),
        warnings=tuple(_warnings(scored.games, experienced, ratio)),
    )


def _favourite_share(wins: float, games: int) -> float:
    return float(wins / max(games, 1))


def _entropy(share: float) -> float:
    shares = np.array([share, 1 - share])
    return float(shares @ log_losses(shares))


def _warnings(games: int, experienced: int, ratio: RatioFit) -> list[Warn]:
    found = []
    if games < FEW_GAMES:
        found.append(Warn.FEW_GAMES)
    if experienced < FEW_EXPERIENCED:
        found.append(Warn.FEW_EXPERIENCED)
    if ratio.at_edge:
        found.append(Warn.RATIO_AT_EDGE)
    return found
