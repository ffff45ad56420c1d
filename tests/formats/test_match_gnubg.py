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

KNOWN: dict[tuple[str, int], str] = {
    ("forfeit", 2): "gnubg names no winner of a game without a roll",
    ("no_moves", 1): "gnubg names no winner of a game without a roll",
    ("opengammon_forfeit", 1): "gnubg names no winner of a game without a roll",
    ("played_out_tabbed", 1): "gnubg takes a tab for one blank, and the right column for the left one",
    ("winner_by_name", 2): "gnubg passes over a result that stands behind a player's name",
    ("winner_in_no_column", 2): "gnubg gives a result at the edge to the left player; we ask a person",
}
"""Games (file, number) on which gnubg names another winner than we do, and why."""

UNREAD = {
    "blank": "no game",
    "cut_in_the_heading": "no game",
    "only_headings": "no game",
    "empty_left_name": "gnubg aborts",
    "name_with_a_score": "a score within a name",
    "name_with_a_score_untagged": "a score within a name",
    "no_heading": "no length",
    "no_header_no_names": "no length",
    "no_game_header": "no line that begins a game",
    "glued_heading": "no line of its own for the length",
    "jacoby_gammon": "a session without a length, in words",
    "unlimited_in_words": "a session without a length, in words",
    "games_out_of_order": "only the first of two games is read",
    "match_already_over": "nothing is read after the match is won",
    "no_score_line": "only the first of two games is read",
    "two_matches": "only the first of two matches is read",
    "two_matches_without_headings": "only the first of two matches is read",
}
"""Twins that gnubg does not read, or not whole, and what it is about them."""


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


def games_of(file: Path) -> list[tuple[object, ...]]:
    """Of every game the winner and the cube in force, by our own board."""
    with file.open("rb") as stream:
        records = list(replayed(read_match_file(stream)))
    return [(each.winner, each.cube) for each in records if isinstance(each, GameOutcome)]


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
        assert differ == []
    assert games == 317


def test_gnubg_finds_the_same_winner_of_every_broken_twin_that_it_reads(tmp_path: Path) -> None:
    twins = Path(__file__).parent / "matches"
    files = [file for file in sorted(twins.glob("*.mat")) if file.stem != "empty_left_name"]
    saved = by_gnubg(files, tmp_path)
    agreed = 0
    for file in files:
        ours = winners(file)
        theirs = stated_winners(saved[file.name]) if saved[file.name].is_file() else []
        if len(theirs) != len(ours) or not ours:
            assert file.stem in UNREAD
            continue
        differ = {i for i, (one, other) in enumerate(zip(ours, theirs, strict=True), 1) if one is not other}
        assert {(file.stem, i) for i in differ} <= KNOWN.keys()
        agreed += len(ours) - len(differ)
    assert agreed > 80


@dialects
def test_gnubg_reads_what_we_write(dialect: MatDialect, tmp_path: Path) -> None:
    files = []
    for seed in range(8):
        for length in (0, 3):  # without a length there are beavers and raccoons
            file = tmp_path / f"{dialect.name}_{seed}_{length}.mat"
            made = made_match(seed, length, names=PLAIN_NAMES)
            file.write_text(write_mat(made, dialect), encoding="utf-8")
            files.append(file)
    saved = by_gnubg(files, tmp_path)
    for file in files:
        assert winners(file) == stated_winners(saved[file.name])
        if "Raccoons" not in file.read_text(encoding="utf-8"):  # gnubg reads no further than that
            assert games_of(file) == games_of(saved[file.name])
