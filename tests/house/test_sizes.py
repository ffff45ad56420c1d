"""Limits, not targets: a module of 60-150 lines and a function of 5-15 are what the house looks like."""

import ast

from tests.house.tree import ROOT, name, nodes, python_files

MODULE_LINES = 400
FUNCTION_LINES = 50
FILES = python_files(*(ROOT / folder for folder in ("src", "tests", "tools", "bench")))


def test_no_module_is_longer_than_400_lines() -> None:
    sizes = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert len(sizes) > 20, "found hardly any module: is the search looking in the right place?"
    long = {module: lines for module, lines in sizes.items() if lines > MODULE_LINES}
    assert not long, f"split these modules by idea: {long}"


def test_no_function_is_longer_than_50_lines() -> None:
    sizes = {
        f"{name(path)}:{node.lineno} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in FILES
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert len(sizes) > 50, "found hardly any function: is the search looking in the right place?"
    long = {function: lines for function, lines in sizes.items() if lines > FUNCTION_LINES}
    assert not long, f"take the steps of these functions out by name: {long}"
