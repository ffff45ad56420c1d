"""A report in, two rating changes out: once, in order, or refused and nothing changed (R4-R6, R16)."""

from dataclasses import replace

import pytest

from terazi.core.codes import Code, Refusal, Unrated
from terazi.core.entries import Registration, Settings, Void
from terazi.core.reports import Event, EventKind, EventsReport, GameReport
from terazi.core.types import Game, GameId, PlayerId
from terazi.core.window import WINDOW_MS
from terazi.ledger.codec import decode
from terazi.ledger.digest import commitment
from terazi.service.explanations import explain_game, game
from terazi.service.games import Arrival, record_arrivals, record_batch, record_game
from terazi.service.keeping import rebuild
from terazi.service.ladders import change_settings, head, ledger_lines
from terazi.service.profiles import player
from terazi.store.engine import Store
from terazi.store.names import read_cards
from tests.service.saying import answered, rated, refused
from tests.stores import A, B, result
from tests.strategies import BASE_MS


def test_the_first_game_of_two_players_gives_and_takes_sixteen(store: Store) -> None:
    answer = answered(record_game(store, result("g1"), BASE_MS))
    winner, loser = rated(answer)
    assert (winner.change.before, winner.change.delta, loser.change.delta) == (1500, 16, -16)
    assert answer.ids == {winner.player: A, loser.player: B}
    assert (answer.repeated, answer.entry.formula) == (False, "1.3.1")


def test_the_same_report_again_gives_the_stored_answer_however_late(store: Store) -> None:
    first = answered(record_game(store, result("g1"), BASE_MS))
    before = head(store)
    again = answered(record_game(store, result("g1"), BASE_MS + 900 * WINDOW_MS))
    assert again == replace(first, repeated=True)
    assert head(store) == before


def test_other_facts_under_the_same_id_are_a_conflict(store: Store) -> None:
    answered(record_game(store, result("g1"), BASE_MS))
    before = head(store)
    for other in (
        result("g1", "b", "a"),
        result("g1", at=BASE_MS + 1),
        result("g1", cube="2"),
        result("g1", "a", "new"),
    ):
        assert refused(record_game(store, other, BASE_MS)) is Code.CONFLICT
    assert head(store) == before


def test_a_refused_game_leaves_nothing_behind(store: Store) -> None:
    before = head(store)
    for report, code in [
        (result("g1", "new", "new"), Code.SAME_PLAYER),
        (result("g1", cube="3"), Code.CUBE_OUT_OF_RANGE),
        (result("g1", at=BASE_MS - WINDOW_MS - 1), Code.TOO_LATE),
        (result("g1", at=BASE_MS + 300_001), Code.IN_THE_FUTURE),
        (result("g1", replaces="nothing"), Code.UNKNOWN_GAME),
        (result("\ud800"), Code.BAD_GAME_ID),
        (result("x" * 129), Code.BAD_GAME_ID),
    ]:
        assert refused(record_game(store, report, BASE_MS)) is code
    assert head(store) == before


def test_the_limits_of_arrival_are_inclusive(store: Store) -> None:
    answered(record_game(store, result("late", at=BASE_MS - WINDOW_MS), BASE_MS))
    answered(record_game(store, result("early", at=BASE_MS + 300_000), BASE_MS))


def test_arrival_is_not_before_the_last_entry_when_the_clock_jumps_back(store: Store) -> None:
    answered(record_game(store, result("g1", at=BASE_MS + 10), BASE_MS + 10))
    answer = answered(record_game(store, result("g2", at=BASE_MS + 5), BASE_MS - 3 * WINDOW_MS))
    assert answer.entry.accepted_at == BASE_MS + 10


def test_ids_are_exact_code_points(store: Store) -> None:
    ids = [
        "I",
        "i",
        "İ",
        "ı",
        "é",
        "e\u0301",
        "=cmd",
        "57578",
        "'; DROP TABLE entry; --",
        "%s",
        "🎲",
        "a",
        "A",
    ]
    outcomes = record_batch(store, [result(f"g{n}", one, "other") for n, one in enumerate(ids)], BASE_MS)
    assert len({answered(outcome).entry.effects[0].player for outcome in outcomes}) == len(ids)
    with store.reading() as connection:
        cards = list(read_cards(connection))
    assert {card.player for card in cards} == {*ids, "other"}
    registered = [decode(line) for line in ledger_lines(store, 0)]
    said = {entry.facts.commitment for entry in registered if isinstance(entry.facts, Registration)}
    assert said == {commitment(card.player, card.salt) for card in cards}


