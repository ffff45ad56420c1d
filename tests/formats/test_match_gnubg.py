"""GNU Backgammon as a witness: it reads the same files and names the same winner of every game.

gnubg turns a `.mat` file into its own `.sgf`, which states a winner for every game that it thinks is over.
Skipped where the program is not installed (Debian package `gnubg`).
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from terazi.board.side import Side
from terazi.formats.game_outcome import GameOutcome
from terazi.formats.mat_write import DIALECTS, MatDialect, write_mat
from terazi.formats.match_files import read_match_file
from terazi.formats.replay_match import replayed
from tests.formats.match_maker import made_match

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
pytestmark = pytest.mark.skipif(GNUBG is None, reason="needs the program gnubg (Debian package gnubg)")
KNOWN_TO_GNUBG = [dialect for dialect in DIALECTS.values() if dialect.separator is None]
"""gnubg tells the players by columns, and takes a tab for one blank."""
dialects = pytest.mark.parametrize("dialect", KNOWN_TO_GNUBG, ids=lambda dialect: dialect.name)

KNOWN: dict[tuple[str, int], str] = {}
"""Games on which gnubg names another winner, with the reason: none."""


PLAIN_NAMES = (("ayla", "bora"),)
"""gnubg stumbles over a name that looks like a score."""


def winners(file: Path) -> list[Side | None]:
    with file.open("rb") as stream:
        records = list(replayed(read_match_file(stream)))
    return [record.winner for record in records if isinstance(record, GameOutcome)]


def stated_winners(file: Path) -> list[Side | None]:
    """The winners that an `.sgf` file states, without a look at its board."""
    with file.open("rb") as stream:
        records = list(replayed(read_match_file(stream)))
    results = [record.game.result for record in records if isinstance(record, GameOutcome)]
    return [None if result is None else result.side for result in results]


def by_gnubg(files: list[Path], folder: Path) -> dict[str, Path]:
    """The same matches as gnubg saves them after importing them: one run for all."""
    assert GNUBG is not None
    saved = {file.name: folder / f"{file.stem}.sgf" for file in files}
    commands = folder / "commands"
    with commands.open("w", encoding="utf-8") as script:
        for file in files:
            script.write(f'import auto "{file}"\nsave match "{saved[file.name]}"\n')
    command = [GNUBG, "--tty", "--quiet", "--no-rc", "--commands", str(commands)]
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=600)
    return saved


def test_gnubg_finds_the_same_winner_of_every_real_game(shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "data" / "matches").glob("*.txt"))
    saved = by_gnubg(files, tmp_path)
    games = 0
    for file in files:
        ours, theirs = winners(file), stated_winners(saved[file.name])
        games += len(ours)
        differ = [
            (file.name, i) for i, pair in enumerate(zip(ours, theirs, strict=True), 1) if len(set(pair)) > 1
        ]
        assert [game for game in differ if game not in KNOWN] == []
    assert games == 317


@dialects
def test_gnubg_reads_what_we_write(dialect: MatDialect, tmp_path: Path) -> None:
    files = []
    for seed in range(8):
        file = tmp_path / f"{dialect.name}_{seed}.mat"
        file.write_text(write_mat(made_match(seed, 3, names=PLAIN_NAMES), dialect), encoding="utf-8")
        files.append(file)
    saved = by_gnubg(files, tmp_path)
    for file in files:
        assert winners(file) == stated_winners(saved[file.name])
