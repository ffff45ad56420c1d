"""docs/service.md and docs/pages.md run: a real service, every command, the programs in Python and Go."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from terazi.service.keys import Scope, create_key
from terazi.web.desk import clock_ms
from tests.docs.console import ROOT, commands_of, pattern
from tests.stores import opened
from tests.web.processes import Caller, port, servers

PAGE, SITE = ROOT / "docs" / "service.md", ROOT / "docs" / "pages.md"
PROGRAM = re.compile(r"^```(?:python|go) file=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GO = "go run main.go"
ELSEWHERE = (GO, "make crash")
"""Commands that have tests of their own."""
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
@pytest.mark.parametrize(("page", "least"), [(PAGE, 10), (SITE, 3)], ids=["service", "pages"])
def test_every_command_of_the_page_prints_what_the_page_shows(page: Path, least: int, tmp_path: Path) -> None:
    commands = [command for command in commands_of(page) if not command.text.startswith(ELSEWHERE)]
    at = port()
    assert len(commands) > least
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
        if "curl" in text and "|" not in text and not text.endswith("/dev/null"):
            lines.append("echo")  # answers end without a line feed
    printed = ran("\n".join(lines), tmp_path)
    for number, command in enumerate(commands):
        _, _, rest = printed.partition(MARK.format(number) + "\n")
        told = rest.partition("--8<--")[0]
        assert re.fullmatch(pattern(command.expected), told), (command.line, command.text, told, printed)


@pytest.mark.skipif(shutil.which("go") is None, reason="go is not here: its program is shown and not run")
def test_the_go_program_reports_a_game_and_prints_what_the_page_shows(tmp_path: Path) -> None:
    (shown,) = [command for command in commands_of(PAGE) if command.text == GO]
    where, at = str(tmp_path / "ladder.db"), port()
    store = opened(where)
    key = create_key(store, [Scope.REPORT], clock_ms()).secret
    store.close()
    program = PROGRAMS["main.go"].replace("127.0.0.1:8000", f"127.0.0.1:{at}")
    (tmp_path / "main.go").write_text(program, encoding="utf-8")
    with servers(where) as started:
        started.start(at)
        started.ready(at, key)
        # Go's own library, compiled, is kept beside this project's other caches.
        script = f"export GOCACHE={ROOT}/.cache/go; go vet main.go && gofmt -l main.go && KEY={key} {GO}"
        assert re.fullmatch(pattern(shown.expected), ran(script, tmp_path))
        caller = Caller(at, key)
        assert caller.insist("GET", "/v1/games/g4")[1]["winner"]["player"] == "ayşe"
        caller.close()
        # The same id a second later is another game: the program says that it was refused, and stops.
        again = ran(f"sleep 1.1; GOCACHE={ROOT}/.cache/go KEY={key} {GO}", tmp_path)
    assert "409" in again
