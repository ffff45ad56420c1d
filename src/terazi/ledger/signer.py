"""Who signs a log: its key, and the last checkpoint that was signed with it, both outside the database.

A database that comes back from a backup may have lost entries that somebody has a signed checkpoint of. Were
it published, the log would fork; the checkpoint kept here tells.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from terazi.ledger import ed25519
from terazi.ledger.checkpoint import Checkpoint, open_checkpoint, sign_checkpoint
from terazi.ledger.faults import Fault, FaultCode, shown
from terazi.ledger.files import replace_file, sync_folder
from terazi.ledger.keys import load_key
from terazi.ledger.merkle import EMPTY_ROOT, Frontier
from terazi.ledger.note import LONGEST_NOTE, SignBytes, SigningKey
from terazi.ledger.source import FolderSource


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """A log's key, the file it stands in, and beside that the last checkpoint it signed (`….checkpoint`)."""

    key: SigningKey
    path: Path
    sign_bytes: SignBytes = ed25519.sign

    @property
    def kept(self) -> Path:
        """The file of the last checkpoint."""
        return self.path.with_name(f"{self.path.name}.checkpoint")

    def last_note(self) -> bytes | Fault | None:
        """The last checkpoint as it was signed; None where none ever was."""
        note = FolderSource(self.kept.parent).read(self.kept.name, LONGEST_NOTE)
        return None if isinstance(note, Fault) and note.code is FaultCode.MISSING else note

    def last(self) -> Checkpoint | Fault:
        """The last checkpoint; that of an empty log where none was ever signed."""
        note = self.last_note()
        if note is None:
            return Checkpoint(origin=self.key.name, size=0, root=EMPTY_ROOT)
        found = note if isinstance(note, Fault) else open_checkpoint(note, self.key.verifier)
        return replace(found, place=str(self.kept)) if isinstance(found, Fault) else found

    def sign(self, checkpoint: Checkpoint, ledger: Frontier) -> bytes | Fault:
        """Sign a checkpoint of the ledger with this right edge, and keep it; nobody else may sign meanwhile.

        Refused: a root that is not the ledger's (`wrong_tree`), and fewer entries than were signed before
        (`shrunk`). Whoever asks has shown that it extends the last one.
        """
        last = self.last()
        if isinstance(last, Fault):
            return last
        if (checkpoint.size, checkpoint.root) != (ledger.size, ledger.root()):
            says, should = shown(checkpoint.root), shown(ledger.root())
            return Fault(code=FaultCode.WRONG_TREE, says=says, should=should)
        if checkpoint.size < last.size:
            return Fault(code=FaultCode.SHRUNK, says=str(checkpoint.size), should=str(last.size))
        note = sign_checkpoint(checkpoint, self.key, self.sign_bytes)
        replace_file(self.kept, note)
        sync_folder(self.kept.parent)
        return note


def load_signer(path: Path, sign_bytes: SignBytes = ed25519.sign) -> Signer | Fault:
    """The signer of a key file; `missing`, `unreadable` or `bad_key` where there is none."""
    key = load_key(path)
    return key if isinstance(key, Fault) else Signer(key=key, path=path, sign_bytes=sign_bytes)
