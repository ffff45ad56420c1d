"""docs/service.md runs: a real service, every command, the Python program; Go compiles where it is."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.console import ROOT, commands_of, pattern
from tests.web.processes import port

PAGE = ROOT / "docs" / "service.md"
PROGRAM = re.compile(r"^```(?:python|go) file=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "--8<-- {}"
PROGRAMS = dict(PROGRAM.findall(PAGE.read_text(encoding="utf-8")))


def environment(folder: Path) -> dict[str, str]:
    path = f"{ROOT / '.venv/bin'}:{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(folder), "LANG": "C.UTF-8", "TERAZI_LANG": "en"}


def ran(script: str, folder: Path) -> str:
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not here, and the page calls it")
def test_every_command_of_the_page_prints_what_the_page_shows(tmp_path: Path) -> None:
    commands, at = commands_of(PAGE), port()
    assert len(commands) > 10
    for name, text in PROGRAMS.items():
        (tmp_path / name).write_text(text.replace("127.0.0.1:8000", f"127.0.0.1:{at}"), encoding="utf-8")
    lines = ["trap 'kill $(jobs -p)' EXIT"]
    for number, command in enumerate(commands):
        text = command.text.replace("127.0.0.1:8000", f"127.0.0.1:{at}").replace(
            "--port 8000", f"--port {at}"
        )
        if text.endswith("&"):
            wait = "curl -s --retry 100 --retry-connrefused --retry-delay 1"
            until = f"{wait} http://127.0.0.1:{at}/healthz > /dev/null"
            text = f"{text[:-1]} > served.log 2>&1 &\n{until}"
        lines += [f"echo '{MARK.format(number)}'", text]
        if "curl" in text and "python3" not in text and not text.endswith("/dev/null"):
            lines.append("echo")  # answers end without a line feed
    printed = ran("\n".join(lines), tmp_path)
    for number, command in enumerate(commands):
        _, _, rest = printed.partition(MARK.format(number) + "\n")
        told = rest.partition("--8<--")[0]
        assert re.fullmatch(pattern(command.expected), told), (command.line, command.text, told, printed)


def test_the_go_program_compiles(tmp_path: Path) -> None:
    if shutil.which("go") is None:
        pytest.skip("go is not here: the program is shown, and not compiled")
    (tmp_path / "main.go").write_text(PROGRAMS["main.go"], encoding="utf-8")
    done = subprocess.run(["go", "vet", "main.go"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
