"""The study measured: `sweep` beside elote's tuner and a float loop; calibration beside reading.

    .venv-bench/bin/python bench/study.py
    .venv/bin/python bench/study.py cluster

The same games in one run, on one machine. elote is in .venv-bench, Dask in .venv (the extra `study`).
"""

import os
import platform
import resource
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.games import GAMES, made_up  # noqa: E402
from terazi.core.catalogue import CURRENT  # noqa: E402
from terazi.core.formula import Formula  # noqa: E402
from terazi.replay.history import History  # noqa: E402
from terazi.study.calibrate import calibrate  # noqa: E402
from terazi.study.lanes import Span  # noqa: E402
from terazi.study.sweep import Grid, losses_of, spans_of  # noqa: E402
from terazi.study.workers import Workers, processors  # noqa: E402

PLAYERS = 10_000
GRID = Grid(divisor=tuple(range(400, 2000, 100)), k=(8, 16, 24, 32), busy_games=(30, 50), cube=(True, False))
LARGE = Grid(
    divisor=tuple(range(400, 2000, 50)),
    k=(8, 12, 16, 20, 24, 28, 32, 40),
    busy_games=(30, 50),
    cube=(True, False),
)
TUNED = 20_000
LOOPED = 200_000
BIG = 10_000_000
MANY = 100_000
ROUNDS = 3


def main() -> None:
    """Measure what is asked for, and print it."""
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    print(f"load before: {os.getloadavg()[0]:.1f} (above 0.5, figures are too low)\n")
    history = made_up(PLAYERS)
    parts = (cluster(history),) if sys.argv[1:] == ["cluster"] else (sweeps(history), calibration())
    for part in parts:
        for line in part:
            print(line, flush=True)
        print()


def sweeps(history: History) -> Iterator[str]:
    """Variant-games a second of every way to tune."""
    variants, spans, work = task(history)
    yield f"{len(variants)} variants on {GAMES:,} games of {PLAYERS:,} players, million games a second each"

    def run() -> object:
        return losses_of(history, variants, spans)

    first = best(run, rounds=1)  # loads or compiles machine code, and fills the tables
    alone = work / best(run)
    yield line("terazi sweep, one thread", alone)
    everybody = Workers(threads=processors())
    default = work / best(lambda: losses_of(history, variants, spans, everybody))
    yield line(f"terazi sweep as it runs by default, threads: {everybody.threads}", default)
    yield f"    start-up, in the first sweep of a process alone: {first - work / alone:.2f} s"
    yield line("terazi sweep, processor time", work / best(run, clock=processor))
    yield from threads(history, spans)
    loop = float_loop(history) / 1e6
    yield line("float Elo loop with losses", loop)
    yield reach("sweep, one thread, million variant-games/s", alone, 300)
    yield reach("sweep by default, the same", default, 300)
    tuner = elote_tuner(history) / 1e6
    yield line("elote's tuner", tuner)
    yield reach("sweep / elote's tuner", alone / tuner, 500)
    yield f"    sweep / float loop {alone / loop:.0f}"
    yield f"    peak memory of this process {peak_mb():.0f} MB"


