"""Documents run: what README and handbook show is what the commands print."""

import doctest
import re
import shutil
from itertools import groupby
from pathlib import Path

import pytest

from tests.docs.console import ROOT, Command, commands_of, pattern, run

DOCUMENTS = sorted([*ROOT.glob("README*.md"), *ROOT.glob("docs/**/*.md")])
COMMANDS = [command for document in DOCUMENTS for command in commands_of(document)]


def test_the_readme_shows_commands() -> None:
    shown = {command.text for command in COMMANDS if command.document == "README.md"}
    assert {"make run", "make test"} <= shown


@pytest.mark.parametrize(
    "document", sorted({command.document for command in COMMANDS if not command.told_only})
)
def test_every_command_of_a_document_prints_what_the_document_shows(document: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for command in COMMANDS:
        if command.document == document and not command.told_only:
            folder = ROOT if command.text.startswith("make ") else tmp_path
            printed = run(command, folder)
            assert re.fullmatch(pattern(command.expected), printed), (
                f"{command.document}:{command.line}: $ {command.text}\nprinted:\n{printed}"
            )


def test_every_make_target_that_a_document_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = {target for command in COMMANDS for target in re.findall(r"\bmake ([a-z-]+)", command.text)}
    assert named <= targets


def test_no_block_runs_and_is_marked_not_to_run() -> None:
    def text(command: Command) -> str:
        return command.text

    for command_text, same in groupby(sorted(COMMANDS, key=text), key=text):
        assert len({command.told_only for command in same}) == 1, command_text


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_python_in_a_document_gives_what_the_document_shows(document: Path) -> None:
    failed, _ = doctest.testfile(str(document), module_relative=False)
    assert failed == 0
