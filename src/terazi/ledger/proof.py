"""Proofs of single entries: a small file that anybody can check offline, with the log's verifier key."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from terazi.core.entries import Entry, Rated
from terazi.core.types import Game, GameId
from terazi.ledger.canonical import Value, canonical
from terazi.ledger.checkpoint import Checkpoint, open_checkpoint
from terazi.ledger.codec import NotAnEntry, decode
from terazi.ledger.facts import integer, text
from terazi.ledger.faults import Fault, FaultCode, Faulty, shown
from terazi.ledger.merkle import HASH_BYTES, included, inclusion_proof, leaf_hash
from terazi.ledger.note import VerifierKey, from_base64, to_base64
from terazi.ledger.proof_sums import check_sums
from terazi.ledger.signed_tree import SignedTree
from terazi.ledger.tiles import WIDTH

FORMAT = "terazi-proof-1"
LARGEST_PROOF = 10_000_000
"""Bytes of a proof file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proven:
    """One entry's number and bytes, and the hashes that lead from it to the root."""

    number: int
    line: bytes
    path: tuple[bytes, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Entries of one log, and the checkpoint (as it was signed) that they are proved for.

    `key` is the verifier key as the file gives it: no more than a claim, until it is compared with another.
    """

    key: str
    note: bytes
    entries: tuple[Proven, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofChecked:
    """What a proof proves: these entries are in the log of this checkpoint."""

    checkpoint: Checkpoint
    entries: tuple[Entry, ...]


class Tree(Protocol):
    """Entries and complete nodes of a tree."""

    @property
    def size(self) -> int:
        """How many entries it has."""

    def entry(self, number: int) -> bytes:
        """The bytes of one entry."""

    def node(self, height: int, place: int) -> bytes:
        """The hash of a complete node."""


def make_proof(tree: Tree, note: bytes, key: VerifierKey, numbers: Iterable[int]) -> Proof:
    """The proof of some entries of a log; `Faulty` where the log itself is at fault."""
    proven = tuple(
        Proven(
            number=number,
            line=tree.entry(number),
            path=tuple(inclusion_proof(number, tree.size, tree.node)),
        )
        for number in numbers
    )
    return Proof(key=str(key), note=note, entries=proven)


def numbers_of_game(tree: SignedTree, game_id: GameId) -> list[int]:
    """The entry of a game, then the rulebook entry that rated it, then its void: what there is of them."""
    wanted = b'"game":' + canonical(game_id)
    found: list[int] = []
    rulebooks: dict[str, int] = {}
    for index in range(tree.bundles):
        for at, line in enumerate(tree.bundle(index)):
            number = index * WIDTH + at
            if wanted in line and not found:
                entry = decode(line)
                if isinstance(entry.facts, Game) and entry.facts.game_id == game_id:
                    found = [number, *([rulebooks[entry.formula]] if entry.formula in rulebooks else [])]
            elif b'"kind":"rulebook"' in line:
                rulebooks[json.loads(line)["formula"]] = number
            elif found and any(b'"voids":%d%c' % (found[0], end) in line for end in b",}"):
                found.append(number)
    return found


def encode_proof(proof: Proof) -> bytes:
    """The file of a proof: one line of JSON."""
    entries: list[Value] = [
        {"number": one.number, "entry": one.line.decode(), "path": [to_base64(node) for node in one.path]}
        for one in proof.entries
    ]
    members: Value = {
        "format": FORMAT,
        "key": proof.key,
        "checkpoint": proof.note.decode(),
        "entries": entries,
    }
    return canonical(members) + b"\n"


def decode_proof(data: bytes) -> Proof | Fault:
    """The proof of a file (`bad_proof`)."""
    try:
        read = json.loads(data)
        if read["format"] != FORMAT:
            return Fault(code=FaultCode.BAD_PROOF, says=shown(read["format"]), should=FORMAT)
        entries = tuple(_proven(one) for one in read["entries"])
        if not entries:
            return Fault(code=FaultCode.BAD_PROOF, says="no entries")
        note = text(read["checkpoint"]).encode()
        return Proof(key=text(read["key"]), note=note, entries=entries)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        return Fault(code=FaultCode.BAD_PROOF, says=shown(f"{type(error).__name__}: {error}"))


def _proven(read: Any) -> Proven:
    path = tuple(from_base64(text(node)) or b"" for node in read["path"])
    if any(len(node) != HASH_BYTES for node in path):
        raise ValueError("a hash has 32 bytes")
    return Proven(number=integer(read["number"]), line=text(read["entry"]).encode(), path=path)


def check_proof(proof: Proof, key: VerifierKey) -> ProofChecked | Fault:
    """Check a proof offline: the signature, every entry's path to the root, and the sums they show.

    What `check_sums` finds follows from these entries; that a game's ratings before and its counts are right
    too, only the whole log can show.
    """
    checkpoint = open_checkpoint(proof.note, key)
    if isinstance(checkpoint, Fault):
        return checkpoint
    try:
        entries = tuple(_entry(one, checkpoint) for one in proof.entries)
        check_sums(entries)
    except Faulty as faulty:
        return faulty.fault
    return ProofChecked(checkpoint=checkpoint, entries=entries)


def _entry(one: Proven, checkpoint: Checkpoint) -> Entry:
    leaf = leaf_hash(one.line)
    if not included(leaf=leaf, number=one.number, size=checkpoint.size, proof=one.path, root=checkpoint.root):
        raise Faulty(Fault(code=FaultCode.WRONG_PROOF, entry=one.number, says=shown(leaf)))
    try:
        entry = decode(one.line)
    except NotAnEntry as error:
        raise Faulty(error.fault(one.number)) from None
    if entry.number != one.number:
        says, should, code = str(entry.number), str(one.number), FaultCode.WRONG_VALUE
        raise Faulty(Fault(code=code, entry=one.number, field="number", says=says, should=should))
    if not _is_told(entry):
        raise Faulty(NotAnEntry("formula", entry.formula or "").fault(one.number))
    return entry


def _is_told(entry: Entry) -> bool:
    """Whether a game that names its version tells what that made of both players."""
    rated = [isinstance(effect, Rated) for effect in entry.effects]
    return not isinstance(entry.facts, Game) or all(rated) == any(rated) == (entry.formula is not None)
