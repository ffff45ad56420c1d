"""A log on the web: read like a folder, on kept connections and ahead, whatever is at the other end."""

import socket
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPResponse
from typing import Any

import pytest

from terazi.ledger import web_source
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.publish import publish
from terazi.ledger.verify import Verified, verify_log
from terazi.ledger.web_source import WebSource
from tests.ledger_log.logs import KEY, signed, story
from tests.ledger_log.web_place import Place, served


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a log of some bundles."""
    folder, lines = tmp_path_factory.mktemp("log"), story()
    publish(folder, lambda begin: lines[begin:], KEY)
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@contextmanager
def opened(place: Place, **more: Any) -> Iterator[WebSource]:
    with closing(WebSource(place.address, **more)) as source:
        yield source


def check(place: Place, **more: Any) -> Verified:
    with opened(place, **more) as source:
        answer = verify_log(source, KEY.verifier)
    assert isinstance(answer, Verified), answer
    assert answer.entries == len(story())
    return answer


# --- what comes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", ["HTTP/1.0", "HTTP/1.1"])
@pytest.mark.parametrize("zipped", ["", "gzip", "GZIP", "x-gzip"])
def test_a_log_on_the_web_is_verified_like_a_folder(
    log: dict[str, bytes], protocol: str, zipped: str
) -> None:
    with served(log, protocol=protocol, zipped=zipped) as place:
        check(place)


def test_each_file_is_asked_for_once_and_none_that_is_not_there(log: dict[str, bytes]) -> None:
    with served(log) as place:
        check(place)
    assert len(place.asked) == len(set(place.asked))
    assert {path.removeprefix("/log/") for path in place.asked} <= log.keys()


def numbered(count: int) -> dict[str, bytes]:
    return {str(number): b"%d" % number * 100 for number in range(count)}


def read_all(source: WebSource, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        assert source.read(name, 1000) == data


def test_connections_are_kept() -> None:
    files = numbered(100)
    with served(files) as place, opened(place) as source:
        read_all(source, files)
        assert place.connections == 1
        source.expect((name, 1000) for name in files)
        read_all(source, files)
    assert 1 < place.connections <= 1 + web_source._AT_ONCE
    assert len(place.asked) == 200


def test_what_is_expected_is_asked_for_ahead_and_not_too_far() -> None:
    files = numbered(100)
    with served(files, slow_s=0.02) as place, opened(place) as source:
        source.expect((name, 1000) for name in files)
        for done, (name, data) in enumerate(files.items(), start=1):
            assert source.read(name, 1000) == data
            assert len(place.asked) <= done + web_source._AHEAD
    assert 2 <= place.most_at_once <= web_source._AT_ONCE
    assert sorted(place.asked) == sorted(f"/log/{name}" for name in files)


def test_what_is_not_needed_after_all_does_no_harm() -> None:
    files = numbered(100)
    with served(files) as place, opened(place) as source:
        source.expect((name, 1000) for name in files)
        assert source.read("99", 1000) == files["99"]
        read_all(source, {name: data for name, data in files.items() if int(name) % 3 == 0})


def test_nothing_is_asked_for_any_more_once_nothing_is_expected() -> None:
    files = numbered(100)
    with served(files, slow_s=0.05) as place, opened(place) as source:
        source.expect((name, 1000) for name in files)
        source.expect(())
        time.sleep(0.3)
        assert len(place.asked) <= web_source._AT_ONCE


class Told:
    """A source that notes what it is told to expect, and what is read."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files, self.told, self.read_paths = files, list[list[str]](), list[str]()

    def read(self, path: str, limit: int) -> bytes | Fault:
        self.read_paths.append(path)
        data = self.files.get(path)
        return Fault(code=FaultCode.MISSING, place=path) if data is None else data

    def expect(self, files: Iterable[tuple[str, int]]) -> None:
        self.told.append([path for path, _ in files])

    def close(self) -> None:
        pass


def test_a_verification_tells_what_it_will_read_and_when_it_has_done() -> None:
    lines = [line for turn in range(3) for line in story()]  # three bundles and a part, if not a right ledger
    for number, log in enumerate((signed(story()), signed(lines))):
        source = Told(dict(log.files))
        answer = verify_log(source, KEY.verifier)
        assert isinstance(answer, Fault) == bool(number)
        expected, nothing_more = source.told
        assert nothing_more == []
        assert expected[0] == "tile/entries/000"
        read = [path for path in source.read_paths if path in expected]
        assert read == expected[: len(read)]
        assert len(read) == len(expected) or isinstance(answer, Fault)


# --- what does not ---------------------------------------------------------------------------------


def test_what_the_web_does_not_give_is_a_fault() -> None:
    with served({"large": bytes(101)}) as place, opened(place, pauses_s=()) as source:
        assert isinstance(source.read("large", 101), bytes)
        faults = [
            source.read(path, 100) for path in ("nothing", "broken", "large", "a b", "large", "nothing")
        ]
    codes = [fault.code for fault in faults if isinstance(fault, Fault)]
    assert codes == [
        FaultCode.MISSING, FaultCode.UNREADABLE, FaultCode.TOO_LARGE, FaultCode.UNREADABLE,
        FaultCode.TOO_LARGE, FaultCode.MISSING,
    ]  # fmt: skip


