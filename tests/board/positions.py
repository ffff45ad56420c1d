"""Positions for tests: any legal arrangement of the checkers, and conversions to the brute force's boards."""

from hypothesis import strategies as st

from terazi.board.position import BAR, CHECKERS_EACH, Position, position_of
from tests.board.brute_force import Signed


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position in which no point is held by both; points and numbers of checkers as they come."""
    mine: dict[int, int] = {}
    theirs: dict[int, int] = {}
    for point in draw(st.lists(st.integers(1, 25), max_size=CHECKERS_EACH)):
        mine[point] = mine.get(point, 0) + 1
    for point in draw(st.lists(st.integers(1, 25), max_size=CHECKERS_EACH)):
        if point == BAR or BAR - point not in mine:
            theirs[point] = theirs.get(point, 0) + 1
    return position_of(mover=mine, waiter=theirs)


@st.composite
def bear_offs(draw: st.DrawFn) -> Position:
    """Positions where the mover is home, or has one checker left outside or on the bar."""
    counts: dict[int, int] = {}
    for point in draw(st.lists(st.integers(1, 6), min_size=1, max_size=6)):
        counts[point] = counts.get(point, 0) + 1
    straggler = draw(st.sampled_from([0, 0, 0, 7, 8, 25]))
    if straggler:
        counts[straggler] = 1
    theirs = {point: draw(st.integers(1, 2)) for point in draw(st.sets(st.integers(1, 24), max_size=4))}
    theirs = {point: count for point, count in theirs.items() if BAR - point not in counts}
    return position_of(mover=counts, waiter=theirs)


def signed(position: Position) -> Signed:
    """The same position as the brute force writes it, which forgets what has been borne off."""
    board = [0] * 26
    for point in range(1, 26):
        board[point] += position.mover[point]
        board[BAR - point] -= position.waiter[point]
    return tuple(board)
