"""Whatever number a caller gives, a page is what it says, and no store stumbles over it."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from terazi.core.types import PlayerNumber
from terazi.service.boards import boosted, leaderboard
from terazi.service.corrections import Span, list_outage
from terazi.service.games import record_batch
from terazi.service.ladders import head, ledger_lines
from terazi.service.profiles import HistoryPage, history, player
from terazi.store.engine import Store
from tests.stores import A, result
from tests.strategies import BASE_MS

EDGES = [
    0,
    1,
    1500,
    *(sign * 2**power + by for sign in (1, -1) for power in (31, 53, 63) for by in (-1, 0, 1)),
]
NUMBERS = st.sampled_from(EDGES) | st.integers(1450, 1550) | st.integers()
LIMITS = st.integers(1, 8) | st.sampled_from([2**31, 2**63 - 1, 2**63, 10**30])
ON_ONE_STORE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def played(store: Store) -> Store:
    """Eight players, rated and boosted games, a day between its halves."""
    pairs = [(f"p{n % 8}", f"p{(n * 3 + 1) % 8}") for n in range(40) if n % 8 != (n * 3 + 1) % 8]
    for half, at in ((pairs[:20], BASE_MS), (pairs[20:], BASE_MS + 1000)):
        record_batch(store, [result(f"{at}-{n}", *pair, at=at) for n, pair in enumerate(half)], at)
        told = [result(f"b{at}-{n}", *pair, at=at, mode="boosted") for n, pair in enumerate(half)]
        record_batch(store, told, at)
    return store


def behind(lines: Sequence[Any], value: str, key: tuple[int, int] | None) -> list[Any]:
    """The lines of a whole board that come after a key."""
    return [one for one in lines if key is None or (-getattr(one, value), one.player) > (-key[0], key[1])]


def numbered(key: tuple[int, int] | None) -> tuple[int, PlayerNumber] | None:
    return key and (key[0], PlayerNumber(key[1]))


def test_a_page_after_any_key_is_what_stands_behind_it(played: Store) -> None:
    whole, points = leaderboard(played).lines, boosted(played).lines
    then = leaderboard(played, as_of=BASE_MS).lines
    assert len(whole) == len(points) == len(then) == 8
    assert then != whole

    @ON_ONE_STORE
    @given(key=st.none() | st.tuples(NUMBERS, NUMBERS), limit=LIMITS)
    def page(key: tuple[int, int] | None, limit: int) -> None:
        after = numbered(key)
        assert (
            list(leaderboard(played, after=after, limit=limit).lines) == behind(whole, "rating", key)[:limit]
        )
        past = leaderboard(played, after=after, limit=limit, as_of=BASE_MS)
        assert list(past.lines) == behind(then, "rating", key)[:limit]
        assert list(boosted(played, after=after, limit=limit).lines) == behind(points, "points", key)[:limit]

    page()


def test_who_was_active_since_any_moment(played: Store) -> None:
    whole = leaderboard(played).lines

    @ON_ONE_STORE
    @given(since=NUMBERS | st.integers(BASE_MS - 2, BASE_MS + 1002), as_of=st.none() | NUMBERS)
    def active(since: int, as_of: int | None) -> None:
        lines = leaderboard(played, active_since=since, as_of=as_of).lines
        if as_of is None or as_of >= BASE_MS + 1000:
            assert list(lines) == ([] if since > BASE_MS + 1000 else list(whole))
        assert as_of is None or as_of >= BASE_MS or not lines

    active()


def test_any_number_of_a_history_the_ledger_an_outage_or_a_week(played: Store) -> None:
    lines = ledger_lines(played, 0, 10**9)
    assert len(lines) == head(played).number

    @ON_ONE_STORE
    @given(first=NUMBERS, second=NUMBERS, limit=LIMITS)
    def ask(first: int, second: int, limit: int) -> None:
        history(played, A, before=first, limit=limit)
        page = history(played, A, limit=limit, as_of=first)
        assert not isinstance(page, HistoryPage) or len(page.events) <= limit
        player(played, A, BASE_MS, as_of=first)
        assert list(ledger_lines(played, first, limit)) == list(lines[max(first, 0) :][:limit])
        found = list_outage(played, Span(since=first, until=second)).games
        assert bool(found) == (first <= BASE_MS + 1000 and second >= BASE_MS and first <= second)
        boosted(played, week=first, limit=limit)

    ask()


@pytest.mark.parametrize("limit", [0, -1, -(10**30)])
def test_a_page_has_a_line_at_least(played: Store, limit: int) -> None:
    assert len(leaderboard(played, limit=limit).lines) == 1
    assert len(boosted(played, limit=limit).lines) == 1
