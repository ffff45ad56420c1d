"""A web server for tests: the files of a log on this machine, and a place that behaves as a test says."""

import gzip
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
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
    zipped: bool = False
    protocol: str = "HTTP/1.1"
    slow_s: float = 0
    fails_once: int = 0
    drops: bool = False
    cut: bool = False
    elsewhere: str = ""
    asked: list[str] = field(default_factory=list)
    connections: int = 0
    at_once: int = 0
    most_at_once: int = 0
    address: str = ""
    lock: Any = field(default_factory=threading.Lock)


@contextmanager
def served(files: dict[str, bytes], **more: Any) -> Iterator[Place]:
    place = Place(files=files, **more)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = place.protocol
        disable_nagle_algorithm = True

        def setup(self) -> None:
            super().setup()
            with place.lock:
                place.connections += 1

        def do_GET(self) -> None:
            with place.lock:
                place.at_once += 1
                place.most_at_once = max(place.most_at_once, place.at_once)
                is_new = self.path not in place.asked
                place.asked.append(self.path)
            time.sleep(place.slow_s)
            self.answer(is_new)
            with place.lock:
                place.at_once -= 1

        def answer(self, is_new: bool) -> None:
            name = self.path.removeprefix(place.elsewhere).partition("/log/")[2]
            if place.elsewhere and not self.path.startswith(place.elsewhere):
                self.send_response(302)
                self.send_header("Location", f"{place.elsewhere}{self.path}")
                self.send_header("Content-Length", "0")
                return self.end_headers()
            if place.fails_once and is_new and name != "checkpoint":
                return self.say(place.fails_once, b"later")
            if name == "broken":
                return self.say(500, b"broken")
            return self.say(200 if name in place.files else 404, place.files.get(name, b"nothing"))

        def say(self, status: int, data: bytes) -> None:
            body = gzip.compress(data) if place.zipped else data
            self.send_response(status)
            if place.zipped:
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: len(body) // 2] if place.cut else body)
            self.close_connection = self.close_connection or place.drops or place.cut

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place.address = f"http://127.0.0.1:{server.server_port}/log/"
        yield place
        server.shutdown()
