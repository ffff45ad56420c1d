"""A store that cannot do its work is told as such: nothing is half done, and the same is taken later."""

import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from terazi.service.keeping import rebuild
from terazi.store.engine import Store, open_store
from tests.stores import opened
from tests.web.service import Service, at, checked, served

HOUR_MS = 3_600_000


@pytest.fixture
def impatient(where: str) -> Store:
    """A ladder whose writers wait for a moment only."""
    opened(where).close()
    return open_store(where, patience_ms=50, durable=False)


def test_a_ladder_that_another_process_writes_to_is_busy_and_can_be_read(
    impatient: Store, where: str
) -> None:
    other = open_store(where, durable=False)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with other.writing():
            held.set()
            done.wait(60)

    for service in served(impatient):
        service.game("g1")
        holder = threading.Thread(target=hold)
        holder.start()
        held.wait(60)
        refused = service.send("PUT", "/v1/games/g2", {"finished_at": at(), "winner": "a", "loser": "b"})
        assert checked(refused, 503)["code"] == "store_busy"
        assert refused.headers["retry-after"] == "1"
        assert service.get("/v1/players/a")["games"] == 1
        done.set()
        holder.join()
        service.game("g2")
        assert service.get("/v1/players/a")["games"] == 2
    other.close()


def test_a_full_disk_is_507_and_what_is_there_can_still_be_read(tmp_path: Path) -> None:
    """SQLite's own limit of pages stands for the disk: the error is the same."""
    where = str(tmp_path / "ladder.db")
    opened(where).close()
    store = open_store(where)

    @event.listens_for(store.engine, "connect")
    def limit(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA max_page_count = 70")

    for service in served(store):
        answered = until_refused(service)
        assert service.get("/v1/players/a")["games"] == answered > 0
        assert service.get("/healthz") == {"status": "ok"}
        assert rebuild(service.store) == []


def until_refused(service: Service) -> int:
    """Games one after the other until one is not taken: how many were."""
    for number in range(10_000):
        body = {"finished_at": at(), "winner": "a", "loser": "b"}
        answer = service.send("PUT", f"/v1/games/g{number}", body)
        if answer.status_code != 201:
            assert checked(answer, 507)["code"] == "store_full"
            return number
    raise AssertionError("the disk is never full")


def test_a_clock_that_jumps_back_moves_no_game_back(service: Service) -> None:
    before = service.game("g1")
    service.now -= HOUR_MS
    after = service.game("g2", finished_at=at(-HOUR_MS))
    assert after["accepted_at"] == before["accepted_at"]
    assert after["winner"]["before"] == before["winner"]["after"]
    # R5: the moment of arrival is the entry's own, so a game of now by the right clock is not early.
    assert service.game("g3", finished_at=at(1))["winner"]["recent"] == 2
    assert service.game("g4", finished_at=at(HOUR_MS), status=422)["code"] == "in_the_future"
    assert service.get(f"/v1/players/a?as_of={at()}")["games"] == 3
    assert rebuild(service.store) == []
