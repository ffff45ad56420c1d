"""The database refuses changes of the ledger, and its head knows the tree over every entry."""

from importlib import resources

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import delete, text, update

from terazi.ledger.merkle import Frontier, root_of
from terazi.service.games import record_batch
from terazi.service.ladders import head, ledger_lines
from terazi.store.engine import Store, open_store
from terazi.store.migrate import upgrade
from terazi.store.schema import entry
from terazi.store.trouble import StoreTrouble
from tests.stores import result
from tests.strategies import BASE_MS


@pytest.mark.parametrize(
    "statement",
    [
        delete(entry).where(entry.c.number == 1),
        update(entry).where(entry.c.number == 1).values(line=b"{}"),
        update(entry).values(accepted_at=0),
        delete(entry),
    ],
)
def test_the_database_refuses_to_change_or_delete_entries(store: Store, statement: object) -> None:
    before = ledger_lines(store, 0)
    with pytest.raises(StoreTrouble, match="only appended to"), store.writing() as connection:
        connection.execute(statement)  # type: ignore[call-overload]
    assert ledger_lines(store, 0) == before


def test_postgresql_refuses_to_empty_the_ledger(store: Store) -> None:
    if store.is_sqlite:
        pytest.skip("SQLite has no TRUNCATE")
    with pytest.raises(StoreTrouble, match="only appended to"), store.writing() as connection:
        connection.execute(text("TRUNCATE entry"))


def test_the_head_holds_the_tree_over_every_entry(store: Store) -> None:
    for start in range(0, 40, 7):
        record_batch(store, [result(f"g{start + one}", at=BASE_MS + one) for one in range(7)], BASE_MS + 60)
        found = head(store).tree
        assert (found.size, found.root()) == (head(store).number, root_of(ledger_lines(store, 0)))


def test_a_database_of_before_gets_the_tree_over_what_it_has(where: str) -> None:
    store, lines = open_store(where, durable=False), [b"entry %d" % number for number in range(11)]
    config = Config()
    config.set_main_option("script_location", str(resources.files("terazi.store") / "migrations"))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        for number, line in enumerate(lines):
            values = {"number": number, "accepted_at": number, "line": line}
            connection.execute(entry.insert().values(**values))
        connection.execute(text("UPDATE head SET number = 11"))
    upgrade(store)
    wanted = Frontier()
    wanted.extend(lines)
    assert head(store).tree == wanted
    store.close()
