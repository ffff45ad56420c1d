"""The legal plays of a position and a roll.

Rules, as every rule book has them: a checker on the bar enters before anything else moves; a checker
moves to a point that the opponent holds with one checker at most, and hits it if it is alone; checkers are
borne off once all fifteen are home, with the exact die or, if no checker stands higher, with a larger one;
as many dice are played as can be; if either die can be played but not both, the larger one is; doubles
are played four times.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TypeAlias

from terazi.board.position import BAR, HOME, OFF, Checkers, Position

Roll: TypeAlias = tuple[int, int]
"""Two dice, 1-6 each; their order means nothing."""

ALL_ROLLS: tuple[Roll, ...] = tuple(combinations_with_replacement(range(1, 7), 2))
"""The twenty-one different rolls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckerMove:
    """One checker's way from `start` to `end`, in the mover's own numbers; `hit`: it hits a blot there.

    A legal play has one per die. In a written record one may stand for several dice (`24/15`), and a hit
    may go unmarked.
    """

    start: int
    end: int
    hit: bool = False


Play: TypeAlias = tuple[CheckerMove, ...]
"""The checker moves of one turn, in order; empty when the player cannot move."""

Board: TypeAlias = tuple[Checkers, Checkers]
"""A position without its wrapping: the mover's checkers and the waiter's."""


def legal_plays(position: Position, roll: Roll) -> dict[Position, Play]:
    """Every position the mover can legally reach with `roll`, each with one play that leads to it.

    The positions are still seen by the player who moved. Never empty: a player who cannot move has one
    legal play, the empty one. Plays that end in the same position count once.
    """
    reached: dict[Board, Play] = {}
    most = -1
    for dice in dice_orders(roll):
        used, boards = _reach((position.mover, position.waiter), dice)
        if used > most:
            most, reached = used, boards
        elif used == most == 2:
            reached = boards | reached
        # used == most == 1: only one die can be played, and the larger came first.
    return {Position(mover=mover, waiter=waiter): play for (mover, waiter), play in reached.items()}


def dice_orders(roll: Roll) -> tuple[tuple[int, ...], ...]:
    """The orders in which the dice of `roll` can be played, the larger die first; four dice for a double."""
    low, high = sorted(roll)
    assert low >= 1, roll
    assert high <= 6, roll
    return ((high,) * 4,) if low == high else ((high, low), (low, high))


def may_step(mover: Sequence[int], waiter: Sequence[int], start: int, die: int) -> bool:
    """Whether a checker may move by `die` from `start` right now."""
    if not mover[start] or (mover[BAR] and start != BAR):
        return False
    end = start - die
    if end > OFF:
        return waiter[BAR - end] < 2
    # Bearing off: all at home; with a larger die than needed, from the highest point only.
    return not any(mover[HOME + 1 :]) and (end == OFF or not any(mover[start + 1 :]))


def step_starts(mover: Checkers, waiter: Checkers, die: int) -> list[int]:
    """The points from which one checker may move by `die` right now."""
    if mover[BAR]:
        return [BAR] if waiter[die] < 2 else []
    return [p for p in range(BAR - 1, OFF, -1) if mover[p] and may_step(mover, waiter, p, die)]


def stepped(board: Board, start: int, end: int) -> Board:
    """The board after one checker went from `start` to `end`, a blot there going to the bar.

    Needs a checker on `start`; does not ask whether the step is legal.
    """
    mover, waiter = list(board[0]), list(board[1])
    step(mover, waiter, start, end)
    return tuple(mover), tuple(waiter)


def step(mover: list[int], waiter: list[int], start: int, end: int) -> None:
    """The same in place."""
    mover[start] -= 1
    mover[end] += 1
    if end != OFF and waiter[BAR - end]:
        waiter[BAR - end] -= 1
        waiter[BAR] += 1


def _reach(board: Board, dice: tuple[int, ...]) -> tuple[int, dict[Board, Play]]:
    """How many of `dice`, in this order, can be played at most, and the boards after that many."""
    level: dict[Board, Play] = {board: ()}
    for used, die in enumerate(dice):
        deeper: dict[Board, Play] = {}
        for here, play in level.items():
            for start in step_starts(*here, die):
                end = max(start - die, OFF)
                there = stepped(here, start, end)
                if there not in deeper:
                    hit = there[1] != here[1]
                    deeper[there] = (*play, CheckerMove(start=start, end=end, hit=hit))
        if not deeper:
            return used, level
        level = deeper
    return len(dice), level
