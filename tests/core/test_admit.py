"""What enters the ledger and what is refused, with code and field (R6, R7, R12, R15, R16)."""

from dataclasses import replace

import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, Refusal, VoidReason
from terazi.core.entries import (
    Award,
    Entry,
    Erasure,
    Facts,
    Opening,
    Podium,
    RulebookChange,
    Tournament,
    Visibility,
    Void,
)
from terazi.core.formula import Formula
from terazi.core.rulebook import Edition, Rulebook
from terazi.core.types import (
    FIRST_INSTANT_MS,
    LARGEST_AMOUNT,
    LAST_INSTANT_MS,
    LONGEST_NAME,
    MOST_AWARDS,
    MOST_PLACED,
    MOST_RECENT,
    EntryNumber,
    GameId,
    Mode,
    PlayerNumber,
    TournamentId,
)
from terazi.core.window import WINDOW_MS
from terazi.ledger.codec import encode
from terazi.ledger.tiles import LONGEST_ENTRY
from tests.core.book import ANN, BEA, CEM, NOW, Book, book, code, game

NOBODY = PlayerNumber(99)
CUP = TournamentId("t1")
EARLY_MS = 300_000  # R5


# --- R6: the same again ----------------------------------------------------------------------------


def test_the_same_game_again_gives_the_stored_answer_however_late() -> None:
    told = book()
    first = told.write(game("g1"))
    told.write(game("g2"))
    before = repr(told.ladder)
    assert told.tell(game("g1"), at=NOW + 10 * WINDOW_MS) is first
    assert repr(told.ladder) == before


OTHER_FACTS: list[dict[str, object]] = [
    {"finished_at": NOW - 1},
    {"winner": BEA, "loser": ANN},
    {"loser": CEM},
    {"mode": Mode.BOOSTED},
    {"cube": 2},
    {"tournament": CUP},
    {"replaces": GameId("g0")},
]


@pytest.mark.parametrize("other", OTHER_FACTS, ids=str)
def test_other_facts_under_the_same_id_are_a_conflict(other: dict[str, object]) -> None:
    told = book()
    first = told.write(game("g1"))
    answer = told.tell(replace(game("g1"), **other))  # type: ignore[arg-type]
    assert answer == Refusal(code=Code.CONFLICT, value="g1", other=f"#{first.number}")


def test_an_id_stays_taken_after_a_void() -> None:
    told = book()
    first = told.write(game("g1"))
    told.write(Void(entry=first.number, reason=VoidReason.OUTAGE))
    assert told.tell(game("g1")) is first
    assert code(told.tell(game("g1", CEM))) is Code.CONFLICT


def test_a_tournament_has_one_set_of_facts() -> None:
    told = book()
    cup = Tournament(tournament=CUP, name="Kupa")
    first = told.write(cup)
    assert told.tell(cup) is first
    assert code(told.tell(replace(cup, awards=(10,)))) is Code.CONFLICT


# --- R7, R12: players ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "facts",
    [game("g1", NOBODY), game("g1", ANN, NOBODY), Opening(player=NOBODY, rating=1), Erasure(player=NOBODY)],
)
def test_nobody_plays_who_is_not_registered(facts: Facts) -> None:
    assert book().tell(facts) == Refusal(code=Code.UNKNOWN_PLAYER, value="99")


@pytest.mark.parametrize(
    "facts", [game("g2"), game("g2", BEA, ANN), Opening(player=ANN, rating=1), Erasure(player=ANN)]
)
def test_nobody_plays_who_was_erased(facts: Facts) -> None:
    told = book()
    told.write(Erasure(player=ANN))
    assert told.tell(facts) == Refusal(code=Code.PLAYER_ERASED, value=str(ANN))


def test_nobody_plays_against_themselves() -> None:
    assert book().tell(game("g1", ANN, ANN)) == Refusal(code=Code.SAME_PLAYER, field="loser", value=str(ANN))


