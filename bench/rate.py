"""Rating measured against other engines: the same games, the same run, the same machine.

    .venv-bench/bin/python bench/rate.py

Whole processes first, while this one is small; then the scans beside each other.
"""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.processes import Use, used  # noqa: E402

CACHE = ROOT / ".cache" / "bench"
BIN = Path(sys.executable).parent
PLAYERS = (10_000, 1_000_000)
MEGABYTE = 10**6


def main() -> None:
    """Measure everything and print it."""
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    print(f"load before: {os.getloadavg()[0]:.1f} (above 0.5, figures are too low)\n")
    for lines in (whole_processes(), light_commands(), *map(scans, PLAYERS)):
        for line in lines:
            print(line, flush=True)
        print()


def whole_processes() -> Iterator[str]:
    """`terazi rate` beside scripts that do the same job with other engines, from the same file."""
    path = csv_file(PLAYERS[0])
    terazi = used([str(BIN / "terazi"), "rate", str(path)], rounds=5)
    evalica = used([sys.executable, str(ROOT / "bench" / "rate_with_evalica.py"), str(path)], rounds=5)
    elote = used([sys.executable, str(ROOT / "bench" / "rate_with_elote.py"), str(path)], rounds=2)
    yield f"1,000,000 games of {PLAYERS[0]:,} players from CSV to a leaderboard, whole process"
    for name, use in (("terazi rate", terazi), ("evalica", evalica), ("elote", elote)):
        yield process_line(name, use, terazi)
    yield reach("elote / terazi", elote.wall / terazi.wall, 5)
    yield reach("evalica / terazi", evalica.wall / terazi.wall, 1)
    yield reach("500 MB / peak memory", 500 * MEGABYTE / terazi.peak, 1)


def csv_file(players: int) -> Path:
    """The games as a file, written by a process of its own unless it is there."""
    path = CACHE / f"games-{players}.csv"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        games = [sys.executable, str(ROOT / "bench" / "games.py"), str(players), str(part)]
        subprocess.run(games, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
        part.rename(path)
    return path


def process_line(name: str, use: Use, ours: Use) -> str:
    """One process in a table."""
    ratio = f"{use.wall / ours.wall:6.2f} x ours"
    return f"  {name:<28}{use.wall:7.2f} s  {use.cpu:7.2f} s cpu  {use.peak / MEGABYTE:6.0f} MB  {ratio}"


def light_commands() -> Iterator[str]:
    """Commands that people wait for."""
    yield "Processor time of light commands"
    for arguments in (["--help"], ["preview", "1500", "1600"]):
        use = used([str(BIN / "terazi"), *arguments], rounds=10)
        yield f"  {'terazi ' + ' '.join(arguments):<28}{1000 * use.cpu:7.0f} ms"
        yield reach("150 ms / processor time", 0.150 / use.cpu, 1)


def scans(players: int) -> Iterator[str]:
    """Everybody's games per second on the same games, in this process."""
    from bench.contest import EVALICA, LOOP, PLAIN, SCAN, measured
    from bench.games import GAMES, made_up

    rates = measured(made_up(players))
    ours = rates[SCAN][1]
    yield f"{GAMES:,} games of {players:,} players, million games per second"
    for name, (games, rate) in rates.items():
        part = "" if games == GAMES else f"  (on the first {games:,})"
        yield f"  {name:<28}{rate / 1e6:9.3f}  ours is {ours / rate:8.1f} x{part}"
    yield reach("scan / evalica's fastest", ours / rates[EVALICA][1], 8)
    yield reach("scan / float loop", ours / rates[LOOP][1], 25)
    yield reach("plain scan / float loop", rates[PLAIN][1] / rates[LOOP][1], 0.25)


def reach(what: str, measured: float, wanted: float) -> str:
    """A goal, and whether it was reached."""
    return f"    {what:<26}{measured:9.2f}  reach {wanted:g}: {'yes' if measured >= wanted else 'NO'}"


if __name__ == "__main__":
    main()
