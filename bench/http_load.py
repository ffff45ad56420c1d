"""A small generator of load over HTTP/1.1: some connections, each asking again as soon as it is answered."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle

Requests = Iterator[tuple[str, str, bytes]]


@dataclass(slots=True)
class Load:
    """What came of it: answers in so many seconds, and how long each took."""

    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    failures: int = 0

    @property
    def answers(self) -> int:
        """How many requests were answered well."""
        return len(self.times)

    @property
    def rate(self) -> float:
        """Good answers a second."""
        return self.answers / self.seconds

    def quantile(self, share: float) -> float:
        """The time, in seconds, within which this share was answered."""
        ordered = sorted(self.times)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else float("nan")


async def run_load(ports: Sequence[int], key: str, connections: Sequence[Requests], seconds: float) -> Load:
    """Ask for so many seconds, after the servers are there; connections go to one server after the other."""
    for port in ports:
        await _until_ready(port)
    load = Load()
    began = time.perf_counter()
    asked = zip(cycle(ports), connections, strict=False)
    await asyncio.gather(*(_ask(port, key, one, load, began + seconds) for port, one in asked))
    load.seconds = time.perf_counter() - began
    return load


async def _until_ready(port: int) -> None:
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise TimeoutError("the server does not come up")


async def _ask(port: int, key: str, requests: Requests, load: Load, until: float) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    while time.perf_counter() < until and (asked := next(requests, None)) is not None:
        method, path, body = asked
        began = time.perf_counter()
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = await reader.readuntil(b"\r\n\r\n")
        lower = head.lower()
        length = int(lower.split(b"content-length:")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
        if head[9:10] == b"2":
            load.times.append(time.perf_counter() - began)
        else:
            load.failures += 1
    writer.close()
