"""The same history under other rules."""

import numpy as np

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, Refusal
from terazi.core.rulebook import Edition, Rulebook, always
from terazi.replay import replay
from terazi.replay.history import Given
from terazi.study.whatif import what_if
from tests.study.worlds import history

NOW, THEN = always(CATALOGUE["1.3.1"]), always(CATALOGUE["1.0.5"])


def test_both_sides_are_what_replay_gives() -> None:
    games = history()
    found = what_if(games, NOW, THEN)
    assert not isinstance(found, Refusal)
    by_player = sorted(found, key=lambda each: each.player)
    assert [each.rating for each in by_player] == replay(games, NOW).ratings.tolist()
    assert [each.rating_then for each in by_player] == replay(games, THEN).ratings.tolist()
    assert [each.rank for each in found] == sorted(each.rank for each in found)


def test_equal_ratings_share_a_rank() -> None:
    games = history(games=0, players=3)
    awarded = type(games)(
        players=3,
        winner=games.winner,
        loser=games.loser,
        finished_at=games.finished_at,
        stake=games.stake,
        rated=games.rated,
        corrections=tuple(Given(position=0, player=player, amount=50) for player in (0, 1)),
    )
    found = what_if(awarded, NOW, THEN)
    assert not isinstance(found, Refusal)
    assert [(each.player, each.rank, each.rating) for each in found] == [(0, 1, 1550), (1, 1, 1550)]


def test_an_erased_player_stands_on_no_board() -> None:
    whole, without = (what_if(history(), NOW, THEN, erased) for erased in (frozenset[int](), frozenset({3})))
    assert not isinstance(whole, Refusal)
    assert not isinstance(without, Refusal)
    assert {each.player for each in whole} - {each.player for each in without} == {3}
    assert max(each.rank for each in without) < len(whole)


def test_the_same_rules_change_nothing() -> None:
    found = what_if(history(), NOW, NOW)
    assert not isinstance(found, Refusal)
    assert all((each.rating, each.rank) == (each.rating_then, each.rank_then) for each in found)


def test_rules_that_begin_after_the_first_game_are_refused() -> None:
    games = history()
    late = Rulebook((Edition(effective_from=int(np.min(games.finished_at)) + 1, formula=CATALOGUE["1.0.5"]),))
    found = what_if(games, NOW, late)
    assert isinstance(found, Refusal)
    assert found.code is Code.NO_FORMULA
