"""A demo ladder in a process of its own, and every place of the site as an address on it."""

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from terazi.web.pages.places import ID
from tests.web import processes

PATIENCE = 90.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A running demo: its address, its ladder's file, and a key of every scope."""

    base: str
    key: str

    def read(self, path: str) -> Any:
        """An answer of the API."""
        with urllib.request.urlopen(self.base + path, timeout=PATIENCE) as response:
            return json.load(response)


@contextmanager
def demo(folder: Path) -> Iterator[Site]:
    """Serve the demo ladder until the block is left."""
    file, port = folder / "demo.db", processes.port()
    terazi = [sys.executable, "-c", "from terazi.cli import main; main()"]
    subprocess.run([*terazi, "demo", "--db", str(file), "--make-only"], check=True, capture_output=True)
    scopes = [word for scope in ("report", "direct", "admin") for word in ("--scope", scope)]
    made = subprocess.run(
        [*terazi, "keys", "create", "--db", str(file), *scopes, "--json"], check=True, capture_output=True
    )
    server = subprocess.Popen(
        [*terazi, "demo", "--db", str(file), "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    site = Site(base=f"http://127.0.0.1:{port}", key=json.loads(made.stdout)["key"])
    try:
        _wait(site)
        yield site
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _wait(site: Site) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            site.read("/healthz")
        except OSError:
            assert time.monotonic() < deadline, "the demo does not answer"
            time.sleep(0.1)
        else:
            return


def samples(site: Site) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Addresses below the language of each place that takes an id: one of every kind that the ladder has."""
    board = site.read("/v1/leaderboard")["lines"]
    busiest = max(board, key=lambda line: line["games"])["player"]
    entries = _entries(site)
    ids = {
        "players": (busiest,),
        "games": tuple(entry["game"] for entry in entries.values() if entry["kind"] == "game"),
        "tournaments": (entries["award"]["tournament"],),
        "entries": tuple(str(entry["number"]) for entry in entries.values()),
    }
    return {
        (room, ID): tuple(f"{room}/{quote(one, safe='')}" for one in found) for room, found in ids.items()
    }


def _entries(site: Site) -> dict[str, dict[str, Any]]:
    """An entry of every kind; a game of every mode, of every reason for not being rated, and a void one."""
    with urllib.request.urlopen(f"{site.base}/v1/ledger", timeout=PATIENCE) as lines:
        entries: list[dict[str, Any]] = [json.loads(line) for line in lines]
    found: dict[str, dict[str, Any]] = {}
    for entry in entries:
        found.setdefault(" ".join(str(entry.get(name)) for name in ("kind", "mode", "unrated")), entry)
    found["void game"] = entries[found["void None None"]["voids"]]
    return {kind.removesuffix(" None None"): entry for kind, entry in found.items()}
