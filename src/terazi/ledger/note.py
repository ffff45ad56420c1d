"""Signed notes (c2sp.org/signed-note) with Ed25519, and the keys that sign them in their text form.

A verifier key is written `NAME+ID+BASE64`, a signing key `PRIVATE+KEY+NAME+ID+BASE64`: the id is 8 hex digits
and the base64 holds the byte 1 (Ed25519) and the 32 bytes of the public key or of the secret seed.
"""

import base64
import binascii
import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from terazi.ledger import ed25519
from terazi.ledger.faults import Fault, FaultCode, shown

ALGORITHM = b"\x01"
ID_BYTES = 4
LONGEST_NOTE = 1_000_000
"""Bytes; a checkpoint with sixteen witnesses has some thousand."""

SignBytes = Callable[[bytes, bytes], bytes]
"""Makes the Ed25519 signature of a seed over a message; whoever does makes the same one."""

_DASH = "— "
_PRIVATE = "PRIVATE+KEY+"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifierKey:
    """A log's name and its public key of 32 bytes."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The 4 bytes that tell this key from others of the same name (signed-note, "Signatures")."""
        return hashlib.sha256(b"".join((self.name.encode(), b"\n", ALGORITHM, self.public))).digest()[
            :ID_BYTES
        ]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{to_base64(ALGORITHM + self.public)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningKey:
    """A log's name and its secret seed of 32 bytes, which no text of this class shows by accident."""

    name: str
    seed: bytes

    @property
    def verifier(self) -> VerifierKey:
        """The public half."""
        return VerifierKey(name=self.name, public=ed25519.public_key(self.seed))

    def __repr__(self) -> str:
        return f"SigningKey(name={self.name!r})"

    def text(self) -> str:
        """The secret text that a key file holds."""
        return f"{_PRIVATE}{self.name}+{self.verifier.id.hex()}+{to_base64(ALGORITHM + self.seed)}"


def is_key_name(name: str) -> bool:
    """Whether a log can be called so: no blanks, no plus, no control characters (signed-note, "Format")."""
    return bool(name) and name.isprintable() and "+" not in name and not any(map(str.isspace, name))


def parse_verifier_key(text: str) -> VerifierKey | Fault:
    """The key of a text; refused where it is not spelled as one or its id does not fit (`bad_key`)."""
    name, _, rest = text.partition("+")
    key = VerifierKey(name=name, public=_key_bytes(rest.partition("+")[2]))
    if is_key_name(name) and len(key.public) == ed25519.KEY_BYTES and str(key) == text:
        return key
    return Fault(code=FaultCode.BAD_KEY, says=shown(text))


def parse_signing_key(text: str) -> SigningKey | Fault:
    """The key of a secret text; refused as a verifier key is, without repeating what it says (`bad_key`)."""
    name, _, rest = text.removeprefix(_PRIVATE).partition("+")
    seed = _key_bytes(rest.partition("+")[2])
    if is_key_name(name) and len(seed) == ed25519.KEY_BYTES:
        key = SigningKey(name=name, seed=seed)
        if key.text() == text:
            return key
    return Fault(code=FaultCode.BAD_KEY)


def _key_bytes(text: str) -> bytes:
    data = from_base64(text) or b""
    return data[1:] if data[:1] == ALGORITHM else b""


def sign_note(text: str, key: SigningKey, sign: SignBytes = ed25519.sign) -> bytes:
    """The note of a text, which ends with a line feed, signed by one key."""
    assert text.endswith("\n") and _is_clean(text), "a note is lines without control characters"
    signature = key.verifier.id + sign(key.seed, text.encode())
    return f"{text}\n{_DASH}{key.name} {to_base64(signature)}\n".encode()


def open_note(note: bytes, key: VerifierKey) -> str | Fault:
    """The text that the key signed; signatures by others (witnesses) are passed over.

    Refused: what is no note (`bad_note`), what the key has not signed (`not_signed`), and what somebody else
    signed in its name (`bad_signature`).
    """
    cut = _cut(note)
    if cut is None:
        return Fault(code=FaultCode.BAD_NOTE)
    text, signatures = cut
    mine = [data[ID_BYTES:] for name, data in signatures if (name, data[:ID_BYTES]) == (key.name, key.id)]
    if not mine:
        names = ", ".join(f"{name}+{data[:ID_BYTES].hex()}" for name, data in signatures)
        return Fault(code=FaultCode.NOT_SIGNED, says=shown(names), should=f"{key.name}+{key.id.hex()}")
    if not all(ed25519.verify(key.public, text.encode(), signature) for signature in mine):
        return Fault(code=FaultCode.BAD_SIGNATURE, should=f"{key.name}+{key.id.hex()}")
    return text


def signers(note: bytes) -> list[str]:
    """Who claims to have signed, as `NAME+ID`: nothing that may be trusted, only what key to look for."""
    _, signatures = _cut(note) or ("", [])
    return [f"{name}+{data[:ID_BYTES].hex()}" for name, data in signatures]


def _cut(note: bytes) -> tuple[str, list[tuple[str, bytes]]] | None:
    """The text, and (name, id and signature) of each signature; None for what is no note."""
    text = _decoded(note)
    if text is None or not text.endswith("\n"):
        return None
    end = text.rfind("\n\n")
    if end < 0:
        return None
    signatures = [_signature(line) for line in text[end + 2 : -1].split("\n")]
    found = [signature for signature in signatures if signature is not None]
    return (text[: end + 1], found) if len(found) == len(signatures) else None


def _decoded(note: bytes) -> str | None:
    if len(note) > LONGEST_NOTE:
        return None
    try:
        text = note.decode()
    except UnicodeDecodeError:
        return None
    return text if _is_clean(text) else None


def _signature(line: str) -> tuple[str, bytes] | None:
    name, _, data = line.removeprefix(_DASH).partition(" ")
    signature = from_base64(data)
    if not line.startswith(_DASH) or not is_key_name(name) or signature is None:
        return None
    return (name, signature) if len(signature) > ID_BYTES else None


def _is_clean(text: str) -> bool:
    return all(letter >= " " or letter == "\n" for letter in text)


def to_base64(data: bytes) -> str:
    """The base64 of RFC 4648, section 4."""
    return base64.b64encode(data).decode()


def from_base64(text: str) -> bytes | None:
    """The bytes of a text in the one spelling that base64 has for them, or None."""
    try:
        data = base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        return None
    return data if to_base64(data) == text else None
