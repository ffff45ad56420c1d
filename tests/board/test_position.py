"""Laws of a position: its numbers, its two views, and what a finished one is worth."""

import pytest
from hypothesis import given

from terazi.board.position import CHECKERS_EACH, OPENING, Position, position_of, win_multiplier
from tests.board.positions import positions


def test_each_player_needs_167_pips_at_the_start() -> None:
    assert (OPENING.pips_mover, OPENING.pips_waiter) == (167, 167)


def test_the_opening_looks_the_same_from_both_sides() -> None:
    assert OPENING.turned() == OPENING


@given(positions())
def test_turning_the_board_twice_changes_nothing(position: Position) -> None:
    assert position.turned().turned() == position
    assert hash(position.turned().turned()) == hash(position)
    assert position.turned().pips_mover == position.pips_waiter


@given(positions())
def test_nobody_gains_or_loses_a_checker(position: Position) -> None:
    assert sum(position.mover) == sum(position.waiter) == CHECKERS_EACH


@pytest.mark.parametrize(
    ("mover", "waiter", "reason"),
    [
        ({0: 1}, {}, "on point 0"),
        ({26: 1}, {}, "on point 26"),
        ({5: -1}, {}, "-1 checkers"),
        ({5: 9, 6: 7}, {}, "more than 15"),
        ({5: 1}, {20: 1}, "both players"),
    ],
)
def test_an_impossible_position_is_refused(
    mover: dict[int, int], waiter: dict[int, int], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        position_of(mover=mover, waiter=waiter)


def test_two_players_on_the_bar_share_no_point() -> None:
    assert position_of(mover={25: 1}, waiter={25: 1}).mover[25] == 1


@pytest.mark.parametrize(
    ("loser", "multiplier"),
    [
        ({1: 14}, 1),
        ({25: 1, 24: 13}, 1),  # one borne off: never more than a single game
        ({1: 15}, 2),
        ({18: 15}, 2),  # the last point outside the winner's home
        ({19: 1, 1: 14}, 3),
        ({24: 1, 1: 14}, 3),
        ({25: 1, 1: 14}, 3),
    ],
)
def test_a_win_counts_by_what_the_loser_has_left(loser: dict[int, int], multiplier: int) -> None:
    position = position_of(mover={}, waiter=loser)
    assert win_multiplier(position.mover, position.waiter) == multiplier


def test_a_game_with_checkers_on_both_sides_is_not_over() -> None:
    assert win_multiplier(OPENING.mover, OPENING.waiter) is None
