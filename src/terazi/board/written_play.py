"""A play as somebody wrote it down, checked against the board.

Written plays leave things out: `24/15` for two dice, hits without a mark, moves in any order. A written
play is legal when some order of its moves and of the dice is; what the record leaves open is settled in
favour of the record (no unwritten hit on the way, if there is a way without).
"""

from enum import StrEnum

from terazi.board.plays import (
    Board,
    CheckerMove,
    Play,
    Roll,
    dice_orders,
    legal_plays,
    may_step,
    step,
    step_starts,
    stepped,
)
from terazi.board.position import BAR, CHECKERS_EACH, OFF, Position


class IllegalPlay(StrEnum):
    """Why a written play cannot be made."""

    NOT_LEGAL = "not_legal"
    """No order of the moves and the dice makes every step legal."""
    DICE_LEFT = "dice_left"
    """Every step is legal, but more of the dice, or the larger one, could and must be played."""


def replay_play(position: Position, roll: Roll, play: Play) -> Position | IllegalPlay:
    """The position after the written `play`, still seen by its player, or why it is illegal.

    The last checker may be borne off with one die where another way would have played both: the game is over.
    """
    plain = _as_written(position, roll, play)
    if plain is not None:
        return plain
    search = _Search(position, roll)
    for hits_on_the_way in (False, True):
        found = search.run(play, hits_on_the_way=hits_on_the_way)
        if found is not None:
            return found
    return IllegalPlay.DICE_LEFT if search.leaves else IllegalPlay.NOT_LEGAL


def forced_play(position: Position, play: Play) -> Position | None:
    """The position after `play` as written, legal or not; None where the checkers to do it are missing.

    For going on after a mistake in a record. A landing on a point that the opponent holds is None too.
    """
    board = position.mover, position.waiter
    for move in play:
        held = move.end != OFF and board[1][BAR - move.end] > 1
        if not board[0][move.start] or held:
            return None
        board = stepped(board, move.start, move.end)
    return Position(mover=board[0], waiter=board[1])


def hits_missing(before: Position, after: Position, play: Play) -> int:
    """How many hits `play` marks beyond those that happened between the two positions."""
    marked = 0
    for move in play:
        marked += move.hit
    return max(marked - after.waiter[BAR] + before.waiter[BAR], 0) if marked else 0


def _as_written(position: Position, roll: Roll, play: Play) -> Position | None:
    """The quick way, true of nearly every play: its moves in the order written, with all dice, hitting nobody
    on the way. None: that does not show it to be legal, which says nothing yet.
    """
    mover, waiter = list(position.mover), list(position.waiter)
    dice = [roll[0]] * 4 if roll[0] == roll[1] else [*roll]
    if not play:
        blocked = not any(step_starts(position.mover, position.waiter, die) for die in {*roll})
        return position if blocked else None
    for move in play:
        start, end = move.start, move.end
        if end == OFF or start - end not in dice:
            if not _moved(mover, waiter, move, dice):
                return None
            continue
        # `may_step` and `step`, for a checker that stays on the board, without the calls.
        met = waiter[BAR - end]
        if met > 1 or not mover[start] or (mover[BAR] and start != BAR):
            return None
        dice.remove(start - end)
        mover[start] -= 1
        mover[end] += 1
        if met:
            waiter[BAR - end] = 0
            waiter[BAR] += 1
    if dice and mover[OFF] != CHECKERS_EACH:
        return None
    return Position(mover=tuple(mover), waiter=tuple(waiter))


def _moved(mover: list[int], waiter: list[int], move: CheckerMove, dice: list[int]) -> bool:
    """Makes one written move in place, with one die or several; whether that was found possible."""
    start, end = move.start, move.end
    die = start - end
    if die not in dice:
        die = max(dice, default=0)
        if end != OFF or die <= start:  # else borne off with a larger die, if nobody stands higher
            return _went_on(mover, waiter, move, dice)
    if not may_step(mover, waiter, start, die):
        return False
    dice.remove(die)
    step(mover, waiter, start, end)
    return True


def _went_on(mover: list[int], waiter: list[int], move: CheckerMove, dice: list[int]) -> bool:
    """The same for one checker that went on with another die, meeting nobody on the way."""
    for first in dict.fromkeys(dice):
        between = move.start - first
        if between <= move.end or waiter[BAR - between] or not may_step(mover, waiter, move.start, first):
            continue
        step(mover, waiter, move.start, between)
        dice.remove(first)
        further = CheckerMove(start=between, end=move.end)
        if _moved(mover, waiter, further, dice):
            return True
        dice.append(first)
        mover[between] -= 1
        mover[move.start] += 1
    return False


class _Search:
    """A search through the orders of a written play's moves and dice, depth first."""

    def __init__(self, start: Position, roll: Roll) -> None:
        self.start = start
        self.roll = roll
        self.leaves = 0
        """How often every written move was made, whether or not enough dice were used."""
        self.hits_on_the_way = False
        self.seen: set[tuple[Board, tuple[int, ...], Play]] = set()

    def run(self, play: Play, *, hits_on_the_way: bool) -> Position | None:
        """The first legal outcome, or None."""
        self.hits_on_the_way = hits_on_the_way
        self.seen.clear()
        return self._descend((self.start.mover, self.start.waiter), dice_orders(self.roll)[0], play)

    def _descend(self, board: Board, dice: tuple[int, ...], todo: Play) -> Position | None:
        if not todo:
            return self._leaf(board, dice)
        if (board, dice, todo) in self.seen:
            return None
        self.seen.add((board, dice, todo))
        for die in dict.fromkeys(dice):
            at = dice.index(die)
            rest = dice[:at] + dice[at + 1 :]
            for i, move in enumerate(todo):
                end = max(move.start - die, OFF)
                if end >= move.end and may_step(*board, move.start, die):
                    found = self._step(board, rest, move, end, todo[:i] + todo[i + 1 :])
                    if found is not None:
                        return found
        return None

    def _step(
        self, board: Board, dice: tuple[int, ...], move: CheckerMove, end: int, others: Play
    ) -> Position | None:
        there = stepped(board, move.start, end)
        if end == move.end:
            return self._descend(there, dice, others)
        if there[1] != board[1] and not self.hits_on_the_way:
            return None
        further = CheckerMove(start=end, end=move.end, hit=move.hit)
        return self._descend(there, dice, (further, *others))

    def _leaf(self, board: Board, dice: tuple[int, ...]) -> Position | None:
        self.leaves += 1
        position = Position(mover=board[0], waiter=board[1])
        if not dice or board[0][OFF] == CHECKERS_EACH:
            return position
        return position if position in legal_plays(self.start, self.roll) else None
