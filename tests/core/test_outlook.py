"""When a player's K changes (article, "Üç ayrıntı"; R2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import Formula
from terazi.core.outlook import outlook
from terazi.core.window import WINDOW_MS, Window
from tests.strategies import BASE_MS

SMALL = Formula(name="small", divisor=1200, busy_games=3, busy_k=16)
"""A busy week of three games: small histories meet its edges."""

PAST = st.lists(st.integers(BASE_MS - WINDOW_MS - 3, BASE_MS) | st.integers(BASE_MS - 9, BASE_MS), max_size=8)


@given(PAST)
def test_a_calm_player_keeps_k_for_exactly_so_many_more_games(past: list[int]) -> None:
    window = Window(past)
    found = outlook(SMALL, window, BASE_MS)
    for _ in range(found.games_until_change or 0):
        assert SMALL.k_for(window.count(BASE_MS)) == 32
        window.add(BASE_MS)
    assert SMALL.k_for(window.count(BASE_MS)) == 16


@given(PAST)
def test_a_busy_player_who_stops_has_the_other_k_from_exactly_that_instant_on(past: list[int]) -> None:
    window = Window(past)
    found = outlook(SMALL, window, BASE_MS)
    assert (found.changes_at is None) == (found.k == 32)
    if found.changes_at is not None:
        assert found.changes_at > BASE_MS
        assert SMALL.k_for(window.count(found.changes_at - 1)) == 16
        assert SMALL.k_for(window.count(found.changes_at)) == 32


@pytest.mark.parametrize(
    ("recent", "k", "until"), [(0, 32, 50), (48, 32, 2), (49, 32, 1), (50, 16, None), (51, 16, None)]
)
def test_k_changes_with_the_fifty_first_game(recent: int, k: int, until: int | None) -> None:
    found = outlook(CATALOGUE["1.3.1"], Window([BASE_MS] * recent), BASE_MS)
    assert (found.games_recent, found.k, found.games_until_change) == (recent, k, until)
    assert found.changes_at == (None if until else BASE_MS + WINDOW_MS + 1)


@pytest.mark.parametrize("name", sorted(CATALOGUE.keys() - {"1.3.1"}))
def test_without_a_busy_week_k_never_changes(name: str) -> None:
    found = outlook(CATALOGUE[name], Window([BASE_MS] * 60), BASE_MS)
    assert (found.k, found.games_until_change, found.changes_at) == (32, None, None)
