"""Names live beside the ledger and can go; what was played stays (R7)."""

import pytest

from terazi.core.codes import Code
from terazi.core.entries import Erasure
from terazi.core.types import GameId, PlayerId
from terazi.core.window import WINDOW_MS
from terazi.ledger.codec import decode
from terazi.service.boards import leaderboard
from terazi.service.explanations import GameView, game
from terazi.service.games import record_batch, record_game
from terazi.service.keeping import rebuild
from terazi.service.ladders import head, ledger_lines
from terazi.service.players import PlayerPut, Start, erase_player, put_player
from terazi.service.profiles import history, player
from terazi.store.engine import Store
from tests.service.saying import answered, history_page, profile, rated, refused
from tests.stores import A, B, C, result
from tests.strategies import BASE_MS


def test_a_new_player_is_registered_and_called(store: Store) -> None:
    assert isinstance(put_player(store, A, BASE_MS, display_name="Ayşe İnci"), PlayerPut)
    a = profile(player(store, A, BASE_MS))
    assert (a.name.shown, a.name.player, a.rating, a.place) == ("Ayşe İnci", A, 1500, None)


def test_what_is_not_told_stays(store: Store) -> None:
    put_player(store, A, BASE_MS, display_name="Ayşe", unlisted=True)
    before = head(store)
    put_player(store, A, BASE_MS)
    a = profile(player(store, A, BASE_MS))
    assert (a.name.display_name, a.unlisted, head(store)) == ("Ayşe", True, before)
    put_player(store, A, BASE_MS, display_name=None)
    assert profile(player(store, A, BASE_MS)).name.shown == "a"


def test_an_opening_brings_a_rating_and_a_busy_week(store: Store) -> None:
    recent = tuple(BASE_MS - n for n in range(50))
    put_player(store, A, BASE_MS, opening=Start(rating=1800, recent=recent))
    winner, _ = rated(answered(record_game(store, result("g1"), BASE_MS)))
    assert (winner.change.before, winner.games_recent, winner.k) == (1800, 50, 16)
    assert rebuild(store) == []


def test_the_same_opening_again_changes_nothing_and_another_only_before_the_first_game(store: Store) -> None:
    start = Start(rating=1800, recent=(BASE_MS, BASE_MS - 5))
    put_player(store, A, BASE_MS, opening=start)
    before = head(store)
    put_player(store, A, BASE_MS, opening=start)
    assert head(store) == before
    other = Start(rating=1700)
    assert isinstance(put_player(store, A, BASE_MS, opening=other), PlayerPut)
    record_game(store, result("g1"), BASE_MS)
    assert isinstance(put_player(store, A, BASE_MS, opening=other), PlayerPut)
    assert refused(put_player(store, A, BASE_MS, opening=start)) is Code.OPENING_TOO_LATE
    assert rebuild(store) == []


def test_a_refused_opening_does_not_even_register(store: Store) -> None:
    before = head(store)
    for start in (
        Start(rating=10**7),
        Start(rating=1500, recent=(10**18,)),
        Start(rating=1500, recent=(0,) * 10_001),
    ):
        assert refused(put_player(store, A, BASE_MS, opening=start)) is Code.BAD_VALUE
    assert head(store) == before


@pytest.mark.parametrize("bad", ["", " a", "\ud800", "x" * 129, "a\nb", "\x00"])
def test_an_id_that_cannot_be_is_refused(store: Store, bad: str) -> None:
    assert refused(put_player(store, PlayerId(bad), BASE_MS)) is Code.BAD_PLAYER_ID


@pytest.mark.parametrize("bad", ["", " a", "\ud800", "x" * 201, "a\nb", "\x00", "a\u202eb"])
def test_a_name_that_cannot_be_is_refused(store: Store, bad: str) -> None:
    assert refused(put_player(store, A, BASE_MS, display_name=bad)) is Code.BAD_VALUE


def test_the_unlisted_leave_the_board_and_nobody_else_can_tell(store: Store) -> None:
    record_batch(store, [result("g1", A, B), result("g2", A, C)], BASE_MS)
    put_player(store, A, BASE_MS, unlisted=True)
    assert [line.rank for line in leaderboard(store).lines] == [1, 1]
    assert profile(player(store, A, BASE_MS)).place is None
    assert rebuild(store) == []
    put_player(store, A, BASE_MS, unlisted=False)
    assert [line.rank for line in leaderboard(store).lines] == [1, 2, 2]


def test_an_erased_player_is_forgotten_and_the_games_stay(store: Store) -> None:
    record_batch(store, [result("g1", A, B), result("g2", A, C)], BASE_MS)
    number = profile(player(store, A, BASE_MS)).number
    erased = answered(erase_player(store, A, BASE_MS + 1))
    assert isinstance(erased.entry.facts, Erasure)
    assert refused(player(store, A, BASE_MS)) is Code.UNKNOWN_PLAYER
    assert refused(erase_player(store, A, BASE_MS)) is Code.UNKNOWN_PLAYER
    assert number not in {line.player for line in leaderboard(store).lines}
    view = game(store, GameId("g1"))
    assert isinstance(view, GameView)
    assert (number in view.names, len(view.names)) == (False, 1)
    page = history_page(history(store, B))
    assert (len(page.events), number in page.names) == (1, False)
    assert [decode(line).number for line in ledger_lines(store, 0)] == list(range(head(store).number))
    assert rebuild(store) == []


def test_the_same_id_starts_anew_and_old_games_stay_taken(store: Store) -> None:
    record_game(store, result("g1"), BASE_MS)
    erase_player(store, A, BASE_MS)
    assert refused(record_game(store, result("g1"), BASE_MS)) is Code.CONFLICT
    winner, _ = rated(answered(record_game(store, result("g2"), BASE_MS)))
    assert (winner.change.before, winner.event, winner.games_recent) == (1500, 1, 0)


def test_a_game_of_an_erased_player_can_be_replaced_by_others_only(store: Store) -> None:
    record_game(store, result("g1"), BASE_MS)
    erase_player(store, A, BASE_MS)
    corrected = result("g2", C, B, replaces="g1")
    winner, loser = rated(answered(record_game(store, corrected, BASE_MS + WINDOW_MS)))
    assert (winner.change.before, loser.change.before) == (1500, 1500)
    assert rebuild(store) == []
