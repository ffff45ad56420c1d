"""How a ladder ages: a million players and millions of games beside 10,000 players and 100,000 games.

    .venv/bin/python bench/large.py [--games N] [--seconds N]

On the ladder of `bench/data.py`, made first if it is not there: the rank of any player, and batches through
HTTP, with every player as likely as every other. The games of the run stay in it.
"""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.data import GAMES, PLAYERS, make_sqlite, player_id, postgresql  # noqa: E402
from bench.serve import batch_rate, prepared, serving  # noqa: E402
from terazi.service.keys import Scope, create_key  # noqa: E402
from terazi.service.profiles import place_in, player  # noqa: E402
from terazi.store.board import around  # noqa: E402
from terazi.store.engine import Store, open_store  # noqa: E402
from terazi.web.desk import clock_ms  # noqa: E402
from tests.postgres import Cluster, cluster  # noqa: E402

LINES = 1_000
RANKS = 2_000
SMALL_GAMES = 100_000


def ranks(name: str, store: Store, players: int) -> None:
    """How long the rank of a rating takes in the store, and a whole profile, of any players."""
    dice = random.Random(7)
    ratings = [dice.randint(1_300, 1_700) for _ in range(RANKS)]
    with store.reading() as connection:
        timed(
            f"{name}: rank of any rating",
            [lambda at=at: place_in(around(connection, at), at) for at in ratings],
        )
    ids = [player_id(dice.randrange(players)) for _ in range(RANKS)]
    timed(
        f"{name}: whole profile with its rank",
        [lambda one=one: player(store, one, clock_ms()) for one in ids],
    )


def timed(what: str, calls: list) -> None:  # type: ignore[type-arg]
    """Print the median and the 99th percentile of calls, one after the other."""
    times = []
    for call in calls:
        began = time.perf_counter()
        call()
        times.append(1000 * (time.perf_counter() - began))
    times.sort()
    print(
        f"{what:<44} p50 {times[len(times) // 2]:7.3f} ms   p99 {times[len(times) * 99 // 100]:7.3f} ms",
        flush=True,
    )


def rate(name: str, where: str, key: str, seconds: float, players: int, database: Cluster | None) -> float:
    """Games a second in batches, in the second of two runs: caches are filled in the first."""
    with serving(where, 1, database) as served:
        batch_rate(f"(warm up) {name}", served, key, LINES, seconds / 2, players)
        return batch_rate(name, served, key, LINES, seconds, players)


def aged(
    name: str,
    small: tuple[str, Cluster | None],
    large: tuple[str, Cluster | None],
    seconds: float,
    players: int,
) -> None:
    """The small ladder and the large one, in turn: where each is, and its database."""
    key = prepared(small[0], SMALL_GAMES)
    fresh = rate(f"{name}, small", small[0], key, seconds, 10_000, small[1])
    store = open_store(large[0])
    ranks(name, store, players)
    key = create_key(store, list(Scope), clock_ms()).secret
    store.close()
    old = rate(f"{name}, large", large[0], key, seconds, players, large[1])
    print(f"{'':<44} a game costs {fresh / old:.1f} x as much (reach 2)", flush=True)


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=8)
    options.add_argument("--players", type=int, default=PLAYERS)
    options.add_argument("--games", type=int, default=GAMES)
    options.add_argument("--only", choices=("sqlite", "postgresql"))
    chosen = options.parse_args()
    if chosen.only != "postgresql":
        large = make_sqlite(chosen.players, chosen.games)
        with tempfile.TemporaryDirectory(prefix="terazi-bench-") as folder:
            small = str(Path(folder) / "ladder.db")
            aged("SQLite", (small, None), (str(large), None), chosen.seconds, chosen.players)
    if chosen.only != "sqlite":
        with cluster() as fresh, postgresql(chosen.players, chosen.games) as old:
            if isinstance(fresh, Cluster) and old is not None:
                small, at = fresh.create("bench"), old.address("postgres")
                aged("PostgreSQL", (small, fresh), (at, old), chosen.seconds, chosen.players)


if __name__ == "__main__":
    main()
