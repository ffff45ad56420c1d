"""The last checkpoint of each log that this person has seen: small files of their own, a log each."""

import hashlib
import os
from pathlib import Path

from terazi.ledger.note import VerifierKey


def remembered(key: VerifierKey) -> bytes | None:
    """The checkpoint of the log of this key that was seen last, as it was signed; None where none was."""
    path = _path(key)
    return path.read_bytes() if path.is_file() else None


def remember(key: VerifierKey, note: bytes) -> None:
    """Keep a checkpoint that was found right, in place of an earlier one."""
    path = _path(key)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_bytes(note)
    fresh.replace(path)


def _path(key: VerifierKey) -> Path:
    """A file named by the key's hash in `$XDG_STATE_HOME/terazi/logs`, or below `~/.local/state`."""
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    name = hashlib.sha256(str(key).encode()).hexdigest()[:32]
    return Path(state).expanduser() / "terazi" / "logs" / name
