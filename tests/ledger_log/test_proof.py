"""A proof shows offline that a game is in the log and its sums are right; a history, that none is missing."""

import json
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terazi.core.types import Game, GameId, PlayerId, PlayerNumber
from terazi.ledger.cards import Card
from terazi.ledger.codec import decode
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.note import SigningKey
from terazi.ledger.player_history import PlayerHistory, card_fault, history_fault
from terazi.ledger.proof import (
    Proof,
    ProofChecked,
    check_proof,
    decode_proof,
    encode_proof,
    make_proof,
    numbers_of_game,
)
from terazi.ledger.signed_tree import SignedTree
from terazi.ledger.verify import Verified, open_log, verify_log
from tests.ledger_log.lies import AWARD, VERSION, VOID
from tests.ledger_log.logs import KEY, changed, needed, signed, story


@cache
def log() -> tuple[bytes, SignedTree]:
    return open_log(signed(story()), KEY.verifier)


def proof_of(*numbers: int) -> Proof:
    note, tree = log()
    return make_proof(tree, note, KEY.verifier, numbers)


def test_every_entry_can_be_proved_with_the_entries_that_it_follows_from() -> None:
    _, tree = log()
    for number in range(tree.size):
        proof = decode_proof(encode_proof(proof_of(*needed(story(), number))))
        assert isinstance(proof, Proof)
        checked = check_proof(proof, KEY.verifier)
        assert isinstance(checked, ProofChecked), (number, checked)
        assert checked.entries[0] == decode(story()[number])


@pytest.mark.parametrize(
    ("number", "others", "field"),
    [(8, [19], "formula"), (320, [1], "voids"), (324, [13], "voids"), (16, [14], "tournament")],
)
def test_a_proof_that_lacks_what_its_sums_follow_from_shows_nothing(
    number: int, others: list[int], field: str
) -> None:
    fault = check_proof(proof_of(number, *others), KEY.verifier)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.entry, fault.field) == (FaultCode.BAD_PROOF, number, field)


@pytest.mark.parametrize(
    ("number", "field", "value"),
    [
        (VERSION, "table_sha256", "8" * 64),
        (VOID, "winner.delta", -23),
        (VOID, "loser.player", 4),
        (321, "winner.points", -16),
        (321, "loser.sparks", 2),
        (AWARD, "placed.delta", 51),
        (17, "place", 3),
    ],
)
def test_a_signed_lie_in_a_version_a_void_or_an_award_is_found_offline(
    number: int, field: str, value: object
) -> None:
    lines = list(story())
    lines[number] = changed(lines[number], field, value)
    if field.endswith(".delta"):
        side = json.loads(lines[number])[field.partition(".")[0]]
        lines[number] = changed(lines[number], field.replace("delta", "after"), side["before"] + value)
    note, tree = open_log(signed(lines), KEY.verifier)
    fault = check_proof(make_proof(tree, note, KEY.verifier, needed(story(), number)), KEY.verifier)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.entry) == (FaultCode.WRONG_VALUE, number)


@pytest.mark.parametrize(
    ("game", "numbers"),
    [
        ("first", [8, 1, 320]),
        ("boost", [9, 321]),
        ('ünlü, "oyun"', [12, 1, 322]),
        ("last", [326, 19]),
        ("x", []),
    ],
)
def test_a_game_is_found_with_its_version_and_its_void(game: str, numbers: list[int]) -> None:
    _, tree = log()
    assert numbers_of_game(tree, GameId(game)) == numbers


def test_a_proof_without_the_games_version_does_not_show_its_sums() -> None:
    fault = check_proof(proof_of(8), KEY.verifier)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.field, fault.says) == (FaultCode.BAD_PROOF, "formula", "1.2.0")


@pytest.mark.parametrize(("field", "value"), [("winner.delta", 25), ("loser.k", 16), ("cube", 4)])
def test_a_signed_lie_in_one_game_is_found_offline(field: str, value: int) -> None:
    lines = list(story())
    lines[8] = changed(lines[8], field, value)
    if field == "winner.delta":
        lines[8] = changed(lines[8], "winner.after", 1525)
    note, tree = open_log(signed(lines), KEY.verifier)
    fault = check_proof(make_proof(tree, note, KEY.verifier, [8, 1]), KEY.verifier)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.entry) == (FaultCode.WRONG_VALUE, 8)


