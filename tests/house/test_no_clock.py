"""Convention 2: time is an argument. Nothing below cli and web asks what time it is."""

import ast
from collections.abc import Iterable

import pytest

from tests.house.tree import HOUSE, called, imported, name, nodes, python_files

MAY_ASK = (HOUSE / "cli", HOUSE / "web", HOUSE / "client")
ASKS = {"localtime", "now", "today", "utcnow"}


def clocks(tree: Iterable[ast.AST]) -> list[int]:
    """Lines that ask the clock, or that import `time`, which is little else."""
    tree = tuple(tree)
    asked = [node.lineno for node in tree if isinstance(node, ast.Call) and called(node) in ASKS]
    return sorted(asked + [line for line, module in imported(tree) if module == "time"])


def test_nothing_below_cli_and_web_asks_the_clock() -> None:
    files = [path for path in python_files(HOUSE) if not any(room in path.parents for room in MAY_ASK)]
    assert len(files) > 20, "found hardly any module: is the search looking in the right place?"
    asking = [f"{name(path)}:{line}" for path in files for line in clocks(nodes(path))]
    assert not asking, f"take the instant as an argument instead: {asking}"


@pytest.mark.parametrize(
    "line",
    [
        "datetime.now(UTC)",
        "datetime.datetime.utcnow()",
        "date.today()",
        "import time",
        "from time import time_ns",
    ],
)
def test_the_search_sees(line: str) -> None:
    assert clocks(ast.walk(ast.parse(line)))


def test_the_search_passes_over_dates_that_are_given() -> None:
    assert not clocks(ast.walk(ast.parse("from datetime import time; datetime.fromtimestamp(x, UTC)")))
