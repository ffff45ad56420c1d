"""A rehearsal of another version: what it would have done to last month's games, and nothing is written."""

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.codes import VoidReason
from terazi.core.formula import Formula
from terazi.core.rate import rate_game
from terazi.core.reports import OutcomeReport
from terazi.core.types import GameId, Standing
from terazi.service.corrections import Ground, void_game
from terazi.service.games import record_game
from terazi.service.ladders import head
from terazi.service.rehearsal import SPAN_MS, rehearse
from terazi.store.engine import Store
from tests.stores import DAY_MS
from tests.strategies import BASE_MS as NOW

OLD = CATALOGUE["1.2.0"]
_PAIRS = (("a", "b"), ("a", "b"), ("b", "c"), ("c", "a"), ("c", "a"), ("a", "b"))


def played(store: Store, game: str, winner: str, loser: str, at: int = NOW, cube: str = "1") -> None:
    report = OutcomeReport(game_id=game, finished_at=at, winner=winner, loser=loser, cube=cube)
    record_game(store, report, at)


def month(store: Store) -> None:
    """Games of four, an upset among them, and one that was taken back."""
    for index in range(60):
        played(store, f"g{index}", "a" if index % 3 else "b", "b" if index % 3 else "a", NOW + index)
        played(store, f"h{index}", "c", "d" if index % 2 else "a", NOW + index, cube="4")
    void_game(store, GameId("g7"), Ground(reason=VoidReason.TEST), NOW + 100)


def test_the_version_in_force_would_have_done_the_same(store: Store) -> None:
    month(store)
    same = rehearse(store, CURRENT, NOW + 100)
    assert same.games == 119
    assert same.changed == 0
    assert same.moved_was == same.moved_would_be
    assert not same.most_up
    assert not same.most_down


def test_another_version_rates_the_same_games_in_their_order_from_the_same_start(store: Store) -> None:
    wild = Formula(name="wild", divisor=400, k=64)
    ratings = {"a": 1500, "b": 1500, "c": 1500}
    for index, (winner, loser) in enumerate(_PAIRS):
        played(store, f"g{index}", winner, loser, NOW + index)
        won, lost = rate_game(wild, Standing(rating=ratings[winner]), Standing(rating=ratings[loser]))
        ratings |= {winner: won.change.after, loser: lost.change.after}
    found = rehearse(store, wild, NOW + 100)
    shown = (*found.most_up, *found.most_down)
    assert {found.names[one.player].player: one.would_be + 1500 for one in shown} == ratings
    assert sum(one.games for one in shown) == 2 * found.games


def test_changes_add_up(store: Store) -> None:
    month(store)
    half = rehearse(store, Formula(name="half", divisor=1200, k=16), NOW + 100)
    assert half.games / 2 < half.changed < half.games  # who had a busy week had K 16 already
    assert 0.4 < half.moved_would_be / half.moved_was < 0.7
    for one in (*half.most_up, *half.most_down):
        assert one.difference == one.would_be - one.was
        assert half.names[one.player].player in "abcd"


def test_only_the_last_month_counts_and_of_too_many_games_the_newest(store: Store) -> None:
    month(store)
    later = NOW + SPAN_MS + DAY_MS
    played(store, "new", "a", "b", later)
    assert rehearse(store, OLD, later).games == 1
    few = rehearse(store, OLD, NOW + 100, most=10)
    assert few.cut
    assert few.games == 10


def test_nothing_is_written(store: Store) -> None:
    month(store)
    before = head(store)
    rehearse(store, OLD, NOW + 100)
    assert head(store) == before
