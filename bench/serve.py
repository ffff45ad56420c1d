"""Durable rated games a second through HTTP, beside an endpoint that only parses the same body and answers.

    .venv/bin/python bench/serve.py [--seconds N] [--games N]

64 connections from one client process. Single PUTs and batches, on SQLite and, where there is one, PostgreSQL
beside pgbench's TPC-B-like run on the same cluster. Every answer counted was committed and synced.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from starlette.requests import Request  # noqa: E402
from starlette.responses import Response  # noqa: E402

from bench.http_load import Load, run_load  # noqa: E402
from terazi.core.reports import OutcomeReport  # noqa: E402
from terazi.service.games import record_batch  # noqa: E402
from terazi.service.keys import Scope, create_key  # noqa: E402
from terazi.service.ladders import open_ladder  # noqa: E402
from terazi.store.engine import open_store  # noqa: E402
from terazi.web.desk import Desk, clock_ms, desk_of, need  # noqa: E402
from terazi.web.games import record_one  # noqa: E402
from terazi.web.reading import object_in, read_body, report_in  # noqa: E402
from terazi.web.server import free_port  # noqa: E402
from terazi.web.serving import told  # noqa: E402
from terazi.web.settings import ServiceSettings  # noqa: E402
from tests.postgres import Cluster, cluster  # noqa: E402

CONNECTIONS = 64
PLAYERS = 10_000
PARSED = "parsed-"
"""Games with such an id are parsed and answered, and not recorded: the endpoint to compare with."""
LIMITS = {"limits.key_requests_per_second": 1_000_000, "limits.key_burst": 1_000_000}


async def parse_or_record(request: Request) -> Response:
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


@contextmanager
def serving(where: str, profile: str | None = None) -> Iterator[int]:
    """A running server; its port."""
    port = free_port("127.0.0.1")
    process = multiprocessing.get_context("spawn").Process(target=serve_forever, args=(where, port, profile))
    process.start()
    try:
        yield port
    finally:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGINT)
        process.join(30)


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


def single(prefix: str, seed: int) -> Iterator[tuple[str, str, bytes]]:
    """Requests of one connection: (method, path, body)."""
    dice = random.Random(seed)
    number = 0
    while True:
        winner, loser = dice.sample(range(PLAYERS), 2)
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


def batches(prefix: str, seed: int, lines: int) -> Iterator[tuple[str, str, bytes]]:
    """Batches of one connection."""
    dice = random.Random(seed)
    number = 0
    while True:
        games = []
        for _ in range(lines):
            winner, loser = dice.sample(range(PLAYERS), 2)
            games.append(body(winner, loser, dice, game_id=f"{prefix}{seed}-{number}"))
            number += 1
        yield "POST", "/v1/games:batch", b"\n".join(games)


def measured(name: str, load: Load, games_each: int = 1) -> float:
    """Print a line of figures; the games (or requests) a second."""
    rate = load.answers * games_each / load.seconds
    p50, p99 = (load.quantile(share) * 1000 for share in (0.5, 0.99))
    failed = f"   {load.failures} failures" if load.failures else ""
    print(f"{name:<44} {rate:>9,.0f} /s   p50 {p50:7.1f} ms   p99 {p99:7.1f} ms{failed}", flush=True)
    return rate


def measure(store: str, where: str, seconds: float, games: int) -> dict[str, float]:
    """All figures of one store."""
    key = prepared(where, games)
    found = {}
    with serving(where) as port:

        def load(requests: Any, connections: int = CONNECTIONS) -> Load:
            return asyncio.run(run_load(port, key, [requests(seed) for seed in range(connections)], seconds))

        load(lambda seed: single("warm", seed))
        parsed = load(lambda seed: single(PARSED, seed))
        found["parsed"] = measured(f"{store}: parse and answer, 64 connections", parsed)
        put = load(lambda seed: single("g", seed))
        found["put"] = measured(f"{store}: single PUTs, 64 connections", put)
        found["p99"] = put.quantile(0.99) / parsed.quantile(0.99)
        ratio = found["put"] / found["parsed"]
        print(f"{'':<44} {ratio:.2f} x parsing (reach 0.35); p99 {found['p99']:.1f} x (reach 5)")
        batch = load(lambda seed: batches("b", seed, 1_000), 2)
        found["batch"] = measured(f"{store}: batches of 1,000, 2 connections", batch, 1_000)
    return found


def pgbench(server: Cluster, seconds: float) -> float | None:
    """Transactions a second of the TPC-B-like run, with as many clients as we have connections."""
    program = next(
        (path for path in (server.bin / "pgbench", Path("/usr/bin/pgbench")) if path.exists()), None
    )
    if program is None:
        return None
    address = ["-h", str(server.folder), "-U", "terazi", "postgres"]
    subprocess.run([str(program), "-i", "-q", "-s", "10", *address], check=True, capture_output=True)
    run = [str(program), "-c", "16", "-j", "1", "-T", str(int(seconds)), *address]
    done = subprocess.run(run, check=True, capture_output=True, text=True)
    line = next(line for line in done.stdout.splitlines() if line.startswith("tps"))
    return float(line.split()[2])


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=8)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--only", choices=("sqlite", "postgresql"))
    chosen = options.parse_args()
    tps = None
    with cluster() as server:
        if isinstance(server, Cluster) and (tps := pgbench(server, chosen.seconds)):
            print(f"{'pgbench, TPC-B-like, scale 10, 16 clients':<44} {tps:>9,.0f} /s")
        if chosen.only != "postgresql":
            with tempfile.TemporaryDirectory(prefix="terazi-bench-") as folder:
                found = measure("SQLite", str(Path(folder) / "ladder.db"), chosen.seconds, chosen.games)
                if tps:
                    print(f"{'':<44} batches {found['batch'] / tps:.1f} x pgbench (reach 3)")
        if isinstance(server, Cluster) and chosen.only != "sqlite":
            found = measure("PostgreSQL", server.create("bench"), chosen.seconds, chosen.games)
            if tps:
                print(f"{'':<44} batches {found['batch'] / tps:.1f} x pgbench (reach 4)")


if __name__ == "__main__":
    main()
