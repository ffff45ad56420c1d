"""The statements of the write path find their rows by key, however many others there are."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from terazi.core.types import PlayerId
from terazi.service.boards import leaderboard
from terazi.service.games import record_batch
from terazi.service.previews import preview_game
from terazi.service.profiles import history, player
from terazi.store.engine import Store
from tests.stores import A, opened, result
from tests.strategies import BASE_MS

BIG = ("player", "name", "entry", "event")


@contextmanager
def asked(store: Store) -> Iterator[list[str]]:
    """The questions that the block asks of SQLite, with their values in them."""
    heard: list[str] = []

    def hear(statement: str) -> None:
        if statement.startswith(("SELECT", "WITH")):
            heard.append(statement)

    def listen(connection: Any, *_: Any) -> None:
        connection.set_trace_callback(hear)

    def leave(connection: Any, *_: Any) -> None:
        connection.set_trace_callback(None)

    event.listen(store.engine, "checkout", listen)
    event.listen(store.engine, "checkin", leave)
    yield heard
    event.remove(store.engine, "checkout", listen)
    event.remove(store.engine, "checkin", leave)


def steps(store: Store, statements: list[str]) -> list[str]:
    """How SQLite goes about them."""
    with store.reading() as connection:
        plans = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {one}").all() for one in statements]
    return [step for plan in plans for _, _, _, step in plan]


def scans(store: Store, statements: list[str]) -> list[str]:
    """Where a statement reads a big table from end to end."""
    return [step for step in steps(store, statements) if re.fullmatch(rf"SCAN ({'|'.join(BIG)})", step)]


def test_no_question_reads_a_big_table_from_end_to_end(tmp_path: Any) -> None:
    store = opened(str(tmp_path / "ladder.db"))
    names = [PlayerId(f"p{number}") for number in range(40)]
    reports = [result(f"g{n}", names[n % 40], names[(n + 1) % 40], at=BASE_MS + n) for n in range(400)]
    record_batch(store, reports, BASE_MS + 400)
    with asked(store) as heard:
        record_batch(
            store, [result("h", at=BASE_MS + 401), result("i", at=BASE_MS, replaces="g3")], BASE_MS + 401
        )
        player(store, A, BASE_MS + 401)
        history(store, A)
        leaderboard(store, limit=10)
        preview_game(store, names[0], names[1], BASE_MS)
    assert len(heard) > 12
    assert scans(store, heard) == []
    store.close()


@pytest.mark.parametrize("hostile", ['"', "\\", '\\"', "{}", "NULL", "a,b", '{"', "\\x41", "'", "%s"])
def test_any_text_survives_the_bulk_statements(store: Store, hostile: str) -> None:
    record_batch(store, [result(f"g{hostile}", hostile, "b")], BASE_MS)
    shown = player(store, PlayerId(hostile), BASE_MS)
    assert getattr(shown, "name").player == hostile  # noqa: B009
