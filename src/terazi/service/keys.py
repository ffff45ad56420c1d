"""Callers' keys: made, shown once, kept as a digest, revoked."""

import hashlib
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from terazi.store.engine import Store
from terazi.store.keys import StoredKey, put_key, read_keys, revoke_keys
from terazi.store.migrate import upgrade

PREFIX = "tz_"
"""How every key begins, so that a key that leaked can be recognised as one."""
_BYTES = 32
_BEGINS = 11
"""Characters by which people name a key: `tz_` and eight more."""


class Scope(StrEnum):
    """What a key may do; none includes another."""

    REPORT = "report"
    """Report games."""
    DIRECT = "direct"
    """Take back games and awards, hold tournaments, name players and set their openings."""
    ADMIN = "admin"
    """Change the rulebook, erase players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """A key that was just made: `secret` is shown now and never again."""

    secret: str
    stored: StoredKey


def digest_of(secret: str) -> bytes:
    """What is kept of a key."""
    return hashlib.sha256(secret.encode()).digest()


def create_key(store: Store, scopes: Collection[Scope], now: int, label: str = "") -> NewKey:
    """Make a key; the tables are made where they are missing, the ladder is not."""
    upgrade(store)
    secret = PREFIX + secrets.token_urlsafe(_BYTES)
    stored = StoredKey(
        digest=digest_of(secret),
        begins=secret[:_BEGINS],
        label=label,
        scopes=frozenset(scope.value for scope in scopes),
        created_at=now,
    )
    with store.writing() as connection:
        put_key(connection, stored)
    return NewKey(secret=secret, stored=stored)


def list_keys(store: Store) -> list[StoredKey]:
    """Every key, the oldest first, revoked ones too."""
    with store.reading() as connection:
        return read_keys(connection)


def revoke_key(store: Store, begins: str, now: int) -> bool:
    """Revoke a key by how it begins; whether there was one in force."""
    with store.writing() as connection:
        return revoke_keys(connection, begins[:_BEGINS], now) > 0


def keyring(store: Store) -> Mapping[bytes, frozenset[str]]:
    """The scopes of every key in force, by the key's digest."""
    return {key.digest: key.scopes for key in list_keys(store) if key.revoked_at is None}
