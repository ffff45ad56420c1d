"""A published log on the web.

A large one has tens of thousands of files. Connections are kept, and files that are told to come are asked
for ahead, some at a time: else the way there and back would take most of a verification.
"""

import io
import re
import socket
import threading
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from itertools import islice
from typing import Any
from urllib import request
from urllib.error import HTTPError, URLError

from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.source import bounded

_AT_ONCE = 6
"""Connections, as many as a browser has to one place."""
_AHEAD = 12
"""Files asked for before they are needed."""
_HEADERS = {"Accept-Encoding": "gzip, identity", "User-Agent": "terazi"}
_OK, _GONE, _ELSEWHERE = 200, {404, 410}, {301, 302, 303, 307, 308}
_FOR_NOW = {"408", "425", "429"}
"""Of the statuses that blame who asks, those that time heals."""


class WebSource:
    """A log below an http or https address, which may be silent for `timeout_s` seconds at a time.

    A place that has answered is asked again where it fails, after each of some pauses (seconds).
    """

    def __init__(
        self, prefix: str, *, timeout_s: float = 30.0, pauses_s: Sequence[float] = (1.0, 4.0)
    ) -> None:
        self._place, self._pauses_s, self._has_answered = _Place(prefix, timeout_s), pauses_s, False
        self._is_closed = threading.Event()
        self._pool = ThreadPoolExecutor(_AT_ONCE)
        self._expected: Iterator[tuple[str, int]] = iter(())
        self._coming = deque[tuple[str, Future[bytes | Fault]]]()

    def expect(self, files: Iterable[tuple[str, int]]) -> None:
        """What will be read next, paths with their limits in bytes, in order; nothing else is asked ahead."""
        for _, coming in self._coming:
            coming.cancel()
        self._coming.clear()
        self._expected = iter(files)
        self._ask_ahead()

    def close(self) -> None:
        """Close all connections, and wait for nothing that was asked for ahead."""
        self._is_closed.set()
        self.expect(())
        self._place.hang_up()
        self._pool.shutdown()
        self._place.close()

    def _ask_ahead(self) -> None:
        for path, limit in islice(self._expected, _AHEAD - len(self._coming)):
            self._coming.append((path, self._pool.submit(self._read, path, limit)))

    def read(self, path: str, limit: int) -> bytes | Fault:
        """The body at a path, compressed or not, as tlog-tiles lets a log choose."""
        paths = [expected for expected, _ in self._coming]
        if path not in paths:
            return self._read(path, limit)
        for _ in range(paths.index(path)):  # what was expected before it was not needed
            self._coming.popleft()
        _, coming = self._coming.popleft()
        self._ask_ahead()
        return coming.result()

    def _read(self, path: str, limit: int) -> bytes | Fault:
        answer = self._place.get(path, limit)
        for pause_s in self._pauses_s if self._has_answered else ():
            if not _may_pass(answer) or self._is_closed.wait(pause_s):
                break
            answer = self._place.get(path, limit)
        self._has_answered = self._has_answered or not isinstance(answer, Fault)
        return answer


def _may_pass(answer: bytes | Fault) -> bool:
    """Whether another answer may come in a moment."""
    if not isinstance(answer, Fault) or answer.code is not FaultCode.UNREADABLE:
        return False
    return not re.fullmatch("4[0-9][0-9]", answer.says) or answer.says in _FOR_NOW


