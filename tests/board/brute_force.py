"""The rules of moving once more, from scratch and the slow way: a referee for `terazi.board.plays`.

Nothing is shared with the code under test, not even the way of writing a board down: here a board is one
list of 26 signed counts in one player's numbers (own checkers positive, the opponent's negative, index 0
the opponent's bar and 25 the mover's own), and every order of the dice is tried with every checker.
"""

from itertools import permutations

Signed = tuple[int, ...]


def outcomes(board: Signed, dice: tuple[int, int]) -> set[Signed]:
    """All boards after a legal play of the positive side."""
    dice_in_hand = [dice[0]] * 4 if dice[0] == dice[1] else list(dice)
    lines: list[tuple[tuple[int, ...], Signed]] = []
    for order in set(permutations(dice_in_hand)):
        follow(board, order, (), lines)
    longest = max(len(used) for used, _ in lines)
    kept = [(used, after) for used, after in lines if len(used) == longest]
    if longest == 1:
        largest = max(used[0] for used, _ in kept)
        kept = [(used, after) for used, after in kept if used[0] == largest]
    return {after for _, after in kept}


def follow(
    board: Signed, dice: tuple[int, ...], used: tuple[int, ...], lines: list[tuple[tuple[int, ...], Signed]]
) -> None:
    lines.append((used, board))
    if dice:
        for point in range(1, 26):
            after = moved(board, point, dice[0])
            if after is not None:
                follow(after, dice[1:], (*used, dice[0]), lines)


def moved(board: Signed, point: int, die: int) -> Signed | None:
    """The board after one checker's step, or None where the rules forbid it."""
    if board[point] <= 0 or (board[25] > 0 and point != 25):
        return None
    after = list(board)
    after[point] -= 1
    target = point - die
    if target <= 0:
        outside = sum(count for count in board[7:] if count > 0)
        higher = sum(count for count in board[point + 1 :] if count > 0)
        return None if outside or (target < 0 and higher) else tuple(after)
    if board[target] < -1:
        return None
    if board[target] == -1:
        after[target] = 0
        after[0] -= 1
    after[target] += 1
    return tuple(after)
