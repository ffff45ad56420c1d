"""Whatever is done to a log is found and named; a second verifier, which shares nothing, finds it too."""

from collections.abc import Callable
from pathlib import Path

import pytest

from terazi.ledger.canonical import canonical
from terazi.ledger.checkpoint import open_checkpoint, parse_checkpoint
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.merkle import HASH_BYTES
from terazi.ledger.note import SigningKey, open_note
from terazi.ledger.verify import Verified, verify_log
from tests.ledger_log import plain_verifier
from tests.ledger_log.lies import AWARD, GAME, LIES, VOID
from tests.ledger_log.logs import KEY, Files, changed, signed, story

pytestmark = pytest.mark.usefixtures("quick_way")


def verified(log: Files) -> Verified | Fault:
    return verify_log(log, KEY.verifier)


def rejected_by_both(log: Files) -> Fault:
    with pytest.raises(Exception):  # noqa: B017, PT011 - the second verifier raises whatever it stumbles over
        plain_verifier.verify(log.bytes_of, str(KEY.verifier))
    fault = verified(log)
    assert isinstance(fault, Fault), "the tampering was not found"
    return fault


def test_a_true_log_is_right_and_both_verifiers_find_the_same_ratings() -> None:
    log = signed(story())
    right = verified(log)
    assert isinstance(right, Verified)
    ratings = {number: player.rating for number, player in right.ladder.players.items()}
    assert ratings == plain_verifier.verify(log.bytes_of, str(KEY.verifier))


def test_the_second_verifier_is_short_and_shares_nothing_with_the_first() -> None:
    text = Path(plain_verifier.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) < 200
    assert "terazi" not in text


# --- an operator who lies, and signs the lie -----------------------------------------------------------


@pytest.mark.parametrize(("number", "field", "value", "code"), LIES)
def test_a_changed_member_is_found_though_the_log_is_signed_again(
    number: int, field: str, value: object, code: FaultCode
) -> None:
    lines = list(story())
    lines[number] = changed(lines[number], field, value)
    fault = rejected_by_both(signed(lines))
    # Wrong settings can be right in themselves; then they show where they are first needed. What should
    # replace a game and does not shows in the void before it.
    assert fault.code is code
    assert number in {0, fault.entry} or (number, fault.entry) == (323, 322)


def test_a_wrong_sum_says_what_stands_there_and_what_should() -> None:
    lines = list(story())
    lines[GAME] = changed(changed(lines[GAME], "winner.delta", 25), "winner.after", 1525)
    assert verified(signed(lines)) == Fault(
        code=FaultCode.WRONG_VALUE, entry=GAME, field="winner.delta", says="25", should="24"
    )


