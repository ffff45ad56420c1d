"""Sign in to the pages of administration with a key, and out again."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from terazi.service.keys import Scope, digest_of, keyring
from terazi.store.engine import Store
from terazi.store.sessions import StoredSession, drop_session, put_session, read_session

LASTS_MS = 8 * 3_600_000
"""A working day: after that one signs in again."""
_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Who is signed in; `token` stands in every form of this session, and nobody else can know it."""

    stored: StoredSession
    token: str

    def may(self, scope: Scope) -> bool:
        """Whether the key that signed in has a scope."""
        return scope in self.stored.scopes


def sign_in(store: Store, secret: str, now: int) -> str | None:
    """Begin a session with a key that has the scope `admin`; its id (256 random bits), or None."""
    digest = digest_of(secret)
    if Scope.ADMIN not in keyring(store).get(digest, frozenset()):
        return None
    session_id = secrets.token_urlsafe(_BYTES)
    with store.writing() as connection:
        put_session(connection, digest_of(session_id), digest, now + LASTS_MS, now)
    return session_id


def session_of(store: Store, session_id: str, now: int) -> Session | None:
    """The session of an id; None where it is over, was ended, or its key was revoked."""
    with store.reading() as connection:
        stored = read_session(connection, digest_of(session_id), now)
    if stored is None or Scope.ADMIN not in stored.scopes:
        return None
    return Session(stored=stored, token=_token(session_id))


def sign_out(store: Store, session_id: str) -> None:
    """End a session for good."""
    with store.writing() as connection:
        drop_session(connection, digest_of(session_id))


def _token(session_id: str) -> str:
    """What a form must say: made from the id, which stands in a cookie that no script can read."""
    return hmac.digest(session_id.encode(), b"form", hashlib.sha256).hex()


def is_token(session: Session, said: str) -> bool:
    """Whether a form says the session's token."""
    return hmac.compare_digest(session.token.encode(), said.encode("utf-8", "replace"))
