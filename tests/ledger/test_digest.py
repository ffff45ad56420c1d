"""Digests: commitments to ids, and tables that cannot change unseen (R22, SPEC 3)."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.formula import GammonRule
from terazi.core.rulebook import Edition
from terazi.core.types import PlayerId
from terazi.ledger.digest import commitment, lines_sha256, rulebook_change, table_lines, table_sha256
from tests.strategies import ids

SALTS = st.binary(min_size=32, max_size=32)


def hmac_by_hand(key: bytes, message: bytes) -> str:
    """RFC 2104, step by step."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).hexdigest()


@given(ids(), SALTS)
def test_a_commitment_is_hmac_sha256_of_the_id_under_the_salt(player: str, salt: bytes) -> None:
    assert commitment(PlayerId(player), salt) == hmac_by_hand(salt, player.encode())


def test_a_commitment_is_this() -> None:
    # printf 'Ayşe' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f
    wanted = "e515189db673e46a5039cf460d006c333de38ad7e64aa0300f80228853fd1e3a"
    assert commitment(PlayerId("Ayşe"), bytes(range(32))) == wanted


@pytest.mark.parametrize("salt", [b"", b"x" * 31, b"x" * 33])
def test_a_salt_has_32_bytes(salt: bytes) -> None:
    with pytest.raises(AssertionError):
        commitment(PlayerId("a"), salt)


# The published digests: a change of any of them is a change of the formula.
DIGESTS = {
    "pre-1.0.5": "d040fbf058a261651ba741064f6e9f340600ed0b5f5f671e32eb480de0073670",
    "1.0.5": "1ab980c6a53a7ed6d7e17f986daf80b435cbe71485dfa4c02c0da9ba64eb5e98",
    "1.2.0": "16d558d6bdc5fa5985ea5303985674182ce527c8e43a23fe60ab049effd31e15",
    "1.3.0": "16d558d6bdc5fa5985ea5303985674182ce527c8e43a23fe60ab049effd31e15",
    "1.3.1": "8404a3358c1301f3e3433ae500f3c1f4fcca266f18cf9e23b9d6321c96b23a20",
    "chess": "1ab980c6a53a7ed6d7e17f986daf80b435cbe71485dfa4c02c0da9ba64eb5e98",
    "fibs-1pt": "dcee4b6177ffa1c1addd7fe494e79154ad7cffe42a5f77cc3659d32c7e9ac8b0",
}


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_digest_of_each_table_is_pinned(name: str) -> None:
    assert table_sha256(CATALOGUE[name]) == DIGESTS[name]


def test_a_table_runs_until_every_column_is_constant() -> None:
    heading, *rows = table_lines(CURRENT, CURRENT.reach())
    assert heading == (
        "divisor,winner_minus_loser,k32_cube1,k32_cube2,k32_cube4,k32_cube8,k32_cube16,k32_cube32,k32_cube64,"
        "k16_cube1,k16_cube2,k16_cube4,k16_cube8,k16_cube16,k16_cube32,k16_cube64"
    )
    # SPEC 3: the last step of ÷1200 is at ±3,054, so that the row after it is the first constant one.
    assert rows[0] == "1200,-3055,32,37,43,48,53,59,64,16,19,21,24,27,29,32"
    assert rows[3055] == "1200,0,16,19,21,24,27,29,32,8,9,11,12,13,15,16"  # article, both 1500
    assert rows[-1] == "1200,3055,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
    assert len(rows) == 2 * 3055 + 1
    wider = [*table_lines(CURRENT, CURRENT.reach() + 100)]
    assert {row.split(",", 2)[2] for row in wider[1:102]} == {rows[0].split(",", 2)[2]}
    assert {row.split(",", 2)[2] for row in wider[-101:]} == {rows[-1].split(",", 2)[2]}


def test_where_gammons_count_the_columns_say_so() -> None:
    heading = next(table_lines(CATALOGUE["pre-1.0.5"], 0)).split(",")
    assert CATALOGUE["pre-1.0.5"].gammon_rule is GammonRule.MULTIPLIES
    assert (heading[2], heading[9], heading[-1]) == (
        "k32_cube1_single",
        "k32_cube1_gammon",
        "k32_cube64_backgammon",
    )


def test_a_digest_is_taken_over_lines_with_their_line_feeds() -> None:
    assert lines_sha256(iter(("a", "ş"))) == hashlib.sha256("a\nş\n".encode()).hexdigest()
    assert lines_sha256(iter(())) == hashlib.sha256(b"").hexdigest()


def test_a_rulebook_entry_carries_the_digest_of_its_own_table() -> None:
    edition = Edition(effective_from=0, formula=CURRENT)
    change = rulebook_change(edition)
    assert (change.edition, change.table_sha256) == (edition, DIGESTS["1.3.1"])
