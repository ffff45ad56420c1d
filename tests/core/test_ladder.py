"""The one state machine: what entries hold, what they do, and that nothing else moves."""

from dataclasses import replace

import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Unrated, VoidReason
from terazi.core.entries import (
    HISTORY,
    Award,
    Entry,
    Erasure,
    Moved,
    Opening,
    Podium,
    Present,
    Rated,
    Registration,
    Scored,
    Tournament,
    Void,
)
from terazi.core.ladder import apply, decide
from terazi.core.rulebook import Edition, Rulebook
from terazi.core.types import (
    FIRST_INSTANT_MS,
    EntryNumber,
    Game,
    GameId,
    Mode,
    PlayerNumber,
    RatingChange,
    Termination,
    TournamentId,
)
from terazi.core.window import WINDOW_MS
from tests.core.book import ANN, BEA, CEM, NOW, Book, book, game

CUP = TournamentId("t1")


def rated(entry: Entry) -> tuple[Rated, Rated]:
    """Both sides of a rated game."""
    won, lost = entry.effects
    assert isinstance(won, Rated)
    assert isinstance(lost, Rated)
    return won, lost


def counts(entry: Entry) -> tuple[int, int]:
    """Recent games of the winner and of the loser."""
    won, lost = rated(entry)
    return won.games_recent, lost.games_recent


def played(told: Book, games: int, *, finished_at: int = NOW, player: PlayerNumber = ANN) -> None:
    """So many ranked games of one player, each against somebody new."""
    for index in range(games):
        stranger = told.write(Registration(commitment=""))
        told.write(game(f"{player}-{index}", player, PlayerNumber(stranger.number), finished_at))


def void(told: Book, entry: Entry, reason: VoidReason = VoidReason.WRONG_RESULT) -> Entry:
    return told.write(Void(entry=entry.number, reason=reason))


# --- R21, R22: what an entry holds -----------------------------------------------------------------


def test_an_entry_holds_all_it_takes_to_recompute_it() -> None:
    told = book(openings=(1600, 1500))
    entry = told.write(replace(game("g1"), cube=4))
    won, lost = rated(entry)
    assert (entry.number, entry.accepted_at, entry.formula, entry.unrated) == (7, NOW, "1.3.1", None)
    assert won == Rated(
        player=ANN, event=1, change=RatingChange(before=1600, delta=19), games_recent=0, k=32
    )  # 32 x (1 - 0.5478) x 4/3 = 19.29
    assert lost == Rated(
        player=BEA, event=1, change=RatingChange(before=1500, delta=-19), games_recent=0, k=32
    )


def test_accepted_at_never_goes_back() -> None:
    told = book(settings=HISTORY)
    moments = [told.write(game(f"g{at}"), at=at).accepted_at for at in (5, 3, 9, 9, -1, 10)]
    assert moments == [5, 5, 9, 9, 9, 10]


