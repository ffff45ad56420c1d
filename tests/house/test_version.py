"""One version, said once in pyproject.toml; the rest agrees."""

import tomllib
from importlib.metadata import version

import pytest

import terazi
from tests.house.tree import ROOT

VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def test_the_installed_version_is_the_one_in_pyproject() -> None:
    assert version("terazi") == VERSION, "run `make setup`: an older version is installed"


def test_the_package_says_the_same_version() -> None:
    if not hasattr(terazi, "__version__"):
        pytest.skip("terazi has no __version__")
    assert terazi.__version__ == VERSION


def test_the_changelog_tells_of_the_version() -> None:
    changelog = ROOT / "CHANGELOG.md"
    if not changelog.exists():
        pytest.skip("CHANGELOG.md is not written yet")
    assert VERSION in changelog.read_text(encoding="utf-8"), f"CHANGELOG.md does not mention {VERSION}"
