"""Durable rated games a second through HTTP, beside an endpoint that only parses the same body and answers.

    .venv/bin/python bench/serve.py [--seconds N] [--games N]

64 connections from one client process. Single PUTs and batches, on SQLite and on PostgreSQL where there is
one, beside the best of pgbench's TPC-B-like runs on the same cluster. All that is counted was synced.
`cpu` is processor time of the servers and the database: beside other work it says more than the clock.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count, product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from starlette import requests  # noqa: E402
from starlette.responses import Response  # noqa: E402

from bench.http_load import Load, run_load  # noqa: E402
from bench.processes import cpu_seconds  # noqa: E402
from terazi.core.reports import OutcomeReport  # noqa: E402
from terazi.service.games import record_batch  # noqa: E402
from terazi.service.keys import Scope, create_key  # noqa: E402
from terazi.service.ladders import open_ladder  # noqa: E402
from terazi.store.engine import open_store  # noqa: E402
from terazi.web.desk import Desk, clock_ms, desk_of, need  # noqa: E402
from terazi.web.games import record_one  # noqa: E402
from terazi.web.reading import object_in, read_body, report_in  # noqa: E402
from terazi.web.serving import told  # noqa: E402
from terazi.web.settings import ServiceSettings  # noqa: E402
from tests.postgres import Cluster, cluster  # noqa: E402
from tests.web.processes import port  # noqa: E402

CONNECTIONS = 64
PLAYERS = 10_000
BATCHES = (1_000, 10_000)
"""Lines of a batch; 10,000 are the most that one may have."""
PROCESSES = (1, 2)
"""Server processes on one ladder."""
MOST_GAMES = 20_000
"""Games a second for which batches are made beforehand."""
PGBENCH_CLIENTS = (4, 16, 64)
Request = tuple[str, str, bytes]
"""Method, path, body."""
PARSED = "parsed-"
"""Games with such an id are parsed and answered, and not recorded: the endpoint to compare with."""
LIMITS = {"limits.key_requests_per_second": 1_000_000, "limits.key_burst": 1_000_000}


async def parse_or_record(request: requests.Request) -> Response:
    """The same door, the same body, the same size of answer; and for some ids no ladder behind it."""
    game_id = request.scope["path"].removeprefix("/v1/games/")
    if not game_id.startswith(PARSED):
        return await record_one(request, game_id)
    need(request, Scope.REPORT)
    limits = desk_of(request).settings
    data = await read_body(request, limits["limits.body_bytes"], limits["limits.body_seconds"])
    report = report_in(object_in(data), game_id)
    assert isinstance(report, OutcomeReport)
    side = {"player": report.winner, "player_number": 1, "before": 1500, "delta": 16, "after": 1516, "k": 32}
    return told({"game_id": game_id, "finished_at": report.finished_at, "winner": side, "loser": side}, 201)


def serve_forever(where: str, port: int, profile: str | None) -> None:
    """A server in a process of its own."""
    from terazi.web import games, server

    games.quick_put = parse_or_record
    values = {**ServiceSettings().values, **LIMITS, "log.requests": False}
    desk = Desk(store=open_store(where), settings=ServiceSettings(values=values))
    if profile is None:
        server.serve(desk, "127.0.0.1", port)
        return
    import cProfile

    running = cProfile.Profile()
    running.runcall(server.serve, desk, "127.0.0.1", port)
    running.dump_stats(profile)


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """Running servers of one ladder: their ports and processes, and the database's, if it has one."""

    ports: list[int]
    pids: list[int | None]

    def cpu(self) -> float:
        """Seconds of processor that all of them used so far."""
        return sum(map(cpu_seconds, self.pids))


@contextmanager
def serving(
    where: str, processes: int = 1, database: Cluster | None = None, profile: str | None = None
) -> Iterator[Served]:
    """Servers of one ladder, for as long as the block lasts."""
    ports = [port() for _ in range(processes)]
    context = multiprocessing.get_context("spawn")
    running = [context.Process(target=serve_forever, args=(where, at, profile)) for at in ports]
    for process in running:
        process.start()
    try:
        yield Served(ports=ports, pids=[process.pid for process in running] + pids_of(database))
    finally:
        for process in running:
            assert process.pid is not None
            os.kill(process.pid, signal.SIGINT)
            process.join(30)


