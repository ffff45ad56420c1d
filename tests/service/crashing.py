"""A program that kills writers: `python -m tests.service.crashing WHERE KILLS SEED`.

It forks a child that rates games from four threads and tells each answer through a pipe, kills it at a random
moment (SIGKILL), and begins again; every child is told first what was never answered. At the end the whole
ladder is verified against all answers.
"""

import os
import random
import select
import signal
import sys
import time
from itertools import chain, count
from threading import Thread

from terazi.service.answers import Answer
from terazi.service.ladders import open_ladder
from terazi.service.writer import Writer
from terazi.store.engine import open_store
from tests.service.verifying import verify, verify_answers
from tests.stores import result
from tests.strategies import BASE_MS

THREADS = 4


def main(where: str, kills: int, seed: int) -> None:
    """Kill so many writers of the ladder at `where`, and verify it."""
    chance = random.Random(seed)
    store = open_store(where)
    open_ladder(store, BASE_MS)
    store.close()  # no connection may cross a fork
    answers: list[tuple[str, int]] = []
    unanswered: set[str] = set()
    for life in range(kills):
        told, answered = one_life(where, life, sorted(unanswered), chance.uniform(0.0, 0.08))
        answers += answered
        unanswered = (unanswered | told) - {game_id for game_id, _ in answered}
    store = open_store(where)
    games = verify(store)
    verify_answers(games, answers)
    store.close()
    sys.stdout.write(f"{kills} kills, {len(answers)} answers, {len(games)} games\n")


def one_life(
    where: str, life: int, again: list[str], seconds: float
) -> tuple[set[str], list[tuple[str, int]]]:
    """Let a child live until it has answered once, and so long; what it was told, what it answered."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        work(where, life, again, writing)
    os.close(writing)
    spoken = heard(reading, seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    spoken += rest_of(reading)
    lines = [line.split() for line in spoken.decode().split("\n")[:-1]]
    told = {line[1] for line in lines if line[0] == "told"}
    return told, [(line[1], int(line[2])) for line in lines if line[0] == "answered"]


def heard(reading: int, seconds: float) -> bytes:
    """What comes through the pipe until the moment of death."""
    spoken, deadline = b"", None
    while deadline is None or time.monotonic() < deadline:
        patience = 60.0 if deadline is None else max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select([reading], [], [], patience)
        assert ready or deadline is not None, "a writer answers nothing"
        if ready:
            spoken += os.read(reading, 65_536)
        if deadline is None and b"answered" in spoken:
            deadline = time.monotonic() + seconds
    return spoken


def rest_of(reading: int) -> bytes:
    """What was said before the death and not yet heard."""
    spoken = b""
    while part := os.read(reading, 65_536):
        spoken += part
    os.close(reading)
    return spoken


def work(where: str, life: int, again: list[str], writing: int) -> None:
    """Rate games for ever; each is told, rated, and its answer told in one write."""
    writer = Writer(open_store(where))

    def client(number: int) -> None:
        fresh = (f"l{life}t{number}n{n}" for n in count())
        for game_id in chain(again[number::THREADS], fresh):
            rate(game_id)

    def rate(game_id: str) -> None:
        os.write(writing, f"told {game_id}\n".encode())
        one, other = random.Random(game_id).sample("abcdef", 2)
        answer = writer.submit(result(game_id, one, other), BASE_MS).result()
        assert isinstance(answer, Answer), answer
        os.write(writing, f"answered {game_id} {answer.entry.number}\n".encode())

    threads = [Thread(target=client, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
