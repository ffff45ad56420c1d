"""`verify`: a whole log checked, from the signature on its checkpoint to the last sum of its last entry."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from terazi.core.state import Ladder
from terazi.ledger.checkpoint import Checkpoint, open_checkpoint
from terazi.ledger.codec import NotAnEntry, decode
from terazi.ledger.faults import Fault, FaultCode, Faulty, shown
from terazi.ledger.note import LONGEST_NOTE, VerifierKey
from terazi.ledger.recompute import Recomputer
from terazi.ledger.signed_tree import SignedTree
from terazi.ledger.source import Source
from terazi.ledger.tiles import CHECKPOINT

Watch = Callable[[bytes], None]
"""Told the bytes of every entry once it is found right: for progress, or one player's history."""
Begin = Callable[[int], None]
"""Told how many entries a log has, before they are recomputed: for progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What was checked, and the ladder after the last entry; `note` is the checkpoint as it was signed."""

    entries: int
    ladder: Ladder
    checkpoint: Checkpoint | None = None
    note: bytes = b""


class Bundles(Protocol):
    """A ledger that can be read more than once, some entries at a time."""

    @property
    def size(self) -> int:
        """How many entries it has."""

    @property
    def bundles(self) -> int:
        """How many bundles of up to 256 entries they are in."""

    def bundle(self, index: int) -> list[bytes]:
        """The entries of one bundle."""

    def entry(self, number: int) -> bytes:
        """One entry."""


def verify_log(
    source: Source,
    key: VerifierKey,
    *,
    since: Iterable[Checkpoint] = (),
    watch: Watch | None = None,
    begin: Begin | None = None,
) -> Verified | Fault:
    """Check a published log and recompute all its entries; the first fault where there is one.

    Checked in this order: the signature by `key`, the tree's right edge, that it extends the checkpoints
    `since`; then, a bundle at a time, its hash tile, the bytes of its entries, and their every sum.
    """
    try:
        note, tree = open_log(source, key)
        for earlier in since:
            check_extends(tree, earlier)
        if begin is not None:
            begin(tree.size)
        tree.expect_bundles()
        ladder = recompute(tree, watch)
    except Faulty as faulty:
        return faulty.fault
    finally:
        source.expect(())
    return Verified(entries=tree.size, ladder=ladder, checkpoint=tree.checkpoint, note=note)


def verify_entries(ledger: Bundles, *, watch: Watch | None = None) -> Verified | Fault:
    """Recompute all entries of a ledger that nobody signed, such as a file of `terazi rate --ledger`.

    Refused: a part of one without its beginning, such as any bundle but the first (`not_the_beginning`).
    """
    try:
        check_begins(ledger)
        return Verified(entries=ledger.size, ladder=recompute(ledger, watch))
    except Faulty as faulty:
        return faulty.fault


def open_log(source: Source, key: VerifierKey) -> tuple[bytes, SignedTree]:
    """A log's checkpoint as it was signed, and the tree below it; `Faulty` where one is not right."""
    note = source.read(CHECKPOINT, LONGEST_NOTE)
    if isinstance(note, Fault):
        raise Faulty(note)
    checkpoint = open_checkpoint(note, key)
    if isinstance(checkpoint, Fault):
        raise Faulty(checkpoint)
    return note, SignedTree(source, checkpoint)


def check_extends(tree: SignedTree, earlier: Checkpoint) -> None:
    """`Faulty` where the log is not the one of an earlier checkpoint, grown."""
    if earlier.origin != tree.checkpoint.origin:
        says, should = shown(tree.checkpoint.origin), shown(earlier.origin)
        raise Faulty(Fault(code=FaultCode.OTHER_LOG, says=says, should=should))
    if tree.size < earlier.size:
        raise Faulty(Fault(code=FaultCode.SHRUNK, says=str(tree.size), should=str(earlier.size)))
    root = tree.root_at(earlier.size)
    if root != earlier.root:
        raise Faulty(Fault(code=FaultCode.REWRITTEN, says=shown(root), should=shown(earlier.root)))


def check_begins(ledger: Bundles) -> None:
    """`Faulty` where the first entry is, rightly spelled, a later one."""
    if ledger.size == 0:
        return
    try:
        number = decode(ledger.entry(0)).number
    except NotAnEntry:
        return  # what it is, recomputing says
    if number > 0:
        raise Faulty(Fault(code=FaultCode.NOT_THE_BEGINNING, says=str(number)))


def recompute(ledger: Bundles, watch: Watch | None = None) -> Ladder:
    """The ladder that a ledger's entries make; `Faulty` at the first that is not right."""
    recomputer = Recomputer(ledger.size, ledger.entry)
    for index in range(ledger.bundles):
        lines, before = ledger.bundle(index), recomputer.ladder.head
        try:
            recomputer.check(lines)
        finally:
            if watch is not None:
                for line in lines[: recomputer.ladder.head - before]:
                    watch(line)
    return recomputer.finish()
