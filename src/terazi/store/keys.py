"""Callers' keys by their digests."""

from dataclasses import dataclass

from sqlalchemy import Connection, select, update

from terazi.store.bulk import put
from terazi.store.schema import api_key


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredKey:
    """What is kept of a key; instants are UTC ms."""

    digest: bytes
    begins: str
    label: str
    scopes: frozenset[str]
    created_at: int
    revoked_at: int | None = None


def put_key(connection: Connection, key: StoredKey) -> None:
    """Keep a new key."""
    scopes = " ".join(sorted(key.scopes))
    put(connection, api_key, [(key.digest, key.begins, key.label, scopes, key.created_at, key.revoked_at)])


def read_keys(connection: Connection) -> list[StoredKey]:
    """Every key, the oldest first, revoked ones too."""
    chosen = select(api_key).order_by(api_key.c.created_at, api_key.c.begins)
    return [
        StoredKey(
            digest=bytes(row.digest),
            begins=row.begins,
            label=row.label,
            scopes=frozenset(row.scopes.split()),
            created_at=row.created_at,
            revoked_at=row.revoked_at,
        )
        for row in connection.execute(chosen)
    ]


def revoke_keys(connection: Connection, begins: str, at: int) -> int:
    """Revoke the keys that begin so and are in force; how many there were."""
    standing = update(api_key).where(api_key.c.begins == begins, api_key.c.revoked_at.is_(None))
    return connection.execute(standing.values(revoked_at=at)).rowcount