@pytest.mark.parametrize("mode", [Mode.BOOSTED, Mode.TOURNAMENT])
def test_an_opening_may_follow_games_that_are_not_rated(mode: Mode) -> None:
    told = book()
    told.write(replace(game("g1"), mode=mode))
    assert code(told.tell(Opening(player=ANN, rating=1700))) is None


def test_an_opening_comes_before_the_first_rated_event_even_a_void_one() -> None:
    told = book()
    entry = told.write(game("g1"))
    told.write(Void(entry=entry.number, reason=VoidReason.OUTAGE))
    answer = told.tell(Opening(player=ANN, rating=1700))
    assert answer == Refusal(code=Code.OPENING_TOO_LATE, value=str(ANN))
    assert code(told.tell(Opening(player=CEM, rating=1700))) is None


@pytest.mark.parametrize("sign", [1, -1])
def test_openings_and_awards_stay_within_exact_integers(sign: int) -> None:
    told, most = book(), sign * LARGEST_AMOUNT
    bounds = "-1000000 … 1000000"
    assert code(told.tell(Opening(player=ANN, rating=most))) is None
    assert told.tell(Opening(player=ANN, rating=most + sign)) == Refusal(
        code=Code.BAD_VALUE, field="rating", value=str(most + sign), other=bounds
    )
    assert code(told.tell(Tournament(tournament=CUP, name="", awards=(0, most)))) is None
    other = Tournament(tournament=TournamentId("t2"), name="", awards=(0, most + sign))
    assert told.tell(other) == Refusal(
        code=Code.BAD_VALUE, field="awards", value=str(most + sign), other=bounds
    )


def as_many_as_possible(field: str, most: int) -> Facts:
    """Facts with so many of something."""
    match field:
        case "recent":
            return Opening(player=ANN, rating=-LARGEST_AMOUNT, recent=(FIRST_INSTANT_MS,) * most)
        case "awards":
            return Tournament(tournament=TournamentId("t2"), name="", awards=(-LARGEST_AMOUNT,) * most)
        case "name":
            return Tournament(tournament=TournamentId("t2"), name="\x7f" * most)
        case "places":
            return podium(*((2**53 - 1, PlayerNumber(10**15 + one)) for one in range(most)))
        case _:
            formula = Formula(name="x" * most, divisor=500)
            edition = Edition(effective_from=NOW, formula=formula)
            return RulebookChange(edition=edition, table_sha256="")


@pytest.mark.parametrize(
    ("field", "most"),
    [
        ("recent", MOST_RECENT),
        ("awards", MOST_AWARDS),
        ("name", LONGEST_NAME),
        ("places", MOST_PLACED),
        ("formula", LONGEST_NAME),
    ],
)
def test_no_entry_outgrows_what_a_published_log_can_give_it(field: str, most: int) -> None:
    largest = Entry(number=EntryNumber(2**53 - 1), accepted_at=NOW, facts=as_many_as_possible(field, most))
    assert len(encode(largest)) <= LONGEST_ENTRY
    assert code(with_cup().tell(as_many_as_possible(field, most))) is not Code.BAD_VALUE
    assert with_cup().tell(as_many_as_possible(field, most + 1)) == Refusal(
        code=Code.BAD_VALUE, field=field, value=str(most + 1), other=f"0 … {most}"
    )


# --- R15: podiums and awards -----------------------------------------------------------------------


def with_cup(visibility: Visibility = Visibility.PUBLIC, awards: tuple[int, ...] = (50, 25, 15)) -> Book:
    told = book()
    told.write(Tournament(tournament=CUP, name="Kupa", visibility=visibility, awards=awards))
    return told


def podium(*places: tuple[int, PlayerNumber]) -> Podium:
    return Podium(tournament=CUP, places=places)


def award(place: int, player: PlayerNumber = ANN) -> Award:
    return Award(tournament=CUP, place=place, player=player)


