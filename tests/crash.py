"""The crash runs of the tests, again and again, for as long as one likes: `make crash MINUTES=5`.

Each run has a ladder of its own, clients that tell every game until it is answered, and something that kills.
Afterwards the whole ladder is held against all that was answered; the first thing that is wrong ends it all.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from tests.postgres import Cluster, cluster
from tests.service.harming import cut, play_through, stop_at_once
from tests.web.crashing import kill, told_through

CHECKED = """\
After every run: each answer is in the ledger under the number it named, no game stands twice, the numbers
have no gap and are in the order of acceptance, and the projections equal a rebuild by the rules."""


@dataclass(slots=True)
class Place:
    """Where the ladders of one kind of store are made."""

    kind: str
    folder: Path
    server: Cluster | None
    serial: Iterator[int] = field(default_factory=count)

    def fresh(self) -> str:
        """The address of an empty database."""
        name = f"ladder{next(self.serial)}"
        return self.server.create(name) if self.server else str(self.folder / f"{name}.db")


@dataclass(frozen=True, slots=True)
class Run:
    """One way to harm a ladder: how often in one run, and what gives the number of games answered then."""

    what: str
    times: int
    do: Callable[[Place, int, int], int]
    needs_server: bool = False


def kill_writers(place: Place, times: int, seed: int) -> int:
    command = [sys.executable, "-m", "tests.service.crashing", place.fresh(), str(times), str(seed)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return int(done.stdout.split()[2])


def kill_servers(place: Place, times: int, seed: int) -> int:
    return told_through(place.fresh(), kill, times, seed)


def server_of(place: Place) -> Cluster:
    assert place.server is not None, "only PostgreSQL has sessions and can stop"
    return place.server


RUNS = (
    Run("kill -9 of the bare writer", 50, kill_writers),
    Run("kill -9 of the server under HTTP", 10, kill_servers),
    Run(
        "sessions cut behind the bare writer",
        10,
        lambda place, times, seed: play_through(place.fresh(), lambda: cut(server_of(place)), times),
        needs_server=True,
    ),
    Run(
        "sessions cut behind the server",
        10,
        lambda place, times, seed: told_through(place.fresh(), lambda *_: cut(server_of(place)), times, seed),
        needs_server=True,
    ),
    Run(
        "immediate stops behind the bare writer",
        2,
        lambda place, times, seed: play_through(place.fresh(), lambda: stop_at_once(server_of(place)), times),
        needs_server=True,
    ),
    Run(
        "immediate stops behind the server",
        2,
        lambda place, times, seed: told_through(
            place.fresh(), lambda *_: stop_at_once(server_of(place)), times, seed
        ),
        needs_server=True,
    ),
)


def places(asked: str, stack: ExitStack) -> Iterator[Place]:
    """The stores to harm: SQLite in a temporary folder, PostgreSQL with a cluster of its own, or both."""
    if asked in ("sqlite", "both"):
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="terazi-crash-"))
        yield Place("sqlite", Path(folder), None)
    if asked in ("postgresql", "both"):
        running = stack.enter_context(cluster())
        if isinstance(running, str):
            sys.exit(running)
        yield Place("postgresql", running.folder, running)


def crash(minutes: float, asked: str, seed: int) -> None:
    """Harm and verify until the time is over, every way at least once; say what was done."""
    harms: Counter[str] = Counter()
    answers, deadline, dice = 0, time.monotonic() + 60 * minutes, random.Random(seed)
    with ExitStack() as stack:
        there = list(places(asked, stack))
        for turn in count():
            for place in there:
                for run in RUNS:
                    over = turn > 0 and time.monotonic() > deadline
                    if over or (run.needs_server and place.server is None):
                        continue
                    said = run.do(place, run.times, dice.randrange(2**31))
                    say(f"{place.kind}: {run.times} × {run.what}: {said:,} answers, all kept")
                    harms[f"{place.kind}: {run.what}"] += run.times
                    answers += said
            if time.monotonic() > deadline:
                break
    say(f"\n{sum(harms.values()):,} times harmed, {answers:,} games answered, nothing lost, nothing doubled.")
    for what, times in harms.items():
        say(f"{times:7,}  {what}")
    say(CHECKED)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(prog="make crash", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--store", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--seed", type=int, default=None)
    asked = parser.parse_args()
    seed = time.time_ns() % 2**31 if asked.seed is None else asked.seed
    say(f"seed {seed}")
    crash(asked.minutes, asked.store, seed)


if __name__ == "__main__":
    main()
