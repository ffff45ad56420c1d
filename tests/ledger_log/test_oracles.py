"""Others' programs agree: `cryptography` on every signature, pymerkle on every root and proof."""

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st
from pymerkle import InmemoryTree

from terazi.ledger.ed25519 import public_key, sign, verify
from terazi.ledger.merkle import (
    complete_root,
    consistency_proof,
    consistent,
    included,
    inclusion_proof,
    leaf_hash,
    root_of,
)

MOST = 1500
ENTRIES = [b"entry %d" % number for number in range(MOST)]
LEAVES = [leaf_hash(entry) for entry in ENTRIES]
few = settings(max_examples=25)
seeds = st.binary(min_size=32, max_size=32)
bits = st.integers(0, 64 * 8 - 1)


def theirs_says_yes(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        return False
    return True


@few
@given(seed=seeds, message=st.binary(max_size=200))
def test_keys_and_signatures_are_those_of_cryptography(seed: bytes, message: bytes) -> None:
    theirs = Ed25519PrivateKey.from_private_bytes(seed)
    assert public_key(seed) == theirs.public_key().public_bytes_raw()
    assert sign(seed, message) == theirs.sign(message)


@few
@given(seed=seeds, message=st.binary(max_size=50), bit=bits)
def test_a_signature_with_one_bit_turned_is_refused_by_both(seed: bytes, message: bytes, bit: int) -> None:
    whole = sign(seed, message)
    turned = (int.from_bytes(whole, "little") ^ 1 << bit).to_bytes(64, "little")
    assert verify(public_key(seed), message, whole)
    assert theirs_says_yes(public_key(seed), message, whole)
    assert not verify(public_key(seed), message, turned)
    assert not theirs_says_yes(public_key(seed), message, turned)


def nodes(height: int, place: int) -> bytes:
    return complete_root(b"".join(LEAVES[place << height : (place + 1) << height]))


@pytest.fixture(scope="module")
def tree() -> InmemoryTree:
    made = InmemoryTree(algorithm="sha256")
    for entry in ENTRIES:
        made.append_entry(entry)
    return made


def test_roots_are_those_of_pymerkle(tree: InmemoryTree) -> None:
    for size in (*range(70), 127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 1499, 1500):
        assert root_of(ENTRIES[:size]) == tree.get_root(size), size


@given(st.data())
def test_inclusion_proofs_are_those_of_pymerkle(tree: InmemoryTree, data: st.DataObject) -> None:
    size = data.draw(st.integers(1, MOST))
    number = data.draw(st.integers(0, size - 1))
    path = inclusion_proof(number, size, nodes)
    leaf, *theirs = tree.prove_inclusion(number + 1, size).path
    assert (leaf, theirs) == (LEAVES[number], path)
    assert included(leaf=leaf, number=number, size=size, proof=theirs, root=tree.get_root(size))


@given(st.data())
def test_consistency_proofs_lead_from_root_to_root_of_pymerkle(
    tree: InmemoryTree, data: st.DataObject
) -> None:
    size = data.draw(st.integers(2, MOST))
    earlier = data.draw(st.integers(1, size - 1))
    path = consistency_proof(earlier, size, nodes)
    # Its own consistency proofs are built otherwise than RFC 6962's, so its roots are what is asked.
    roots = {"earlier_root": tree.get_root(earlier), "root": tree.get_root(size)}
    assert consistent(earlier=earlier, size=size, proof=path, **roots)
