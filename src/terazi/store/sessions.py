"""Who is signed in: sessions by their digests, each as good as the key that began it."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, select

from terazi.store.bulk import put
from terazi.store.schema import api_key, session


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSession:
    """A session in force, and what its key is called and may do; instants are UTC ms."""

    begins: str
    label: str
    scopes: frozenset[str]
    expires_at: int


def put_session(connection: Connection, digest: bytes, key: bytes, expires_at: int, now: int) -> None:
    """Keep a new session, and forget those that are over at `now`."""
    connection.execute(delete(session).where(session.c.expires_at <= now))
    put(connection, session, [(digest, key, expires_at)])


def read_session(connection: Connection, digest: bytes, now: int) -> StoredSession | None:
    """The session of a digest, where it is not over and its key was not revoked."""
    chosen = select(api_key.c.begins, api_key.c.label, api_key.c.scopes, session.c.expires_at)
    joined = chosen.join_from(session, api_key, session.c.api_key == api_key.c.digest)
    standing = joined.where(session.c.digest == digest, session.c.expires_at > now)
    row = connection.execute(standing.where(api_key.c.revoked_at.is_(None))).one_or_none()
    if row is None:
        return None
    scopes = frozenset(row.scopes.split())
    return StoredSession(begins=row.begins, label=row.label, scopes=scopes, expires_at=row.expires_at)


def drop_session(connection: Connection, digest: bytes) -> None:
    """End a session."""
    connection.execute(delete(session).where(session.c.digest == digest))
