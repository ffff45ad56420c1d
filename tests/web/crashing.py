"""Clients over HTTP that tell games until each is answered, while the server or the database is harmed."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from terazi.core.types import Game
from terazi.formats.instants import instant_text
from terazi.ledger.codec import decode
from terazi.service.keeping import rebuild
from terazi.service.keys import Scope, create_key
from terazi.service.ladders import head, ledger_lines, open_ladder
from terazi.store.engine import Store, open_store
from terazi.web.desk import clock_ms
from tests.web.processes import PATIENCE, Caller, Servers, port, servers

CLIENTS = 4
PLAYERS = 6

Harm = Callable[[Servers, int], None]
"""What is done to the servers, or behind their backs; the number is the port of the one that is asked."""


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


def kill(started: Servers, at: int) -> None:
    """`kill -9` of the server, and a new one at once."""
    started.kill(at)
    started.start(at)


def until_more_is_answered(clients: list[Client]) -> None:
    before, deadline = sum(len(client.answers) for client in clients), time.monotonic() + PATIENCE
    while sum(len(client.answers) for client in clients) == before:
        assert time.monotonic() < deadline, "nothing is answered any more"
        time.sleep(0.001)


def told_through(where: str, harm: Harm, times: int, seed: int = 7) -> int:
    """Harm so often, each time once more was answered, and verify: how many games were answered."""
    key, at, dice = prepared(where), port(), random.Random(seed)
    with servers(where) as started:
        started.start(at)
        started.ready(at, key)
        clients = [Client(f"c{number}", at, key) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        try:
            for _ in range(times):
                until_more_is_answered(clients)
                time.sleep(dice.uniform(0, 0.1))
                harm(started, at)
            until_more_is_answered(clients)
        finally:
            for client in clients:
                client.stopped = True
            for client in clients:
                client.join()
        again_the_same(Caller(at, key), clients)
    return verified(where, clients)


def again_the_same(caller: Caller, clients: list[Client]) -> None:
    """Whoever asks again is told what was answered."""
    told = {game_id: answer for client in clients for game_id, answer in client.answers.items()}
    for one in random.Random(1).sample(sorted(told), min(len(told), 20)):
        assert caller.insist("GET", f"/v1/games/{one}")[1]["number"] == told[one]["number"]
    caller.close()


def verified(where: str, clients: list[Client]) -> int:
    """Nothing answered is lost, nothing doubled, the order is that of acceptance, projections are right."""
    told = {game_id: answer for client in clients for game_id, answer in client.answers.items()}
    store = open_store(where)
    games = recorded_games(store)
    assert set(games) == set(told)  # each client was answered at last, so no game is there that nobody knows
    for game_id, answer in told.items():
        assert games[game_id] == (answer["number"], [answer["winner"]["after"], answer["loser"]["after"]])
    for client in clients:  # R4: a game that was answered stands before one that was told later
        numbers = [answer["number"] for answer in client.answers.values()]
        assert numbers == sorted(numbers)
    assert rebuild(store) == []
    store.close()
    return len(told)
