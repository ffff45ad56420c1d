"""THE step: one ranked game in, two rating changes out."""

from dataclasses import dataclass

from terazi.core.formula import Formula
from terazi.core.quick import quickly_made
from terazi.core.types import RatingChange, Standing, Win


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class RatedSide:
    """One player's side of a rated game: the change, and the K and the count that made it."""

    change: RatingChange
    games_recent: int
    k: int


def rate_game(
    formula: Formula,
    winner: Standing,
    loser: Standing,
    *,
    cube: int = 1,
    win: Win = Win.SINGLE,
) -> tuple[RatedSide, RatedSide]:
    """Rate one game: the winner's side, then the loser's.

    Each player's K comes from their own recent games, so the two changes need not mirror each other
    (article); ratings are integers without floor or ceiling (R0). `cube` is one of `CUBES`.

    >>> from terazi.core.catalogue import CURRENT
    >>> busy, calm = Standing(rating=1500, games_recent=60), Standing(rating=1500, games_recent=10)
    >>> [side.change.delta for side in rate_game(CURRENT, busy, calm)]
    [8, -16]
    """
    winner_k = formula.k_for(winner.games_recent)
    loser_k = formula.k_for(loser.games_recent)
    coefficient = formula.coefficient(cube, win)
    won, lost = formula.changes(winner.rating - loser.rating, winner_k, loser_k, coefficient)
    return _side(winner, winner_k, won), _side(loser, loser_k, lost)


def _side(standing: Standing, k: int, delta: int) -> RatedSide:
    change = RatingChange(before=standing.rating, delta=delta)
    return RatedSide(change=change, games_recent=standing.games_recent, k=k)