# --- batches and groups ----------------------------------------------------------------------------


def test_a_batch_is_rated_in_the_order_of_time_and_answered_in_its_own(store: Store) -> None:
    reports = [
        result("z", at=BASE_MS),
        result("b", at=BASE_MS - 5),
        result("a", at=BASE_MS),
        result("c", at=BASE_MS - 9),
    ]
    outcomes = [answered(outcome) for outcome in record_batch(store, reports, BASE_MS)]
    games = [outcome.entry.facts for outcome in outcomes]
    assert [game.game_id for game in games if isinstance(game, Game)] == ["z", "b", "a", "c"]
    assert sorted("zbac", key=lambda one: outcomes["zbac".index(one)].entry.number) == ["c", "b", "a", "z"]


def test_a_group_keeps_the_order_of_arrival(store: Store) -> None:
    arrivals = [
        Arrival(report=result(one, at=BASE_MS + at), now=BASE_MS)
        for one, at in [("z", 5), ("y", 0), ("x", 9)]
    ]
    numbers = [answered(outcome).entry.number for outcome in record_arrivals(store, arrivals)]
    assert numbers == sorted(numbers)


def test_a_batch_holds_repeats_conflicts_refusals_and_corrections(store: Store) -> None:
    reports = [
        result("g1"),
        result("g1"),
        result("g1", "b", "a"),
        result("g2", "a", "a"),
        result("g3", "b", "c", at=BASE_MS + 1, replaces="g1"),
    ]
    first, again, other, bad, corrected = record_batch(store, reports, BASE_MS)
    assert not answered(first).repeated
    assert answered(again).repeated
    assert answered(first).entry == answered(again).entry
    assert (refused(other), refused(bad)) == (Code.CONFLICT, Code.SAME_PLAYER)
    assert rated(answered(corrected))[0].change.before == 1500
    a = player(store, A, BASE_MS)
    assert not isinstance(a, Refusal)
    assert (a.rating, a.games) == (1500, 0)
    assert rebuild(store) == []


def test_a_batch_of_nothing_is_nothing(store: Store) -> None:
    before = head(store)
    assert record_batch(store, [], BASE_MS) == []
    assert head(store) == before


# --- a game told by its events ---------------------------------------------------------------------

LEFT = EventsReport(
    game_id="e1",
    players=("a", "b"),
    events=(Event(kind=EventKind.DISCONNECTED, player="b", at=BASE_MS),),
    until=BASE_MS + 60_000,
)


def test_a_game_told_by_its_events_is_settled_by_the_referee(store: Store) -> None:
    answer = answered(record_game(store, LEFT, BASE_MS + 60_000))
    assert answer.ids[answer.entry.effects[0].player] == "a"


def test_the_same_events_are_the_same_report_even_when_they_would_settle_otherwise(store: Store) -> None:
    first = answered(record_game(store, LEFT, BASE_MS + 60_000))
    change_settings(store, Settings(grace_ms=120_000), BASE_MS + 60_000)
    assert answered(record_game(store, LEFT, BASE_MS + 70_000)) == replace(first, repeated=True)
    longer = replace(LEFT, until=BASE_MS + 61_000)
    assert refused(record_game(store, longer, BASE_MS + 70_000)) is Code.NO_OUTCOME


def test_an_outcome_with_the_facts_of_the_events_is_the_same_game(store: Store) -> None:
    answered(record_game(store, LEFT, BASE_MS + 60_000))
    outcome = result("e1", at=BASE_MS + 60_000, termination="disconnect")
    assert answered(record_game(store, outcome, BASE_MS + 60_000)).repeated


@pytest.mark.parametrize(
    "report",
    [
        replace(LEFT, game_id="\ud800"),
        replace(LEFT, players=("\ud800", "b")),
        replace(LEFT, events=(replace(LEFT.events[0], player="\ud800"),)),
    ],
)
def test_events_with_text_that_is_none_are_refused(store: Store, report: GameReport) -> None:
    assert isinstance(record_game(store, report, BASE_MS + 60_000), Refusal)
    answered(record_game(store, LEFT, BASE_MS + 60_000))
    assert isinstance(record_game(store, report, BASE_MS + 60_000), Refusal)


# --- late games and corrections --------------------------------------------------------------------


