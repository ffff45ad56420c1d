"""Many clients in many processes are as good as one: each game once, every change right, one order."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence

import psycopg
import pytest

from terazi.core.entries import Entry
from terazi.core.types import EntryNumber, GameId
from terazi.service import games
from terazi.service.answers import Answer
from terazi.service.games import record_batch, record_game
from terazi.service.ladders import head, open_ladder
from terazi.store.append import append_pages
from terazi.store.engine import open_store
from terazi.store.ledger import read_head
from terazi.store.part import Part
from tests.postgres import Cluster
from tests.service.saying import answered, rated
from tests.service.verifying import verify
from tests.stores import opened, result
from tests.strategies import BASE_MS

PROCESSES, CLIENTS, GAMES = 4, 2, 60
"""Eight clients that all tell the same sixty games, of four players, each in an order of its own."""


def racer(where: str, seed: int) -> None:
    """One process: both of its clients tell every game; prints the entry that each was told."""
    store = open_store(where)
    said: list[dict[str, int]] = [{} for _ in range(CLIENTS)]
    sys.stdin.readline()  # all processes begin at once

    def client(number: int) -> None:
        chance = random.Random(seed * CLIENTS + number)
        order = chance.sample(range(GAMES), GAMES)
        for game in order:
            one, other = random.Random(game).sample("abcd", 2)
            answer = record_game(store, result(f"g{game}", one, other, at=BASE_MS + game), BASE_MS + GAMES)
            assert isinstance(answer, Answer), answer
            said[number][f"g{game}"] = answer.entry.number

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.stdout.write(json.dumps(said))
    store.close()


def test_eight_clients_in_four_processes_rate_each_game_once(where: str) -> None:
    store = opened(where)
    code = "import sys; from tests.service.test_races import racer; racer(sys.argv[1], int(sys.argv[2]))"
    pipe = subprocess.PIPE
    started = [
        subprocess.Popen([sys.executable, "-c", code, where, str(seed)], stdin=pipe, stdout=pipe, text=True)
        for seed in range(PROCESSES)
    ]
    for one in started:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    said = [answers for one in started for answers in json.loads(one.communicate()[0])]
    assert [one.returncode for one in started] == [0] * PROCESSES
    found = verify(store)
    assert len(found) == GAMES
    assert len(said) == PROCESSES * CLIENTS
    for answers in said:
        assert {GameId(game): EntryNumber(number) for game, number in answers.items()} == found
    store.close()


def test_two_processes_that_open_a_ladder_at_once_make_one(where: str) -> None:
    code = (
        "import sys; from tests.stores import *; from tests.strategies import BASE_MS; sys.stdin.readline();"
        "open_ladder(open_store(sys.argv[1]), BASE_MS)"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", code, where], stdin=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    for one in started:
        one.communicate("go\n")
    assert [one.returncode for one in started] == [0, 0, 0]
    store = open_store(where)
    assert verify(store) == {}
    store.close()


def test_a_writer_that_waited_sees_what_the_other_wrote(
    server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trap of locking and counting in one statement: a snapshot older than the lock."""
    store = open_store(server.create(f"race{os.getpid()}"))
    open_ladder(store, BASE_MS)
    record_batch(store, [result(f"w{n}", at=BASE_MS + n) for n in range(49)], BASE_MS + 49)
    first = threading.get_ident()
    seen: list[object] = []

    def another() -> None:
        seen.append(record_game(store, result("g2", at=BASE_MS + 50), BASE_MS + 50))

    second = threading.Thread(target=another)

    def once_the_other_waits(part: Part, pages: Iterable[Sequence[Entry]]) -> None:
        if threading.get_ident() == first:
            second.start()
            wait_until_blocked(server)
        append_pages(part, pages)

    monkeypatch.setattr(games, "append_pages", once_the_other_waits)
    before = answered(record_game(store, result("g1", at=BASE_MS + 50), BASE_MS + 50))
    second.join()
    after = answered(seen[0])
    assert after.entry.number == before.entry.number + 1
    assert [one.games_recent for one in (*rated(before), *rated(after))] == [49, 49, 50, 50]
    assert [one.change.before for one in rated(after)] == [one.change.after for one in rated(before)]
    verify(store)
    store.close()


def wait_until_blocked(server: Cluster) -> None:
    deadline = time.monotonic() + 60
    with psycopg.connect(server.address("postgres"), autocommit=True) as admin:
        blocked = "SELECT 1 FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0"
        while admin.execute(blocked).fetchone() is None:
            assert time.monotonic() < deadline, "the second writer never waited"
            time.sleep(0.01)


def test_readers_see_one_state_while_others_write(where: str) -> None:
    store = opened(where)
    record_batch(store, [result(f"g{n}", at=BASE_MS + n) for n in range(5)], BASE_MS + 5)
    with store.reading() as connection:
        before = read_head(connection)
        record_game(store, result("later", at=BASE_MS + 6), BASE_MS + 6)
        assert read_head(connection) == before
    assert head(store) != before
    store.close()
