"""What `make run` and `make crash` do, as README and handbook say it."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.docs.console import ROOT
from tests.web.processes import PATIENCE, port


@contextmanager
def made_to_run(demo: Path, at: int, log: Path) -> Iterator[None]:
    """`make run` in a group of its own, which Ctrl-C reaches as a whole; it must end well."""
    command = ["make", "--no-print-directory", "run", f"PORT={at}", f"DEMO={demo}"]
    environment = os.environ | {"TERAZI_LANG": "en"}
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=out, stderr=out, process_group=0
        )
    try:
        until_ready(at)
        yield
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 2, -signal.SIGINT)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def until_ready(at: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            assert asked(at, "/readyz") == {"status": "ok"}
        except OSError:
            assert time.monotonic() < deadline, "nothing is served"
            time.sleep(0.1)
        else:
            return


def asked(at: int, path: str) -> Any:
    with urllib.request.urlopen(f"http://127.0.0.1:{at}{path}", timeout=PATIENCE) as answer:
        return json.loads(answer.read())


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")
def test_make_run_serves_a_ladder_until_it_is_interrupted(tmp_path: Path) -> None:
    at, demo, log = port(), tmp_path / "demo.db", tmp_path / "log"
    with made_to_run(demo, at, log):
        board = asked(at, "/v1/leaderboard")
        assert 50 < len(board["lines"]) <= 60
        first = board["lines"][0]
        events = asked(at, f"/v1/players/{first['player']}/history")["events"]
        game = next(event["game"] for event in events if event["kind"] == "game" and event["game"]["rated"])
        assert asked(at, f"/v1/games/{game['game_id']}/explain")["lines"]
    said = log.read_text()
    assert f"http://127.0.0.1:{at} " in said
    (made,) = [line for line in said.splitlines() if "was made" in line]
    assert made in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert "Traceback" not in said
    assert "level" not in said  # a person looks on, not a collector of logs
    with made_to_run(demo, at, log):
        assert asked(at, "/v1/leaderboard") == board
    assert "was made" not in log.read_text()


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")
def test_make_crash_kills_checks_and_tells() -> None:
    command = ["make", "--no-print-directory", "crash", "MINUTES=0", "STORE=sqlite"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(
        r"^sqlite: 50 × kill -9 of the bare writer: [0-9,]+ answers, all kept$", done.stdout, re.MULTILINE
    )
    assert re.search(r"^60 times harmed, [0-9,]+ games answered, nothing lost", done.stdout, re.MULTILINE)
