"""Nothing is changed or deleted: what was given is taken back, exactly, once, and by name (R16, R17)."""

import pytest

from terazi.core.codes import Code, VoidReason
from terazi.core.entries import Moved, Present, Scored
from terazi.core.types import GameId, PlayerId, TournamentId
from terazi.service.corrections import (
    REASONS,
    Ground,
    OutageVoid,
    Span,
    list_outage,
    void_award,
    void_game,
    void_outage,
)
from terazi.service.explanations import GameView, game
from terazi.service.games import record_batch, record_game
from terazi.service.keeping import rebuild
from terazi.service.ladders import head
from terazi.service.profiles import player
from terazi.store.engine import Store
from tests.service.saying import answered, profile, refused
from tests.stores import A, B, result
from tests.strategies import BASE_MS

TEST = Ground(reason=VoidReason.TEST, note="a trial run")


def test_a_void_takes_back_exactly_what_the_game_gave(store: Store) -> None:
    record_batch(store, [result("g1", cube="64"), result("g2", at=BASE_MS + 1)], BASE_MS + 1)
    void = answered(void_game(store, GameId("g1"), TEST, BASE_MS + 2))
    moved = [effect for effect in void.entry.effects if isinstance(effect, Moved)]
    assert [effect.change.delta for effect in moved] == [-32, 32]
    assert (void.ids, void.repeated) == (
        {one.player: name for one, name in zip(moved, (A, B), strict=True)},
        False,
    )
    a = profile(player(store, A, BASE_MS + 3))
    assert (a.games, a.rating) == (1, moved[0].change.after)


def test_a_void_of_a_boosted_game_takes_back_its_points(store: Store) -> None:
    record_game(store, result("g1", mode="boosted", cube="4", win="gammon"), BASE_MS)
    void = answered(void_game(store, GameId("g1"), TEST, BASE_MS))
    assert [(one.points, one.sparks) for one in void.entry.effects if isinstance(one, Scored)] == [
        (-8, -10),
        (0, -2),
    ]
    a = profile(player(store, A, BASE_MS))
    assert (a.points, a.sparks, a.record) == (0, 0, {})


def test_a_void_of_a_game_that_gave_nothing_takes_nothing(store: Store) -> None:
    record_game(store, result("g1", termination="aborted"), BASE_MS)
    void = answered(void_game(store, GameId("g1"), TEST, BASE_MS))
    assert all(isinstance(effect, Present) for effect in void.entry.effects)


def test_voiding_again_gives_the_stored_answer_whatever_the_reason(store: Store) -> None:
    record_game(store, result("g1"), BASE_MS)
    first = answered(void_game(store, GameId("g1"), TEST, BASE_MS))
    again = answered(
        void_game(store, GameId("g1"), Ground(reason=VoidReason.CHEATING, note="other"), BASE_MS)
    )
    assert (again.repeated, again.entry) == (True, first.entry)
    view = game(store, GameId("g1"))
    assert isinstance(view, GameView)
    assert (view.void, view.note) == (first.entry, "a trial run")


def test_a_dry_run_says_what_would_be_written_and_writes_nothing(store: Store) -> None:
    record_game(store, result("g1"), BASE_MS)
    before = head(store)
    dry = answered(void_game(store, GameId("g1"), TEST, BASE_MS, dry_run=True))
    assert head(store) == before
    assert answered(void_game(store, GameId("g1"), TEST, BASE_MS)).entry == dry.entry


def test_what_is_not_there_cannot_be_voided(store: Store) -> None:
    assert refused(void_game(store, GameId("g1"), TEST, BASE_MS)) is Code.UNKNOWN_GAME
    assert refused(void_award(store, TournamentId("t"), A, TEST, BASE_MS)) is Code.NO_AWARD


def test_the_reason_of_a_replacement_is_the_ladders_own(store: Store) -> None:
    record_game(store, result("g1"), BASE_MS)
    assert VoidReason.REPLACED not in REASONS
    replaced = Ground(reason=VoidReason.REPLACED)
    assert refused(void_game(store, GameId("g1"), replaced, BASE_MS)) is Code.BAD_VALUE


@pytest.mark.parametrize("note", ["a\x00b", "\ud800", "\x1b[2J"])
def test_a_note_that_cannot_be_kept_is_refused(store: Store, note: str) -> None:
    record_game(store, result("g1"), BASE_MS)
    before = head(store)
    ground = Ground(reason=VoidReason.TEST, note=note)
    assert refused(void_game(store, GameId("g1"), ground, BASE_MS)) is Code.BAD_VALUE
    digest = list_outage(store, Span(since=BASE_MS, until=BASE_MS)).digest
    outage = void_outage(store, Span(since=BASE_MS, until=BASE_MS), digest, BASE_MS, note=note)
    assert refused(outage) is Code.BAD_VALUE
    assert head(store) == before


def test_a_void_game_of_long_ago_no_longer_counts(store: Store) -> None:
    """Its instant has left the player's row long since."""
    record_game(store, result("g1"), BASE_MS)
    later = BASE_MS + 9 * 604_800_000
    record_game(store, result("g2", at=later), later)
    answered(void_game(store, GameId("g1"), TEST, later))
    assert rebuild(store) == []
    again = result("g3", at=BASE_MS, replaces="g1")
    effect = answered(record_game(store, again, later)).entry.effects[0]
    assert getattr(effect, "games_recent", None) == 0


# --- outages ---------------------------------------------------------------------------------------


@pytest.fixture
def played(store: Store) -> Store:
    reports = [result(f"g{n}", PlayerId(f"p{n % 4}"), PlayerId("q"), at=BASE_MS + n) for n in range(10)]
    record_batch(store, reports, BASE_MS + 10)
    return store


SPAN = Span(since=BASE_MS + 2, until=BASE_MS + 5)


def test_an_outage_is_every_game_of_the_span_both_ends_included(played: Store) -> None:
    names = [getattr(entry.facts, "game_id", None) for entry in list_outage(played, SPAN).games]
    assert names == ["g2", "g3", "g4", "g5"]


def test_an_outage_is_taken_back_in_one_step(played: Store) -> None:
    void_game(played, GameId("g3"), TEST, BASE_MS + 11)
    outage = list_outage(played, SPAN)
    dry = void_outage(played, SPAN, outage.digest, BASE_MS + 12, dry_run=True)
    done = void_outage(played, SPAN, outage.digest, BASE_MS + 12, note="power")
    assert isinstance(done, OutageVoid)
    assert dry == done
    assert len(done.voids) == 3
    view = game(played, GameId("g4"))
    assert isinstance(view, GameView)
    assert view.note == "power"
    assert rebuild(played) == []


def test_an_outage_whose_list_has_changed_is_refused(played: Store) -> None:
    outage = list_outage(played, SPAN)
    record_game(played, result("late", at=BASE_MS + 3), BASE_MS + 12)
    before = head(played)
    assert refused(void_outage(played, SPAN, outage.digest, BASE_MS + 13)) is Code.LIST_CHANGED
    assert head(played) == before


def test_the_same_outage_again_writes_nothing(played: Store) -> None:
    outage = list_outage(played, SPAN)
    void_outage(played, SPAN, outage.digest, BASE_MS + 12)
    before = head(played)
    again = void_outage(played, SPAN, outage.digest, BASE_MS + 13)
    assert isinstance(again, OutageVoid)
    assert (list(again.voids), head(played)) == ([], before)
