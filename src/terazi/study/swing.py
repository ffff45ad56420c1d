"""What luck, and winning less often than expected, do to one player in a week of many games."""

from dataclasses import dataclass

import numpy as np

from terazi.core.formula import Formula
from terazi.core.rate import rate_game
from terazi.core.types import STARTING_RATING, Standing
from terazi.study.curve import expected_by_gap

GAMES = 300
"""The article's busy player."""
RUNS = 2_000
STREAK = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Swing:
    """The change of a player's rating over a week of games against equals at cube 1, over many such weeks.

    `shortfall` is by how much less often than expected the player wins; `mean` and
    `standard_deviation` are of the week's change, `low` and `high` hold 95 % of the weeks.
    """

    games: int
    k: int
    shortfall: float
    mean: float
    standard_deviation: float
    low: float
    high: float


def week_of(
    formula: Formula, games: int = GAMES, shortfall: float = 0.0, *, busy: bool = True, seed: int = 1
) -> Swing:
    """Many weeks of so many games; `busy` says whether the player has played as many in the week before.

    The opponent is always rated 1500, so that a player who has fallen is expected to win less often.
    """
    luck = np.random.default_rng(seed)
    k = formula.k_for(games if busy else 0)
    limit = k * games + 1
    expected = expected_by_gap(formula.divisor, limit)
    gains = _gains(formula, k, limit)
    gap = np.zeros(RUNS, dtype=np.int64)
    for _ in range(games):
        wins = luck.random(RUNS) < expected[gap + limit] - shortfall
        gap += np.where(wins, gains[gap + limit], -gains[limit - gap])
    low, high = np.quantile(gap, (0.025, 0.975))
    return Swing(
        games=games,
        k=k,
        shortfall=shortfall,
        mean=float(gap.mean()),
        standard_deviation=float(gap.std()),
        low=float(low),
        high=float(high),
    )


def _gains(formula: Formula, k: int, limit: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """What a winner gains at cube 1, by gap."""
    column = next(each for each in formula.columns() if each.k == k and each.cube == 1)
    return np.array(formula.column_changes(column, range(-limit, limit + 1)), dtype=np.int64)


def streak(formula: Formula, games: int = STREAK) -> int:
    """Points that so many losses in a row cost against opponents rated 1500, at cube 1, in a quiet week."""
    rating = STARTING_RATING
    for _ in range(games):
        _, loser = rate_game(formula, Standing(rating=STARTING_RATING), Standing(rating=rating))
        rating = loser.change.after
    return STARTING_RATING - rating
