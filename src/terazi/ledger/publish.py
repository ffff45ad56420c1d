"""Writing a log as static files, a little more of it each time.

Tiles are written, synced and renamed before the checkpoint that needs them, and a full one never changes.
After a crash the old checkpoint still stands over a whole log, and the next run writes the rest again, alike.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path

from terazi.ledger.checkpoint import Checkpoint, open_checkpoint, sign_checkpoint
from terazi.ledger.faults import Fault, FaultCode, Faulty, shown
from terazi.ledger.files import replace_file, sync_folder
from terazi.ledger.holding import held
from terazi.ledger.merkle import EMPTY_ROOT, Frontier, complete_root, leaf_hash, span_nodes
from terazi.ledger.note import LONGEST_NOTE, SigningKey, VerifierKey
from terazi.ledger.signed_tree import SignedTree
from terazi.ledger.source import FolderSource
from terazi.ledger.tiles import (
    CHECKPOINT,
    HEIGHT,
    LONGEST_ENTRY,
    VERIFIER_KEY,
    WIDTH,
    bundle_path,
    edge_widths,
    pack,
    split_hashes,
    tile_path,
)

EntriesFrom = Callable[[int], Iterable[bytes]]
"""The ledger's entries from a number on, in order, to its end."""
Sign = Callable[[Checkpoint], bytes | Fault]
"""Signs a checkpoint, or says why not."""


def published(folder: Path, key: VerifierKey) -> Checkpoint | Fault:
    """The checkpoint that stands in a folder; that of an empty log where there is none yet."""
    note = FolderSource(folder).read(CHECKPOINT, LONGEST_NOTE)
    if isinstance(note, Fault):
        empty = Checkpoint(origin=key.name, size=0, root=EMPTY_ROOT)
        return empty if note.code is FaultCode.MISSING else note
    found = open_checkpoint(note, key)
    return replace(found, place=str(folder / CHECKPOINT)) if isinstance(found, Fault) else found


def extends(earlier: Checkpoint, entries: Iterable[bytes]) -> Fault | None:
    """Why a ledger's entries, from number 0 on, do not continue an earlier checkpoint; None where they do.

    A ledger restored from a backup must not be published over a longer one: that would fork the log.
    """
    frontier = Frontier()
    frontier.extend(islice(entries, earlier.size))
    if frontier.size < earlier.size:
        return Fault(code=FaultCode.SHRUNK, says=str(frontier.size), should=str(earlier.size))
    root = frontier.root()
    if root == earlier.root:
        return None
    return Fault(code=FaultCode.REWRITTEN, says=shown(root), should=shown(earlier.root))