def pids_of(database: Cluster | None) -> list[int | None]:
    """The database's process, the parent of all its others."""
    return [] if database is None or database.server is None else [database.server.pid]


def prepared(where: str, games: int) -> str:
    """A ladder with so many games stored, and a key to it."""
    store = open_store(where, durable=False) if "://" not in where else open_store(where)
    now = clock_ms()
    open_ladder(store, now - 86_400_000)
    dice = random.Random(1)
    for first in range(0, games, 10_000):
        at = now - 80_000_000 + first * 100
        page = [
            report(dice, f"old{first + place}", at + place) for place in range(min(10_000, games - first))
        ]
        record_batch(store, page, at + 10_000)
    key = create_key(store, list(Scope), now).secret
    store.close()
    return key


def report(dice: random.Random, game_id: str, at: int) -> OutcomeReport:
    """An invented game."""
    winner, loser = dice.sample(range(PLAYERS), 2)
    cube = dice.choice(("1", "1", "2", "4"))
    return OutcomeReport(game_id=game_id, finished_at=at, winner=f"p{winner}", loser=f"p{loser}", cube=cube)


def single(prefix: str, seed: int, players: int = PLAYERS) -> Iterator[Request]:
    """Requests of one connection."""
    dice = random.Random(seed)
    number = 0
    while True:
        winner, loser = dice.sample(range(players), 2)
        yield "PUT", f"/v1/games/{prefix}{seed}-{number}", body(winner, loser, dice)
        number += 1


def body(winner: int, loser: int, dice: random.Random, **more: Any) -> bytes:
    """The body of an invented game that finished now."""
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    facts = {
        "finished_at": now,
        "winner": f"p{winner}",
        "loser": f"p{loser}",
        "cube": dice.choice((1, 1, 2, 4)),
    }
    return json.dumps(facts | more).encode()


def batches(prefix: str, seed: int, lines: int, games: int, players: int = PLAYERS) -> Iterator[Request]:
    """Batches of one connection, all made before the first is sent: making them is not the server's work."""
    dice = random.Random(f"{prefix}{seed}")
    made: list[Request] = []
    for first in range(0, games, lines):
        told = []
        for number in range(first, first + lines):
            winner, loser = dice.sample(range(players), 2)
            told.append(body(winner, loser, dice, game_id=f"{prefix}{seed}-{number}"))
        made.append(("POST", "/v1/games:batch", b"\n".join(told)))
    return iter(made)


def loaded(
    name: str, served: Served, key: str, asked: list[Iterator[Request]], seconds: float, games: int = 1
) -> Load:
    """Ask for so many seconds, each request for so many games, and print a line of figures."""
    cpu = served.cpu()
    load = asyncio.run(run_load(served.ports, key, asked, seconds))
    told = max(load.answers * games, 1)
    cpu = (served.cpu() - cpu) / told
    p50, p99 = (load.quantile(share) * 1000 for share in (0.5, 0.99))
    failed = f"   {load.failures} failures" if load.failures else ""
    rate = told / load.seconds
    line = f"{name:<46}{rate:>9,.0f} /s   cpu {1e6 * cpu:5.0f} us   p50 {p50:7.1f} ms   p99 {p99:7.1f} ms"
    print(line + failed, flush=True)
    return load


@dataclass(frozen=True, slots=True, kw_only=True)
class Yardstick:
    """pgbench on a cluster, and how many times its best we want to reach."""

    server: Cluster
    reach: int


