"""Laws of a play as somebody wrote it down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.board.plays import ALL_ROLLS, CheckerMove, Play, Roll, legal_plays
from terazi.board.position import CHECKERS_EACH, OFF, OPENING, Position, position_of
from terazi.board.written_play import IllegalPlay, forced_play, hits_missing, replay_play
from tests.board.positions import positions

rolls = st.sampled_from(ALL_ROLLS)


def written(text: str) -> Play:
    moves = []
    for word in text.split():
        start, end = word.rstrip("*").split("/")
        moves.append(CheckerMove(start=int(start), end=int(end), hit=word.endswith("*")))
    return tuple(moves)


def chained(play: Play) -> Play:
    """The same play with one checker's dice as one move, unless it hits on the way."""
    moves: list[CheckerMove] = []
    for move in play:
        before = next((m for m in moves if m.end == move.start and not m.hit), None)
        if before is None:
            moves.append(move)
        else:
            moves[moves.index(before)] = CheckerMove(start=before.start, end=move.end, hit=move.hit)
    return tuple(moves)


@given(positions(), rolls, st.data())
def test_a_legal_play_may_be_written_in_any_order_and_in_chains(
    position: Position, roll: Roll, data: st.DataObject
) -> None:
    for after, play in list(legal_plays(position, roll).items())[:20]:
        shuffled = tuple(data.draw(st.permutations(chained(play))))
        assert replay_play(position, roll, shuffled) == after


def is_won(position: Position) -> bool:
    """With the last checker off the game is over, whether or not both dice could have been played."""
    return position.mover[OFF] == CHECKERS_EACH


def test_the_last_checker_may_be_borne_off_with_one_die() -> None:
    position = position_of(mover={2: 1}, waiter={24: 1})
    assert is_won_by(position, "2/0")  # 2/1*/0 would play both
    assert is_won_by(position, "2/1* 1/0")
    assert replay_play(position, (2, 1), written("2/1*")) is IllegalPlay.DICE_LEFT


def is_won_by(position: Position, text: str) -> bool:
    after = replay_play(position, (2, 1), written(text))
    return isinstance(after, Position) and is_won(after)


@given(positions(), rolls, rolls)
def test_what_is_accepted_is_legal(position: Position, roll: Roll, other: Roll) -> None:
    legal = legal_plays(position, roll)
    for play in list(legal_plays(position, other).values())[:20]:
        after = replay_play(position, roll, play)
        assert isinstance(after, IllegalPlay) or after in legal or is_won(after)


@given(positions(), rolls, st.lists(st.tuples(st.integers(1, 25), st.integers(0, 24)), max_size=5))
def test_any_moves_at_all_are_either_legal_or_refused(
    position: Position, roll: Roll, ends: list[tuple[int, int]]
) -> None:
    play = tuple(CheckerMove(start=start, end=end) for start, end in ends if end < start)
    after = replay_play(position, roll, play)
    legal = legal_plays(position, roll)
    assert isinstance(after, IllegalPlay) or after in legal or is_won(after)
    forced = forced_play(position, play)
    if (
        isinstance(after, Position)
        and after in legal
        and forced is not None
        and len(play) == len(legal[after])
    ):
        assert forced == after


@pytest.mark.parametrize(
    ("roll", "text", "why"),
    [
        ((3, 1), "8/5 6/4", IllegalPlay.NOT_LEGAL),  # no 2 was rolled
        ((3, 1), "8/5", IllegalPlay.DICE_LEFT),
        ((3, 1), "", IllegalPlay.DICE_LEFT),
        ((6, 5), "24/18 13/8 6/1", IllegalPlay.NOT_LEGAL),
        ((5, 4), "24/19 24/20", IllegalPlay.NOT_LEGAL),  # the opponent holds the 19 point
        ((3, 1), "9/5", IllegalPlay.NOT_LEGAL),  # nobody stands on 9
    ],
)
def test_a_play_against_the_rules_is_refused_with_its_reason(roll: Roll, text: str, why: IllegalPlay) -> None:
    assert replay_play(OPENING, roll, written(text)) is why


def test_the_smaller_die_alone_is_refused_where_the_larger_one_must_be_played() -> None:
    position = position_of(mover={13: 1}, waiter={22: 2})
    assert replay_play(position, (6, 4), written("13/9")) is IllegalPlay.DICE_LEFT
    assert isinstance(replay_play(position, (6, 4), written("13/7")), Position)


def test_a_chain_avoids_a_blot_that_the_record_does_not_mention() -> None:
    position = position_of(mover={24: 1}, waiter={7: 1})  # a blot on the mover's 18
    after = replay_play(position, (6, 3), written("24/15"))
    assert isinstance(after, Position)
    assert after.waiter[25] == 0


def test_a_chain_hits_where_there_is_no_other_way() -> None:
    position = position_of(mover={24: 1}, waiter={7: 1, 4: 2})
    after = replay_play(position, (6, 3), written("24/15"))
    assert isinstance(after, Position)
    assert after.waiter[25] == 1


def test_a_mark_for_a_hit_that_did_not_happen_is_counted() -> None:
    play = written("8/5* 6/5")
    after = replay_play(OPENING, (3, 1), play)
    assert isinstance(after, Position)
    assert hits_missing(OPENING, after, play) == 1


def test_a_forced_play_goes_where_it_is_written_unless_checkers_are_missing() -> None:
    forced = forced_play(OPENING, written("8/4 6/4"))
    assert forced is not None
    assert forced.mover[4] == 2
    assert forced_play(OPENING, written("9/4")) is None
    assert forced_play(OPENING, written("24/19")) is None
