"""The project's own files, as the house checks see them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ROOT / "src" / "terazi"


def python_files(*folders: Path) -> list[Path]:
    """All Python files below the folders, in order; a folder that is not there yet has none."""
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def name(path: Path) -> str:
    """A path as a person of the project writes it."""
    return path.relative_to(ROOT).as_posix()


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything in a file's syntax tree."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))))


def imported(tree: tuple[ast.AST, ...]) -> Iterator[tuple[int, str]]:
    """Line and full name of every import, wherever it stands."""
    for node in tree:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or "."


def called(node: ast.AST) -> str | None:
    """The last name of what a call calls: `log10` for `math.log10(x)` and for `log10(x)`."""
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else None
