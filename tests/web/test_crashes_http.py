"""kill -9 of the server under load, many clients at once: nothing answered is lost, nothing doubled."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from terazi.service.keeping import rebuild
from terazi.store.engine import open_store
from tests.postgres import Cluster, cluster
from tests.service.harming import cut, stop_at_once
from tests.web.crashing import CLIENTS, facts, kill, prepared, recorded_games, told_through
from tests.web.processes import port, servers

KILLS = 50

pytestmark = pytest.mark.slow


@pytest.fixture
def durable() -> Iterator[Cluster]:
    """A PostgreSQL with its defaults, which survives a loss of power; it may be stopped and started."""
    with cluster() as running:
        if isinstance(running, str):
            pytest.skip(running)
        yield running


def test_nothing_answered_is_lost_and_nothing_doubled_however_often_the_server_is_killed(where: str) -> None:
    assert told_through(where, kill, KILLS) > KILLS, "hardly any load between the kills"


def test_nothing_answered_is_lost_whatever_happens_to_the_database_behind_the_server(
    durable: Cluster, capfd: pytest.CaptureFixture[str]
) -> None:
    assert told_through(durable.create("cut"), lambda *_: cut(durable), 20) > 20
    assert told_through(durable.create("stopped"), lambda *_: stop_at_once(durable), 3) > 3
    said = capfd.readouterr().err
    assert "the store failed" in said
    for broken in ("a request failed", "never retrieved"):  # a database out of reach is expected trouble
        assert broken not in said, said[said.index(broken) :][:5_000]


def raced(folder: Path, key: str, ports: tuple[int, ...], games: list[Any]) -> list[Any]:
    """What each client was answered to each game: (game, status, answer)."""
    asked = folder / "games.jsonl"
    asked.write_text("".join(json.dumps(game) + "\n" for game in games))
    command = [sys.executable, str(Path(__file__).with_name("race_client.py")), key]
    clients = []
    for seed in range(CLIENTS):
        with asked.open() as told, (folder / f"answers{seed}.jsonl").open("w") as out:
            one = [*command, str(seed), *map(str, ports)]
            clients.append(subprocess.Popen(one, stdin=told, stdout=out))
    assert [client.wait() for client in clients] == [0] * CLIENTS
    answers = (folder / f"answers{seed}.jsonl" for seed in range(CLIENTS))
    return [json.loads(line) for file in answers for line in file.read_text().splitlines()]


def test_the_same_games_from_four_processes_to_two_servers_are_rated_once_each(
    where: str, tmp_path: Path
) -> None:
    key, ports = prepared(where), (port(), port())
    dice = random.Random(3)
    games = [[f"g{number}", facts(dice)] for number in range(150)]
    with servers(where) as started:
        for at in ports:
            started.start(at)
            started.ready(at, key)
        told = raced(tmp_path, key, ports, games)
    assert len(told) == CLIENTS * len(games)
    statuses = Counter((game_id, status) for game_id, status, _ in told)
    answers = {game_id: answer for game_id, _, answer in told}
    for game_id, _ in games:
        assert (statuses[game_id, 201], statuses[game_id, 200]) == (1, CLIENTS - 1)
    assert all(answer == answers[game_id] for game_id, _, answer in told)
    store = open_store(where)
    assert len(recorded_games(store)) == len(games)
    assert rebuild(store) == []
    store.close()
