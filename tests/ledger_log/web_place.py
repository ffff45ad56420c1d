"""A web server for tests: the files of a log on this machine, and a place that behaves as a test says."""

import gzip
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


def files_in(folder: Path) -> dict[str, bytes]:
    """The files below a folder, by their paths in it."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@dataclass
class Place:
    """A web server for files on this machine, and what it saw; tests say how it behaves."""

    files: dict[str, bytes]
    zipped: str = ""
    """How it names its zipping, if it zips."""
    protocol: str = "HTTP/1.1"
    slow_s: float = 0
    fails: int = 0
    """The status of the first answer to each path but the checkpoint's."""
    drops: bool = False
    """It says nothing of it, but keeps no connection."""
    cut: bool = False
    """It sends half of each body."""
    sized: bool = True
    elsewhere: str = ""
    """Where it sends who asks."""
    asked: list[str] = field(default_factory=list)
    connections: int = 0
    at_once: int = 0
    most_at_once: int = 0
    address: str = ""
    lock: Any = field(default_factory=threading.Lock)

    def begin(self, path: str) -> bool:
        """Note what is asked; whether for the first time."""
        with self.lock:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            self.asked.append(path)
            return self.asked.count(path) == 1

    def end(self) -> None:
        with self.lock:
            self.at_once -= 1

    def answer(self, path: str, is_new: bool) -> tuple[int, bytes]:
        """The status and the body."""
        name = path.partition("/log/")[2]
        if self.elsewhere and not path.startswith("/moved"):
            return 302, bytes(100_000)
        if name == "broken":
            return 500, b"broken"
        if self.fails and is_new and name != "checkpoint":
            return self.fails, b"later"
        return (200, self.files[name]) if name in self.files else (404, b"nothing")


class _Handler(BaseHTTPRequestHandler):
    place: Place
    disable_nagle_algorithm = True

    def setup(self) -> None:
        super().setup()
        with self.place.lock:
            self.place.connections += 1

    def do_GET(self) -> None:
        place = self.place
        is_new = place.begin(self.path)
        time.sleep(place.slow_s)
        self.say(*place.answer(self.path, is_new))
        place.end()

    def say(self, status: int, data: bytes) -> None:
        place = self.place
        body = gzip.compress(data) if place.zipped else data
        self.send_response(status)
        if place.zipped:
            self.send_header("Content-Encoding", place.zipped)
        if status == 302:
            self.send_header("Location", f"{place.elsewhere}{self.path}")
        if place.sized:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with suppress(OSError):  # whoever asked has heard enough
            self.wfile.write(body[: len(body) // 2] if place.cut else body)
        self.close_connection = self.close_connection or place.drops or place.cut or not place.sized

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(files: dict[str, bytes], **more: Any) -> Iterator[Place]:
    """A place that is open as long as this lasts."""
    place = Place(files=files, **more)
    handler = type("Handler", (_Handler,), {"place": place, "protocol_version": place.protocol})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        place.address = f"http://127.0.0.1:{server.server_port}/log/"
        yield place
        server.shutdown()
