"""Rows that are stored while more are made are the rows that were given."""

from collections.abc import Callable, Iterator

import psycopg
import pytest
from sqlalchemy import Connection, insert

from terazi.service.answers import Answer
from terazi.service.games import record_batch
from terazi.service.ladders import head
from terazi.store.append import PAGE
from terazi.store.bulk import sending
from terazi.store.engine import Store, open_store
from terazi.store.schema import note
from terazi.store.trouble import Cause, StoreTrouble
from tests.postgres import Cluster
from tests.service.verifying import verify
from tests.stores import opened, result
from tests.strategies import BASE_MS


def test_a_batch_of_many_pages_is_the_ladder_of_its_games(store: Store) -> None:
    games = 2 * PAGE + 7
    reports = [
        result(f"ğ{n}", f"p{n % 97}", f"q{n % 89}", at=BASE_MS + n, mode=("ranked", "boosted")[n % 5 == 0])
        for n in range(games)
    ]
    reports.append(result("again", "p1", "q1", at=BASE_MS + games, replaces="ğ1"))
    answers = record_batch(store, reports, BASE_MS + games)
    assert all(isinstance(answer, Answer) for answer in answers)
    assert len(verify(store)) == games + 1
    assert all(
        isinstance(one, Answer) and one.repeated for one in record_batch(store, reports, BASE_MS + games)
    )
    assert len(verify(store)) == games + 1


def cut_while_sending(connection: Connection, server: Cluster) -> None:
    with sending(connection):
        connection.execute(insert(note).values(number=1, words="a"))
        cut(connection, server)
        connection.execute(insert(note).values(number=2, words="b"))


def cut_at_the_end(connection: Connection, server: Cluster) -> None:
    with sending(connection):
        connection.execute(insert(note).values(number=1, words="a"))
        cut(connection, server)


def written_and_cut(store: Store, server: Cluster, under_way: Callable[[Connection, Cluster], None]) -> None:
    with store.writing() as connection:
        under_way(connection, server)


@pytest.mark.parametrize("under_way", [cut_while_sending, cut_at_the_end])
def test_a_session_cut_under_way_is_unreachable_and_the_next_one_works(
    under_way: Callable[[Connection, Cluster], None], server: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    store = opened(server.create(under_way.__name__))
    for _ in range(10):
        with pytest.raises(StoreTrouble) as trouble:
            written_and_cut(store, server, under_way)
        assert trouble.value.cause is Cause.UNREACHABLE
    assert [one.getMessage() for one in caplog.records if one.name.startswith("sqlalchemy")] == []
    assert head(store).number == len(verify(store)) + 2
    store.close()


def cut(connection: Connection, server: Cluster) -> None:
    """End a connection's session, and wait until it is gone."""
    driver = connection.connection.driver_connection
    assert driver is not None
    with psycopg.connect(server.address("postgres"), autocommit=True) as admin:
        admin.execute("SELECT pg_terminate_backend(%s, 60000)", [driver.info.backend_pid])


@pytest.fixture
def latin(server: Cluster) -> Iterator[str]:
    """A database whose own spelling of letters is not UTF-8."""
    with psycopg.connect(server.address("postgres"), autocommit=True) as admin:
        admin.execute("CREATE DATABASE latin ENCODING 'LATIN5' LOCALE 'C' TEMPLATE template0")
        yield server.address("latin")
        admin.execute("DROP DATABASE latin")


def test_letters_are_right_in_a_database_that_spells_them_otherwise(latin: str) -> None:
    store = open_store(latin)
    opened(latin).close()
    reports = [result(f"ğ{n}", "İnci", "Şule", at=BASE_MS + n) for n in range(PAGE + 1)]
    assert all(isinstance(answer, Answer) for answer in record_batch(store, reports, BASE_MS + PAGE))
    assert len(verify(store)) == PAGE + 1
    store.close()
