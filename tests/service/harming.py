"""Clients of the bare writer that tell games again until each is answered, while the database is harmed."""

import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import psycopg

from terazi.core.types import PlayerId
from terazi.service.answers import Answer
from terazi.service.ladders import open_ladder
from terazi.service.writer import Writer
from terazi.store.engine import open_store
from terazi.store.trouble import StoreTrouble
from tests.postgres import Cluster
from tests.service.verifying import verify, verify_answers
from tests.stores import result
from tests.strategies import BASE_MS

PATIENCE = 60.0
PLAYERS = [PlayerId(one) for one in "abcdef"]
CLIENTS = 4


@dataclass(slots=True)
class Telling:
    """What was answered so far, and whether the clients go on."""

    writer: Writer
    answers: list[tuple[str, int]] = field(default_factory=list)
    stopped: bool = False

    def client(self, number: int) -> None:
        for n in count():
            if self.stopped:
                return
            told = result(f"c{number}n{n}", PLAYERS[(number + n) % 6], PLAYERS[(number + n + 1 + n % 4) % 6])
            self.answers.append((told.game_id, self.until_answered(told).entry.number))

    def until_answered(self, told: object) -> Answer:
        while True:
            try:
                answer = self.writer.submit(told, BASE_MS).result()  # type: ignore[arg-type]
            except StoreTrouble:
                time.sleep(0.02)
            else:
                assert isinstance(answer, Answer), answer
                return answer

    def until_more_is_answered(self) -> None:
        before, deadline = len(self.answers), time.monotonic() + PATIENCE
        while len(self.answers) == before:
            assert time.monotonic() < deadline, "nothing is answered any more"
            time.sleep(0.001)


def play_through(where: str, harm: Callable[[], None], times: int) -> int:
    """Harm the database so often under load, and verify the ladder against all answers: their number."""
    store = open_store(where)
    open_ladder(store, BASE_MS)
    telling = Telling(Writer(store))
    clients = [threading.Thread(target=telling.client, args=(number,)) for number in range(CLIENTS)]
    for one in clients:
        one.start()
    try:
        for _ in range(times):
            telling.until_more_is_answered()
            harm()
        telling.until_more_is_answered()
    finally:
        telling.stopped = True
        for one in clients:
            one.join()
        telling.writer.close()
    games = verify(store)
    assert len(games) == len(telling.answers) >= times
    verify_answers(games, telling.answers)
    store.close()
    return len(telling.answers)


def cut(cluster: Cluster) -> None:
    """End every session of ours at the server (pg_terminate_backend)."""
    with psycopg.connect(cluster.address("postgres"), autocommit=True) as admin:
        ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'terazi'"
        admin.execute(ours)


def stop_at_once(cluster: Cluster) -> None:
    """Stop the database as if the power had gone, and start it again."""
    cluster.stop(signal.SIGQUIT)
    cluster.start()
