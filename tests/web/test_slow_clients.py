"""Clients that take their time: they are hung up on, and nobody else waits for them."""

import socket
from collections.abc import Iterator

import pytest

from terazi.service.keys import Scope, create_key
from terazi.web.desk import clock_ms
from tests.stores import opened
from tests.web.processes import PATIENCE, Caller, port, servers

HASTE = 0.3
"""Seconds that the service under test gives a head, a body, and an answer's beginning (a little more)."""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, str]]:
    """The port of a service that is quick to hang up, and a key to it."""
    where = str(tmp_path_factory.mktemp("slow") / "ladder.db")
    store = opened(where)
    key = create_key(store, list(Scope), clock_ms()).secret
    store.close()
    at = port()
    with servers(where) as started:
        started.start(at, limits_head_seconds=HASTE, limits_body_seconds=HASTE, limits_connections=40)
        started.ready(at, key)
        yield at, key


def until_closed(connection: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    found = b""
    while data := connection.recv(65_536):
        found += data
    return found


def connected(at: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", at), timeout=PATIENCE)


@pytest.mark.parametrize("said", [b"", b"G", b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "])
def test_who_does_not_end_their_head_is_hung_up_on(quick: tuple[int, str], said: bytes) -> None:
    with connected(quick[0]) as connection:
        connection.sendall(said)
        assert until_closed(connection) == b""


def test_a_second_request_has_no_more_time_than_the_first(quick: tuple[int, str]) -> None:
    whole = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    with connected(quick[0]) as connection:
        connection.sendall(whole)
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
        connection.sendall(whole[:10])
        assert b"200" not in until_closed(connection)


def test_who_does_not_end_their_body_is_told_so(quick: tuple[int, str]) -> None:
    at, key = quick
    with connected(at) as connection:
        head = f"PUT /v1/games/g HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n"
        connection.sendall(head.encode() + b"Content-Length: 99\r\n\r\n{")
        answer = until_closed(connection)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"body_too_slow" in answer


def test_nobody_waits_for_the_slow(quick: tuple[int, str]) -> None:
    at, key = quick
    slow = [connected(at) for _ in range(20)]
    for connection in slow:
        connection.sendall(b"PUT /v1/ga")
    caller = Caller(at, key)
    for _ in range(20):
        assert caller.call("GET", "/v1/ladder")[0] == 200
    caller.close()
    for connection in slow:
        until_closed(connection)
        connection.close()


def test_what_is_no_http_is_refused(quick: tuple[int, str]) -> None:
    for said in (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n" * 3,
    ):
        with connected(quick[0]) as connection:
            connection.sendall(said)
            assert b"HTTP/1.1 200" not in until_closed(connection)


def test_two_lengths_or_a_length_that_is_none_are_refused(quick: tuple[int, str]) -> None:
    at, key = quick
    for lengths in ("Content-Length: 2\r\nContent-Length: 3", "Content-Length: -1", "Content-Length: x"):
        with connected(at) as connection:
            head = (
                f"PUT /v1/games/g HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n{lengths}\r\n\r\n{{}}"
            )
            connection.sendall(head.encode())
            assert not until_closed(connection).startswith(b"HTTP/1.1 2")
