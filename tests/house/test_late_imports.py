"""Commands that need no arrays must not load them: each costs more time than the command itself."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ARRAYS = ["numba", "numpy", "polars"]
MATCHES = ["terazi.board", "terazi.formats.match_found", "terazi.formats.match_proposal", *ARRAYS]
PROGRAM = """
import sys
from terazi.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("loaded:", *sys.modules)
"""


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a command has loaded when it is done."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    first, *modules = done.stdout.splitlines()[-1].split()
    assert first == "loaded:"
    return set(modules)


@pytest.mark.parametrize("arguments", [["--help"], ["preview", "1500", "1600"]], ids=" ".join)
def test_a_light_command_loads_no_arrays(arguments: list[str]) -> None:
    assert not loaded_by(*arguments) & set(ARRAYS), "import these inside the commands that need them"


def test_rating_a_small_file_of_results_loads_no_arrays_and_nothing_for_recorded_matches() -> None:
    loaded = loaded_by("rate", str(ROOT / "examples" / "ladder.csv"))
    assert not loaded & set(MATCHES), "import these where there is a match file"


def test_verifying_a_small_ledger_loads_no_arrays() -> None:
    loaded = loaded_by("verify", str(ROOT / "tests" / "vectors" / "ledger.jsonl"))
    assert not loaded & {"terazi.ledger.compiled", *ARRAYS}, "only a large log repays them"