def test_a_place_that_is_gone_is_a_fault() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
        with closing(WebSource(address, pauses_s=(60.0,))) as source:
            gone = source.read("large", 100)
    assert isinstance(gone, Fault)
    assert gone.code is FaultCode.UNREADABLE
    assert gone.says == "Connection refused"


@pytest.mark.parametrize("host", ["[::1", "127.0.0.1:port", "127.0.0.1:99999", "", "ünlü.invalid/ş"])
def test_what_is_no_address_is_a_fault_too(host: str) -> None:
    for scheme in "http", "https":
        with closing(WebSource(f"{scheme}://{host}")) as source:
            fault = source.read("file", 100)
        assert isinstance(fault, Fault)
        assert fault.code is FaultCode.UNREADABLE
        assert fault.says


@pytest.mark.parametrize("protocol", ["HTTP/1.0", "HTTP/1.1"])
def test_a_small_zipped_answer_cannot_grow_without_bound(protocol: str) -> None:
    with (
        served({"large": bytes(10_000_000)}, zipped="gzip", protocol=protocol) as place,
        opened(place) as source,
    ):
        fault = source.read("large", 1000)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.TOO_LARGE


@pytest.mark.parametrize(("zipped", "sized"), [("", True), ("gzip", True), ("gzip", False)])
def test_an_answer_that_breaks_off_is_unreadable_and_no_fault_of_the_log(zipped: str, sized: bool) -> None:
    files = {"file": bytes(range(200))}
    with (
        served(files, cut=True, zipped=zipped, sized=sized) as place,
        opened(place, pauses_s=()) as source,
    ):
        fault = source.read("file", 1000)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.UNREADABLE


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_place_that_fails_now_and_then_is_asked_again(log: dict[str, bytes], status: int) -> None:
    with served(log, fails=status) as place:
        check(place, pauses_s=(0.0,))
    again = [path for path in place.asked if place.asked.count(path) == 2]
    assert len(again) == len(place.asked) - 1  # all but the checkpoint


def test_a_place_that_forbids_is_not_asked_again(log: dict[str, bytes]) -> None:
    with served(log, fails=403) as place, opened(place, pauses_s=(60.0,)) as source:
        fault = verify_log(source, KEY.verifier)
        assert isinstance(fault, Fault)
        assert fault.says == "403"
        assert len(place.asked) == len(set(place.asked))


def test_closing_waits_for_nothing() -> None:
    files = {"checkpoint": b"", **numbered(20)}
    with served(files, fails=503) as place:
        source = WebSource(place.address, pauses_s=(600.0,))
        assert source.read("checkpoint", 100) == b""
        source.expect((name, 1000) for name in files if name != "checkpoint")
        place.slow_s = 600
        closing_it = threading.Thread(target=source.close)
        closing_it.start()
        closing_it.join(30)
        assert not closing_it.is_alive()


def test_a_place_that_never_answered_is_not_asked_again() -> None:
    with served({}, fails=503) as place, opened(place, pauses_s=(60.0,)) as source:
        fault = source.read("file", 1000)
    assert isinstance(fault, Fault)
    assert len(place.asked) == 1


def test_a_connection_that_was_not_kept_is_made_again(log: dict[str, bytes]) -> None:
    with served(log, drops=True) as place:
        check(place, pauses_s=())


# --- by another way --------------------------------------------------------------------------------


def test_a_place_may_send_on_to_another(log: dict[str, bytes]) -> None:
    with served(log, elsewhere="/moved") as place:
        check(place)
    assert any(path.startswith("/moved/log/") for path in place.asked)


def test_what_a_place_says_to_sending_on_is_not_read(
    log: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[int]()
    read_some = HTTPResponse.read

    def note(self: HTTPResponse, amount: int | None = None) -> bytes:
        data = read_some(self, amount)
        read.append(len(data))
        return data

    monkeypatch.setattr(HTTPResponse, "read", note)
    with served(log, elsewhere="/moved") as place:
        check(place)
    assert max(read) < 100_000


@pytest.mark.parametrize(
    "elsewhere", ["ftp://127.0.0.1", "file://", "data:,", "nowhere:", "http://[", "/again"]
)
def test_a_place_may_not_send_on_to_what_is_no_web(log: dict[str, bytes], elsewhere: str) -> None:
    with served(log, elsewhere=elsewhere) as place, opened(place, pauses_s=()) as source:
        fault = source.read("checkpoint", 1000)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.UNREADABLE


def test_a_proxy_is_asked_where_there_is_one(log: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    with served(log) as place:
        monkeypatch.setenv("http_proxy", place.address.removesuffix("/log/"))
        for name in "no_proxy", "NO_PROXY":
            monkeypatch.delenv(name, raising=False)
        with closing(WebSource("http://ladder.invalid/log")) as source:
            answer = verify_log(source, KEY.verifier)
    assert isinstance(answer, Verified)
    assert all(path.startswith("http://ladder.invalid/log/") for path in place.asked)
