"""kill -9 of the server under load, many clients at once: nothing answered is lost, nothing doubled."""

import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from terazi.core.types import Game
from terazi.formats.instants import instant_text
from terazi.ledger.codec import decode
from terazi.service.keeping import rebuild
from terazi.service.keys import Scope, create_key
from terazi.service.ladders import head, ledger_lines, open_ladder
from terazi.store.engine import Store, open_store
from terazi.web.desk import clock_ms
from tests.web.processes import PATIENCE, Caller, Servers, port, servers

KILLS = 50
CLIENTS = 4
PLAYERS = 6

pytestmark = pytest.mark.slow


def prepared(where: str) -> str:
    """A ladder at an address, and a key to it."""
    store = open_store(where)
    open_ladder(store, clock_ms())
    key = create_key(store, list(Scope), clock_ms()).secret
    store.close()
    return key


def facts(dice: random.Random) -> dict[str, Any]:
    winner, loser = dice.sample(range(PLAYERS), 2)
    at = instant_text(clock_ms() - dice.randrange(1_000))
    return {"finished_at": at, "winner": f"p{winner}", "loser": f"p{loser}", "cube": dice.choice([1, 2, 4])}


def recorded_games(store: Store) -> dict[str, tuple[int, list[int]]]:
    """Game -> its number and both changes; the numbers of entries have no gap."""
    entries = [decode(line) for line in ledger_lines(store, 0, head(store).number)]
    assert [entry.number for entry in entries] == list(range(head(store).number))
    games = [entry for entry in entries if isinstance(entry.facts, Game)]
    ids = [entry.facts.game_id for entry in games if isinstance(entry.facts, Game)]
    assert max(Counter(ids).values()) == 1
    changes = [[effect.change.after for effect in entry.effects] for entry in games]  # type: ignore[union-attr]
    return dict(zip(ids, zip([int(entry.number) for entry in games], changes, strict=True), strict=True))


class Client(threading.Thread):
    """Tells games one after the other, each until it is answered; remembers every answer."""

    def __init__(self, name: str, port: int, key: str) -> None:
        super().__init__(name=name)
        self.caller, self.dice = Caller(port, key), random.Random(name)
        self.answers: dict[str, dict[str, Any]] = {}
        self.stopped = False

    def run(self) -> None:
        while not self.stopped:
            game_id = f"{self.name}-{len(self.answers)}"
            status, answer = self.caller.insist("PUT", f"/v1/games/{game_id}", facts(self.dice))
            assert status in (200, 201), answer
            self.answers[game_id] = answer
        self.caller.close()


def kill_again_and_again(started: Servers, at: int, clients: list[Client]) -> None:
    """Each time some games were answered since the last, and others are on their way."""
    dice = random.Random(7)
    for _ in range(KILLS):
        before = sum(len(client.answers) for client in clients)
        deadline = time.monotonic() + PATIENCE
        while sum(len(client.answers) for client in clients) == before:
            assert time.monotonic() < deadline, "nothing is answered any more"
            time.sleep(0.001)
        time.sleep(dice.uniform(0, 0.1))
        started.kill(at)
        started.start(at)


def test_nothing_answered_is_lost_and_nothing_doubled_however_often_the_server_is_killed(where: str) -> None:
    key, at = prepared(where), port()
    with servers(where) as started:
        started.start(at)
        started.ready(at, key)
        clients = [Client(f"c{number}", at, key) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        kill_again_and_again(started, at, clients)
        for client in clients:
            client.stopped = True
        for client in clients:
            client.join()
        told = {game_id: answer for client in clients for game_id, answer in client.answers.items()}
        again = Caller(at, key)
        for one in random.Random(1).sample(sorted(told), 20):
            assert again.insist("GET", f"/v1/games/{one}")[1]["number"] == told[one]["number"]
        again.close()
    store = open_store(where)
    games = recorded_games(store)
    assert set(games) == set(told)  # each client was answered at last, so no game is there that nobody knows
    assert len(told) > KILLS, "hardly any load between the kills"
    for game_id, answer in told.items():
        assert games[game_id] == (answer["number"], [answer["winner"]["after"], answer["loser"]["after"]])
    for client in clients:  # R4: a game that was answered stands before one that was told later
        numbers = [answer["number"] for answer in client.answers.values()]
        assert numbers == sorted(numbers)
    assert rebuild(store) == []
    store.close()


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
