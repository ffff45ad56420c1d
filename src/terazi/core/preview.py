"""What the next game is worth, before it is played."""

from dataclasses import dataclass

from terazi.core.catalogue import CURRENT
from terazi.core.formula import Formula
from terazi.core.rate import rate_game
from terazi.core.types import Standing, Win


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What both players win or lose, in rating points."""

    you: int
    opponent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Both outcomes of a game that has not been played: if you win, and if you lose."""

    win: Stakes
    lose: Stakes


def preview(
    you: Standing,
    opponent: Standing,
    *,
    cube: int = 1,
    size: Win = Win.SINGLE,
    formula: Formula = CURRENT,
) -> Preview:
    """What either outcome would change, at a cube of `CUBES`; `size` matters only before 1.0.5.

    >>> preview(Standing(rating=1800), Standing(rating=1500)).lose
    Stakes(you=-20, opponent=20)
    """
    won = rate_game(formula, you, opponent, cube=cube, win=size)
    lost = rate_game(formula, opponent, you, cube=cube, win=size)
    return Preview(
        win=Stakes(you=won[0].change.delta, opponent=won[1].change.delta),
        lose=Stakes(you=lost[1].change.delta, opponent=lost[0].change.delta),
    )
