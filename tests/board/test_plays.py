"""Legal plays, against published counts, a brute force and the rules by example."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.board.plays import ALL_ROLLS, Roll, legal_plays
from terazi.board.position import OPENING, Position, pip_count, position_of
from terazi.board.written_play import replay_play
from tests.board.brute_force import outcomes
from tests.board.positions import bear_offs, positions, signed

OPENING_COUNTS = {
    # How many different positions each roll can lead to at the start: GNU Backgammon 1.07 lists as many
    # plays for each (`hint 5000` at the opening position).
    (1, 1): 42, (1, 2): 15, (1, 3): 16, (1, 4): 14, (1, 5): 8, (1, 6): 10, (2, 2): 75,
    (2, 3): 17, (2, 4): 18, (2, 5): 8, (2, 6): 14, (3, 3): 73, (3, 4): 17, (3, 5): 9,
    (3, 6): 14, (4, 4): 52, (4, 5): 9, (4, 6): 14, (5, 5): 4, (5, 6): 7, (6, 6): 11,
}  # fmt: skip
rolls = st.sampled_from(ALL_ROLLS)


def test_there_are_twenty_one_rolls() -> None:
    assert len(ALL_ROLLS) == 21


@pytest.mark.parametrize("roll", ALL_ROLLS)
def test_the_opening_has_as_many_plays_as_gnubg_counts(roll: Roll) -> None:
    assert len(legal_plays(OPENING, roll)) == OPENING_COUNTS[roll]


def test_the_second_turn_has_as_many_plays_as_the_brute_force_counts() -> None:
    replies = first = 0
    for roll in ((3, 1), (6, 5), (5, 5), (6, 6)):
        for position in legal_plays(OPENING, roll):
            first += 1
            for answer in ((2, 1), (6, 4), (5, 5)):
                plays = legal_plays(position.turned(), answer)
                assert {signed(after) for after in plays} == outcomes(signed(position.turned()), answer)
                replies += len(plays)
    assert (first, replies) == (38, 1398)


@given(positions(), rolls)
def test_legal_plays_are_those_of_the_brute_force(position: Position, roll: Roll) -> None:
    assert {signed(after) for after in legal_plays(position, roll)} == outcomes(signed(position), roll)


@given(bear_offs(), rolls)
def test_bearing_off_is_that_of_the_brute_force(position: Position, roll: Roll) -> None:
    assert {signed(after) for after in legal_plays(position, roll)} == outcomes(signed(position), roll)


@given(positions(), rolls)
def test_the_order_of_the_dice_means_nothing(position: Position, roll: Roll) -> None:
    assert legal_plays(position, roll).keys() == legal_plays(position, (roll[1], roll[0])).keys()


@given(positions(), rolls)
def test_every_listed_play_leads_where_the_list_says(position: Position, roll: Roll) -> None:
    for after, play in legal_plays(position, roll).items():
        assert replay_play(position, roll, play) == after


@given(positions(), rolls)
def test_a_play_takes_at_most_its_dice_from_the_pip_count(position: Position, roll: Roll) -> None:
    most = sum(roll) * (2 if roll[0] == roll[1] else 1)
    for after, play in legal_plays(position, roll).items():
        spent = position.pips_mover - after.pips_mover
        assert spent == sum(move.start - move.end for move in play) <= most
        assert sum(after.waiter) == 15
        hits = sum(move.hit for move in play)
        assert pip_count(after.waiter) >= position.pips_waiter + hits


def ends(mover: list[int], blocked: set[int], roll: Roll) -> set[tuple[int, ...]]:
    """Where the mover's checkers can stand afterwards, `blocked` being points (the mover's numbers) that
    the opponent holds; a checker borne off is left out."""
    mine = {point: mover.count(point) for point in mover}
    position = position_of(mover=mine, waiter={25 - point: 2 for point in blocked})
    after = {position.mover for position in legal_plays(position, roll)}
    return {tuple(point for point in range(25, 0, -1) for _ in range(checkers[point])) for checkers in after}


def test_a_checker_on_the_bar_enters_before_anything_moves() -> None:
    assert ends([25, 6], {20}, (4, 1)) == {(21, 5), (24, 2)}


def test_two_checkers_on_the_bar_use_both_dice() -> None:
    assert ends([25, 25, 6], set(), (4, 1)) == {(24, 21, 6)}


def test_a_player_shut_out_dances() -> None:
    assert ends([25, 6], {19, 20, 21, 22, 23, 24}, (3, 1)) == {(25, 6)}


def test_after_entering_with_one_die_the_other_is_played_anywhere() -> None:
    assert ends([25, 13], {19}, (4, 6)) == {(21, 7), (15, 13)}


def test_both_dice_are_played_if_any_way_allows_it() -> None:
    # 24/19 is blocked. With 4 and 3 blocked too, the 6 and the 5 both move the checker from 24.
    assert ends([24, 9], {19}, (6, 5)) == {(13, 9), (18, 4)}
    assert ends([24, 9], {19, 4, 3}, (6, 5)) == {(13, 9)}


def test_if_one_die_only_can_be_played_it_is_the_larger() -> None:
    assert ends([13], {3}, (6, 4)) == {(7,)}


def test_if_the_larger_die_cannot_be_played_the_smaller_is() -> None:
    assert ends([13], {3, 7}, (6, 4)) == {(9,)}


@pytest.mark.parametrize(("blocked", "left"), [({18}, 24), ({12}, 18), ({6}, 12), ({20}, 6), (set(), 6)])
def test_a_double_is_played_as_often_as_it_can_be(blocked: set[int], left: int) -> None:
    assert ends([24, 3], blocked, (6, 6)) == {(left, 3)} if left > 6 else {(3,)}


def test_a_larger_die_bears_off_only_the_highest_checker() -> None:
    assert ends([5, 2], set(), (6, 1)) == {(1,), (2,)}
    assert ends([6, 2], set(), (4, 4)) == {()}


def test_nothing_is_borne_off_while_a_checker_is_outside() -> None:
    assert ends([8, 1], set(), (1, 1)) == {(4, 1), (5,)}
    assert ends([12, 1], set(), (2, 1)) == {(9, 1)}


def test_the_last_checker_needs_one_die_only() -> None:
    assert ends([1], set(), (6, 5)) == {()}


def test_a_blot_is_hit() -> None:
    position = position_of(mover={8: 1}, waiter={24: 1})
    (after,) = legal_plays(position, (3, 4))
    assert after.waiter[25] == 1
    assert after.mover[1] == 1