def publish(
    folder: Path, entries: EntriesFrom, key: SigningKey, sign: Sign | None = None
) -> Checkpoint | Fault:
    """Bring a folder up to date with the ledger, and sign its new checkpoint; one process at a time.

    Refused where the folder's own checkpoint or tiles are at fault, and where the ledger does not go on from
    the entries that stand last in it (`shrunk`, `rewritten`); `extends` proves the same for all of them, and
    so does a `sign` that compares the root with one that it knows of the ledger.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with held(folder):
            earlier = published(folder, key.verifier)
            if isinstance(earlier, Fault):
                return earlier
            sign = sign or partial(sign_checkpoint, key=key)
            return _continued(folder, SignedTree(FolderSource(folder), earlier), entries, key.verifier, sign)
    except Faulty as faulty:
        return faulty.fault


def _continued(
    folder: Path, tree: SignedTree, entries: EntriesFrom, key: VerifierKey, sign: Sign
) -> Checkpoint | Fault:
    begin = max(tree.bundles - 1, 0) * WIDTH
    coming = iter(entries(begin))
    last = list(islice(coming, tree.size - begin))
    fault = _differing(begin, last, tree.bundle(tree.bundles - 1) if tree.size else [])
    if fault is not None:
        return fault
    writer = _Writer(folder=folder, frontier=_frontier(tree), bundle=last if len(last) < WIDTH else [])
    writer.rows = {level: split_hashes(tree.tile(level, index)) for level, index, _ in edge_widths(tree.size)}
    for entry in coming:
        writer.add(entry)
    checkpoint = Checkpoint(origin=key.name, size=writer.frontier.size, root=writer.frontier.root())
    if checkpoint.size > tree.size or not (folder / CHECKPOINT).exists():
        writer.finish()
        note = sign(checkpoint)
        if isinstance(note, Fault):
            return note
        replace_file(folder / VERIFIER_KEY, f"{key}\n".encode())
        replace_file(folder / CHECKPOINT, note)
        sync_folder(folder)
        writer.tidy(tree.size)
    return checkpoint


def _differing(begin: int, mine: list[bytes], theirs: list[bytes]) -> Fault | None:
    if len(mine) < len(theirs):
        return Fault(code=FaultCode.SHRUNK, says=str(begin + len(mine)), should=str(begin + len(theirs)))
    for number, (one, other) in enumerate(zip(mine, theirs, strict=True), start=begin):
        if one != other:
            return Fault(
                code=FaultCode.REWRITTEN,
                entry=number,
                says=shown(leaf_hash(one)),
                should=shown(leaf_hash(other)),
            )
    return None


def _frontier(tree: SignedTree) -> Frontier:
    return Frontier(
        size=tree.size, edge=[tree.node(height, place) for height, place in span_nodes((0, tree.size))]
    )


@dataclass(slots=True)
class _Writer:
    """The right edge of a log on its way into files: tree, open bundle, open tile of each level."""

    folder: Path
    frontier: Frontier
    bundle: list[bytes]
    rows: dict[int, list[bytes]] = field(default_factory=dict)
    touched: set[Path] = field(default_factory=set)

    def add(self, entry: bytes) -> None:
        if len(entry) > LONGEST_ENTRY:
            raise Faulty(Fault(code=FaultCode.TOO_LARGE, entry=self.frontier.size, should=str(LONGEST_ENTRY)))
        leaf = leaf_hash(entry)
        self.frontier.append(leaf)
        self.bundle.append(entry)
        if len(self.bundle) == WIDTH:
            self._write(bundle_path(self.frontier.size // WIDTH - 1), pack(self.bundle))
            self.bundle = []
        self._push(0, leaf)

    def _push(self, level: int, node: bytes) -> None:
        row = self.rows.setdefault(level, [])
        row.append(node)
        if len(row) == WIDTH:
            self._write(tile_path(level, (self.frontier.size >> HEIGHT * (level + 1)) - 1), b"".join(row))
            self.rows[level] = []
            self._push(level + 1, complete_root(b"".join(row)))

    def finish(self) -> None:
        """Write what is not full, and make all of it durable."""
        for level, index, width in edge_widths(self.frontier.size):
            self._write(tile_path(level, index, width), b"".join(self.rows[level]))
            if level == 0:
                self._write(bundle_path(index, width), pack(self.bundle))
        for folder in self._folders():
            sync_folder(folder)

    def tidy(self, earlier: int) -> None:
        """Remove the partial tiles of the checkpoint before that have become full since."""
        for level, index, _ in edge_widths(earlier):
            for whole in (tile_path(level, index), bundle_path(index)):
                if (self.folder / whole).exists():
                    shutil.rmtree(self.folder / f"{whole}.p", ignore_errors=True)

    def _write(self, path: str, data: bytes) -> None:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_file(place, data)
        self.touched.add(place.parent)

    def _folders(self) -> Iterator[Path]:
        """Every folder that has a new file or a new folder in it, the deepest first."""
        above = {parent for folder in self.touched for parent in (folder, *folder.parents)}
        inside = (folder for folder in above if folder == self.folder or self.folder in folder.parents)
        yield from sorted(inside, key=lambda folder: -len(folder.parts))
