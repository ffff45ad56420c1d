"""Requests over one connection that is kept, and made anew when it breaks."""

import http.client
import json
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

_AGAIN = frozenset({408, 429, 502, 503, 504})
"""Statuses after which the same request may do better a moment later."""
_LONGEST_WAIT = 5.0


class Problem(Exception):  # noqa: N818: it is what RFC 9457 calls it
    """The service refused: `code` says why, `detail` in words, `pointer` where in the body, or
    `parameter` which part of the address.
    """

    def __init__(self, members: Mapping[str, Any]) -> None:
        super().__init__(f"{members.get('detail', '')} [{members.get('code', '')}]")
        self.members = members
        self.status = int(members.get("status", 0))
        self.code = str(members.get("code", ""))
        self.detail = str(members.get("detail", ""))
        self.pointer: str | None = members.get("pointer")
        self.parameter: str | None = members.get("parameter")


class ServiceUnreachable(Exception):  # noqa: N818: what it says
    """No answer, however often it was asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One whole answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport:
    """Sends requests, again where the answer did not come; `tries` in all, `timeout` in seconds each."""

    def __init__(self, url: str, headers: Mapping[str, str], timeout: float, tries: int) -> None:
        self._url: SplitResult = urlsplit(url)
        if self._url.scheme not in ("http", "https") or not self._url.hostname:
            raise ValueError(f"{url!r} is not the address of a service")
        self._headers, self._timeout, self._tries = dict(headers), timeout, tries
        self._connection: http.client.HTTPConnection | None = None

    def send(self, method: str, path: str, body: bytes | None = None) -> Reply:
        """The answer; `Problem` where the service refused, `ServiceUnreachable` where none came."""
        reason: Exception | None = None
        for turn in range(self._tries):
            if turn:
                time.sleep(min(0.05 * 2**turn, _LONGEST_WAIT) * (0.5 + random.random()))  # noqa: S311
            try:
                reply = self._once(method, path, body)
            except (OSError, http.client.HTTPException) as error:
                self.close()
                reason = error
                continue
            if reply.status < 400:
                return reply
            reason = Problem(_members(reply))
            if reply.status not in _AGAIN:
                break
        if isinstance(reason, Problem):
            raise reason
        raise ServiceUnreachable(f"{method} {path}: {reason}") from reason

    def _once(self, method: str, path: str, body: bytes | None) -> Reply:
        connection = self._connected()
        connection.request(method, self._url.path.rstrip("/") + path, body, self._headers)
        response = connection.getresponse()
        data = response.read()
        headers = {name.lower(): value for name, value in response.getheaders()}
        if "content-length" not in headers and "transfer-encoding" not in headers:
            raise http.client.IncompleteRead(data)  # cut off within its head: nobody knows what is missing
        return Reply(status=response.status, headers=headers, body=data)

    def lines(self, path: str) -> Iterator[bytes]:
        """The lines of a long answer, as they come; it is not asked for again."""
        connection = self._connected()
        connection.request("GET", self._url.path.rstrip("/") + path, None, self._headers)
        response = connection.getresponse()
        if response.status >= 400:
            raise Problem(_members(Reply(status=response.status, headers={}, body=response.read())))
        for line in response:
            yield line.rstrip(b"\n")

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
            assert self._url.hostname is not None
            self._connection = kind(self._url.hostname, self._url.port, timeout=self._timeout)
        return self._connection

    def close(self) -> None:
        """Hang up; the next request connects anew."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _members(reply: Reply) -> Mapping[str, Any]:
    try:
        members = json.loads(reply.body)
    except ValueError:
        members = None
    if isinstance(members, dict):
        return members
    return {"status": reply.status, "code": "", "detail": reply.body[:200].decode("utf-8", "replace")}