def test_a_correction_takes_back_and_replaces_in_one_step(store: Store) -> None:
    wrong = answered(record_game(store, result("g1"), BASE_MS))
    right = answered(record_game(store, result("g2", "b", "a", replaces="g1"), BASE_MS + 9 * WINDOW_MS))
    assert [one.change.after for one in rated(right)] == [1516, 1484]
    view = game(store, GameId("g1"))
    assert not isinstance(view, Refusal)
    assert view.void is not None
    assert isinstance(view.void.facts, Void)
    assert (view.void.facts.entry, view.replaced_by) == (wrong.entry.number, "g2")
    assert refused(record_game(store, result("g3", replaces="g1"), BASE_MS)) is Code.ALREADY_REPLACED


def busy_week(store: Store, games: int, start: int = BASE_MS) -> None:
    reports = [result(f"w{n}", "a", f"o{n}", at=start + n) for n in range(games)]
    for outcome in record_batch(store, reports, start + games):
        answered(outcome)


@pytest.mark.parametrize(("age", "k"), [(WINDOW_MS - 1, 16), (WINDOW_MS, 16), (WINDOW_MS + 1, 32)])
def test_a_game_exactly_seven_days_old_still_counts(store: Store, age: int, k: int) -> None:
    busy_week(store, 50)
    winner, _ = rated(answered(record_game(store, result("g", at=BASE_MS + age), BASE_MS + age)))
    assert winner.k == k


def test_a_game_long_ago_is_counted_among_its_own_week(store: Store) -> None:
    """A correction is not bound by R5, so it may ask for weeks that the player's row has forgotten."""
    busy_week(store, 55)
    much_later = BASE_MS + 10 * WINDOW_MS
    answered(record_game(store, result("new", at=much_later), much_later))
    corrected = result("again", "o3", "a", at=BASE_MS + 54, replaces="w3")
    _, loser = rated(answered(record_game(store, corrected, much_later)))
    assert (loser.games_recent, loser.k) == (54, 16)
    explained = explain_game(store, GameId("again"))
    assert not isinstance(explained, Refusal)
    assert explained.explanation is not None
    counted = explained.explanation.loser.counted
    assert (len(counted), "w3" in counted, "w2" in counted) == (54, False, True)
    assert rebuild(store) == []


def test_games_that_change_no_rating_say_why(store: Store) -> None:
    reasons = {
        "b": (result("b", mode="boosted"), Unrated.BOOSTED),
        "t": (result("t", mode="tournament"), Unrated.TOURNAMENT),
        "x": (result("x", termination="aborted"), Unrated.ABORTED),
    }
    for report, reason in reasons.values():
        assert answered(record_game(store, report, BASE_MS)).entry.unrated is reason
    explained = explain_game(store, GameId("b"))
    assert not isinstance(explained, Refusal)
    assert explained.explanation is None


def test_a_game_that_is_not_there_is_unknown(store: Store) -> None:
    assert refused(game(store, GameId("g"))) is Code.UNKNOWN_GAME
    assert refused(explain_game(store, GameId("g"))) is Code.UNKNOWN_GAME


def test_an_explanation_names_the_games_that_were_counted_then(store: Store) -> None:
    busy_week(store, 3)
    answered(record_game(store, result("last", at=BASE_MS + 5), BASE_MS + 5))
    answered(record_game(store, result("fix", "a", "o1", at=BASE_MS + 1, replaces="w1"), BASE_MS + 6))
    answered(record_game(store, result("after", at=BASE_MS + 7), BASE_MS + 7))
    counted = {}
    for one in ("last", "after"):
        explained = explain_game(store, GameId(one))
        assert not isinstance(explained, Refusal)
        assert explained.explanation is not None
        counted[one] = explained.explanation.winner.counted
    assert counted == {"last": ("w0", "w1", "w2"), "after": ("w0", "w2", "last", "fix")}


@pytest.mark.parametrize("text", ["", "\x00", "\ud800", "x" * 10_000, "%s", "'", "🎲"])
def test_any_text_can_be_asked_for(store: Store, text: str) -> None:
    assert refused(game(store, GameId(text))) is Code.UNKNOWN_GAME
    assert refused(player(store, PlayerId(text), BASE_MS)) is Code.UNKNOWN_PLAYER


def test_a_correction_in_the_batch_of_its_game_stands_behind_it(store: Store) -> None:
    reports = [result("a", B, A, replaces="b"), result("b", A, B)]
    correction, old = (answered(each) for each in record_batch(store, reports, BASE_MS))
    assert (old.entry.number, correction.entry.number) == (old.entry.number, old.entry.number + 2)
