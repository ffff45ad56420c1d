"""The tree is RFC 6962's, and its proofs prove that and nothing else."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.ledger.merkle import (
    EMPTY_ROOT,
    Frontier,
    Nodes,
    complete_root,
    consistency_proof,
    consistent,
    included,
    inclusion_proof,
    leaf_hash,
    root_of,
)

REFERENCE = [
    bytes.fromhex(leaf)
    for leaf in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
"""The test leaves that implementations of RFC 6962 share."""
ROOTS = {
    0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}


def nodes_of(entries: Sequence[bytes]) -> Nodes:
    leaves = [leaf_hash(entry) for entry in entries]
    return lambda height, place: complete_root(b"".join(leaves[place << height : (place + 1) << height]))


def numbered(size: int) -> list[bytes]:
    return [b"entry %d" % number for number in range(size)]


CONSISTENCY = {
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
"""Proofs over the reference leaves, from one size to another."""


@pytest.mark.parametrize(("earlier", "size"), CONSISTENCY)
def test_the_proofs_of_the_reference_leaves(earlier: int, size: int) -> None:
    proof = consistency_proof(earlier, size, nodes_of(REFERENCE[:size]))
    assert [node.hex() for node in proof] == CONSISTENCY[earlier, size]


@pytest.mark.parametrize("size", ROOTS)
def test_the_roots_of_the_reference_leaves(size: int) -> None:
    assert root_of(REFERENCE[:size]).hex() == ROOTS[size]


@given(st.integers(0, 1500), st.data())
def test_an_oracle_finds_the_same_roots_and_proofs(size: int, data: st.DataObject) -> None:
    pymerkle = pytest.importorskip("pymerkle", reason="needs pymerkle, the oracle of Merkle trees")
    entries = numbered(size)
    tree = pymerkle.InmemoryTree(algorithm="sha256")
    for entry in entries:
        tree.append_entry(entry)
    if not size:
        assert root_of(entries) == EMPTY_ROOT
        return
    nodes = nodes_of(entries)
    assert tree.get_root() == root_of(entries)
    earlier = data.draw(st.integers(1, size))
    number = data.draw(st.integers(0, size - 1))
    assert tree.get_root(earlier) == root_of(entries[:earlier])
    # Its paths hold the leaf itself, and begin at the left: the hashes are the same, the order is its own.
    theirs = tree.prove_inclusion(number + 1, size).path
    assert {*theirs} == {leaf_hash(entries[number]), *inclusion_proof(number, size, nodes)}
    old, new = tree.get_root(earlier), tree.get_root()
    proof = consistency_proof(earlier, size, nodes)
    assert consistent(earlier=earlier, earlier_root=old, size=size, root=new, proof=proof)


@given(st.integers(1, 600), st.data())
def test_every_leaf_can_be_proved_and_no_other(size: int, data: st.DataObject) -> None:
    entries = numbered(size)
    number = data.draw(st.integers(0, size - 1))
    proof, root = inclusion_proof(number, size, nodes_of(entries)), root_of(entries)
    facts = {"leaf": leaf_hash(entries[number]), "number": number, "size": size, "proof": proof, "root": root}
    assert included(**facts)  # type: ignore[arg-type]
    others: dict[str, object] = {
        "leaf": leaf_hash(b"another"),
        "root": bytes(32),
        "proof": data.draw(st.sampled_from(spoilt(proof))),
    }
    for name, other in others.items():
        assert not included(**(facts | {name: other})), name  # type: ignore[arg-type]
    place = data.draw(st.integers(-1, size))
    assert included(**(facts | {"number": place})) == (place == number)  # type: ignore[arg-type]


@given(st.integers(0, 600), st.data())
def test_a_tree_proves_that_it_extends_its_past_and_no_other(size: int, data: st.DataObject) -> None:
    entries = numbered(size)
    earlier = data.draw(st.integers(0, size))
    proof = consistency_proof(earlier, size, nodes_of(entries))
    old, new = root_of(entries[:earlier]), root_of(entries)
    facts = {"earlier": earlier, "earlier_root": old, "size": size, "root": new, "proof": proof}
    assert consistent(**facts)  # type: ignore[arg-type]
    assert not consistent(**(facts | {"earlier_root": bytes(32)}))  # type: ignore[arg-type]
    assert not consistent(**(facts | {"proof": data.draw(st.sampled_from(spoilt(proof)))}))  # type: ignore[arg-type]
    if earlier:
        assert not consistent(**(facts | {"root": bytes(32)}))  # type: ignore[arg-type]


def spoilt(proof: list[bytes]) -> list[list[bytes]]:
    """Proofs with a hash too many, too few, or another."""
    fewer = [proof[:-1], proof[1:], [bytes(32), *proof[1:]], proof[::-1]] if len(proof) > 1 else []
    one = [[], [bytes(32)]] if len(proof) == 1 else []
    return [[*proof, bytes(32)], [bytes(32), *proof], *one, *[other for other in fewer if other != proof]]


@given(st.integers(0, 300), st.integers(0, 300))
def test_a_frontier_goes_on_from_where_it_was_left(before: int, after: int) -> None:
    entries = numbered(before + after)
    frontier = Frontier()
    frontier.extend(entries[:before])
    again = Frontier(size=frontier.size, edge=list(frontier.edge))
    again.extend(entries[before:])
    assert again.root() == root_of(entries)
    assert len(again.edge) == again.size.bit_count()


def test_a_proof_of_a_leaf_outside_the_tree_proves_nothing() -> None:
    leaf = leaf_hash(b"a")
    for number, size in ((0, 0), (-1, 1), (1, 1)):
        assert not included(leaf=leaf, number=number, size=size, proof=[], root=leaf)
    assert not consistent(earlier=2, earlier_root=leaf, size=1, root=leaf, proof=[])
    assert not consistent(earlier=0, earlier_root=leaf, size=1, root=leaf, proof=[])