def task(history: History) -> tuple[list[Formula], list[Span], float]:
    """The variants, the spans, and millions of variant-games."""
    variants = GRID.variants()
    return variants, spans_of(history.games, history.games // 5), len(variants) * history.games / 1e6


def threads(history: History, spans: list[Span]) -> Iterator[str]:
    """From one thread to two, over a large grid; the games and the machine code are there already."""
    variants = LARGE.variants()
    work = len(variants) * history.games / 1e6
    losses_of(history, variants, spans)  # fills the tables of the further variants
    one, two = (
        work / best(lambda count=count: losses_of(history, variants, spans, Workers(threads=count)))
        for count in (1, 2)
    )
    yield line(f"terazi sweep, {len(variants)} variants, one thread", one)
    yield line(f"terazi sweep, {len(variants)} variants, two threads", two)
    yield f"    one -> two threads x {two / one:.2f}"


def cluster(history: History) -> Iterator[str]:
    """The same on a local Dask cluster with two workers, beside one thread here."""
    from distributed import LocalCluster

    variants, spans, work = task(history)
    here = losses_of(history, variants, spans)
    yield f"{len(variants)} variants on {GAMES:,} games, million games a second each"
    yield line("terazi sweep, one thread", work / best(lambda: losses_of(history, variants, spans)))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as made:
        where = Workers(cluster=made.scheduler_address)
        there = losses_of(history, variants, spans, where)
        yield line(
            "terazi sweep, Dask with two workers",
            work / best(lambda: losses_of(history, variants, spans, where)),
        )
    same = (here.log_loss == there.log_loss).all() and (here.brier == there.brier).all()
    yield f"    the same losses, to the last bit: {'yes' if same else 'NO'}"


def float_loop(history: History) -> float:
    """Games a second of plain Elo that also adds up its log loss."""
    from math import log

    pairs = list(zip(history.winner[:LOOPED].tolist(), history.loser[:LOOPED].tolist(), strict=True))

    def run() -> float:
        ratings, loss = [1500.0] * history.players, 0.0
        for winner, loser in pairs:
            chance = 1 / (1 + 10 ** ((ratings[loser] - ratings[winner]) / 1200))
            loss -= log(chance)
            ratings[winner] += 32 * (1 - chance)
            ratings[loser] -= 32 * (1 - chance)
        return loss

    return LOOPED / best(run)


def elote_tuner(history: History) -> float:
    """Variant-games a second of `elote.evaluation.tune`, over two variants of its Elo."""
    from elote import EloCompetitor
    from elote.evaluation import tune

    rows = [
        (f"p{winner}", f"p{loser}", 1.0, None, None)
        for winner, loser in zip(history.winner[:TUNED].tolist(), history.loser[:TUNED].tolist(), strict=True)
    ]
    periods = [rows[start : start + 1000] for start in range(0, TUNED, 1000)]
    grid = {"k_factor": [16, 32]}
    return 2 * TUNED / best(lambda: tune(EloCompetitor, grid, periods), rounds=1)


def calibration() -> Iterator[str]:
    """Calibrating ten million games from Parquet, beside reading and encoding them."""
    from terazi.cli.study_parquet import ParquetGames, read_parquet

    calibrate(made_up(PLAYERS, 50_000), CURRENT)  # start-up: compiled code and tables
    with TemporaryDirectory() as folder:
        path = Path(folder, "games.parquet")
        write_parquet(made_up(MANY, BIG), path)
        began = perf_counter()
        games = read_parquet([str(path)], {}, None)
        read = perf_counter() - began
        assert isinstance(games, ParquetGames)
        began = perf_counter()
        found = calibrate(games.history, CURRENT)
        whole = read + perf_counter() - began
    yield f"Calibrate {found.games:,} games of {MANY:,} players from Parquet"
    yield f"  reading and encoding {read:.2f} s, all of it {whole:.2f} s, peak memory {peak_mb():.0f} MB"
    yield reach("2 x reading / all", 2 * read / whole, 1)


def write_parquet(history: History, path: Path) -> None:
    """The games as Parquet, compressed as polars does."""
    import polars as pl

    names = pl.Series([f"p{player:05}" for player in range(history.players)])
    pl.DataFrame(
        {
            "game_id": pl.int_range(history.games, eager=True).cast(pl.String).str.zfill(9),
            "finished_at": pl.Series(history.finished_at).cast(pl.Datetime("ms", "UTC")),
            "winner": names.gather(history.winner),
            "loser": names.gather(history.loser),
            "cube": pl.Series([1, 2, 4, 8]).gather(history.stake),
        }
    ).write_parquet(path)


def best(
    work: Callable[[], object], rounds: int = ROUNDS, clock: Callable[[], float] = perf_counter
) -> float:
    """The least of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        began = clock()
        work()
        times.append(clock() - began)
    return min(times)


def processor() -> float:
    """Seconds of processor that this process used."""
    use = resource.getrusage(resource.RUSAGE_SELF)
    return use.ru_utime + use.ru_stime


def peak_mb() -> float:
    """Most memory that this process had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


def line(name: str, rate: float) -> str:
    """One way in the table."""
    return f"  {name:<50}{rate:10.3f}"


def reach(what: str, measured: float, wanted: float) -> str:
    """A goal, and whether it was reached."""
    return f"    {what:<44}{measured:9.2f}  reach {wanted:g}: {'yes' if measured >= wanted else 'NO'}"


if __name__ == "__main__":
    main()
