"""Values a game is made of (R8-R10)."""

from dataclasses import replace

import pytest
from hypothesis import given

from terazi.core.types import AT_FAULT, CUBES, SINGLE_BY_RULE, RatingChange, Termination, Win
from tests.core.book import game
from tests.strategies import changes


def test_the_cube_doubles_from_1_to_64() -> None:
    assert tuple(2**doublings for doublings in range(7)) == CUBES  # R8


@pytest.mark.parametrize(("win", "times"), [(Win.SINGLE, 1), (Win.GAMMON, 2), (Win.BACKGAMMON, 3)])
@pytest.mark.parametrize("cube", CUBES)
def test_points_are_the_cube_times_one_two_or_three(cube: int, win: Win, times: int) -> None:
    sized = replace(game("g1"), cube=cube, win=win)
    assert sized.points == cube * times  # R10


# R9 and R10, ending by ending: is a player at fault, is the win single by rule?
ENDINGS = [
    (Termination.BEAR_OFF, False, False),
    (Termination.DROP, False, True),
    (Termination.RESIGN, True, False),
    (Termination.LEAVE, True, True),
    (Termination.DISCONNECT, True, True),
    (Termination.TIMEOUT, True, True),
    (Termination.UNSPECIFIED, False, False),
    (Termination.ABORTED, False, False),
]


@pytest.mark.parametrize(("ending", "at_fault", "single"), ENDINGS)
def test_each_ending_has_its_rule(ending: Termination, at_fault: bool, single: bool) -> None:
    assert (ending in AT_FAULT, ending in SINGLE_BY_RULE) == (at_fault, single)


def test_no_ending_is_without_a_rule() -> None:
    assert {ending for ending, *_ in ENDINGS} == {*Termination}


@given(changes())
def test_after_is_before_plus_delta(change: RatingChange) -> None:
    assert change.after == change.before + change.delta
