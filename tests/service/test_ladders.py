"""Rules and settings are entries; projections are made again; backups come back (R3, R20, R22)."""

from pathlib import Path

import pytest
from sqlalchemy import text, update

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, VoidReason
from terazi.core.entries import RulebookChange, Settings, Tournament
from terazi.core.formula import Formula
from terazi.core.rulebook import DEFAULT_RULEBOOK, Edition
from terazi.core.types import GameId, TournamentId
from terazi.ledger.codec import decode
from terazi.service.boards import leaderboard
from terazi.service.corrections import Ground, void_game
from terazi.service.games import record_batch, record_game
from terazi.service.keeping import backup, rebuild, restore
from terazi.service.ladders import (
    change_rulebook,
    change_settings,
    head,
    ledger_lines,
    open_ladder,
    rulebook,
    settings,
)
from terazi.service.players import put_player
from terazi.service.tournaments import close_tournament, put_tournament
from terazi.store.copying import differences
from terazi.store.engine import Store, open_store
from terazi.store.names import read_cards
from terazi.store.schema import histogram, metadata, player
from terazi.store.trouble import Cause, StoreTrouble
from tests.service.saying import answered, rated, refused
from tests.stores import A, B, C, result
from tests.strategies import BASE_MS

OLD = CATALOGUE["1.2.0"]


def test_a_ladder_begins_with_its_settings_and_its_rulebook(store: Store) -> None:
    begun = [decode(line).facts for line in ledger_lines(store, 0)]
    assert begun[0] == settings(store) == Settings()
    assert isinstance(begun[1], RulebookChange)
    assert rulebook(store) == DEFAULT_RULEBOOK


def test_a_version_rates_what_finishes_from_its_instant_on(store: Store) -> None:
    put_player(store, A, BASE_MS)
    record_game(store, result("first"), BASE_MS)
    at = BASE_MS + 600_000
    answered(change_rulebook(store, Edition(effective_from=at, formula=OLD), BASE_MS))
    before = answered(record_game(store, result("before", at=at - 1), at))
    after = answered(record_game(store, result("after", at=at), at))
    assert (before.entry.formula, after.entry.formula) == ("1.3.1", "1.2.0")
    assert rated(after)[0].k == 32


def test_a_version_of_the_past_is_refused_and_a_name_with_other_numbers_too(store: Store) -> None:
    record_game(store, result("g1"), BASE_MS)
    before = head(store)
    for formula, ahead, code in [
        (OLD, 0, Code.RULEBOOK_BACKDATED),
        (OLD, 300_000, Code.RULEBOOK_BACKDATED),
        (Formula(name="1.2.0", divisor=801), 10**9, Code.BAD_FORMULA),
    ]:
        edition = Edition(effective_from=BASE_MS + ahead, formula=formula)
        assert refused(change_rulebook(store, edition, BASE_MS)) is code
    assert head(store) == before


def test_the_same_edition_again_gives_its_entry(store: Store) -> None:
    edition = Edition(effective_from=BASE_MS + 10**9, formula=OLD)
    first = answered(change_rulebook(store, edition, BASE_MS))
    again = answered(change_rulebook(store, edition, BASE_MS))
    assert (again.entry, again.repeated) == (first.entry, True)


def test_settings_that_are_in_force_are_not_written_again(store: Store) -> None:
    before = head(store)
    assert change_settings(store, Settings(), BASE_MS) is None
    assert head(store) == before


def test_who_is_listed_follows_the_settings(store: Store) -> None:
    record_batch(store, [result("g1", A, B), result("g2", A, C)], BASE_MS)
    change_settings(store, Settings(listed_games=2), BASE_MS)
    assert len(leaderboard(store).lines) == 1
    assert rebuild(store) == []
    change_settings(store, Settings(listed_games=1), BASE_MS)
    assert len(leaderboard(store).lines) == 3
    assert rebuild(store) == []


def test_the_ledger_is_read_from_any_number_on(store: Store) -> None:
    record_batch(store, [result(f"g{n}", at=BASE_MS + n) for n in range(20)], BASE_MS + 20)
    whole = list(ledger_lines(store, 0))
    assert [decode(line).number for line in whole] == list(range(head(store).number))
    pages = [line for start in range(0, len(whole), 7) for line in ledger_lines(store, start, 7)]
    assert pages == whole
    assert list(ledger_lines(store, len(whole))) == []


