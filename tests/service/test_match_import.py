"""Games that a person brings in together: as reports that arrive now, or as an empty ladder's history."""

from terazi.core.codes import Code
from terazi.core.entries import Rated, Settings
from terazi.core.reports import GameReport, OutcomeReport
from terazi.service.answers import Answer
from terazi.service.games import record_batch, record_game
from terazi.service.keeping import rebuild
from terazi.service.ladders import head, settings
from terazi.service.match_import import bring_in
from terazi.service.writer import Outcome
from terazi.store.engine import Store
from tests.service.saying import answered, refused
from tests.stores import DAY_MS, result
from tests.strategies import BASE_MS as NOW

OLD = NOW - 400 * DAY_MS
GAMES: list[GameReport] = [
    result(f"g{index}", "ab"[index % 2], "ba"[index % 2], OLD + index % 3) for index in range(9)
]
NEW: list[GameReport] = [
    result(f"n{index}", "a", "cd"[index % 2], NOW - index, cube="4") for index in range(6)
]


def deltas(outcomes: list[Outcome]) -> list[list[int]]:
    """The changes of each game."""
    return [
        [effect.change.delta for effect in outcome.entry.effects if isinstance(effect, Rated)]
        for outcome in outcomes
        if isinstance(outcome, Answer)
    ]


def test_an_empty_ladder_takes_history_however_old_and_its_limits_hold_again(store: Store) -> None:
    brought = bring_in(store, GAMES, NOW)
    assert brought.as_history
    assert len(deltas(list(brought.outcomes))) == len(GAMES)
    assert settings(store) == Settings()
    assert refused(record_game(store, result("late", at=OLD), NOW)) is Code.TOO_LATE
    assert rebuild(store) == []


def test_history_never_comes_from_the_future(store: Store) -> None:
    later = result("later", at=NOW + DAY_MS)
    outcomes = bring_in(store, [*GAMES, later], NOW).outcomes
    assert refused(outcomes[-1]) is Code.IN_THE_FUTURE
    assert len(deltas(list(outcomes))) == len(GAMES)


def test_a_living_ladder_rates_what_is_in_time_and_refuses_the_rest(store: Store) -> None:
    record_game(store, result("first"), NOW)
    brought = bring_in(store, [*GAMES, *NEW], NOW)
    assert not brought.as_history
    assert [refused(one) for one in brought.outcomes[: len(GAMES)]] == [Code.TOO_LATE] * len(GAMES)
    assert len(deltas(list(brought.outcomes))) == len(NEW)
    assert rebuild(store) == []


def test_it_is_what_a_batch_of_reports_does(store: Store) -> None:
    record_game(store, result("first"), NOW)
    dry = bring_in(store, NEW, NOW, dry_run=True)
    batch = record_batch(store, NEW, NOW)
    assert deltas(list(dry.outcomes)) == deltas(batch)
    again = bring_in(store, NEW, NOW)
    assert [answered(one).repeated for one in again.outcomes] == [True] * len(NEW)
    assert deltas(list(again.outcomes)) == deltas(batch)


def test_a_dry_run_writes_nothing_and_says_what_would_be_written(store: Store) -> None:
    before = head(store)
    dry = bring_in(store, GAMES, NOW, dry_run=True)
    assert dry.as_history
    assert head(store) == before
    assert deltas(list(dry.outcomes)) == deltas(list(bring_in(store, GAMES, NOW).outcomes))


def test_what_was_refused_altogether_leaves_no_trace(store: Store) -> None:
    before = head(store)
    oneself = OutcomeReport(game_id="g", finished_at=OLD, winner="a", loser="a")
    assert refused(bring_in(store, [oneself], NOW).outcomes[0]) is Code.SAME_PLAYER
    assert head(store) == before
    assert settings(store) == Settings()
