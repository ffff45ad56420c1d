"""Key files: one line with the secret key, for its owner's eyes alone (mode 0600)."""

import os
import secrets
from pathlib import Path

from terazi.ledger.ed25519 import KEY_BYTES
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.note import SigningKey, is_key_name, parse_signing_key

LONGEST_FILE = 10_000


def new_key(name: str) -> SigningKey:
    """A fresh random key for the log of that name (`is_key_name`)."""
    assert is_key_name(name), "the name is checked at the door"
    return SigningKey(name=name, seed=secrets.token_bytes(KEY_BYTES))


def save_key(path: Path, key: SigningKey) -> None:
    """Write a key file, mode 0600, synced; `FileExistsError` where one stands: no key is overwritten."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(f"{key.text()}\n")
        file.flush()
        os.fsync(file.fileno())


def load_key(path: Path) -> SigningKey | Fault:
    """The key of a file; `missing`, `unreadable` or `bad_key` where there is none."""
    try:
        with path.open(encoding="utf-8") as file:
            return parse_signing_key(file.read(LONGEST_FILE).removesuffix("\n"))
    except FileNotFoundError:
        return Fault(code=FaultCode.MISSING, place=path.name)
    except OSError as error:
        return Fault(code=FaultCode.UNREADABLE, place=path.name, says=error.strerror or type(error).__name__)
    except UnicodeDecodeError:
        return Fault(code=FaultCode.BAD_KEY)
