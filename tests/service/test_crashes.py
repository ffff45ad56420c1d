"""Nothing answered is lost, nothing doubled, and the projections are those of the ledger, whatever dies."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psycopg
import pytest

from terazi.service.answers import Answer
from terazi.service.games import record_game
from terazi.service.ladders import open_ladder
from terazi.store.engine import Store, open_store
from tests.postgres import Cluster, cluster
from tests.service.harming import cut, play_through, stop_at_once
from tests.stores import result
from tests.strategies import BASE_MS

KILLS = "250"


@pytest.fixture(scope="module")
def durable() -> Iterator[Cluster]:
    """A PostgreSQL with its defaults, which survives a loss of power; it may be stopped and started."""
    with cluster() as running:
        if isinstance(running, str):
            pytest.skip(running)
        yield running


def kill_writers(where: str) -> str:
    command = [sys.executable, "-m", "tests.service.crashing", where, KILLS, "7"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_writers_killed_at_random_moments_lose_nothing_on_sqlite(tmp_path: Path) -> None:
    assert kill_writers(str(tmp_path / "ladder.db")).startswith(f"{KILLS} kills")


@pytest.mark.slow
def test_writers_killed_at_random_moments_lose_nothing_on_postgresql(durable: Cluster) -> None:
    assert kill_writers(durable.create("kills")).startswith(f"{KILLS} kills")


# --- the server dies, the clients go on ------------------------------------------------------------


def test_connections_that_are_cut_lose_nothing(durable: Cluster) -> None:
    assert play_through(durable.create("cut"), partial(cut, durable), 25) >= 25


def test_a_server_that_stops_at_once_loses_nothing(durable: Cluster) -> None:
    assert play_through(durable.create("stopped"), partial(stop_at_once, durable), 4) >= 4


# --- an answered commit was synced -----------------------------------------------------------------


def told_one_by_one(store: Store, games: int) -> None:
    open_ladder(store, BASE_MS)
    for number in range(games):
        assert isinstance(record_game(store, result(f"g{number}"), BASE_MS), Answer)


def test_every_answer_was_synced_on_postgresql(durable: Cluster) -> None:
    def syncs() -> int:
        with psycopg.connect(durable.address("postgres"), autocommit=True) as admin:
            row = admin.execute("SELECT wal_sync FROM pg_stat_wal").fetchone()
            assert row is not None
            return int(row[0])

    if int(subprocess.check_output([durable.bin / "postgres", "--version"]).split()[2].split(b".")[0]) >= 18:
        pytest.skip("pg_stat_wal counts no syncs since PostgreSQL 18")
    before = syncs()
    store = open_store(durable.create("synced"))
    told_one_by_one(store, 40)
    store.close()  # a session reports its statistics when it ends
    deadline = time.monotonic() + 30
    while syncs() < before + 40:
        assert time.monotonic() < deadline, f"{syncs() - before} syncs for 40 answers"
        time.sleep(0.1)


def test_every_answer_was_synced_on_sqlite(tmp_path: Path) -> None:
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("needs strace")
    code = (
        "import sys; from terazi.store.engine import open_store;"
        "from tests.service.test_crashes import told_one_by_one as tell; tell(open_store(sys.argv[1]), 40)"
    )
    trace = tmp_path / "trace"
    watched = [strace, "-f", "-e", "trace=fsync,fdatasync", "-o", str(trace), sys.executable, "-c", code]
    done = subprocess.run(
        [*watched, str(tmp_path / "ladder.db")], capture_output=True, encoding="utf-8", check=False
    )
    if "ptrace" in done.stderr.lower() and done.returncode:
        pytest.skip("strace may not trace here")
    assert done.returncode == 0, done.stderr
    assert sum("sync(" in line for line in trace.read_text().splitlines()) >= 40