# --- rebuild, backup, restore ----------------------------------------------------------------------


@pytest.fixture
def full(store: Store) -> Store:
    """A ladder with something of everything."""
    record_batch(
        store, [result(f"g{n}", "ab"[n % 2], "bc"[n % 2], at=BASE_MS + n) for n in range(30)], BASE_MS + 30
    )
    record_game(store, result("boost", mode="boosted"), BASE_MS + 30)
    record_game(store, result("fix", "c", "a", replaces="g3"), BASE_MS + 31)
    void_game(store, GameId("g4"), Ground(reason=VoidReason.OTHER, note="why not"), BASE_MS + 32)
    put_tournament(store, Tournament(tournament=TournamentId("t"), name="t"), BASE_MS)
    close_tournament(store, TournamentId("t"), [(1, A), (2, B)], BASE_MS)
    put_player(store, C, BASE_MS, display_name="Ş", unlisted=True)
    return store


def test_a_rebuild_finds_what_was_tampered_with_and_mends_it(full: Store) -> None:
    assert rebuild(full) == []
    with full.writing() as connection:
        connection.execute(update(player).where(player.c.wins > 0).values(wins=player.c.wins + 1))
        connection.execute(histogram.insert().values(rating=3000, players=1))
    found = {one.table: one.rows for one in rebuild(full)}
    assert set(found) == {"player", "histogram"}
    rebuild(full, repair=True)
    assert rebuild(full) == []


def test_a_rebuild_finds_an_entry_that_somebody_changed_behind_its_guard(full: Store) -> None:
    with full.writing() as connection:
        of = "" if full.is_sqlite else "ON entry"
        connection.execute(text(f"DROP TRIGGER entry_is_never_changed {of}"))
        connection.execute(text("UPDATE entry SET finished_at = finished_at + 1 WHERE game_id = 'g7'"))
    assert [(one.table, one.rows) for one in rebuild(full)] == [("entry", 1)]


def test_a_backup_is_the_whole_ladder_at_one_moment(full: Store, tmp_path: Path) -> None:
    backup(full, tmp_path / "backup.db")
    before = head(full)
    record_game(full, result("later", at=BASE_MS + 40), BASE_MS + 40)
    copy = open_store(str(tmp_path / "backup.db"))
    assert head(copy) == before
    assert rebuild(copy) == []
    with full.reading() as one, copy.reading() as other:
        assert list(read_cards(one)) == list(read_cards(other))
    copy.close()
    with pytest.raises(StoreTrouble) as trouble:
        backup(full, tmp_path / "backup.db")
    assert trouble.value.cause is Cause.EXISTS


def test_a_backup_comes_back_into_an_empty_store_of_either_kind(
    full: Store, where: str, tmp_path: Path
) -> None:
    backup(full, tmp_path / "backup.db")
    again = open_store(str(tmp_path / "again.db"))
    restore(tmp_path / "backup.db", again)
    with full.reading() as one, again.reading() as other:
        assert differences(one, other, metadata.sorted_tables) == []
    answered(record_game(again, result("g30", at=BASE_MS + 50), BASE_MS + 50))
    with pytest.raises(StoreTrouble) as trouble:
        restore(tmp_path / "backup.db", full)
    assert trouble.value.cause is Cause.EXISTS
    again.close()


def test_a_ladder_moves_between_the_kinds_of_store(
    full: Store, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    backup(full, tmp_path / "backup.db")
    target = open_store(request.getfixturevalue("server").create(f"moved{id(full)}"))
    restore(tmp_path / "backup.db", target)
    with full.reading() as one, target.reading() as other:
        assert differences(one, other, metadata.sorted_tables) == []
    assert rebuild(target) == []
    target.close()


def test_a_file_that_is_no_backup_is_refused(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "new.db"))
    for path in (tmp_path / "missing.db", tmp_path / "text.db"):
        if path.name == "text.db":
            path.write_text("not a database " * 100)
        with pytest.raises(StoreTrouble):
            restore(path, store)
    store.close()


def test_a_ladder_that_exists_is_left_as_it_is(full: Store) -> None:
    before = head(full)
    open_ladder(full, BASE_MS + 99, Settings(listed_games=7))
    assert (head(full), settings(full)) == (before, Settings())
