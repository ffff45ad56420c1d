"""The settings file: every key documented, defaults said once, and whatever is wrong is named."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Settings
from terazi.web.settings import KEYS, NONE, ServiceSettings, bounds, read_settings, settings_from
from tests.house.tree import ROOT, nodes, python_files

PAGE = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\w+\.\w+)` \| `(.*?)` \| (.+?) \| .+ \|$", PAGE, re.MULTILINE)
NAMED = {"ladder.zone": "an IANA name", "ladder.language": "`en`, `tr`"}
"""Texts that must be one of some."""
EXAMPLE = ROOT / "examples" / "settings.toml"


def toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def test_the_page_tells_of_every_key_its_default_and_its_bounds_and_of_no_other() -> None:
    assert {path: default for path, default, _ in ROWS} == {key.path: toml(key.default) for key in KEYS}
    assert {path: possible for path, _, possible in ROWS} == {key.path: bounds(key) for key in KEYS} | NAMED
    assert len(ROWS) == len(KEYS)


def test_the_example_holds_every_key_with_its_default() -> None:
    document = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    told = {
        f"{section}.{name}": value for section, table in document.items() for name, value in table.items()
    }
    assert told == {key.path: key.default for key in KEYS}
    assert read_settings(EXAMPLE) == ServiceSettings()


def test_every_key_is_used() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in python_files(ROOT / "src"))
    unused = [key.path for key in KEYS if key.section != "rules" and texts.count(f'"{key.path}"') < 2]
    assert not unused
    assert nodes(ROOT / "src" / "terazi" / "web" / "settings.py")


def test_the_rules_default_to_the_core_s() -> None:
    assert ServiceSettings().rules == Settings()
    said = settings_from(b'[rules]\nlate_ms = "none"\nlisted_games = 5\n')
    assert not isinstance(said, Refusal)
    assert said.rules == Settings(late_ms=None, listed_games=5)


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.path)
def test_every_key_has_a_kind_and_bounds(key: Any) -> None:
    wrong: list[Any] = [[], {}, 10**20, -(10**20), "x" * 500]
    wrong += ["a\u0000"] if isinstance(key.default, str) else [True, "7"]
    for value in wrong:
        if isinstance(key.default, bool) and isinstance(value, bool):
            continue
        refused = settings_from(f"[{key.section}]\n{key.name} = {written(value)}\n".encode())
        assert isinstance(refused, Refusal), (key.path, value)
        assert (refused.code, refused.field) == (Code.BAD_SETTING, key.path)
    assert not key.no_limit or key.no_limit == NONE


def written(value: Any) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\0", "\\u0000") + '"'
    return "{}" if value == {} else toml(value)


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("[limits]\nspeed = 1\n", Code.UNKNOWN_FIELD, "limits.speed"),
        ("[colours]\n", Code.UNKNOWN_FIELD, "colours"),
        ("ladder = 1\n", Code.UNKNOWN_FIELD, "ladder"),
        ("[ladder\n", Code.UNREADABLE, ""),
        ('[ladder]\nzone = "Mars/Olympus"\n', Code.UNKNOWN_ZONE, "ladder.zone"),
        ('[ladder]\nlanguage = "de"\n', Code.BAD_SETTING, "ladder.language"),
    ],
)
def test_what_is_wrong_is_named(text: str, code: Code, field: str) -> None:
    refused = settings_from(text.encode())
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.field) == (code, field)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    refused = read_settings(tmp_path / "none.toml")
    assert isinstance(refused, Refusal)
    assert refused.code is Code.UNREADABLE
