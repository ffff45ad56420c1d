"""A tournament is closed once, with an award a placed player (R15)."""

import pytest

from terazi.core.codes import Code, Refusal, VoidReason
from terazi.core.entries import Moved, Tournament, Visibility
from terazi.core.types import PlayerId, TournamentId
from terazi.service.corrections import Ground, void_award
from terazi.service.games import record_batch
from terazi.service.keeping import rebuild
from terazi.service.ladders import head
from terazi.service.profiles import player
from terazi.service.tournaments import close_tournament, put_tournament, tournament
from terazi.store.engine import Store
from tests.service.saying import answered, profile, refused, tournament_view
from tests.stores import A, B, C, result
from tests.strategies import BASE_MS

CUP = TournamentId("cup")
FACTS = Tournament(tournament=CUP, name="İstanbul Cup")


@pytest.fixture
def cup(store: Store) -> Store:
    reports = [result("g1", A, B), result("g2", B, C), result("g3", C, A)]
    record_batch(store, reports, BASE_MS)
    answered(put_tournament(store, FACTS, BASE_MS))
    return store


def awarded(store: Store, one: PlayerId) -> int:
    return profile(player(store, one, BASE_MS)).awards


def test_a_podium_gives_one_award_a_place(cup: Store) -> None:
    before = profile(player(cup, A, BASE_MS)).rating
    view = tournament_view(close_tournament(cup, CUP, [(1, A), (2, B), (3, C)], BASE_MS))
    deltas = [entry.effects[0].change.delta for entry in view.awards if isinstance(entry.effects[0], Moved)]
    assert (deltas, view.repeated, set(view.ids.values())) == ([50, 25, 15], False, {A, B, C})
    after = profile(player(cup, A, BASE_MS))
    assert (after.rating, after.awards, after.games) == (before + 50, 1, 2)


def test_players_who_share_a_place_each_get_its_full_award(cup: Store) -> None:
    view = tournament_view(close_tournament(cup, CUP, [(1, A), (1, B), (3, C)], BASE_MS))
    deltas = [entry.effects[0].change.delta for entry in view.awards if isinstance(entry.effects[0], Moved)]
    assert deltas == [50, 50, 15]


def test_the_same_podium_again_writes_nothing_in_whatever_order(cup: Store) -> None:
    first = tournament_view(close_tournament(cup, CUP, [(1, A), (2, B)], BASE_MS))
    before = head(cup)
    again = tournament_view(close_tournament(cup, CUP, [(2, B), (1, A)], BASE_MS))
    assert (again.podium, list(again.awards), again.repeated) == (first.podium, list(first.awards), True)
    assert head(cup) == before


def test_another_podium_is_refused(cup: Store) -> None:
    close_tournament(cup, CUP, [(1, A), (2, B)], BASE_MS)
    before = head(cup)
    assert refused(close_tournament(cup, CUP, [(1, B), (2, A)], BASE_MS)) is Code.CONFLICT
    assert head(cup) == before


def test_a_private_tournament_gives_no_award(cup: Store) -> None:
    private = Tournament(tournament=TournamentId("p"), name="p", visibility=Visibility.PRIVATE)
    put_tournament(cup, private, BASE_MS)
    view = tournament_view(close_tournament(cup, TournamentId("p"), [(1, A)], BASE_MS))
    assert (view.podium is not None, list(view.awards), awarded(cup, A)) == (True, [], 0)


def test_a_void_award_is_taken_back_once(cup: Store) -> None:
    close_tournament(cup, CUP, [(1, A), (2, B)], BASE_MS)
    ground = Ground(reason=VoidReason.WRONG_RESULT)
    dry = answered(void_award(cup, CUP, A, ground, BASE_MS, dry_run=True))
    void = answered(void_award(cup, CUP, A, ground, BASE_MS))
    assert dry.entry == void.entry
    assert answered(void_award(cup, CUP, A, ground, BASE_MS)).repeated
    assert (awarded(cup, A), awarded(cup, B)) == (0, 1)
    view = tournament_view(tournament(cup, CUP))
    assert view.voids == {view.awards[0].number: void.entry}
    assert rebuild(cup) == []


def test_a_tournament_told_again_is_the_same_and_told_otherwise_refused(cup: Store) -> None:
    assert answered(put_tournament(cup, FACTS, BASE_MS)).repeated
    other = Tournament(tournament=CUP, name="İstanbul Cup", awards=(1,))
    assert refused(put_tournament(cup, other, BASE_MS)) is Code.CONFLICT


def test_an_award_may_list_somebody_who_never_played_a_rated_game(store: Store) -> None:
    record_batch(store, [result("g", "a", "b", mode="tournament")], BASE_MS)
    put_tournament(store, FACTS, BASE_MS)
    close_tournament(store, CUP, [(1, A)], BASE_MS)
    a, b = (profile(player(store, one, BASE_MS)) for one in (A, B))
    assert a.place is not None
    assert (a.rating, a.place.rank, b.place) == (1550, 1, None)


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ([(1, PlayerId("nobody"))], Code.UNKNOWN_PLAYER),
        ([(1, PlayerId("\ud800"))], Code.UNKNOWN_PLAYER),
        ([(1, A), (2, A)], Code.BAD_PODIUM),
        ([(0, A)], Code.BAD_PODIUM),
        ([(10**30, A)], Code.BAD_PODIUM),
    ],
)
def test_a_podium_that_cannot_be_is_refused(
    cup: Store, places: list[tuple[int, PlayerId]], code: Code
) -> None:
    before = head(cup)
    assert refused(close_tournament(cup, CUP, places, BASE_MS)) is code
    assert head(cup) == before


def test_an_unknown_tournament_is_refused(cup: Store) -> None:
    assert refused(tournament(cup, TournamentId("x"))) is Code.UNKNOWN_TOURNAMENT
    assert refused(close_tournament(cup, TournamentId("x"), [(1, A)], BASE_MS)) is Code.UNKNOWN_TOURNAMENT


@pytest.mark.parametrize(
    "facts",
    [
        Tournament(tournament=TournamentId(""), name="x"),
        Tournament(tournament=TournamentId("\ud800"), name="x"),
        Tournament(tournament=TournamentId("x"), name=""),
        Tournament(tournament=TournamentId("x"), name="a\nb"),
        Tournament(tournament=TournamentId("x"), name="\ud800"),
        Tournament(tournament=TournamentId("x"), name="x" * 201),
        Tournament(tournament=TournamentId("x"), name="x", awards=(10**7,)),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(store: Store, facts: Tournament) -> None:
    assert isinstance(put_tournament(store, facts, BASE_MS), Refusal)
