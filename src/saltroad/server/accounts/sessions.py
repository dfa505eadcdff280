"""Sessions of browsers: a cookie holds a session's id and a secret, of which the store has the hash.

Sessions are cached for some seconds, because a page sends many requests at once. A session that ends is dropped from
the cache with `invalidate`.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from saltroad.server.store import BrowserSession, Store

CACHE_MILLISECONDS = 10_000
"""How long a session may outlive its end if a message between processes is lost."""
MAX_CACHED = 10_000
_ID_PREFIX = "s"
"""Ids of people, which cookies from before there were sessions hold, are hexadecimal and cannot begin so."""


@dataclass(frozen=True, slots=True)
class _CachedSession:
    session: BrowserSession
    secret_hash: bytes
    until: int


class Sessions:
    """The sessions of the store, cached in this process."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._cached: dict[str, _CachedSession] = {}
        self._revocation_count = 0

    async def begin(self, person: str, device: str, epoch: int) -> str:
        """Begin a session; returns its cookie."""
        id, secret = _ID_PREFIX + secrets.token_hex(8), secrets.token_urlsafe(24)
        await self._store.add_session(person, id, hash_secret(secret), device, epoch=epoch)
        return f"{id}.{secret}"

    async def by_cookie(self, cookie: str) -> BrowserSession | None:
        """The session of a cookie; None if there is none, or its secret is wrong."""
        id, _, secret = cookie.partition(".")
        if not is_session_cookie(cookie):
            return None
        known = self._cached.get(id)
        if known is None or self._now() >= known.until:
            known = await self._look_up(id)
        if known is None or not hmac.compare_digest(known.secret_hash, hash_secret(secret)):
            return None
        return known.session

    async def _look_up(self, id: str) -> _CachedSession | None:
        while True:
            times = self._revocation_count
            found = await self._store.session(id)
            if times == self._revocation_count:  # else what was read may be stale: a session ended meanwhile
                break
        if found is None:
            self._cached.pop(id, None)
            return None
        if len(self._cached) >= MAX_CACHED:
            self._cached.clear()
        known = self._cached[id] = _CachedSession(*found, self._now() + CACHE_MILLISECONDS)
        return known

    def invalidate(self, ids: tuple[str, ...] | None) -> None:
        """Drop sessions that may have ended, or all with None, from the cache."""
        self._revocation_count += 1
        for id in list(self._cached) if ids is None else ids:
            self._cached.pop(id, None)


def is_session_cookie(cookie: str) -> bool:
    """Whether a cookie is that of a session, and not from before there were sessions."""
    return cookie.startswith(_ID_PREFIX)


def hash_secret(secret: str) -> bytes:
    """The hash of a secret as the store has it. One round is enough: secrets are long and random."""
    return hashlib.sha256(secret.encode()).digest()
