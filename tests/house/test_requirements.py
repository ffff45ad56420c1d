"""requirements/*.txt are the lock: whole, hashed, and made from today's pyproject.toml."""

import ast
import re
import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.tree import ROOT

PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PYPROJECT["project"]["optional-dependencies"]
BASE: list[str] = PYPROJECT["project"]["dependencies"]
WANTED = {
    "dev.txt": [*BASE, *(line for extra in EXTRAS.values() for line in extra)],
    "bench.txt": [*BASE, *EXTRAS["fast"]],
    "fuzz.txt": [*BASE, *EXTRAS["files"]],
}


def group(name: str) -> list[str]:
    """The lines of a dependency group, with those of the groups that it includes."""
    lines: list[str] = []
    for line in PYPROJECT["dependency-groups"][name]:
        lines += [line] if isinstance(line, str) else group(line["include-group"])
    return lines


def pinned(file: str) -> dict[str, set[str]]:
    """Package -> its versions in a requirements file: more than one where Python versions differ."""
    versions: dict[str, set[str]] = {}
    for name, version in re.findall(
        r"^(\S+?)==(\S+)", (ROOT / "requirements" / file).read_text(), re.MULTILINE
    ):
        versions.setdefault(canonicalize_name(name), set()).add(version)
    return versions


@pytest.mark.parametrize("file", WANTED)
def test_requirements_hold_what_pyproject_asks_for(file: str) -> None:
    versions = pinned(file)
    wanted = [Requirement(line) for line in [*WANTED[file], *group(file.removesuffix(".txt"))]]
    assert len(wanted) > 5, (
        "pyproject.toml asks for hardly anything: is the search looking in the right place?"
    )
    missing = [
        str(each)
        for each in wanted
        if not any(
            each.specifier.contains(version) for version in versions.get(canonicalize_name(each.name), ())
        )
    ]
    assert not missing, f"run `make lock` and commit requirements/: {file} does not satisfy {missing}"


@pytest.mark.parametrize("file", [file for file in WANTED if file != "dev.txt"])
def test_every_environment_holds_the_same_versions(file: str) -> None:
    dev, other = pinned("dev.txt"), pinned(file)
    differing = {
        name: (dev[name], other[name]) for name in dev.keys() & other.keys() if dev[name] != other[name]
    }
    assert not differing, f"{file} would measure or break other versions than we test: {differing}"


@pytest.mark.parametrize("file", WANTED)
def test_every_requirement_has_its_hash(file: str) -> None:
    text = (ROOT / "requirements" / file).read_text()
    bare = [line for line in text.splitlines() if "==" in line and not line.endswith("\\")]
    assert text.count("--hash=sha256:") >= len(pinned(file)) > 10
    assert not bare, f"{file} names these without a hash: {bare}"


def test_an_old_python_can_read_the_set_up_script() -> None:
    """So that it says that it needs a newer one, where a syntax error would say nothing."""
    script = (ROOT / "tools" / "setup.py").read_text(encoding="utf-8")
    ast.parse(script, feature_version=(3, 7))
