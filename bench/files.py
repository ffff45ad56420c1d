"""Reading match files measured against gammonview: the same files, the same run, the same machine.

    .venv-bench/bin/python bench/files.py [FOLDER]

FOLDER holds `.txt` or `.mat` files; without it, matches of a random player are made and written in every
dialect. Ours reads the bytes, replays every game on the board and says who won. gammonview's
`parse_mat_file` reads the text and looks at no board; its `mat_to_ogxm` makes a record with the position
after every move.
"""

import io
import os
import platform
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from gvformat.mat import mat_to_ogxm  # noqa: E402
from gvformat.mat_parser import parse_mat_file  # noqa: E402

from terazi.formats.game_outcome import GameOutcome  # noqa: E402
from terazi.formats.mat_write import DIALECTS, write_mat  # noqa: E402
from terazi.formats.match_files import read_match_file  # noqa: E402
from terazi.formats.replay_match import replayed  # noqa: E402

MATCHES = 40
ROUNDS = 7


def main() -> None:
    """Measure everything and print it."""
    files = _files(Path(sys.argv[1])) if len(sys.argv) > 1 else _made()
    size = sum(map(len, files))
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    print(f"load before: {os.getloadavg()[0]:.1f}; {len(files)} files, {size:,} bytes\n")
    ways: dict[str, Callable[[bytes], int]] = {
        "terazi: read and replay": _ours,
        "terazi: read": _ours_unplayed,
        "gammonview parse_mat_file (no board)": _parsed,
        "gammonview mat_to_ogxm (boards)": _reconstructed,
    }
    # In turn, so that a busy moment of the machine falls on no one alone.
    rounds = [{name: _once(way, files) for name, way in ways.items()} for _ in range(ROUNDS)]
    seconds = {name: min(each[name] for each in rounds) for name in ways}
    games = sum(map(_ours, files))
    ours = seconds["terazi: read and replay"]
    for name, taken in seconds.items():
        refused = sum(ways[name](data) < 0 for data in files)
        told = f", {refused} files refused" if refused else ""
        print(f"{name:<38} {games / taken:>8,.0f} games/s   {taken / ours:>5.2f} x our time{told}")


def _files(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in {".txt", ".mat"}]


def _made() -> list[bytes]:
    # By its path: another package of the environment may be called `tests`.
    made_match = runpy.run_path(str(ROOT / "tests" / "formats" / "match_maker.py"))["made_match"]
    names = (("ayla", "bora"),)
    made = [made_match(seed, 7, names) for seed in range(MATCHES)]
    return [write_mat(match, dialect).encode() for match in made for dialect in DIALECTS.values()]


def _once(way: Callable[[bytes], int], files: list[bytes]) -> float:
    began = process_time()
    for data in files:
        way(data)
    return process_time() - began


def _ours(data: bytes) -> int:
    return sum(isinstance(each, GameOutcome) for each in replayed(read_match_file(io.BytesIO(data))))


def _ours_unplayed(data: bytes) -> int:
    return sum(1 for _ in read_match_file(io.BytesIO(data)))


def _parsed(data: bytes) -> int:
    return len(parse_mat_file(data.decode("utf-8", "replace"))["games"])


def _reconstructed(data: bytes) -> int:
    """Games, or -1 where gammonview gives up."""
    try:
        return len(mat_to_ogxm(data.decode("utf-8", "replace"))["games"])
    except (ValueError, KeyError, IndexError):
        return -1


if __name__ == "__main__":
    main()
