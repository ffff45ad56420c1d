"""What is committed names no package registry and no folder of the machine it was written on."""

import re
import subprocess
from collections.abc import Iterator

import pytest

from tests.house.tree import ROOT

# Written in pieces, so that this file may be committed too.
REGISTRIES = "|".join(
    rf"{host}\.{end}"
    for host, end in [
        ("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "(?:org|com)"), ("debian", "org/debian"),
        ("crates", "io"), ("(?:ana)?conda", "(?:org|com)"),
    ]
)  # fmt: skip
PLACES = {
    "a package registry": re.compile(rf"\b(?:{REGISTRIES})\b"),
    "a package index": re.compile(r"\b(?:https?|file)://\S*(?:/simple\b|artifact|registry)"),
    "a folder of one machine": re.compile(
        r"(?<![\w.:/~$}])/(?:home|root|Users|work|workspace|opt|mnt)/[\w.]"
    ),
    "a file by its address": re.compile(r"\bfile:/{2,3}\w"),
}


def tracked() -> list[str]:
    """The files that git keeps, or will keep once they are added."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        pytest.skip(f"not a git checkout: {done.stderr.strip()}")
    return [name for name in done.stdout.split("\0") if (ROOT / name).is_file()]


def places(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, kind and words of each place that a text names."""
    for number, line in enumerate(text.splitlines(), start=1):
        for kind, pattern in PLACES.items():
            yield from ((number, kind, found.group()) for found in pattern.finditer(line))


def test_no_file_names_a_registry_or_a_folder_of_one_machine() -> None:
    names = tracked()
    assert "pyproject.toml" in names, "git lists no pyproject.toml: is this the right folder?"
    found = [
        f"{name}:{line} names {kind}: {words}"
        for name in names
        for line, kind, words in places((ROOT / name).read_text(encoding="utf-8", errors="replace"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "words",
    [
        "https://files.python" + "hosted.org/packages/x.whl",
        "py" + "pi.org",
        "--index-url=https://mirror.example/" + "simple",
        "see /" + "home/someone/notes",
        '"/' + 'root/.cache"',
        "file:" + "///srv/x",
    ],
)
def test_the_search_sees(words: str) -> None:
    assert list(places(words))


@pytest.mark.parametrize("words", ["../shared/data", "https://example.org/home/x", "~/home/x", "a/opt/b"])
def test_the_search_passes_over(words: str) -> None:
    assert not list(places(words))