def test_a_podium_needs_its_tournament() -> None:
    assert book().tell(podium((1, ANN))) == Refusal(code=Code.UNKNOWN_TOURNAMENT, value="t1")


@pytest.mark.parametrize(
    "places", [((1, ANN), (2, ANN)), ((1, ANN), (1, ANN)), ((0, ANN),), ((-1, ANN),), ((1, ANN), (0, BEA))]
)
def test_nobody_stands_twice_on_a_podium_nor_below_place_1(
    places: tuple[tuple[int, PlayerNumber], ...],
) -> None:
    assert with_cup().tell(podium(*places)) == Refusal(code=Code.BAD_PODIUM, field="places", value="t1")


def test_only_known_players_stand_on_a_podium() -> None:
    told = with_cup()
    assert code(told.tell(podium((1, ANN), (2, NOBODY)))) is Code.UNKNOWN_PLAYER
    told.write(Erasure(player=ANN))
    assert code(told.tell(podium((1, ANN)))) is Code.PLAYER_ERASED


@pytest.mark.parametrize("places", [(), ((1, ANN),), ((1, ANN), (1, BEA)), ((2, ANN), (9, BEA))])
def test_places_may_be_shared_left_out_or_none(places: tuple[tuple[int, PlayerNumber], ...]) -> None:
    assert code(with_cup().tell(podium(*places))) is None


def test_another_podium_is_refused() -> None:
    told = with_cup()
    first = told.write(podium((1, ANN), (2, BEA)))
    assert told.tell(podium((1, ANN), (2, BEA))) is first
    assert code(told.tell(podium((1, BEA), (2, ANN)))) is Code.CONFLICT
    assert code(told.tell(podium((1, ANN)))) is Code.CONFLICT


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        (with_cup(), Refusal(code=Code.NO_AWARD, value="t1")),  # not closed
        (book(), Refusal(code=Code.NO_AWARD, value="t1")),  # not known
    ],
)
def test_an_award_needs_a_closed_tournament(told: Book, wanted: Refusal) -> None:
    assert told.tell(award(1)) == wanted


def test_an_award_goes_to_the_placed_player_at_that_place_once() -> None:
    told = with_cup()
    told.write(podium((1, ANN), (2, BEA)))
    first = told.write(award(1))
    assert told.tell(award(1)) is first
    assert code(told.tell(award(2))) is Code.CONFLICT  # another place for the same player
    assert code(told.tell(award(1, BEA))) is Code.NO_AWARD
    assert code(told.tell(award(3, CEM))) is Code.NO_AWARD
    assert code(told.tell(award(2, BEA))) is None


def test_a_private_tournament_gives_no_award() -> None:
    told = with_cup(Visibility.PRIVATE)
    told.write(podium((1, ANN)))
    assert told.tell(award(1)) == Refusal(code=Code.NO_AWARD, value="t1")


@pytest.mark.parametrize("awards", [(), (50,), (50, 25)])
def test_a_place_beyond_the_awards_gives_none(awards: tuple[int, ...]) -> None:
    told = with_cup(awards=awards)
    told.write(podium((len(awards) + 1, ANN)))
    answer = told.tell(award(len(awards) + 1))
    assert answer == Refusal(code=Code.NO_AWARD, field="place", value=str(len(awards) + 1))


# --- R16: voids and replacements -------------------------------------------------------------------


def void(entry: Entry | int, reason: VoidReason = VoidReason.OUTAGE) -> Void:
    return Void(entry=EntryNumber(entry if isinstance(entry, int) else entry.number), reason=reason)


def test_a_void_is_final_and_voiding_again_gives_the_stored_answer() -> None:
    told = book()
    first = told.write(void(told.write(game("g1"))))
    again = Void(entry=EntryNumber(5), reason=VoidReason.CHEATING)
    assert told.tell(again) is first


