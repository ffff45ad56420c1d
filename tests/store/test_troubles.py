"""A database that cannot do its work says why; nothing is half done, and it goes on once it can."""

import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from terazi.service.answers import Answer
from terazi.service.games import record_batch, record_game
from terazi.service.keeping import rebuild
from terazi.service.ladders import head, open_ladder
from terazi.service.profiles import Profile, player
from terazi.store.engine import Store, open_store
from terazi.store.trouble import Cause, StoreTrouble
from tests.stores import A, opened, result
from tests.strategies import BASE_MS


def cause_of(store: Store, game_id: str) -> Cause:
    with pytest.raises(StoreTrouble) as trouble:
        record_game(store, result(game_id), BASE_MS)
    return trouble.value.cause


def test_a_ladder_that_another_writer_holds_too_long_is_busy(where: str) -> None:
    store = opened(where)
    impatient = open_store(where, patience_ms=50, durable=False)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with store.writing():
            held.set()
            done.wait(60)

    other = threading.Thread(target=hold)
    other.start()
    held.wait(60)
    assert cause_of(impatient, "g1") is Cause.BUSY
    assert head(impatient).number == 2, "readers do not wait for writers"
    done.set()
    other.join()
    assert isinstance(record_game(impatient, result("g1"), BASE_MS), Answer)
    impatient.close()
    store.close()


def test_a_full_disk_is_told_and_what_is_there_stays(tmp_path: Path) -> None:
    """SQLite's own limit of pages stands for the disk: the error and what follows it are the same."""
    where = str(tmp_path / "ladder.db")
    opened(where).close()
    store = open_store(where, connections=1)

    @event.listens_for(store.engine, "connect")
    def limit(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA max_page_count = 60")

    answered: list[int] = []

    def play_on() -> None:
        for number in range(10_000):
            told = result(f"g{number}", at=BASE_MS + number)
            assert isinstance(record_game(store, told, BASE_MS + number), Answer)
            answered.append(number)

    with pytest.raises(StoreTrouble) as trouble:
        play_on()
    assert trouble.value.cause is Cause.FULL
    store.close()
    more = open_store(where)
    games = len(answered)
    a = player(more, A, BASE_MS + games)
    assert isinstance(a, Profile)
    assert a.games == games > 0
    again = result(f"g{games}", at=BASE_MS + games)
    assert isinstance(record_game(more, again, BASE_MS + games), Answer)
    assert rebuild(more) == []
    more.close()


def test_a_file_that_may_not_be_written_is_read_only(tmp_path: Path) -> None:
    where = str(tmp_path / "ladder.db")
    store = opened(where)
    record_batch(store, [result("g1")], BASE_MS)
    store.close()
    store = open_store(f"sqlite:///file:{where}?mode=ro&uri=true")
    assert head(store).number > 2
    assert cause_of(store, "g2") is Cause.READ_ONLY
    store.close()


def test_a_folder_or_a_host_that_is_not_there_is_unreachable(tmp_path: Path) -> None:
    for where in (str(tmp_path / "missing" / "ladder.db"), f"postgresql://nobody@/x?host={tmp_path}"):
        store = open_store(where)
        with pytest.raises(StoreTrouble) as trouble:
            open_ladder(store, BASE_MS)
        assert trouble.value.cause is Cause.UNREACHABLE
        store.close()


def test_a_file_that_is_no_database_is_trouble(tmp_path: Path) -> None:
    path = tmp_path / "ladder.db"
    path.write_text("no database" * 1000)
    store = open_store(str(path))
    with pytest.raises(StoreTrouble):
        open_ladder(store, BASE_MS)
    store.close()


def test_an_error_in_the_middle_takes_everything_back(where: str) -> None:
    store = opened(where)
    record_game(store, result("g1"), BASE_MS)
    before = head(store)

    def break_off() -> None:
        with store.writing() as connection:
            connection.execute(text("UPDATE head SET number = number + 1"))
            connection.execute(text("SELECT nothing FROM nowhere"))

    with pytest.raises(StoreTrouble):
        break_off()
    assert head(store) == before
    store.close()
