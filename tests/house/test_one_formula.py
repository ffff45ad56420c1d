"""Law 1: core/formula.py alone contains the logistic; everything else asks it."""

import ast
from collections.abc import Iterable

import pytest

from tests.house.tree import HOUSE, called, name, nodes, python_files

FORMULA = HOUSE / "core" / "formula.py"
RIVALS = "src/terazi/study/rivals"
"""Other people's systems, which are compared with ours, bring their own curves."""

CURVES = {"exp", "exp2", "expm1", "expit", "log10", "log1p", "logit", "power", "sigmoid", "tanh"}


def curves(tree: Iterable[ast.AST]) -> list[int]:
    """Lines with an exponential, a logistic, or a power of ten to an exponent that is computed."""
    return sorted(
        node.lineno
        for node in tree
        if isinstance(node, ast.expr) and (called(node) in CURVES or is_power_of_ten(node))
    )


def is_power_of_ten(node: ast.expr) -> bool:
    """Whether it is `10 ** x` or `pow(10, x)`, the ten plain or wrapped in a type; not `10**6`, a number."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return is_ten(node.left) and not is_number(node.right)
    if isinstance(node, ast.Call) and called(node) == "pow" and len(node.args) > 1:
        return is_ten(node.args[0]) and not is_number(node.args[1])
    return False


def is_ten(node: ast.expr) -> bool:
    """Whether it is 10, 10.0 or a type made from it: Decimal(10), Fraction("10")."""
    if isinstance(node, ast.Call):
        return len(node.args) == 1 and is_ten(node.args[0])
    return isinstance(node, ast.Constant) and node.value in (10, "10")


def is_number(node: ast.expr) -> bool:
    """Whether it is a number written out, signed or not."""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def test_the_logistic_lives_in_one_module() -> None:
    assert curves(nodes(FORMULA)), "no logistic in core/formula.py: this search has gone blind"
    elsewhere = [
        f"{name(path)}:{line}"
        for path in python_files(HOUSE)
        if path != FORMULA and not name(path).startswith(RIVALS)
        for line in curves(nodes(path))
    ]
    assert not elsewhere, f"ask core/formula.py, or a table made from it, instead: {elsewhere}"


@pytest.mark.parametrize(
    "line",
    [
        "1 / (1 + 10 ** (gap / 2000))",
        "10.0 ** -x",
        "pow(10, x)",
        "math.pow(10.0, gap / divisor)",
        "Decimal(10) ** x",
        "math.exp(-x)",
        "log10(odds)",
        "np.power(10, gaps)",
        "polars.col('gap').exp()",
    ],
)
def test_the_search_sees(line: str) -> None:
    assert curves(ast.walk(ast.parse(line)))


@pytest.mark.parametrize("line", ["10**6", "10 ** -3", "2 ** n", "2**53 - 1", "pow(2, 5)", "logger.log(1)"])
def test_the_search_passes_over(line: str) -> None:
    assert not curves(ast.walk(ast.parse(line)))
