"""Published files are those of tlog-tiles, whole after every crash, and never fork the log."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terazi.ledger import publish as publishing
from terazi.ledger.checkpoint import Checkpoint
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.files import replace_file
from terazi.ledger.merkle import root_of
from terazi.ledger.note import SigningKey
from terazi.ledger.publish import EntriesFrom, extends, publish, published
from terazi.ledger.signed_tree import SignedTree
from terazi.ledger.source import FolderSource
from terazi.ledger.tiles import LONGEST_ENTRY, edge_widths, pack, tile_path, unpack
from terazi.ledger.verify import Verified, verify_log
from tests.ledger_log.logs import KEY, changed, signed, story
from tests.ledger_log.web_place import files_in


def numbered(size: int) -> list[bytes]:
    return [b"entry %d" % number for number in range(size)]


def from_number(lines: list[bytes]) -> EntriesFrom:
    return lambda begin: lines[begin:]


def grow(folder: Path, lines: list[bytes]) -> Checkpoint:
    checkpoint = publish(folder, lambda begin: lines[begin:], KEY)
    assert isinstance(checkpoint, Checkpoint), checkpoint
    return checkpoint


@settings(max_examples=15)
@given(st.lists(st.integers(0, 700), min_size=1, max_size=4).map(sorted))
def test_a_log_that_grew_is_the_log_that_was_written_at_once(
    tmp_path_factory: pytest.TempPathFactory, sizes: list[int]
) -> None:
    folder, lines = tmp_path_factory.mktemp("log"), numbered(sizes[-1])
    for size in sizes:
        checkpoint = grow(folder, lines[:size])
        assert (checkpoint.size, checkpoint.root) == (size, root_of(lines[:size]))
    written, wanted = files_in(folder), dict(signed(lines).files)
    assert written.pop("key") == f"{KEY.verifier}\n".encode()
    assert {path: data for path, data in written.items() if path in wanted} == wanted
    assert all(".p/" in path for path in written.keys() - wanted.keys()), (
        "partial tiles of earlier checkpoints"
    )


def test_a_published_ledger_verifies_and_its_tree_can_be_read(tmp_path: Path) -> None:
    checkpoint = grow(tmp_path, list(story()))
    assert isinstance(verify_log(FolderSource(tmp_path), KEY.verifier), Verified)
    tree = SignedTree(FolderSource(tmp_path), checkpoint)
    for size in (0, 1, 100, 256, 300, 327):
        assert tree.root_at(size) == root_of(story()[:size])


class Crash(Exception):
    """The machine stops."""


@pytest.mark.parametrize("steps", range(13))
def test_after_a_crash_the_old_log_stands_and_the_next_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    lines, write = list(story()), replace_file
    grow(tmp_path, lines[:250])
    left = iter(range(steps))

    def crashing(path: Path, data: bytes) -> None:
        if next(left, None) is None:
            path.with_name(f"{path.name}.new").write_bytes(data[: len(data) // 2])
            raise Crash
        write(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(publishing, "replace_file", crashing)
        try:
            grow(tmp_path, lines)
        except Crash:
            answer = verify_log(FolderSource(tmp_path), KEY.verifier)
            assert isinstance(answer, Verified)
            assert answer.entries == 250
        else:
            assert steps >= 7, "a log of two bundles is at least seven files"
    grow(tmp_path, lines)
    answer = verify_log(FolderSource(tmp_path), KEY.verifier)
    assert isinstance(answer, Verified)
    assert answer.entries == len(lines)


def test_a_ledger_from_a_backup_is_not_published_over_a_longer_one(tmp_path: Path) -> None:
    lines = list(story())
    grow(tmp_path, lines)
    before = files_in(tmp_path)
    forked = [*lines[:300], *(changed(line, "accepted_at", 9) for line in lines[300:]), b"one more"]
    cases = {FaultCode.SHRUNK: lines[:300], FaultCode.REWRITTEN: forked}
    for code, ledger in cases.items():
        fault = publish(tmp_path, from_number(ledger), KEY)
        assert isinstance(fault, Fault)
        assert fault.code is code
        earlier = published(tmp_path, KEY.verifier)
        assert isinstance(earlier, Checkpoint)
        proved = extends(earlier, ledger)
        assert proved is not None
        assert proved.code is code
        assert extends(earlier, lines) is None
    assert files_in(tmp_path) == before


def test_a_folder_of_another_key_or_with_a_fault_is_not_written_to(tmp_path: Path) -> None:
    grow(tmp_path, numbered(300))
    stranger = SigningKey(name=KEY.name, seed=bytes(32))
    fault = publish(tmp_path, lambda begin: numbered(400)[begin:], stranger)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.NOT_SIGNED
    (tmp_path / "tile/0/001.p/44").write_bytes(bytes(44 * 32))
    fault = publish(tmp_path, lambda begin: numbered(400)[begin:], KEY)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.WRONG_TREE


def test_an_entry_that_no_bundle_can_hold_is_refused(tmp_path: Path) -> None:
    fault = publish(tmp_path, lambda begin: [b"x" * (LONGEST_ENTRY + 1)][begin:], KEY)
    assert fault == Fault(code=FaultCode.TOO_LARGE, entry=0, should=str(LONGEST_ENTRY))
    grow(tmp_path, [b"x" * LONGEST_ENTRY])


def test_a_checkpoint_of_yesterday_can_be_read_while_full_tiles_take_over(tmp_path: Path) -> None:
    old = grow(tmp_path, numbered(200))
    grow(tmp_path, numbered(600))
    assert not (tmp_path / "tile/0/000.p").exists(), "partial tiles go once they are full"
    tree = SignedTree(FolderSource(tmp_path), old)
    assert tree.bundle(0) == numbered(200)


def test_the_tiles_of_the_specifications_example() -> None:
    assert list(edge_widths(70_000)) == [(0, 273, 112), (1, 1, 17), (2, 0, 1)]
    assert tile_path(0, 1234067) == "tile/0/x001/x234/067"


@given(st.lists(st.binary(max_size=300), max_size=20), st.binary(max_size=1))
def test_bundles_are_cut_where_they_were_joined(entries: list[bytes], rest: bytes) -> None:
    assert unpack(pack(entries) + rest) == (entries, len(rest))
