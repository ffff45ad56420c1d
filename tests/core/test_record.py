"""The main line in memory: one result in, its entries out; podiums closed (R6, R7, R15, R16)."""

from dataclasses import replace

import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, Refusal, VoidReason
from terazi.core.entries import (
    Award,
    Entry,
    Erasure,
    Moved,
    Podium,
    Registration,
    Settings,
    Tournament,
    Visibility,
    Void,
)
from terazi.core.record import Names, Recorded, close, enter, record, register
from terazi.core.rulebook import Edition, Rulebook
from terazi.core.state import Ladder
from terazi.core.types import Game, GameId, Mode, PlayerId, PlayerNumber, TournamentId
from terazi.core.window import WINDOW_MS
from tests.core.book import ANN, BEA, CEM, NOW, Book, book

CUP = TournamentId("t1")


def names() -> Names:
    return Names(commit=lambda player: f"commitment to {player}")


def game(name: str, winner: str = "ann", loser: str = "bea", finished_at: int = NOW) -> Game[PlayerId]:
    return Game(game_id=GameId(name), finished_at=finished_at, winner=PlayerId(winner), loser=PlayerId(loser))


def recorded(ladder: Ladder, known: Names, played: Game[PlayerId], at: int = NOW) -> Recorded:
    answer = record(ladder, known, played, at)
    assert isinstance(answer, Recorded), answer
    return answer


# --- a game ----------------------------------------------------------------------------------------


def test_a_first_game_registers_both_players_winner_first() -> None:
    ladder, known = book(0).ladder, names()
    answer = recorded(ladder, known, game("g1"))
    assert [entry.facts for entry in answer.written[:2]] == [
        Registration(commitment="commitment to ann"),
        Registration(commitment="commitment to bea"),
    ]
    assert answer.written[2:] == (answer.answer,)
    assert known.numbers == {"ann": 2, "bea": 3}


def test_players_who_are_known_are_not_registered_again() -> None:
    ladder, known = book(0).ladder, names()
    recorded(ladder, known, game("g1"))
    assert recorded(ladder, known, game("g2", "bea", "ann")).written[0].number == 5
    assert len(recorded(ladder, known, game("g3", "bea", "cem")).written) == 2
    assert register(ladder, known, (PlayerId("ann"), PlayerId("cem")), NOW) == []


def test_the_same_game_again_writes_nothing_however_late() -> None:
    ladder, known = book(0).ladder, names()
    first = recorded(ladder, known, game("g1"))
    again = recorded(ladder, known, game("g1"), at=NOW + 10 * WINDOW_MS)
    assert again == Recorded(answer=first.answer)


@pytest.mark.parametrize(
    "other", [game("g1", "bea", "ann"), game("g1", "ann", "nobody"), game("g1", finished_at=NOW - 1)]
)
def test_other_facts_under_the_same_id_are_a_conflict(other: Game[PlayerId]) -> None:
    ladder, known = book(0).ladder, names()
    recorded(ladder, known, game("g1"))
    before = repr(ladder), repr(known)
    answer = record(ladder, known, other, NOW)
    assert answer == Refusal(code=Code.CONFLICT, field="game_id", value="g1", other="#4")
    assert (repr(ladder), repr(known)) == before


REFUSED = [
    (game("g1", finished_at=NOW - WINDOW_MS - 1), Code.TOO_LATE),
    (game("g1", finished_at=NOW + 300_001), Code.IN_THE_FUTURE),
    (game("g1", "ann", "ann"), Code.SAME_PLAYER),
    (replace(game("g1"), replaces=GameId("g0")), Code.UNKNOWN_GAME),
    (replace(game("g1"), replaces=GameId("g1")), Code.UNKNOWN_GAME),
    (replace(game("g1"), replaces=GameId("old")), Code.ALREADY_REPLACED),
    (replace(game("g1", finished_at=-1), replaces=GameId("new")), Code.NO_FORMULA),
]


@pytest.mark.parametrize(("wrong", "code"), REFUSED)
def test_a_refused_game_leaves_the_ladder_as_it_was_byte_for_byte(wrong: Game[PlayerId], code: Code) -> None:
    ladder = book(0, rulebook=Rulebook((Edition(effective_from=0, formula=CATALOGUE["1.3.1"]),))).ladder
    known = names()
    recorded(ladder, known, game("old", "cem", "dan"))
    recorded(ladder, known, replace(game("new", "dan", "cem"), replaces=GameId("old")))
    before = repr(ladder), repr(known)
    answer = record(ladder, known, wrong, NOW)
    assert isinstance(answer, Refusal)
    assert answer.code is code
    assert (repr(ladder), repr(known)) == before


def test_after_an_erasure_the_same_id_is_a_new_player_and_old_game_ids_stay_taken() -> None:
    ladder, known = book(0).ladder, names()
    recorded(ladder, known, game("g1"))
    enter(ladder, Erasure(player=known.numbers.pop(PlayerId("ann"))), NOW)
    again = record(ladder, known, game("g1"), NOW)
    assert isinstance(again, Refusal)
    assert again.code is Code.CONFLICT
    answer = recorded(ladder, known, game("g2"))
    assert known.numbers[PlayerId("ann")] == PlayerNumber(answer.written[0].number)
    assert ladder.players[known.numbers[PlayerId("ann")]].rating == 1516
    assert ladder.players[PlayerNumber(2)].rating == 1516  # the erased one's, as it stood


def test_whoever_plays_first_in_a_game_that_is_not_rated_is_registered_too() -> None:
    ladder, known = book(0).ladder, names()
    assert len(recorded(ladder, known, replace(game("g1"), mode=Mode.TOURNAMENT)).written) == 3