class _Place:
    """An address, and the connection to it that each thread keeps."""

    def __init__(self, prefix: str, timeout_s: float) -> None:
        assert prefix.startswith(("http://", "https://")), "an address is checked at the door"
        self._timeout_s, self._own = timeout_s, threading.local()
        scheme, _, place = prefix.partition("://")
        self._prefix = f"{scheme}://{place.rstrip('/')}"
        self._host, slash, below = place.rstrip("/").partition("/")
        self._below = slash + below
        self._connect = HTTPSConnection if scheme == "https" else HTTPConnection
        self._connections: list[HTTPConnection] = []
        self._is_direct = scheme not in request.getproxies() or bool(request.proxy_bypass(self._host))
        self._opener, self._hung_up = _opener(), False

    def get(self, path: str, limit: int) -> bytes | Fault:
        """The body at a path, or why there is none of at most `limit` bytes."""
        try:
            found = self._by_kept(path, limit) if self._is_direct else None
            return self._by_urllib(path, limit) if found is None else found
        except HTTPError as error:
            return _refused(error.code, path)
        except (OSError, HTTPException, ValueError, zlib.error) as error:
            if hasattr(self._own, "connection"):
                self._own.connection.close()
            reason = error.reason if isinstance(error, URLError) else error  # it wraps the system's errors
            says = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
            return Fault(code=FaultCode.UNREADABLE, place=path, says=says)

    def _by_urllib(self, path: str, limit: int) -> bytes | Fault:
        """By way of a proxy, or to where the place sends us: each on a connection of its own."""
        asked = request.Request(f"{self._prefix}/{path}", headers=_HEADERS)  # noqa: S310 - http(s) only
        with self._opener.open(asked, timeout=self._timeout_s) as answer:
            return _body(answer, path, limit)

    def _by_kept(self, path: str, limit: int) -> bytes | Fault | None:
        """By the connection that is kept; None where the place sends us elsewhere."""
        answer = self._ask(path)
        try:
            if answer.status in _ELSEWHERE:
                return None
            return _body(answer, path, limit) if answer.status == _OK else _refused(answer.status, path)
        finally:
            if not answer.isclosed():  # there is more to come, which nobody wants
                answer.close()
                self._own_connection().close()

    def _ask(self, path: str) -> HTTPResponse:
        connection = self._own_connection()
        was_kept = connection.sock is not None
        try:
            return self._answer(connection, path)
        except (ConnectionError, HTTPException):
            connection.close()
            if not was_kept or self._hung_up:
                raise
        return self._answer(connection, path)  # the other side did not keep it

    def _own_connection(self) -> HTTPConnection:
        if not hasattr(self._own, "connection"):
            self._own.connection = self._connect(self._host, timeout=self._timeout_s)
            self._connections.append(self._own.connection)
        connection: HTTPConnection = self._own.connection
        return connection

    def _answer(self, connection: HTTPConnection, path: str) -> HTTPResponse:
        connection.request("GET", f"{self._below}/{path}", headers=_HEADERS)
        if self._hung_up:  # else it was told by `hang_up`, which says so first
            raise ConnectionAbortedError
        return connection.getresponse()

    def hang_up(self) -> None:
        """End what any thread is waiting for."""
        self._hung_up = True
        for connection in self._connections:
            with suppress(OSError, AttributeError):  # not connected, or not any more
                connection.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close all connections."""
        for connection in self._connections:
            connection.close()


class _Elsewhere(request.HTTPRedirectHandler):
    """Goes on to where a place sends us, without reading what it says to that: nobody knows how much."""

    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        fp.close()
        return super().http_error_302(req, io.BytesIO(), code, msg, headers)

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


def _opener() -> request.OpenerDirector:
    """What asks by http and https, and by nothing else."""
    opener = request.OpenerDirector()
    handlers: tuple[request.BaseHandler, ...] = (
        request.ProxyHandler(),
        request.HTTPHandler(),
        request.HTTPSHandler(),
        request.UnknownHandler(),
        request.HTTPDefaultErrorHandler(),
        request.HTTPErrorProcessor(),
        _Elsewhere(),
    )
    for handler in handlers:
        opener.add_handler(handler)
    return opener


def _body(answer: HTTPResponse, path: str, limit: int) -> bytes | Fault:
    is_zipped = answer.headers.get("Content-Encoding", "").lower() in {"gzip", "x-gzip"}
    most = limit + limit // 100 + 1000 if is_zipped else limit + 1  # hashes do not get smaller by zipping
    data = answer.read(most)
    if answer.length and len(data) < most:
        raise IncompleteRead(data, answer.length)
    if not is_zipped:
        return bounded(data, path, limit)
    unzip = zlib.decompressobj(wbits=31)
    unzipped = unzip.decompress(data, limit + 1)
    if len(unzipped) <= limit and not unzip.eof:
        raise IncompleteRead(data)
    return bounded(unzipped, path, limit)


def _refused(status: int, path: str) -> Fault:
    gone = status in _GONE
    code = FaultCode.MISSING if gone else FaultCode.UNREADABLE
    return Fault(code=code, place=path, says="" if gone else str(status))
