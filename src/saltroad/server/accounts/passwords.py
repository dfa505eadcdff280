"""Passwords: hashed and verified in threads, few at once, so that a flood of logins takes no time from players."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import argon2

from saltroad.server.ip_addresses import address_group
from saltroad.server.rate_limits import Rate, RateLimiter
from saltroad.server.refusals import Refusal
from saltroad.server.store import checks
from saltroad.server.text_cleaning import clean_name

HASHES_PER_ADDRESS = 6
"""Passwords that are checked or set from one address, right ones too, as a multiple of the failures that are let pass:
each hash costs CPU time."""
MAX_CONCURRENT_HASHES = 1
"""One hash keeps a core busy for some hundredths of a second."""
MAX_QUEUED = 20
MAX_QUEUED_PER_ADDRESS = 4


def login_key(login: str) -> str:
    """The normal form of a login, whatever its case; empty for a text that cannot be a login."""
    try:
        return checks.key(clean_name(login))
    except Refusal:
        return ""


class Passwords:
    """Hashes and verifies passwords in threads, few at once: a flood of logins does not take the CPU from players."""

    def __init__(self, per_minute: int) -> None:
        self._rate = RateLimiter(Rate(HASHES_PER_ADDRESS * per_minute, HASHES_PER_ADDRESS * per_minute / 60))
        """By address."""
        self._hasher = argon2.PasswordHasher()
        self._dummy_hash = self._hasher.hash(secrets.token_hex(16))
        """The hash of a random password: an unknown login takes as long to refuse as a known one."""
        self._slots = asyncio.Semaphore(MAX_CONCURRENT_HASHES)
        self._queued: Counter[str] = Counter()

    async def verify(self, stored: str | None, password: str, host: str) -> bool:
        """Whether a password matches a stored hash; False where there is no hash."""
        async with self._slot(host):
            fits = await asyncio.to_thread(self._verify, self._dummy_hash if stored is None else stored, password)
        return fits and stored is not None

    async def hash(self, password: str, host: str) -> str:
        """The hash of a new password."""
        async with self._slot(host):
            return await asyncio.to_thread(self._hasher.hash, password)

    @asynccontextmanager
    async def _slot(self, host: str) -> AsyncIterator[None]:
        """A slot for one hash; refused if too many callers wait for one."""
        group = address_group(host)
        if self._queued.total() >= MAX_QUEUED or self._queued[group] >= MAX_QUEUED_PER_ADDRESS:
            raise Refusal("too_fast")
        self._rate.spend(group)
        self._queued[group] += 1
        try:
            async with self._slots:
                yield
        finally:
            self._queued[group] -= 1
            if not self._queued[group]:
                del self._queued[group]

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return False
