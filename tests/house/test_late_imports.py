"""Commands that need no arrays must not load them: each costs more time than the command itself."""

import subprocess
import sys

import pytest

HEAVY = ["numba", "numpy", "polars"]
PROGRAM = f"""
import sys
from terazi.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("loaded:", *(module for module in {HEAVY} if module in sys.modules))
"""


@pytest.mark.parametrize("arguments", [["--help"], ["preview", "1500", "1600"]], ids=" ".join)
def test_a_light_command_loads_no_arrays(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "loaded:", "import these inside the commands that need them"