def measure(
    store: str,
    fresh: Callable[[], str],
    seconds: float,
    games: int,
    yardstick: Yardstick | None,
    database: Cluster | None = None,
) -> None:
    """All figures of one store. Each run begins with so many games; pgbench runs just before the batches."""
    where = fresh()
    key = prepared(where, games)
    with serving(where, 1, database) as served:

        def singles(name: str, prefix: str) -> Load:
            asked = [single(prefix, seed) for seed in range(CONNECTIONS)]
            return loaded(f"{store}: {name}, {CONNECTIONS} connections", served, key, asked, seconds)

        singles("warming up", "warm")
        parsed = singles("parse and answer", PARSED)
        put = singles("single PUTs", "g")
        ratio = put.rate / parsed.rate
        late = put.quantile(0.99) / parsed.quantile(0.99)
        print(f"{'':<46}{ratio:9.2f} x parsing (reach 0.35); p99 {late:.1f} x (reach 5)")
    tps = None if yardstick is None else pgbench(yardstick.server, seconds)
    best = 0.0
    for processes, lines in product(PROCESSES, BATCHES):
        where = fresh()
        key = prepared(where, games)
        with serving(where, processes, database) as served:
            best = max(best, batch_rate(store, served, key, lines, seconds))
    if yardstick is not None and tps is not None:
        print(f"{'':<46}{best / tps:9.1f} x pgbench (reach {yardstick.reach})", flush=True)


def batch_rate(
    store: str, served: Served, key: str, lines: int, seconds: float, players: int = PLAYERS
) -> float:
    """Games a second in batches of so many lines, sent over two connections."""
    games, serial = int(seconds * MOST_GAMES / 2), time.time_ns()
    asked = [batches(f"b{serial}-", seed, lines, games, players) for seed in range(2)]
    name = f"{store}: batches of {lines:,}, {len(served.ports)} server{'s' * (len(served.ports) > 1)}"
    return loaded(name, served, key, asked, seconds, lines).rate * lines


def pgbench(server: Cluster, seconds: float) -> float | None:
    """Transactions a second of the TPC-B-like run: the best of few and many clients."""
    program = next(
        (path for path in (server.bin / "pgbench", Path("/usr/bin/pgbench")) if path.exists()), None
    )
    if program is None:
        return None
    address = ["-h", str(server.folder), "-U", "terazi", "postgres"]
    # The manual asks for a scale of at least the number of clients: else they wait for each other's rows.
    subprocess.run(
        [str(program), "-i", "-q", "-s", str(CONNECTIONS), *address], check=True, capture_output=True
    )
    best = 0.0
    for clients in PGBENCH_CLIENTS:
        run = [str(program), "-c", str(clients), "-j", "1", "-T", str(int(seconds)), *address]
        cpu = sum(map(cpu_seconds, [*pids_of(server), os.getpid()]))
        done = subprocess.run(run, check=True, capture_output=True, text=True)
        cpu = sum(map(cpu_seconds, [*pids_of(server), os.getpid()])) - cpu
        rate = float(next(line for line in done.stdout.splitlines() if line.startswith("tps")).split()[2])
        name = f"pgbench, TPC-B-like, scale {CONNECTIONS}, {clients} clients"
        print(f"{name:<46}{rate:>9,.0f} /s   cpu {1e6 * cpu / (rate * seconds):5.0f} us", flush=True)
        best = max(best, rate)
    return best


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=8)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--only", choices=("sqlite", "postgresql"))
    chosen = options.parse_args()
    with cluster() as server:
        found = server if isinstance(server, Cluster) else None
        if chosen.only != "postgresql":
            with tempfile.TemporaryDirectory(prefix="terazi-bench-") as folder:
                files = (str(Path(folder) / f"ladder{number}.db") for number in count())
                yardstick = found and Yardstick(server=found, reach=3)
                measure("SQLite", partial(next, files), chosen.seconds, chosen.games, yardstick)
        if found is not None and chosen.only != "sqlite":
            made = (found.create(f"bench{number}") for number in count())
            yardstick = Yardstick(server=found, reach=4)
            measure("PostgreSQL", partial(next, made), chosen.seconds, chosen.games, yardstick, found)


if __name__ == "__main__":
    main()
