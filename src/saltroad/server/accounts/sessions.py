"""Sessions of browsers: a cookie has the id of one and a secret, of which the store has the hash.

What is known of a session is kept for some seconds: a page asks many things at once. Whatever ends a session says so
here, and it is looked up again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from saltroad.server.store import BrowserSession, Store

KNOWN_FOR = 10_000
"""How long a session is not looked up again, in milliseconds: so long it may outlive its end if a message between
processes is lost."""
MOST_KNOWN = 10_000
_MARK = "s"
"""What ids of sessions begin with: those of people, which older cookies have, are hexadecimal."""


@dataclass(frozen=True, slots=True)
class _Known:
    session: BrowserSession
    secret_hash: bytes
    until: int


class Sessions:
    """Those that this process has heard of."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._known: dict[str, _Known] = {}
        self._times_ended = 0

    async def begin(self, person: str, device: str) -> str:
        """A new session; gives the cookie for it."""
        id, secret = _MARK + secrets.token_hex(8), secrets.token_urlsafe(24)
        await self._store.add_session(person, id, hash_of(secret), device)
        return f"{id}.{secret}"

    async def of_cookie(self, cookie: str) -> BrowserSession | None:
        """The session of a cookie; None if there is none, or the secret is not its own."""
        id, _, secret = cookie.partition(".")
        if not is_session(cookie):
            return None
        known = self._known.get(id)
        if known is None or self._now() >= known.until:
            known = await self._look_up(id)
        if known is None or not hmac.compare_digest(known.secret_hash, hash_of(secret)):
            return None
        return known.session

    async def _look_up(self, id: str) -> _Known | None:
        while True:
            times = self._times_ended
            found = await self._store.session(id)
            if times == self._times_ended:  # else what was read may be older than an end
                break
        if found is None:
            self._known.pop(id, None)
            return None
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        known = self._known[id] = _Known(*found, self._now() + KNOWN_FOR)
        return known

    def ended(self, ids: tuple[str, ...] | None) -> None:
        """These may have ended, None for any: look them up when they are next asked for."""
        self._times_ended += 1
        for id in list(self._known) if ids is None else ids:
            self._known.pop(id, None)


def is_session(cookie: str) -> bool:
    """Whether that is the cookie of a session, and not of before there were any."""
    return cookie.startswith(_MARK)


def hash_of(secret: str) -> bytes:
    """Secrets are long and random: one round of a hash keeps them."""
    return hashlib.sha256(secret.encode()).digest()
