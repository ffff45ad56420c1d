"""Checkpoints (c2sp.org/tlog-checkpoint): a tree's size and root, as the text of a signed note."""

from dataclasses import dataclass

from terazi.ledger import ed25519
from terazi.ledger.faults import Fault, FaultCode, shown
from terazi.ledger.merkle import HASH_BYTES
from terazi.ledger.note import (
    SignBytes,
    SigningKey,
    VerifierKey,
    from_base64,
    open_note,
    sign_note,
    to_base64,
)

LARGEST_SIZE = 2**40
"""Entries; a log beyond that is refused, so that no number in a checkpoint can exhaust a reader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The state of a log: its name, how many entries it has, and the root of their tree."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """The three lines that are signed."""
        return f"{self.origin}\n{self.size}\n{to_base64(self.root)}\n"


def sign_checkpoint(checkpoint: Checkpoint, key: SigningKey, sign: SignBytes = ed25519.sign) -> bytes:
    """The checkpoint as a note signed by the log's key."""
    assert checkpoint.origin == key.name, "a log signs its own checkpoints"
    return sign_note(checkpoint.text(), key, sign)


def open_checkpoint(note: bytes, key: VerifierKey) -> Checkpoint | Fault:
    """The checkpoint of a note; refused where it is not signed, not a checkpoint, or another log's."""
    text = open_note(note, key)
    if isinstance(text, Fault):
        return text
    checkpoint = parse_checkpoint(text)
    if checkpoint is None:
        return Fault(code=FaultCode.BAD_CHECKPOINT, says=shown(text))
    if checkpoint.origin != key.name:
        return Fault(code=FaultCode.OTHER_LOG, says=shown(checkpoint.origin), should=key.name)
    return checkpoint


def parse_checkpoint(text: str) -> Checkpoint | None:
    """The checkpoint of a note's text, extension lines passed over; None where it is none."""
    lines = text.split("\n")
    if len(lines) < _LINES + 1 or lines.pop() or not all(lines):
        return None
    origin, digits, root = lines[0], lines[1], from_base64(lines[2])
    if len(digits) > _MOST_DIGITS or not (digits.isascii() and digits.isdecimal()):
        return None
    size = int(digits)
    if str(size) != digits or size > LARGEST_SIZE or root is None or len(root) != HASH_BYTES:
        return None
    return Checkpoint(origin=origin, size=size, root=root)


_LINES = 3
_MOST_DIGITS = len(str(LARGEST_SIZE))
