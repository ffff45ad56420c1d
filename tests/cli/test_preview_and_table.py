"""`terazi preview`, `terazi table` and the command line itself."""

import csv
import gzip
import hashlib
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import GammonRule
from terazi.ledger.digest import table_sha256
from tests.cli.terazi import terazi

GOLDEN = {"400": "1.0.5", "800": "1.2.0", "1200": "1.3.1", "2000": "fibs-1pt"}

# Article: the published tables, the worked case of 60 and 10 games, and the cube table.
CASES = [
    (("1500", "1500"), (16, -16, -16, 16)),
    (("1800", "1500"), (12, -12, -20, 20)),
    (("1500", "1500", "--recent", "60", "--opponent-recent", "10"), (8, -16, -8, 16)),
    (("1500", "1500", "--recent", "49"), (16, -16, -16, 16)),
    (("1500", "1500", "--recent", "50"), (8, -16, -8, 16)),
    (("1500", "1500", "--cube", "64"), (32, -32, -32, 32)),
    (("1800", "1500", "--formula", "chess"), (5, -5, -27, 27)),
    (("1800", "1500", "--formula", "1.2.0"), (9, -9, -23, 23)),
    (("-200", "-200"), (16, -16, -16, 16)),
    (("1500", "1500", "--formula", "pre-1.0.5", "--win", "gammon", "--cube", "2"), (64, -64, -64, 64)),
]


@pytest.mark.parametrize(("arguments", "stakes"), CASES)
def test_preview_says_what_either_side_wins_or_loses(
    arguments: tuple[str, ...], stakes: tuple[int, int, int, int]
) -> None:
    told = terazi("preview", *arguments, "--json").objects[0]
    win, lose = told["win"], told["lose"]
    assert (win["you"], win["opponent"], lose["you"], lose["opponent"]) == stakes


@pytest.mark.parametrize("arguments", [("x", "1500"), ("1500",), ("1500", "1500", "--cube", "3")])
def test_a_preview_that_cannot_be_is_a_usage_error(arguments: tuple[str, ...]) -> None:
    assert terazi("preview", *arguments).code == 2


@pytest.mark.parametrize("language", ["tr", "en"])
def test_preview_and_tables_speak_both_languages(language: str) -> None:
    percent = {"tr": "%64,0", "en": "64.0%"}[language]
    assert percent in terazi("table", "--lang", language).out
    assert "+16" in terazi("preview", "1500", "1500", "--lang", language).out


@pytest.mark.parametrize("version", CATALOGUE)
def test_the_full_table_is_what_the_formula_says_and_carries_its_digest(version: str) -> None:
    done, formula = terazi("table", "--formula", version, "--full"), CATALOGUE[version]
    rows = list(csv.DictReader(StringIO(done.out)))
    assert [int(row["winner_minus_loser"]) for row in rows] == list(range(-4000, 4001))
    for row in rows[::499]:
        for column in formula.columns():
            size = f"_{column.win}" if formula.gammon_rule is GammonRule.MULTIPLIES else ""
            coefficient = formula.coefficient(column.cube, column.win)
            won, _ = formula.changes(int(row["winner_minus_loser"]), column.k, column.k, coefficient)
            assert int(row[f"k{column.k}_cube{column.cube}{size}"]) == won
    assert hashlib.sha256(done.out.encode()).hexdigest() in done.err.splitlines()[0]
    assert table_sha256(formula) in done.err.splitlines()[1]


@pytest.mark.parametrize(("divisor", "version"), GOLDEN.items())
def test_the_full_table_has_the_golden_values(shared: Path, divisor: str, version: str) -> None:
    with gzip.open(shared / "golden" / "changes.csv.gz", "rt") as file:
        golden = [row for row in csv.DictReader(file) if row["divisor"] == divisor]
    printed = list(csv.DictReader(StringIO(terazi("table", "--formula", version, "--full").out)))
    columns = printed[0].keys()
    assert printed == [{name: row[name] for name in columns} for row in golden]


def test_help_names_every_command_and_every_command_has_help() -> None:
    listed = terazi("--help").out
    for command in ("rate", "explain", "preview", "table"):
        assert command in listed
        assert terazi(command, "--help").code == 0


def test_small_jobs_import_no_array_library(tmp_path: Path) -> None:
    program = (
        "import sys, json; from click.testing import CliRunner; from terazi.cli import main; "
        "CliRunner().invoke(main, json.loads(sys.argv[1])); "
        "print(json.dumps(sorted({'numpy', 'polars', 'numba'} & sys.modules.keys())))"
    )
    sample = str(Path(__file__).parents[2] / "examples" / "ladder.csv")
    for arguments in (["--help"], ["preview", "1500", "1500"], ["table"], ["rate", sample]):
        done = subprocess.run(
            [sys.executable, "-c", program, json.dumps(arguments)], capture_output=True, text=True, check=True
        )
        assert json.loads(done.stdout) == [], arguments
