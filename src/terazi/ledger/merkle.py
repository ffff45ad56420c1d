"""The Merkle tree of RFC 6962 over the exact bytes of entries: hashes, right edge, proofs and their checks.

A *node* is named by its height and its place in that height: node (0, n) is the hash of leaf n, node (h, n)
covers the leaves from n * 2**h up to (n + 1) * 2**h. Only complete nodes have a name; every other hash of the
tree is made from them.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

HASH_BYTES = 32

EMPTY_ROOT = hashlib.sha256(b"").digest()
"""The root of a tree without leaves (RFC 6962, 2.1)."""

Span = tuple[int, int]
"""Leaves from the first number up to, and without, the second."""
Nodes = Callable[[int, int], bytes]
"""The hash of a complete node, by height and place."""


def leaf_hash(entry: bytes) -> bytes:
    """The hash of one entry (RFC 6962, 2.1)."""
    return hashlib.sha256(b"\0" + entry).digest()


def leaf_hashes(entries: Iterable[bytes]) -> list[bytes]:
    """The hashes of many entries."""
    return _hashes(_LEAF, entries)


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two neighbouring nodes (RFC 6962, 2.1)."""
    return hashlib.sha256(b"\1" + left + right).digest()


def complete_root(row: bytes) -> bytes:
    """The node above neighbouring nodes of one height, given end to end; their number is a power of two."""
    while len(row) > HASH_BYTES:
        pairs = [row[at : at + 2 * HASH_BYTES] for at in range(0, len(row), 2 * HASH_BYTES)]
        row = b"".join(_hashes(_NODE, pairs))
    return row


_LEAF, _NODE = hashlib.sha256(b"\0"), hashlib.sha256(b"\1")


def _hashes(begun: "hashlib._Hash", parts: Iterable[bytes]) -> list[bytes]:
    """The hashes of what was begun and then goes on with each part: to copy is quicker than to begin.

    All the hashes of a verification are made here.
    """
    copy, hashes = begun.copy, []
    for part in parts:
        hasher = copy()
        hasher.update(part)
        hashes.append(hasher.digest())
    return hashes


@dataclass(slots=True)
class Frontier:
    """The right edge of a growing tree: all it takes to append to it, 32 bytes for each 1 bit of its size.

    `edge` holds the complete nodes that the tree is made of, the largest first.
    """

    size: int = 0
    edge: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Assert that the edge fits the size."""
        assert len(self.edge) == self.size.bit_count(), "one node for each 1 bit of the size"

    def append(self, leaf: bytes) -> None:
        """Grow by one leaf, given by its hash."""
        size = self.size
        while size & 1:
            leaf = node_hash(self.edge.pop(), leaf)
            size >>= 1
        self.edge.append(leaf)
        self.size += 1

    def extend(self, entries: Iterable[bytes]) -> None:
        """Grow by entries, given by their bytes."""
        for entry in entries:
            self.append(leaf_hash(entry))

    def root(self) -> bytes:
        """The hash of the whole tree."""
        return folded(self.edge)


def folded(nodes: Sequence[bytes]) -> bytes:
    """The hash of a tree made of these complete nodes, the largest first."""
    if not nodes:
        return EMPTY_ROOT
    root = nodes[-1]
    for node in reversed(nodes[:-1]):
        root = node_hash(node, root)
    return root


def root_of(entries: Iterable[bytes]) -> bytes:
    """The root of the tree of these entries.

    >>> root_of([]).hex()[:16], root_of([b""]).hex()[:16]
    ('e3b0c44298fc1c14', '6e340b9cffb37a98')
    """
    frontier = Frontier()
    frontier.extend(entries)
    return frontier.root()


# --- proofs ----------------------------------------------------------------------------------------


def span_hash(span: Span, nodes: Nodes) -> bytes:
    """The hash of a span that the tree of some size has as a node, complete or at its right edge."""
    return folded([nodes(height, place) for height, place in span_nodes(span)])


def span_nodes(span: Span) -> list[tuple[int, int]]:
    """The complete nodes of such a span, as (height, place), the largest first."""
    begin, end = span
    nodes = []
    while begin < end:
        height = (end - begin).bit_length() - 1
        assert begin % (1 << height) == 0, "a span of the tree begins where a node does"
        nodes.append((height, begin >> height))
        begin += 1 << height
    return nodes


def _split(begin: int, end: int) -> int:
    """Where RFC 6962 divides a span: after the largest power of two that is smaller than it."""
    return begin + (1 << (end - begin - 1).bit_length() - 1)


def inclusion_spans(number: int, size: int) -> list[Span]:
    """The spans whose hashes prove that leaf `number` is in the tree of that size (RFC 6962, 2.1.1)."""
    assert 0 <= number < size, "a leaf of the tree"
    spans, begin, end = [], 0, size
    while end - begin > 1:
        middle = _split(begin, end)
        if number < middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((begin, middle))
            begin = middle
    return spans[::-1]


def consistency_spans(earlier: int, size: int) -> list[Span]:
    """The spans whose hashes prove that the tree extends its first `earlier` leaves (RFC 6962, 2.1.2)."""
    assert 0 <= earlier <= size, "a tree extends no larger one"
    if earlier in {0, size}:
        return []
    spans, begin, end = [], 0, size
    while end != earlier:
        middle = _split(begin, end)
        if earlier <= middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((begin, middle))
            begin = middle
    if begin > 0:  # the earlier tree itself is known to whoever checks, a part of it is not
        spans.append((begin, end))
    return spans[::-1]


def inclusion_proof(number: int, size: int, nodes: Nodes) -> list[bytes]:
    """The hashes from the leaf's sibling up to the root's child (RFC 6962, 2.1.1)."""
    return [span_hash(span, nodes) for span in inclusion_spans(number, size)]


def consistency_proof(earlier: int, size: int, nodes: Nodes) -> list[bytes]:
    """The hashes that prove that the tree of `size` extends that of `earlier` leaves (RFC 6962, 2.1.2)."""
    return [span_hash(span, nodes) for span in consistency_spans(earlier, size)]


def included(*, leaf: bytes, number: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof shows that a leaf, given by its hash, is in the tree of that root.

    Follows the bits of the leaf's number, as RFC 9162, 2.1.3.2 does.
    """
    if not 0 <= number < size:
        return False
    place, last, found = number, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(sibling, found)
            while not place & 1 and place:  # a node at the right edge has no sibling on these heights
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


def consistent(*, earlier: int, earlier_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the tree of `root` extends that of `earlier_root` (RFC 9162, 2.1.4.2)."""
    if earlier == 0:
        return size >= 0 and not proof and earlier_root == EMPTY_ROOT
    if earlier >= size:
        return earlier == size and not proof and earlier_root == root
    complete = earlier & (earlier - 1) == 0  # then the earlier root is itself the first hash of the path
    path = [earlier_root, *proof] if complete else list(proof)
    if not path:
        return False
    place, last = earlier - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    old = new = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and old == earlier_root and new == root
