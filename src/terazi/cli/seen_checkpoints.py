"""The last checkpoint of each log that this person has seen: small files of their own, a log each."""

import hashlib
import os
from pathlib import Path

from terazi.ledger.note import VerifierKey


def remember(key: VerifierKey, note: bytes) -> None:
    """Keep a checkpoint that was found right, in place of an earlier one."""
    path = place_of(key)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_bytes(note)
    fresh.replace(path)


def place_of(key: VerifierKey) -> Path:
    """Where the checkpoint of the log of this key that was seen last is kept, as it was signed.

    A file named by the key's hash in `$XDG_STATE_HOME/terazi/logs`, or below `~/.local/state`.
    """
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    name = hashlib.sha256(str(key).encode()).hexdigest()[:32]
    return Path(state).expanduser() / "terazi" / "logs" / name
