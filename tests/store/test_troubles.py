"""A database that cannot do its work says why; nothing is half done, and it goes on once it can."""

import pwd
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event, text

from terazi.service.answers import Answer
from terazi.service.games import record_batch, record_game
from terazi.service.keeping import rebuild
from terazi.service.ladders import head, open_ladder
from terazi.service.profiles import Profile, player
from terazi.store.engine import Store, open_store
from terazi.store.trouble import Cause, StoreTrouble
from tests.postgres import Cluster
from tests.service.verifying import verify
from tests.stores import KINDS, A, opened, result
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


@contextmanager
def small_disk(folder: Path, user: str | None) -> Iterator[Path]:
    """A disk of a few megabytes that only this user can enter, with a file on it that can make room."""
    folder.mkdir()
    options = f"size={SMALL},mode=0700" + (f",uid={pwd.getpwnam(user).pw_uid}" if user else "")
    mount = ["mount", "-t", "tmpfs", "-o", options, "terazi-test", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nobody may mount a small disk here: it takes root")
    try:
        (folder / "ballast").write_bytes(bytes(SMALL // 2))
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)


SMALL = 4 * 2**20


@pytest.mark.parametrize("kind", KINDS)
def test_a_disk_that_runs_full_loses_nothing_answered_and_the_ladder_goes_on_once_there_is_room(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    server: Cluster | None = request.getfixturevalue("server") if kind == "postgresql" else None
    folder = (server.folder if server else tmp_path) / "disk"
    with ExitStack() as stack:
        disk = stack.enter_context(small_disk(folder, server.user if server else None))
        where = stack.enter_context(tables_on(server, disk)) if server else str(disk / "ladder.db")
        store = open_store(where)
        open_ladder(store, BASE_MS)
        answered, full = played_until_trouble(store)
        assert full.cause is Cause.FULL, full
        assert cause_of(store, "another") is Cause.FULL
        assert head(store).number == answered + 4, "settings, rulebook, two players, and every game answered"
        (disk / "ballast").unlink()
        again = result(f"g{answered}", at=BASE_MS + answered)
        assert isinstance(record_game(store, again, BASE_MS + answered), Answer)
        assert len(verify(store)) == answered + 1
        store.close()


@contextmanager
def tables_on(server: Cluster, disk: Path) -> Iterator[str]:
    """An address of PostgreSQL whose tables lie on this disk; what they are written ahead to does not."""
    with psycopg.connect(server.address("postgres"), autocommit=True) as admin:
        (disk / "tables").mkdir()
        if server.user:
            shutil.chown(disk / "tables", server.user)
        admin.execute(f"CREATE TABLESPACE small LOCATION '{disk / 'tables'}'".encode())
        address = server.create("full")
        try:
            yield f"{address}%20-cdefault_tablespace%3Dsmall"
        finally:
            admin.execute('DROP SCHEMA "full" CASCADE')
            admin.execute("DROP TABLESPACE small")


def played_until_trouble(store: Store) -> tuple[int, StoreTrouble]:
    """Games one after the other until there is trouble: how many were answered, and the trouble."""
    for number in range(100_000):
        try:
            told = result(f"g{number}", at=BASE_MS + number)
            assert isinstance(record_game(store, told, BASE_MS + number), Answer)
        except StoreTrouble as trouble:
            return number, trouble
    raise AssertionError("the disk is never full")


def test_a_database_that_may_only_be_read_is_read_only(server: Cluster) -> None:
    where = server.create("read_only")
    opened(where).close()
    store = open_store(f"{where}%20-cdefault_transaction_read_only%3Don")
    for number in range(1, 4):  # what a read leaves behind in a connection overrules nothing
        assert cause_of(store, f"g{number}") is Cause.READ_ONLY
        assert head(store).number == 2
    assert head(store).number == 2
    store.close()


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
