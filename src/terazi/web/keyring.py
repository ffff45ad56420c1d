"""Who a caller is: keys in force, read anew every second, so that a revoked key is soon none."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress

from starlette.concurrency import run_in_threadpool

from terazi.service.keys import digest_of, keyring
from terazi.store.engine import Store
from terazi.store.trouble import StoreTrouble

FRESH_SECONDS = 1.0
"""How old the known keys may be before they are read anew, beside the requests."""
_STALE_SECONDS = 3.0
"""How long a revoked key may be taken for one in force, at the very most."""
_HASTE_SECONDS = 0.05
"""An unknown key may have been made a moment ago; but guesses do not make us read the keys at every try."""


class _Done:
    """A reading that is over, before there was any."""

    def done(self) -> bool:
        return True


class Keyring:
    """The keys of one process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: Mapping[bytes, frozenset[str]] = {}
        self._read_at = float("-inf")
        self._reading = asyncio.Lock()
        self._refresh: asyncio.Future[None] | _Done = _Done()

    async def scopes(self, secret: str) -> frozenset[str] | None:
        """What a key may do; None: there is no such key, or it was revoked."""
        digest, age = digest_of(secret), time.monotonic() - self._read_at
        if age > _STALE_SECONDS:
            await self._read(FRESH_SECONDS)
        elif age > FRESH_SECONDS and self._refresh.done():  # meanwhile nobody waits
            self._refresh = asyncio.ensure_future(self._read_beside())
        if digest not in self._known:
            await self._read(_HASTE_SECONDS)
        return self._known.get(digest)

    async def _read_beside(self) -> None:
        with suppress(StoreTrouble):  # whoever needs the keys once they are stale is told
            await self._read(FRESH_SECONDS)

    async def close(self) -> None:
        """Wait for a reading that has begun: its connection must be back before the store lets go of all."""
        if isinstance(self._refresh, asyncio.Future):
            await asyncio.wait([self._refresh])

    async def _read(self, older_than: float) -> None:
        async with self._reading:
            if time.monotonic() - self._read_at > older_than:
                self._known = await run_in_threadpool(keyring, self._store)
                self._read_at = time.monotonic()