# --- a correction ----------------------------------------------------------------------------------


def test_a_correction_voids_what_it_replaces_then_is_rated() -> None:
    ladder, known = book(0).ladder, names()
    old = recorded(ladder, known, game("g1")).answer
    correction = replace(game("g2", "bea", "ann", NOW - 9 * WINDOW_MS), replaces=GameId("g1"))
    answer = recorded(ladder, known, correction)
    void, new = answer.written
    assert void.facts == Void(entry=old.number, reason=VoidReason.REPLACED)
    assert new is answer.answer
    assert [ladder.players[known.numbers[PlayerId(who)]].rating for who in ("ann", "bea")] == [1484, 1516]
    assert recorded(ladder, known, correction) == Recorded(answer=new)


def test_a_correction_of_what_was_void_already_only_rates() -> None:
    ladder, known = book(0).ladder, names()
    old = recorded(ladder, known, game("g1")).answer
    enter(ladder, Void(entry=old.number, reason=VoidReason.OUTAGE), NOW)
    answer = recorded(ladder, known, replace(game("g2"), replaces=GameId("g1")))
    assert answer.written == (answer.answer,)


def test_a_correction_can_name_new_players() -> None:
    ladder, known = book(0).ladder, names()
    recorded(ladder, known, game("g1", "ann", "wrong person"))
    answer = recorded(ladder, known, replace(game("g2"), replaces=GameId("g1")))
    assert [type(entry.facts) for entry in answer.written] == [Registration, Void, Game]
    assert ladder.players[known.numbers[PlayerId("wrong person")]].rating == 1500


# --- a podium --------------------------------------------------------------------------------------

PLACES = ((1, ANN), (2, BEA), (2, CEM))


def cup(visibility: Visibility = Visibility.PUBLIC, awards: tuple[int, ...] = (50, 25, 15)) -> Book:
    told = book()
    told.write(Tournament(tournament=CUP, name="Kupa", visibility=visibility, awards=awards))
    return told


def closed(told: Book, *places: tuple[int, PlayerNumber]) -> Recorded:
    answer = close(told.ladder, Podium(tournament=CUP, places=places), NOW)
    assert isinstance(answer, Recorded), answer
    return answer


def given(answer: Recorded) -> list[tuple[int, int, int]]:
    """Place, player and amount of the awards that were written."""
    return [
        (entry.facts.place, effect.player, effect.change.delta)
        for entry in answer.written
        for effect in entry.effects
        if isinstance(entry.facts, Award) and isinstance(effect, Moved)
    ]


def test_closing_writes_the_podium_and_an_award_for_each_placed_player() -> None:
    told = cup()
    answer = closed(told, *PLACES)
    assert answer.answer is answer.written[0]
    assert given(answer) == [(1, ANN, 50), (2, BEA, 25), (2, CEM, 25)]
    assert [entry.number for entry in answer.written] == [6, 7, 8, 9]


@pytest.mark.parametrize("again", [PLACES, PLACES[::-1]])
def test_the_same_podium_again_in_any_order_writes_nothing(
    again: tuple[tuple[int, PlayerNumber], ...],
) -> None:
    told = cup()
    first = closed(told, *PLACES)
    before = repr(told.ladder)
    assert closed(told, *again) == Recorded(answer=first.answer)
    assert repr(told.ladder) == before


def test_a_podium_told_in_any_order_gives_its_awards_in_order_of_place() -> None:
    assert given(closed(cup(), *PLACES[::-1])) == given(closed(cup(), *PLACES))


@pytest.mark.parametrize("other", [PLACES[:2], ((1, BEA), (2, ANN), (2, CEM)), ()])
def test_another_podium_is_refused_and_changes_nothing(other: tuple[tuple[int, PlayerNumber], ...]) -> None:
    told = cup()
    closed(told, *PLACES)
    before = repr(told.ladder)
    answer = close(told.ladder, Podium(tournament=CUP, places=other), NOW)
    assert isinstance(answer, Refusal)
    assert (answer.code, repr(told.ladder)) == (Code.CONFLICT, before)


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        (cup(Visibility.PRIVATE), []),
        (cup(awards=()), []),
        (cup(awards=(40,)), [(1, ANN, 40)]),  # places beyond the awards
    ],
    ids=["private", "without awards", "beyond the awards"],
)
def test_what_has_no_award_gives_none(told: Book, wanted: list[tuple[int, int, int]]) -> None:
    assert given(closed(told, *PLACES)) == wanted


def test_a_void_award_is_not_given_again_by_the_same_podium() -> None:
    told = cup()
    award = closed(told, *PLACES).written[1]
    enter(told.ladder, Void(entry=award.number, reason=VoidReason.CHEATING), NOW)
    assert closed(told, *PLACES).written == ()
    assert told.rating(ANN) == 1500


def test_a_bad_podium_changes_nothing() -> None:
    told = cup()
    before = repr(told.ladder)
    for places in (((1, ANN), (2, ANN)), ((0, ANN),), ((1, PlayerNumber(99)),)):
        assert isinstance(close(told.ladder, Podium(tournament=CUP, places=places), NOW), Refusal)
    assert repr(told.ladder) == before


def test_entering_what_is_refused_is_a_broken_program() -> None:
    with pytest.raises(AssertionError):
        enter(book().ladder, Erasure(player=PlayerNumber(99)), NOW)
    assert isinstance(enter(book().ladder, Settings(), NOW), Entry)
