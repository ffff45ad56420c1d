"""A port that one test was given is no other's."""

import socket
import sys

import pytest

from tests.web.processes import port


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody can listen on a port that is held")
def test_a_port_is_its_test_s_alone_and_may_be_listened_on_again_and_again() -> None:
    mine = port()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", mine))
    for _ in range(2):
        with socket.create_server(("127.0.0.1", mine)):
            socket.create_connection(("127.0.0.1", mine)).close()
    others = [socket.create_server(("127.0.0.1", 0)) for _ in range(300)]
    assert mine not in {other.getsockname()[1] for other in others}
    for other in others:
        other.close()
