"""Notes are signed-note's, checkpoints tlog-checkpoint's, and whatever is not is refused."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terazi.ledger.checkpoint import (
    LARGEST_SIZE,
    Checkpoint,
    open_checkpoint,
    parse_checkpoint,
    sign_checkpoint,
)
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.keys import load_key, new_key, save_key
from terazi.ledger.note import (
    SigningKey,
    VerifierKey,
    open_note,
    parse_signing_key,
    parse_verifier_key,
    sign_note,
    signers,
    to_base64,
)
from tests.ledger_log.logs import KEY

few = settings(max_examples=40)

# The key pair, text and signature by which implementations of signed notes compare themselves.
REFERENCE_SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
REFERENCE_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
REFERENCE_TEXT = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
)
REFERENCE_NOTE = (
    f"{REFERENCE_TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqf"
    "qdngotpRZb6KE6RyyBwJnAM=\n"
)
# The example of the signed-note specification, which gives no key.
SPECIFICATION = (
    "Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n\n"
    "— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99i"
    "hAQwaqP3ZekRwNtIc=\n"
)


def test_the_reference_note_opens_and_is_signed_alike() -> None:
    key, secret = parse_verifier_key(REFERENCE_KEY), parse_signing_key(REFERENCE_SECRET)
    assert isinstance(key, VerifierKey)
    assert isinstance(secret, SigningKey)
    assert secret.verifier == key
    assert open_note(REFERENCE_NOTE.encode(), key) == REFERENCE_TEXT
    assert sign_note(REFERENCE_TEXT, secret) == REFERENCE_NOTE.encode()


def test_the_specifications_note_is_cut_at_its_last_empty_line() -> None:
    assert signers(SPECIFICATION.encode()) == ["quasimodo.example/salvatore+367ba04b"]
    fault = open_note(SPECIFICATION.encode(), KEY.verifier)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.NOT_SIGNED


@few
@given(st.lists(st.text(st.characters(codec="utf-8", min_codepoint=32)), max_size=5))
def test_what_is_signed_opens(lines: list[str]) -> None:
    text = "\n".join([*lines, ""]) or "\n"
    assert open_note(sign_note(text, KEY), KEY.verifier) == text


def test_signatures_of_witnesses_are_passed_over() -> None:
    note = sign_note("text\n", KEY)
    witness = sign_note("text\n", SigningKey(name="witness.example", seed=bytes(32))).rpartition(b"\n\n")[2]
    unknown = f"— other.example {to_base64(b'1234 another algorithm')}\n".encode()
    for many in (note + witness, note + unknown + witness * 16):
        assert open_note(many, KEY.verifier) == "text\n"
    again = note + note.rpartition(b"\n\n")[2].replace(b" ", b" ")
    assert open_note(again, KEY.verifier) == "text\n"


NO_NOTES = [
    b"", b"\n", b"text\n", b"text\n\n", b"text\n\n\n", b"text\n\n- name AAAAAAA=\n",
    b"\xff\n\n\xe2\x80\x94 n AAAAAAA=\n",
    "text\n\n— name\n".encode(), "text\n\n—  AAAAAAA=\n".encode(),
    "text\n\n— name AAAA\n".encode(),
    "text\n\n— name AAAAAAA\n".encode(), "text\n\n— na+me AAAAAAA=\n".encode(),
    "text\n\n— name AAAAAAB=\n".encode(),
    "text\r\n\n— name AAAAAAA=\n".encode(), "text\n\n— name AAAAAAA=".encode(), b"x" * 1_000_001,
]  # fmt: skip


@pytest.mark.parametrize("data", NO_NOTES, ids=lambda data: repr(data[:40]))
def test_what_is_no_note_is_refused(data: bytes) -> None:
    fault = open_note(data, KEY.verifier)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.BAD_NOTE


def test_a_false_signature_beside_a_true_one_spoils_the_note() -> None:
    note = sign_note("text\n", KEY)
    false = sign_note("other\n", KEY).rpartition(b"\n\n")[2]
    fault = open_note(note + false, KEY.verifier)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.BAD_SIGNATURE


# --- keys --------------------------------------------------------------------------------------------


def test_a_part_of_a_key_or_another_letter_is_no_key() -> None:
    for text, parse in ((REFERENCE_KEY, parse_verifier_key), (REFERENCE_SECRET, parse_signing_key)):
        for at in range(len(text)):
            for other in (
                text[:at],
                text[at + 1 :],
                text[:at] + "*" + text[at + 1 :],
                text[:at] + " " + text[at:],
            ):
                assert isinstance(parse(other), Fault), other


def test_a_key_file_is_for_its_owner_alone_and_never_overwritten(tmp_path: Path) -> None:
    key = new_key("example.org/ladder")
    save_key(tmp_path / "log.key", key)
    assert (tmp_path / "log.key").stat().st_mode & 0o777 == 0o600
    assert load_key(tmp_path / "log.key") == key
    with pytest.raises(FileExistsError):
        save_key(tmp_path / "log.key", new_key("example.org/ladder"))
    assert load_key(tmp_path / "log.key") == key


def test_a_secret_shows_nowhere_but_in_its_file(tmp_path: Path) -> None:
    key = new_key("example.org/ladder")
    (tmp_path / "key").write_text(key.text()[:-3])
    fault = load_key(tmp_path / "key")
    for shown in (repr(key), str(key), repr(fault)):
        assert key.seed.hex() not in shown
        assert key.text()[30:60] not in shown


def test_a_key_file_that_is_not_there_or_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    codes = {name: load_key(tmp_path / name) for name in ("nothing", "bytes", ".")}
    assert [fault.code for fault in codes.values() if isinstance(fault, Fault)] == [
        FaultCode.MISSING, FaultCode.BAD_KEY, FaultCode.UNREADABLE
    ]  # fmt: skip


# --- checkpoints -------------------------------------------------------------------------------------


@few
@given(st.integers(0, LARGEST_SIZE), st.binary(min_size=32, max_size=32))
def test_a_checkpoint_that_is_signed_opens(size: int, root: bytes) -> None:
    checkpoint = Checkpoint(origin=KEY.name, size=size, root=root)
    assert open_checkpoint(sign_checkpoint(checkpoint, KEY), KEY.verifier) == checkpoint
    assert parse_checkpoint(checkpoint.text() + "an extension\n") == checkpoint


ROOT = to_base64(bytes(32))
NO_CHECKPOINTS = [
    "", "a\n", f"a\n1\n{ROOT}", f"a\n01\n{ROOT}\n", f"a\n-1\n{ROOT}\n", f"a\n+1\n{ROOT}\n",
    f"a\n1.0\n{ROOT}\n",
    f"a\n\n{ROOT}\n", f"\n1\n{ROOT}\n", f"a\n1\n{ROOT[:-1]}\n", f"a\n1\n{to_base64(bytes(31))}\n",
    f"a\n٣\n{ROOT}\n",
    f"a\n{LARGEST_SIZE + 1}\n{ROOT}\n", f"a\n{'9' * 5000}\n{ROOT}\n", f"a\n1\n{ROOT}\n\nx\n",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_CHECKPOINTS, ids=lambda text: repr(text[:30]))
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    assert parse_checkpoint(text) is None


def test_a_checkpoint_of_another_log_is_refused_though_this_key_signed_it() -> None:
    text = Checkpoint(origin="example.org/other", size=0, root=bytes(32)).text()
    fault = open_checkpoint(sign_note(text, KEY), KEY.verifier)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.OTHER_LOG
