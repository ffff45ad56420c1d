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
def asked(store: Store) -> Iterator[list[tuple[str, Any]]]:
    """The statements that the block gives, with their values."""
    heard: list[tuple[str, Any]] = []

    @event.listens_for(store.engine, "before_cursor_execute")
    def hear(_c: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
        if statement.startswith(("SELECT", "WITH")) and not many:
            heard.append((statement, values))

    yield heard
    event.remove(store.engine, "before_cursor_execute", hear)


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
    with store.reading() as connection:
        for statement, values in heard:
            plan = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)]
            scans = [step for step in plan if re.fullmatch(rf"SCAN ({'|'.join(BIG)})", step)]
            assert scans == [], f"{statement}\n{plan}"
    store.close()


@pytest.mark.parametrize("hostile", ['"', "\\", '\\"', "{}", "NULL", "a,b", '{"', "\\x41", "'", "%s"])
def test_any_text_survives_the_bulk_statements(store: Store, hostile: str) -> None:
    record_batch(store, [result(f"g{hostile}", hostile, "b")], BASE_MS)
    shown = player(store, PlayerId(hostile), BASE_MS)
    assert getattr(shown, "name").player == hostile  # noqa: B009
