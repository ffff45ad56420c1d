"""Order, ties, who is listed, rank and percentile (R18)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.codes import VoidReason
from terazi.core.entries import Award, Erasure, Opening, Podium, Tournament, Void
from terazi.core.leaderboard import histogram, is_listed, leaderboard, percentile, rank, shared_ranks
from terazi.core.state import PlayerState
from terazi.core.types import PlayerNumber, TournamentId
from tests.core.book import ANN, BEA, CEM, Book, book, game

RATINGS = st.lists(st.integers(1480, 1520), max_size=30)


def players(*ratings: int) -> dict[PlayerNumber, PlayerState]:
    """Players with a game each, in order of registration."""
    return {PlayerNumber(number): PlayerState(rating=rating, wins=1) for number, rating in enumerate(ratings)}


@given(RATINGS)
def test_a_rank_is_one_more_than_the_players_above(ratings: list[int]) -> None:
    for line in leaderboard(players(*ratings)):
        assert line.rank == 1 + sum(rating > line.rating for rating in ratings)
        assert line.rank == rank(histogram(ratings), line.rating)


@given(RATINGS)
def test_the_board_falls_and_equals_stand_in_order_of_registration(ratings: list[int]) -> None:
    order = [(line.rating, line.player) for line in leaderboard(players(*ratings))]
    wanted = [(rating, number) for number, rating in enumerate(ratings)]
    assert order == sorted(wanted, key=lambda each: (-each[0], each[1]))


@given(RATINGS, st.integers(1470, 1530))
def test_rank_and_percentile_come_from_one_histogram(ratings: list[int], rating: int) -> None:
    below, listed = percentile(histogram(ratings), rating)
    assert (below, listed) == (sum(other < rating for other in ratings), len(ratings))
    equal = sum(other == rating for other in ratings)
    assert rank(histogram(ratings), rating) - 1 + equal + below == len(ratings)


@pytest.mark.parametrize(
    ("ratings", "ranks"),
    [
        ([], []),
        ([1500], [1]),
        ([1600, 1500, 1500, 1400], [1, 2, 2, 4]),  # R18
        ([1500, 1500, 1500], [1, 1, 1]),
        ([3, 3, 2, 1, 1, 0], [1, 1, 3, 4, 4, 6]),
        ([0, -1, -1], [1, 2, 2]),
    ],
)
def test_equal_ratings_share_a_rank(ratings: list[int], ranks: list[int]) -> None:
    assert shared_ranks(ratings) == ranks


def board(told: Book, listed_games: int = 0) -> list[PlayerNumber]:
    return [line.player for line in leaderboard(told.ladder.players, listed_games)]


def test_listed_is_who_has_a_rated_event() -> None:
    told = book(openings=(1900,))
    assert board(told) == []  # an opening alone is no rated event
    told.write(game("g1", BEA, CEM))
    assert board(told) == [BEA, CEM]


def test_an_award_is_a_rated_event_but_no_game() -> None:
    told = book()
    cup = TournamentId("t1")
    told.write(Tournament(tournament=cup, name="Kupa"))
    told.write(Podium(tournament=cup, places=((1, ANN),)))
    award = told.write(Award(tournament=cup, place=1, player=ANN))
    assert (board(told), board(told, 1)) == ([ANN], [])
    told.write(Void(entry=award.number, reason=VoidReason.CHEATING))
    assert board(told) == []


def test_nobody_vaults_onto_the_board_by_a_void() -> None:
    told = book()
    entry = told.write(game("g1"))
    told.write(Void(entry=entry.number, reason=VoidReason.OUTAGE))
    assert board(told) == []


@pytest.mark.parametrize(("listed_games", "listed"), [(0, 3), (1, 3), (2, 2), (3, 1), (4, 0)])
def test_how_many_games_list_a_player_is_a_setting(listed_games: int, listed: int) -> None:
    told = book()
    for name, loser in (("g1", BEA), ("g2", BEA), ("g3", CEM)):
        told.write(game(name, ANN, loser))
    assert len(board(told, listed_games)) == listed


def test_an_erased_player_is_not_listed() -> None:
    told = book()
    told.write(game("g1"))
    told.write(Erasure(player=ANN))
    assert board(told) == [BEA]
    assert not is_listed(told.ladder.players[ANN], 0)


def test_a_line_tells_the_games_that_stand() -> None:
    told = book()
    told.write(Opening(player=ANN, rating=1700))
    first = told.write(game("g1"))
    told.write(game("g2"))
    told.write(game("g3", BEA, ANN))
    told.write(Void(entry=first.number, reason=VoidReason.OUTAGE))
    line = next(leaderboard(told.ladder.players))
    assert (line.rank, line.player, line.wins, line.losses, line.games) == (1, ANN, 1, 1, 2)
