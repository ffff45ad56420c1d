"""The migrations make exactly the tables that the program speaks to."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from terazi.core.types import GameId
from terazi.service.ladders import head, open_ladder
from terazi.store.bulk import among
from terazi.store.engine import Store, open_store
from terazi.store.ledger import read_games
from terazi.store.migrate import NEWEST, upgrade
from terazi.store.schema import entry, metadata
from terazi.store.trouble import Cause, StoreTrouble
from tests.strategies import BASE_MS


def test_the_migrations_make_the_tables_of_the_schema(where: str) -> None:
    store = open_store(where)
    upgrade(store)
    with store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    store.close()


def test_the_newest_migration_is_the_last_one() -> None:
    assert ScriptDirectory("src/terazi/store/migrations").get_current_head() == NEWEST


def test_opening_twice_changes_nothing(store: Store) -> None:
    before = head(store)
    open_ladder(store, BASE_MS + 1)
    assert head(store) == before


def test_a_database_of_a_newer_version_is_refused(store: Store) -> None:
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreTrouble) as trouble:
        open_ladder(store, BASE_MS)
    assert trouble.value.cause is Cause.NEWER


def test_a_database_without_a_ladder_says_so(where: str) -> None:
    store = open_store(where)
    with pytest.raises(StoreTrouble) as trouble:
        head(store)
    assert trouble.value.cause is Cause.NO_LADDER
    store.close()


@pytest.mark.parametrize("address", ["mysql://x/y", "nonsense://", "://"])
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(StoreTrouble):
        open_store(address)


@pytest.mark.parametrize("words", ["", "x", "İ'\";--", "%s %b :x ?", "\\x00", "🎲", "[1]", "null", "{}"])
def test_a_question_about_many_values_takes_any_text(store: Store, words: str) -> None:
    with store.reading() as connection:
        assert read_games(connection, [GameId(words), GameId("other")]) == {}


def test_a_question_may_be_about_very_many_values(store: Store) -> None:
    with store.reading() as connection:
        condition = among(connection, entry.c.number, range(70_000))
        assert len(connection.execute(entry.select().where(condition)).all()) == 2
