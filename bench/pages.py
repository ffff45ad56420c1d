"""What a page costs the server: CPU time a page, beside the bare framework answering as many bytes.

    .venv/bin/python bench/pages.py [--db LADDER | --players N --games N] [--pages N]

One connection asks for N different pages of each kind, one after the other; the server's own CPU time (all of
its threads, from the kernel) is divided by N. The bare framework is FastAPI on the same server with one route
that returns ready bytes, asked in the same way in the same run. `first` is a page that this process never
made before, `made` one that it made in an earlier state of the ladder, `kept` one that is asked for again
while nothing has changed.
"""

import argparse
import http.client
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import uvicorn  # noqa: E402
from fastapi import FastAPI  # noqa: E402
from starlette.responses import Response  # noqa: E402

from bench.data import GAMES, PLAYERS, make_sqlite  # noqa: E402
from terazi.service.boards import leaderboard  # noqa: E402
from terazi.service.ladders import head  # noqa: E402
from terazi.service.profiles import history  # noqa: E402
from terazi.store.engine import open_store  # noqa: E402
from terazi.web.desk import Desk  # noqa: E402
from terazi.web.server import serve  # noqa: E402
from terazi.web.settings import ServiceSettings  # noqa: E402
from tests.web import processes  # noqa: E402

LIMITS = {
    "limits.address_requests_per_second": 1_000_000,
    "limits.address_burst": 1_000_000,
    "log.requests": False,
}
TICK = os.sysconf("SC_CLK_TCK")
ROUNDS = 6
STRETCH, QUICKER = 10, 10
"""Pages of a stretch, and how many times as many answers it has where they are quick."""
SEED = 20


def bare(port: int) -> None:
    """FastAPI with one route: so many bytes, or 304."""
    app = FastAPI(openapi_url=None)
    ready = bytes(1 << 20)

    @app.get("/bytes/{size}")
    async def answer(size: int) -> Response:
        if size == 0:
            return Response(None, 304)
        return Response(ready[:size], media_type="text/html")

    uvicorn.run(
        app,
        host="127.0.0.1",
        port=port,
        loop="uvloop",
        http="httptools",
        access_log=False,
        timeout_keep_alive=75,
        log_level="error",
    )


def ours(port: int, where: str) -> None:
    """The service as it is."""
    serve(
        Desk(
            store=open_store(where), settings=ServiceSettings(values={**ServiceSettings().values, **LIMITS})
        ),
        "127.0.0.1",
        port,
    )


@dataclass(slots=True)
class Server:
    """A server in a process of its own, and one connection to it."""

    process: multiprocessing.process.BaseProcess
    connection: http.client.HTTPConnection

    def ask(self, path: str, headers: dict[str, str] | None = None) -> tuple[int, bytes, str]:
        """Status, body and tag of one page."""
        self.connection.request("GET", path, headers=headers or {})
        response = self.connection.getresponse()
        return response.status, response.read(), response.headers.get("ETag", "")

    def cpu(self) -> float:
        """CPU seconds that the process has used, to a nanosecond."""
        tasks = Path(f"/proc/{self.process.pid}/task")
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9


@contextmanager
def running(target: Callable[..., None], *more: str) -> Iterator[Server]:
    """A server in a process of its own, until the block is left."""
    port = processes.port()
    process = multiprocessing.get_context("spawn").Process(target=target, args=(port, *more))
    process.start()
    server = Server(process, http.client.HTTPConnection("127.0.0.1", port, timeout=60))
    for _ in range(600):
        try:
            server.ask("/bytes/1")
        except OSError:
            server.connection.close()
            time.sleep(0.1)
        else:
            break
    try:
        yield server
    finally:
        process.terminate()
        process.join()


def micros(
    server: Server, paths: Sequence[str], headers: Sequence[dict[str, str]] | None = None
) -> tuple[float, float]:
    """CPU time a page (µs), and its mean size in bytes."""
    before, size = server.cpu(), 0
    for place, path in enumerate(paths):
        status, body, _ = server.ask(path, headers[place] if headers else None)
        assert status in (200, 304), (path, status)
        size += len(body)
    return (server.cpu() - before) / len(paths) * 1e6, size / len(paths)


