"""Convention 1: the values of core are frozen, slotted, keyword-only dataclasses."""

import ast

from tests.house.tree import HOUSE, nodes, python_files

FULL = {"frozen", "kw_only", "slots"}
EXCEPTIONS = {
    "Ladder": (
        {"frozen"},
        "the one state that `apply` changes in place: copying it per game would be quadratic",
    ),
    "PlayerState": ({"frozen"}, "a player's part of that state"),
    "Names": ({"frozen"}, "the operator's growing list of ids beside a ladder in memory"),
    "_Table": ({"frozen"}, "the game on the table, between two of its events"),
    "Rulebook": ({"kw_only"}, "it is its one field, a list"),
}
"""Class -> the settings that it leaves out, and why it may."""


def settings_of(node: ast.ClassDef) -> set[str] | None:
    """The settings that a dataclass turns on; None for any other class."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Name) and decorator.id == "dataclass":
            return set()
        if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "dataclass":
            on = (
                word
                for word in decorator.keywords
                if isinstance(word.value, ast.Constant) and word.value.value
            )
            return {word.arg for word in on if word.arg}
    return None


def missing_settings() -> dict[str, set[str]]:
    """Dataclass of core -> the settings of FULL that it leaves out."""
    classes = (
        node
        for path in python_files(HOUSE / "core")
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
    )
    return {node.name: FULL - settings for node in classes if (settings := settings_of(node)) is not None}


def test_every_dataclass_of_core_is_frozen_slotted_and_keyword_only() -> None:
    missing = missing_settings()
    assert len(missing) > 20, "found hardly any dataclass in core: is the search looking in the right place?"
    wrong = {name: words for name, words in missing.items() if words - EXCEPTIONS.get(name, (set(), ""))[0]}
    assert not wrong, f"add these settings, or a reason to EXCEPTIONS: {wrong}"


def test_every_exception_is_still_needed() -> None:
    missing = missing_settings()
    idle = [name for name, (words, _) in EXCEPTIONS.items() if missing.get(name) != words]
    assert not idle, f"EXCEPTIONS no longer fits these classes: {idle}"