@pytest.mark.parametrize(
    "wrong", [{"number": EntryNumber(7)}, {"number": EntryNumber(5)}, {"accepted_at": NOW - 1}]
)
def test_an_entry_out_of_turn_is_never_applied(wrong: dict[str, int]) -> None:
    told = book()
    told.write(Registration(commitment=""), at=NOW)
    entry = decide(told.ladder, game("g1"), NOW)
    assert isinstance(entry, Entry)
    with pytest.raises(AssertionError):
        apply(told.ladder, replace(entry, **wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [{"change": RatingChange(before=1501, delta=16)}, {"event": 2}],
    ids=["another rating before", "another running number"],
)
def test_an_effect_that_does_not_follow_is_never_applied(wrong: dict[str, object]) -> None:
    told = book()
    entry = decide(told.ladder, game("g1"), NOW)
    assert isinstance(entry, Entry)
    won, lost = rated(entry)
    with pytest.raises(AssertionError):
        apply(told.ladder, replace(entry, effects=(replace(won, **wrong), lost)))  # type: ignore[arg-type]


# --- R3: the version of the game's own time --------------------------------------------------------


@pytest.mark.parametrize(("finished_at", "name"), [(NOW - 1, "1.2.0"), (NOW, "1.3.1"), (NOW + 1, "1.3.1")])
def test_a_game_is_rated_by_the_version_of_its_own_time(finished_at: int, name: str) -> None:
    editions = [
        Edition(effective_from=date, formula=CATALOGUE[version])
        for date, version in ((FIRST_INSTANT_MS, "1.2.0"), (NOW, "1.3.1"))
    ]
    told = book(rulebook=Rulebook(tuple(editions)), settings=HISTORY, openings=(1800, 1500))
    entry = told.write(game("g1", finished_at=finished_at), at=NOW + 5)  # however late it arrives (R5)
    assert entry.formula == name
    assert rated(entry)[0].change.delta == {"1.2.0": 9, "1.3.1": 12}[name]  # article, a favourite by 300


# --- R2: the window --------------------------------------------------------------------------------


@pytest.mark.parametrize(("games", "k", "delta"), [(49, 32, 16), (50, 16, 8), (51, 16, 8)])
def test_fifty_games_in_the_window_halve_k(games: int, k: int, delta: int) -> None:
    told = book(2)
    told.write(Opening(player=ANN, rating=1500, recent=(NOW,) * games))
    won, lost = rated(told.write(game("g1")))
    assert (won.games_recent, won.k, won.change.delta) == (games, k, delta)
    assert (lost.games_recent, lost.k, lost.change.delta) == (0, 32, -16)


@pytest.mark.parametrize(("age", "k"), [(WINDOW_MS - 1, 16), (WINDOW_MS, 16), (WINDOW_MS + 1, 32)])
def test_a_game_exactly_seven_days_old_counts(age: int, k: int) -> None:
    told = book(settings=HISTORY)
    played(told, 50, finished_at=NOW - age)
    assert rated(told.write(game("g1", ANN, BEA, NOW)))[0].k == k


def test_a_game_of_the_same_millisecond_counts_if_it_stands_earlier_in_the_ledger() -> None:
    told = book()
    assert counts(told.write(game("g1", ANN, BEA))) == (0, 0)
    assert counts(told.write(game("g2", ANN, CEM))) == (1, 0)
    assert counts(told.write(game("g3", BEA, CEM))) == (1, 1)


def test_a_late_game_is_counted_at_its_own_time_and_counts_what_stood_then() -> None:
    told = book()
    told.write(game("g1", ANN, BEA, NOW))
    told.write(game("g2", ANN, BEA, NOW - 10))
    late = told.write(game("g3", ANN, CEM, NOW - 5))
    assert counts(late) == (1, 0)  # g1 finished later; g2 stands earlier and finished before
    assert counts(told.write(game("g4", ANN, CEM, NOW))) == (3, 1)


def test_a_late_game_counts_one_of_its_own_millisecond_that_stands_earlier_in_the_ledger() -> None:
    told = book()
    told.write(game("g1", ANN, BEA, NOW - 5))
    told.write(game("g2", ANN, BEA, NOW))
    assert counts(told.write(game("g3", ANN, CEM, NOW - 5))) == (1, 0)


def test_a_late_game_is_rated_with_the_ratings_of_its_arrival() -> None:
    told = book()
    told.write(game("g1", ANN, BEA, NOW))
    late = told.write(game("g2", ANN, BEA, NOW - WINDOW_MS))
    assert rated(late)[0].change.before == 1516


UNCOUNTED = [
    {"mode": Mode.BOOSTED},
    {"mode": Mode.TOURNAMENT},
    {"termination": Termination.ABORTED},
]


@pytest.mark.parametrize("kind", UNCOUNTED, ids=str)
def test_only_ranked_games_that_were_rated_count(kind: dict[str, object]) -> None:
    told = book()
    told.write(replace(game("g1"), **kind))  # type: ignore[arg-type]
    assert counts(told.write(game("g2"))) == (0, 0)


def test_an_award_is_not_a_ranked_game() -> None:
    told = book()
    told.write(Tournament(tournament=CUP, name="Kupa"))
    told.write(Podium(tournament=CUP, places=((1, ANN),)))
    told.write(Award(tournament=CUP, place=1, player=ANN))
    assert counts(told.write(game("g1"))) == (0, 0)


def test_a_void_game_no_longer_counts_for_games_rated_later() -> None:
    told = book()
    first = told.write(game("g1"))
    second = told.write(game("g2"))
    void(told, first)
    assert counts(second) == (1, 1)  # nobody else's change is recalculated
    assert counts(told.write(game("g3"))) == (1, 1)


def test_a_void_ends_a_busy_week() -> None:
    told = book()
    played(told, 50)
    assert rated(told.write(game("busy")))[0].k == 16
    for entry in [entry for entry in told.entries if isinstance(entry.facts, Game)][:2]:
        void(told, entry)
    assert rated(told.write(game("calm")))[0].k == 32


def test_the_game_being_rated_is_not_counted_itself() -> None:
    told = book()
    played(told, 49)
    assert [rated(told.write(game(f"g{index}")))[0].k for index in range(2)] == [32, 16]


# --- R7: openings and erasure ----------------------------------------------------------------------


def test_a_player_starts_at_1500_unless_opened() -> None:
    told = book(openings=(1732,))
    won, lost = rated(told.write(game("g1")))
    assert (won.change.before, lost.change.before) == (1732, 1500)


def test_the_last_opening_before_the_first_rated_event_holds() -> None:
    told = book()
    told.write(Opening(player=ANN, rating=1700, recent=(NOW, NOW)))
    told.write(Opening(player=ANN, rating=1650, recent=(NOW,)))
    won, _ = rated(told.write(game("g1")))
    assert (won.change.before, won.games_recent) == (1650, 1)


@pytest.mark.parametrize(("age", "counted"), [(0, 1), (WINDOW_MS, 1), (WINDOW_MS + 1, 0), (-1, 0)])
def test_a_busy_week_brought_along_is_counted_like_ones_own(age: int, counted: int) -> None:
    told = book()
    told.write(Opening(player=ANN, rating=1500, recent=(NOW - age,)))
    assert counts(told.write(game("g1"))) == (counted, 0)


def test_erasing_a_player_moves_nobody_and_voids_still_reach_them() -> None:
    told = book()
    entry = told.write(game("g1"))
    assert told.write(Erasure(player=ANN)).effects == ()
    assert (told.rating(ANN), told.rating(BEA)) == (1516, 1484)
    void(told, entry)
    assert (told.rating(ANN), told.rating(BEA)) == (1500, 1500)


# --- R15: awards -----------------------------------------------------------------------------------


def test_an_award_adds_its_fixed_amount() -> None:
    told = book(openings=(1600,))
    told.write(Tournament(tournament=CUP, name="Kupa", awards=(50, 25, 15)))
    told.write(Podium(tournament=CUP, places=((1, ANN), (2, BEA), (2, CEM))))
    awards = [
        told.write(Award(tournament=CUP, place=place, player=who))
        for place, who in ((1, ANN), (2, BEA), (2, CEM))
    ]
    assert [entry.effects for entry in awards] == [
        (Moved(player=ANN, event=1, change=RatingChange(before=1600, delta=50)),),
        (Moved(player=BEA, event=1, change=RatingChange(before=1500, delta=25)),),
        (Moved(player=CEM, event=1, change=RatingChange(before=1500, delta=25)),),
    ]  # players who share a place each get its full award
    assert [told.rating(who) for who in (ANN, BEA, CEM)] == [1650, 1525, 1525]


# --- R16: voids ------------------------------------------------------------------------------------


def test_a_void_takes_back_exactly_what_the_game_gave_from_where_the_players_stand_now() -> None:
    told = book()
    first = told.write(replace(game("g1"), cube=64))
    told.write(game("g2", CEM, ANN))
    before = told.rating(ANN), told.rating(BEA), told.rating(CEM)
    entry = void(told, first)
    assert entry.effects == (
        Moved(player=ANN, event=3, change=RatingChange(before=before[0], delta=-32)),
        Moved(player=BEA, event=2, change=RatingChange(before=before[1], delta=32)),
    )
    assert told.rating(CEM) == before[2]
    assert (entry.formula, entry.unrated) == (None, None)


def test_a_void_takes_the_game_off_the_record() -> None:
    told = book()
    first = told.write(game("g1"))
    told.write(game("g2", BEA, ANN))
    void(told, first)
    ann, bea = (told.ladder.players[who] for who in (ANN, BEA))
    assert (ann.wins, ann.losses, ann.games) == (0, 1, 1)
    assert (bea.wins, bea.losses, bea.games) == (1, 0, 1)


def test_a_void_of_a_busy_players_game_takes_back_each_sides_own_amount() -> None:
    told = book()
    told.write(Opening(player=ANN, rating=1500, recent=(NOW,) * 60))
    entry = void(told, told.write(game("g1")))
    assert [effect.change.delta for effect in entry.effects if isinstance(effect, Moved)] == [-8, 16]


def test_a_void_of_an_award_takes_back_the_award() -> None:
    told = book()
    told.write(Tournament(tournament=CUP, name="Kupa"))
    told.write(Podium(tournament=CUP, places=((1, ANN),)))
    award = told.write(Award(tournament=CUP, place=1, player=ANN))
    entry = void(told, award)
    assert entry.effects == (Moved(player=ANN, event=2, change=RatingChange(before=1550, delta=-50)),)
    assert (told.rating(ANN), told.ladder.players[ANN].awards) == (1500, 0)
    assert told.tell(Award(tournament=CUP, place=1, player=ANN)) is award  # not given a second time


def test_a_void_of_a_boosted_game_takes_back_points_and_sparks() -> None:
    told = book()
    entry = void(told, told.write(replace(game("g1"), mode=Mode.BOOSTED, cube=4)))
    assert entry.effects == (
        Scored(player=ANN, event=2, points=-4, sparks=-10),
        Scored(player=BEA, event=2, points=0, sparks=-2),
    )
    assert (told.ladder.players[ANN].points, told.ladder.players[ANN].sparks) == (0, 0)


@pytest.mark.parametrize(
    ("kind", "unrated"),
    [
        ({"mode": Mode.TOURNAMENT}, Unrated.TOURNAMENT),
        ({"termination": Termination.ABORTED}, Unrated.ABORTED),
    ],
)
def test_a_void_of_a_game_that_moved_nobody_moves_nobody(kind: dict[str, object], unrated: Unrated) -> None:
    told = book()
    first = told.write(replace(game("g1"), **kind))  # type: ignore[arg-type]
    assert first.unrated is unrated
    assert void(told, first).effects == (Present(player=ANN, event=2), Present(player=BEA, event=2))


def test_a_corrected_result_counts_once_and_the_old_one_not() -> None:
    told = book()
    void(told, told.write(game("g1")), VoidReason.REPLACED)
    entry = told.write(replace(game("g2", BEA, ANN), replaces=GameId("g1")))
    assert counts(entry) == (0, 0)
    assert (told.rating(BEA), told.rating(ANN)) == (1516, 1484)
