"""Servers in processes of their own, which can be killed, and a plain caller of them."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds that a server may take to answer, however slow the machine."""


@dataclass(slots=True)
class Caller:
    """One connection that is made anew whenever it breaks."""

    port: int
    key: str
    connection: http.client.HTTPConnection | None = None

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and JSON of one request; `OSError` or `HTTPException` where there was no whole answer."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.key}"}
        try:
            self.connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = self.connection.getresponse()
            return response.status, json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError):
            self.close()
            raise

    def close(self) -> None:
        """Hang up."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def insist(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The same, asked again until there is an answer that is no server's trouble."""
        deadline = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError, http.client.HTTPException, ValueError):
                status, answer = self.call(method, path, body)
                if status < 500:
                    return status, answer
            assert time.monotonic() < deadline, "the server does not come back"
            time.sleep(0.01)


@dataclass(slots=True)
class Servers:
    """Starts servers on one store, and kills them."""

    where: str
    process: "subprocess.Popen[str]"
    running: dict[int, int] = field(default_factory=dict)

    def start(self, port: int, **settings: Any) -> None:
        """A server on this port; a setting `limits.x` is said as `limits_x`."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        chosen = {name.replace("_", ".", 1): value for name, value in settings.items()}
        self.process.stdin.write(json.dumps([self.where, port, chosen]) + "\n")
        self.process.stdin.flush()
        self.running[port] = int(self.process.stdout.readline())

    def kill(self, port: int) -> None:
        """As if the power had gone, for this process."""
        os.kill(self.running.pop(port), signal.SIGKILL)

    def ready(self, port: int, key: str) -> None:
        """Wait until it answers."""
        caller = Caller(port, key)
        assert caller.insist("GET", "/readyz")[0] == 200
        caller.close()


@contextmanager
def servers(where: str) -> Iterator[Servers]:
    """Servers for as long as the block lasts."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("forking.py"))],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    started = Servers(where, process)
    try:
        yield started
    finally:
        for port in list(started.running):
            with suppress(ProcessLookupError):
                started.kill(port)
        process.communicate(timeout=PATIENCE)


def port() -> int:
    """A port that nobody listens on, and that no other test is given as long as this process lives.

    It is held by a socket that does not listen: on Linux another one may listen beside it, and nobody who
    asks for any port gets it.
    """
    probe = socket.socket()
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    probe.bind(("127.0.0.1", 0))
    number: int = probe.getsockname()[1]
    if sys.platform == "linux":
        probe.detach()  # it stays open until this process ends
    else:
        probe.close()
    return number