def addresses(where: str, pages: int) -> dict[str, list[str]]:
    """Pages of each kind, chosen by chance."""
    store = open_store(where)
    dice = random.Random(SEED)
    print(f"a ladder of {head(store).number:,} entries")
    board, after = [], None
    for _ in range(20):
        page = leaderboard(store, limit=1_000, after=after)
        board += [page.names[line.player].player for line in page.lines]
        after = page.after
        if after is None:
            break
    players = [dice.choice(board) for _ in range(pages)]
    games = []
    for player in players:
        events = history(store, player, limit=20).events
        found = [event.entry.facts.game_id for event in events if hasattr(event.entry.facts, "game_id")]
        games += [dice.choice(found)] if found else []
    store.close()
    return {
        "leaderboard": [f"/{dice.choice(['en', 'tr'])}/" for _ in range(pages)],
        "player": [f"/en/players/{quote(player, safe='')}" for player in players],
        "game": [f"/tr/games/{quote(game, safe='')}" for game in games],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", help="another ladder than that of `make bench-data`")
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--games", type=int, default=GAMES)
    chosen = parser.parse_args()
    where = chosen.db or str(make_sqlite(chosen.players, chosen.games))
    wanted = addresses(where, chosen.pages)
    with running(bare) as plain, running(ours, where) as site:
        print(
            f"{'page':<14}{'bytes':>8}{'first µs':>9}{'made µs':>9}{'kept µs':>9}{'bare µs':>9}"
            f"{'first':>7}{'made':>7}{'kept':>7}  reach"
        )
        for kind, paths in wanted.items():
            report(kind, *compared(site, plain, paths))
        tags = [{"If-None-Match": site.ask(path)[2]} for path in wanted["player"]]
        kept = [micros(site, wanted["player"], tags)[0] for _ in range(ROUNDS)]
        least = [micros(plain, ["/bytes/0"] * len(tags))[0] for _ in range(ROUNDS)]
        one, other = min(kept), min(least)
        print(
            f"{'304':<14}{0:>8}{'':>9}{'':>9}{one:>9,.0f}{other:>9,.0f}{'':>7}{'':>7}{one / other:>7.1f}  ≤ 2"
        )


def compared(site: Server, plain: Server, paths: Sequence[str]) -> tuple[float, ...]:
    """Bytes; CPU time (µs) of a page never made, made again, kept, of the bare framework.

    Some pages at a time, by turns; of each such stretch the least of all rounds. A stretch of quick answers
    has more of them, so that all last about as long, and other work on the machine hits all alike.
    """
    micros(site, paths[:1])  # the templates, which every page of its kind shares
    first, size = micros(site, [f"{path}?first={place}" for place, path in enumerate(paths)])
    bare_paths = [f"/bytes/{round(size)}"] * (STRETCH * QUICKER)
    best: dict[int, tuple[float, ...]] = {}
    for turn in range(ROUNDS):
        for start in range(0, len(paths), STRETCH):
            some = paths[start : start + STRETCH]
            found = (
                micros(site, [f"{path}?asked={turn}.{start + place}" for place, path in enumerate(some)])[0],
                micros(site, some * QUICKER)[0],
                micros(plain, bare_paths)[0],
            )
            best[start] = tuple(map(min, found, best.get(start, found)))
    made, kept, least = (sum(column) / len(best) for column in zip(*best.values(), strict=True))
    return size, first, made, kept, least


def report(kind: str, size: float, first: float, made: float, kept: float, least: float) -> None:
    """One line; ratios of one run."""
    print(
        f"{kind:<14}{size:>8,.0f}{first:>9,.0f}{made:>9,.0f}{kept:>9,.0f}{least:>9,.0f}"
        f"{first / least:>7.1f}{made / least:>7.1f}{kept / least:>7.1f}  ≤ 12"
    )


if __name__ == "__main__":
    main()
