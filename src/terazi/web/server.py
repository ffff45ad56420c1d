"""The server: uvicorn on uvloop and httptools, with a limit on how long a request's head may take."""

import asyncio
import errno
import gc
import socket
import sys
from contextlib import suppress
from typing import Any, NamedTuple

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from terazi.web.app import create_app
from terazi.web.desk import Desk

TURN_SECONDS = 0.0005
"""How long a thread may compute while another waits."""


def patient_protocol(seconds: float) -> type[asyncio.Protocol]:
    """The HTTP protocol that hangs up on who takes too long to say what they want."""

    class Patient(HttpToolsProtocol):
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._timer = self.loop.call_later(seconds, self._give_up)

        def data_received(self, data: bytes) -> None:
            cycle: Any = self.cycle  # None before the first request
            if self._timer is None and (cycle is None or cycle.response_complete):
                self._timer = self.loop.call_later(seconds, self._give_up)
            super().data_received(data)

        def on_headers_complete(self) -> None:
            self._stop()
            super().on_headers_complete()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop()
            super().connection_lost(exc)

        def _stop(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _give_up(self) -> None:
            self._timer = None
            if not self.transport.is_closing():
                self.transport.close()

    return Patient


def serve(desk: Desk, host: str, port: int) -> None:
    """Serve until told to stop (SIGINT, SIGTERM); requests that have begun are answered first."""
    # The writer's thread computes, the loop's thread sends and receives, and gives up its turn whenever it
    # does: with Python's usual 5 ms each answer would wait that long.
    sys.setswitchinterval(TURN_SECONDS)
    # What is loaded by now stays for good, and values of games refer to nothing that refers to them: looking
    # for circles among them as often as Python does by itself would take a third of a batch's time.
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)
    app = create_app(desk)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="uvloop",
        http=patient_protocol(desk.settings["limits.head_seconds"]),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        backlog=2048,
        limit_concurrency=desk.settings["limits.connections"],
        timeout_keep_alive=75,
        timeout_graceful_shutdown=30,
    )
    with suppress(KeyboardInterrupt):  # raised again when all is closed
        uvicorn.Server(config).run()


class Trouble(NamedTuple):
    """Why nobody can listen at an address; `taken`: somebody does already."""

    reason: str
    taken: bool


def listening_trouble(host: str, port: int) -> Trouble | None:
    """What would keep a server from listening there right now."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        socket.create_server(address[:2], family=family).close()
    except OSError as error:
        return Trouble(reason=error.strerror or str(error), taken=error.errno == errno.EADDRINUSE)
    return None


def free_port(host: str) -> int:
    """A port that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port