@settings(max_examples=60)
@given(st.data())
def test_no_mutated_proof_passes_as_a_proof_of_something_else(data: st.DataObject) -> None:
    written = encode_proof(proof_of(8, 1))
    at = data.draw(st.integers(0, len(written) - 1))
    other = written[:at] + data.draw(st.binary(max_size=3)) + written[at + 1 :]
    proof = decode_proof(other)
    checked = proof if isinstance(proof, Fault) else check_proof(proof, KEY.verifier)
    right = check_proof(proof_of(8, 1), KEY.verifier)
    assert isinstance(checked, Fault) or checked == right, "only blanks and the claimed key may"


def test_a_proof_for_another_number_or_by_another_key_is_none() -> None:
    proof = proof_of(8, 1)
    moved = replace(proof, entries=(replace(proof.entries[0], number=9), proof.entries[1]))
    fault = check_proof(moved, KEY.verifier)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.WRONG_PROOF
    fault = check_proof(proof, SigningKey(name=KEY.name, seed=bytes(32)).verifier)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.NOT_SIGNED


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"\xff", b"[" * 100_000, b'{"format":"terazi-proof-2"}',
     b'{"format":"terazi-proof-1"}',
     b'{"checkpoint":"","entries":[],"format":"terazi-proof-1","key":""}',
     b'{"checkpoint":"","entries":[{"entry":"","number":true,"path":[]}],"format":"terazi-proof-1","key":""}',
     b'{"checkpoint":"","entries":[{"entry":"","number":1,"path":["AA=="]}],"format":"terazi-proof-1","key":""}'],
    ids=lambda data: repr(data[:60]),
)  # fmt: skip
def test_what_is_no_proof_file_is_refused(data: bytes) -> None:
    fault = decode_proof(data)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.BAD_PROOF


# --- one player --------------------------------------------------------------------------------------


def history_of(player: int) -> PlayerHistory:
    history = PlayerHistory(player=PlayerNumber(player))
    assert isinstance(verify_log(signed(story()), KEY.verifier, watch=history.watch), Verified)
    return history


@pytest.mark.parametrize("player", [2, 3, 4, 5, 6])
def test_a_history_holds_every_entry_that_names_the_player(player: int) -> None:
    def named(value: object) -> bool:
        if isinstance(value, dict):
            return value.get("player") == player or any(map(named, value.values()))
        return isinstance(value, list) and any(map(named, value))

    numbers = [number for number, line in enumerate(story()) if number == player or named(json.loads(line))]
    history = history_of(player)
    assert [entry.number for entry in history.entries] == numbers
    assert history_fault(history.player, history.entries) is None


def test_a_history_with_a_gap_or_a_jump_shows_it() -> None:
    history = history_of(2)
    games = [entry for entry in history.entries if isinstance(entry.facts, Game)]
    for entry in games[:-1]:
        rest = [other for other in history.entries if other is not entry]
        fault = history_fault(history.player, rest)
        assert fault is not None
        assert (fault.code, fault.field) == (FaultCode.WRONG_VALUE, "event")
    jumped = decode(changed(changed(story()[8], "winner.before", 1600), "winner.after", 1624))
    others = [jumped if entry.number == jumped.number else entry for entry in history.entries]
    fault = history_fault(history.player, others)
    assert fault == Fault(code=FaultCode.WRONG_VALUE, entry=8, field="before", says="1600", should="1500")


def test_a_card_shows_whose_history_it_is_and_no_other_does() -> None:
    card = Card(number=PlayerNumber(2), player=PlayerId("ayşe"), salt=bytes(range(32)))
    lines = list(story())
    lines[2] = changed(lines[2], "commitment", card.commitment)
    entries = [decode(line) for line in lines[:8]]
    assert card_fault(card, entries) is None
    for other, code in (
        (replace(card, player=PlayerId("ali")), FaultCode.OTHER_PLAYER),
        (replace(card, salt=bytes(32)), FaultCode.OTHER_PLAYER),
        (replace(card, number=PlayerNumber(3)), FaultCode.OTHER_PLAYER),
        (replace(card, number=PlayerNumber(8)), FaultCode.NO_SUCH_PLAYER),
    ):
        fault = card_fault(other, entries)
        assert fault is not None
        assert fault.code is code
