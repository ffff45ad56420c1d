"""The busy week: seven days of milliseconds, both ends counted (R2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.window import WINDOW_MS, Window
from tests.strategies import BASE_MS, edge_instants


def test_seven_days_are_604_800_000_ms() -> None:
    assert WINDOW_MS == 604_800_000  # R2


@given(st.lists(edge_instants()), edge_instants())
def test_the_count_is_a_plain_count_of_the_window(instants: list[int], at: int) -> None:
    window = Window(instants)
    assert window.count(at) == sum(at - 604_800_000 <= instant <= at for instant in instants)


@given(st.lists(edge_instants()), st.lists(edge_instants()), st.data())
def test_what_was_added_can_be_taken_out_in_any_order(
    kept: list[int], passing: list[int], data: st.DataObject
) -> None:
    window = Window(kept)
    for instant in passing:
        window.add(instant)
    assert window == Window(kept + passing)
    for instant in data.draw(st.permutations(passing)):
        window.remove(instant)
    assert window == Window(kept)


@given(st.lists(edge_instants()), edge_instants())
def test_a_week_that_is_lent_has_all_that_a_later_game_counts(instants: list[int], at: int) -> None:
    window, whole = Window(instants), Window(instants)
    lent = window.lend_week()
    if at >= max(instants, default=at):
        assert Window(lent).count(at) == whole.count(at)
    window.extend(lent)
    assert window == whole


@pytest.mark.parametrize(
    ("age", "counted"),
    [
        (0, 1),  # the same millisecond, earlier in the ledger
        (1, 1),
        (WINDOW_MS - 1, 1),
        (WINDOW_MS, 1),  # exactly seven days old
        (WINDOW_MS + 1, 0),
        (-1, 0),  # a game that finished later, though it was accepted earlier
    ],
)
def test_edges_of_the_window(age: int, counted: int) -> None:
    assert Window([BASE_MS - age]).count(BASE_MS) == counted


def test_games_of_one_millisecond_all_count() -> None:
    window = Window()
    for _ in range(50):
        window.add(BASE_MS)
    assert (window.count(BASE_MS - 1), window.count(BASE_MS), window.count(BASE_MS + WINDOW_MS)) == (
        0,
        50,
        50,
    )


def test_one_of_two_equal_instants_is_taken_out() -> None:
    window = Window([BASE_MS, BASE_MS])
    window.remove(BASE_MS)
    assert window.count(BASE_MS) == 1


@pytest.mark.parametrize("instants", [[], [BASE_MS - 1], [BASE_MS + 1]])
def test_a_game_that_never_counted_cannot_be_taken_out(instants: list[int]) -> None:
    with pytest.raises(AssertionError, match="a game that counted"):
        Window(instants).remove(BASE_MS)