def test_only_games_and_awards_can_be_voided() -> None:
    told = with_cup()
    told.write(podium((1, ANN)))
    voidable = {told.write(award(1)).number, told.write(game("g1")).number}
    taken_back = told.write(void(min(voidable)))
    for entry in told.entries:
        if entry.number not in voidable:
            assert told.tell(void(entry)) == Refusal(code=Code.NOT_VOIDABLE, value=str(entry.number))
    assert code(told.tell(void(taken_back))) is Code.NOT_VOIDABLE  # a void of a void


@pytest.mark.parametrize("beyond", [0, 1, 1000])
def test_what_is_not_in_the_ledger_cannot_be_voided(beyond: int) -> None:
    told = book()
    number = told.ladder.head + beyond
    assert told.tell(void(number)) == Refusal(code=Code.UNKNOWN_ENTRY, value=str(number))
    assert told.tell(void(-1 - beyond)) == Refusal(code=Code.UNKNOWN_ENTRY, value=str(-1 - beyond))


def replacing(name: str, old: str) -> Facts:
    return replace(game(name, BEA, ANN), replaces=GameId(old))


def test_what_is_replaced_is_void_first() -> None:
    told = book()
    old = told.write(game("g1"))
    wanted = Refusal(code=Code.REPLACED_STANDS, field="replaces", value="g1")
    assert told.tell(replacing("g2", "g1")) == wanted
    told.write(void(old, VoidReason.REPLACED))
    assert code(told.tell(replacing("g2", "g1"))) is None


def test_a_game_is_replaced_once() -> None:
    told = book()
    told.write(void(told.write(game("g1"))))
    told.write(replacing("g2", "g1"))
    answer = told.tell(replacing("g3", "g1"))
    assert answer == Refusal(code=Code.ALREADY_REPLACED, field="replaces", value="g1", other="g2")


def test_a_replacement_can_be_replaced_in_turn() -> None:
    told = book()
    told.write(void(told.write(game("g1"))))
    told.write(void(told.write(replacing("g2", "g1"))))
    assert code(told.tell(replacing("g3", "g2"))) is None


@pytest.mark.parametrize("old", ["g1", "nothing"])
def test_only_another_known_game_can_be_replaced(old: str) -> None:
    answer = book().tell(replacing("g1", old))
    assert answer == Refusal(code=Code.UNKNOWN_GAME, field="replaces", value=old)


@pytest.mark.parametrize(
    ("finished_at", "refused"),
    [
        (FIRST_INSTANT_MS, None),
        (NOW - 10 * WINDOW_MS, None),
        (NOW + EARLY_MS, None),
        (NOW + EARLY_MS + 1, Code.IN_THE_FUTURE),
        (LAST_INSTANT_MS, Code.IN_THE_FUTURE),
    ],
)
def test_a_correction_may_come_late_and_never_from_the_future(finished_at: int, refused: Code | None) -> None:
    told = book()
    told.write(void(told.write(game("g1"))))
    correction = replace(game("g2", finished_at=finished_at), replaces=GameId("g1"))
    assert code(told.tell(correction)) is refused


def test_no_correction_bars_a_version_after_the_limit_of_early_results() -> None:
    # R3: a version takes effect later than every game: one of the year 9999 would bar all until then.
    told = book()
    told.write(void(told.write(game("g1"))))
    told.write(replace(game("g2", finished_at=NOW + EARLY_MS), replaces=GameId("g1")))
    later = Edition(effective_from=NOW + EARLY_MS + 1, formula=CATALOGUE["1.2.0"])
    assert code(told.tell(RulebookChange(edition=later, table_sha256=""))) is None


def test_a_correction_still_needs_a_version() -> None:
    told = book(rulebook=Rulebook((Edition(effective_from=NOW, formula=CATALOGUE["1.0.5"]),)))
    told.write(void(told.write(game("g1"))))
    correction = replace(game("g2", finished_at=NOW - 1), replaces=GameId("g1"))
    assert code(told.tell(correction)) is Code.NO_FORMULA