SPELLINGS: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("a blank", lambda line: line.replace(b":", b": ", 1)),
    ("a blank at the end", lambda line: line + b" "),
    ("a line feed", lambda line: line + b"\n"),
    ("keys in another order", lambda line: b'{"cube":2,' + line[1:].replace(b'"cube":2,', b"", 1)),
    ("a key twice", lambda line: b'{"accepted_at":1,' + line[1:]),
    ("a number with a zero in front", lambda line: line.replace(b'"k":32', b'"k":032', 1)),
    ("a number as a fraction", lambda line: line.replace(b'"k":32', b'"k":32.0', 1)),
    ("minus zero", lambda line: line.replace(b'"number":8', b'"number":-0', 1)),
    ("letters written as escapes", lambda line: line.replace(b"first", b"\\u0066irst", 1)),
    ("digits of another script", lambda line: line.replace(b'"k":32', '"k":٣٢'.encode(), 1)),
    ("half a line", lambda line: line[: len(line) // 2]),
    ("nothing", lambda line: b""),
    ("no object", lambda line: b"[]"),
    ("no JSON", lambda line: b"\xff\xfe\x00"),
    ("deep brackets", lambda line: b"[" * 60_000),
    ("another encoding", lambda line: line.decode().encode("utf-16")),
    ("half a letter", lambda line: line.replace(b"first", b'\\ud800"')),
]


@pytest.mark.parametrize("spell", [spell for _, spell in SPELLINGS], ids=[name for name, _ in SPELLINGS])
def test_an_entry_has_one_spelling(spell: Callable[[bytes], bytes]) -> None:
    lines = list(story())
    lines[GAME] = spell(lines[GAME])
    assert lines[GAME] != story()[GAME], "the change changes nothing"
    fault = rejected_by_both(signed(lines))
    assert fault.entry == GAME
    assert fault.code in {FaultCode.NOT_AN_ENTRY, FaultCode.WRONG_VALUE}


def without(lines: list[bytes], number: int) -> list[bytes]:
    return lines[:number] + lines[number + 1 :]


def renumbered(lines: list[bytes], start: int) -> list[bytes]:
    """What a careful liar does: entries after the change get their new numbers."""
    return lines[:start] + [changed(line, "number", start + at) for at, line in enumerate(lines[start:])]


ERASED = canonical({"accepted_at": 1_790_019_080_000, "kind": "erase", "number": 323, "player": 6})

MOVES: list[tuple[str, Callable[[list[bytes]], list[bytes]]]] = [
    ("a removed entry", lambda lines: without(lines, GAME)),
    ("a removed entry, renumbered", lambda lines: renumbered(without(lines, 20), 20)),
    ("a removed award", lambda lines: renumbered(without(lines, 17), 17)),
    ("removed settings", lambda lines: renumbered(lines[1:], 0)),
    ("a repeated entry", lambda lines: [*lines, lines[-1]]),
    ("a repeated entry, renumbered", lambda lines: renumbered([*lines, lines[-1]], len(lines))),
    ("an award given twice", lambda lines: renumbered([*lines, lines[AWARD]], len(lines))),
    ("a void given twice", lambda lines: renumbered([*lines, lines[VOID]], len(lines))),
    ("an inserted entry", lambda lines: renumbered([*lines[:20], lines[8], *lines[20:]], 20)),
    ("two entries swapped", lambda lines: [*lines[:20], lines[21], lines[20], *lines[22:]]),
    (
        "two swapped, renumbered",
        lambda lines: renumbered([*lines[:20], lines[21], lines[20], *lines[22:]], 20),
    ),
    ("an end within a tournament's awards", lambda lines: lines[:18]),
    ("an end between a game's void and its replacement", lambda lines: lines[:323]),
    (
        "an entry between a game's void and its replacement",
        lambda lines: renumbered([*lines[:323], ERASED, *lines[323:]], 323),
    ),
    ("a removed replacement", lambda lines: renumbered(without(lines, 323), 323)),
    ("a player registered twice", lambda lines: renumbered([*lines[:5], lines[4], *lines[5:]], 5)),
]


@pytest.mark.parametrize("move", [move for _, move in MOVES], ids=[name for name, _ in MOVES])
def test_entries_that_move_are_found_though_the_log_is_signed_again(
    move: Callable[[list[bytes]], list[bytes]],
) -> None:
    rejected_by_both(signed(move(list(story()))))


# --- files that change below a checkpoint ----------------------------------------------------------------


def test_every_file_of_a_log_is_needed() -> None:
    log = signed(story())
    for path in log.files:
        fault = rejected_by_both(log.but(path, None))
        assert (fault.code, fault.place) == (FaultCode.MISSING, path)


@pytest.mark.parametrize("path", sorted(signed(story()).files))
def test_a_changed_byte_is_found_in_every_file(path: str) -> None:
    log = signed(story())
    data = log.files[path]
    for at in range(0, len(data), max(1, len(data) // 7)):
        fault = rejected_by_both(log.but(path, data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]))
        assert fault.code not in {FaultCode.WRONG_VALUE, FaultCode.REFUSED}, "found only by its sums"


def test_a_changed_entry_is_named_by_its_number() -> None:
    log = signed(story())
    bundle = log.files["tile/entries/000"]
    fault = rejected_by_both(log.but("tile/entries/000", bundle.replace(b'"delta":24', b'"delta":42', 1)))
    assert (fault.code, fault.entry) == (FaultCode.WRONG_LEAF, GAME)


@pytest.mark.parametrize("extra", [b"\0", b"\0\0", b"\0\1a"])
def test_bytes_after_the_last_entry_of_a_bundle_are_found(extra: bytes) -> None:
    log = signed(story())
    for path in ("tile/entries/000", "tile/entries/001.p/71"):
        fault = rejected_by_both(log.but(path, log.files[path] + extra))
        assert fault.code is FaultCode.BAD_BUNDLE


def test_a_tile_with_another_length_is_found() -> None:
    log = signed(story())
    for path in ("tile/0/000", "tile/0/001.p/71", "tile/1/000.p/1"):
        for data in (log.files[path][:-1], log.files[path] + bytes(HASH_BYTES)):
            assert rejected_by_both(log.but(path, data)).code is FaultCode.WRONG_TILE


def test_a_forged_signature_is_found() -> None:
    stranger = SigningKey(name=KEY.name, seed=bytes(32))
    log = signed(story())
    note = log.files["checkpoint"].decode()
    forged = signed(story(), stranger)
    assert rejected_by_both(forged).code is FaultCode.NOT_SIGNED
    bigger = note.replace("\n327\n", "\n326\n").encode()
    assert rejected_by_both(log.but("checkpoint", bigger)).code is FaultCode.BAD_SIGNATURE
    other = signed(story(), SigningKey(name="example.org/other", seed=KEY.seed))
    assert rejected_by_both(other).code is FaultCode.NOT_SIGNED


# --- a history rewritten, and signed ---------------------------------------------------------------------


def test_a_rewritten_history_is_found_by_whoever_kept_a_checkpoint() -> None:
    before = open_checkpoint(signed(story()[:300]).files["checkpoint"], KEY.verifier)
    assert not isinstance(before, Fault)
    grown = signed(story())
    assert isinstance(verify_log(grown, KEY.verifier, since=[before]), Verified)
    plain_verifier.verify(grown.bytes_of, str(KEY.verifier), since=(before.size, before.root))

    lines = list(story()[:20])
    lines[2] = changed(lines[2], "commitment", "another player")
    rewritten = signed(lines)
    assert isinstance(verified(rewritten), Verified), "in itself it is a ledger like any other"
    early = open_checkpoint(signed(story()[:10]).files["checkpoint"], KEY.verifier)
    assert not isinstance(early, Fault)
    fault = verify_log(rewritten, KEY.verifier, since=[early])
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.REWRITTEN
    with pytest.raises(AssertionError):
        plain_verifier.verify(rewritten.bytes_of, str(KEY.verifier), since=(early.size, early.root))


def test_a_truncated_tail_is_found_by_whoever_kept_a_checkpoint() -> None:
    log = signed(story())
    text = open_note(log.files["checkpoint"], KEY.verifier)
    assert isinstance(text, str)
    before = parse_checkpoint(text)
    assert before is not None
    fault = verify_log(signed(story()[:300]), KEY.verifier, since=[before])
    assert isinstance(fault, Fault)
    assert (fault.code, fault.says, fault.should) == (FaultCode.SHRUNK, "300", "327")
