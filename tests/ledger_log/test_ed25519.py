"""Signatures are those of RFC 8032, and a signature has one form only."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terazi.ledger.ed25519 import KEY_BYTES, SIGNATURE_BYTES, public_key, sign, verify

RFC_8032 = [  # section 7.1: secret key, public key, message, signature
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
            "d25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
            "387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
            "4a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
]
ORDER = 2**252 + 27742317777372353535851937790883648493
PRIME = 2**255 - 19
few = settings(max_examples=20)


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC_8032)
def test_the_vectors_of_the_rfc(seed: str, public: str, message: str, signature: str) -> None:
    secret, text = bytes.fromhex(seed), bytes.fromhex(message)
    assert public_key(secret).hex() == public
    assert sign(secret, text).hex() == signature
    assert verify(bytes.fromhex(public), text, bytes.fromhex(signature))


@few
@given(st.binary(min_size=KEY_BYTES, max_size=KEY_BYTES), st.binary(max_size=200), st.data())
def test_a_signature_fits_its_own_text_and_key_alone(seed: bytes, text: bytes, data: st.DataObject) -> None:
    public, signature = public_key(seed), sign(seed, text)
    assert verify(public, text, signature)
    assert not verify(public, text + b"x", signature)
    bit = data.draw(st.integers(0, 8 * SIGNATURE_BYTES - 1))
    flipped = (int.from_bytes(signature, "little") ^ 1 << bit).to_bytes(SIGNATURE_BYTES, "little")
    assert not verify(public, text, flipped)
    bit = data.draw(st.integers(0, 8 * KEY_BYTES - 1))
    other = (int.from_bytes(public, "little") ^ 1 << bit).to_bytes(KEY_BYTES, "little")
    assert not verify(other, text, signature)


@few
@given(st.binary(min_size=KEY_BYTES, max_size=KEY_BYTES), st.binary(max_size=200))
def test_another_library_makes_and_takes_the_same_signatures(seed: bytes, text: bytes) -> None:
    reason = "needs cryptography, the oracle of signatures"
    ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519", reason=reason)
    theirs = ed25519.Ed25519PrivateKey.from_private_bytes(seed)
    assert theirs.public_key().public_bytes_raw() == public_key(seed)
    assert theirs.sign(text) == sign(seed, text)


def test_a_scalar_beyond_the_order_is_no_second_signature() -> None:
    seed = bytes(KEY_BYTES)
    signature = sign(seed, b"text")
    scalar = int.from_bytes(signature[KEY_BYTES:], "little") + ORDER
    assert not verify(public_key(seed), b"text", signature[:KEY_BYTES] + scalar.to_bytes(KEY_BYTES, "little"))


@pytest.mark.parametrize("y", [PRIME, PRIME + 1, 2**255 - 1, 2, 1 | 1 << 255])
def test_a_key_that_is_no_point_in_its_one_spelling_signs_nothing(y: int) -> None:
    assert not verify(y.to_bytes(KEY_BYTES, "little"), b"text", sign(bytes(KEY_BYTES), b"text"))


@pytest.mark.parametrize(
    ("public", "signature"), [(b"", b""), (bytes(31), bytes(64)), (bytes(32), bytes(63))]
)
def test_other_lengths_are_no_signature(public: bytes, signature: bytes) -> None:
    assert not verify(public, b"text", signature)
