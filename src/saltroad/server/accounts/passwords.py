"""Passwords and the limits on guessing them: failures are counted, and few passwords are hashed at once.

Three counts of failures, so that neither one address nor one login can be tried without end, and no person is locked
out of their own account by the attempts of others:

- by address and login: the one that a guesser meets first. It is the only one for a trusted address, from which that
  login has succeeded before.
- by address: one guesser with many logins.
- by login: one login from many addresses.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import argon2

from saltroad.server.ip_addresses import address_group
from saltroad.server.rate_limits import Rate, RateLimiter
from saltroad.server.refusals import Refusal
from saltroad.server.store import checks
from saltroad.server.text_cleaning import clean_name

FAILURES_PER_ADDRESS = 5
"""Failures of one address, whatever the login, as a multiple of those for one login from one address."""
FAILURES_PER_LOGIN = 10
"""The same for one login from all addresses."""
MAX_TRUSTED = 10_000
"""Pairs of address and login that are remembered after a success."""
HASHES_PER_ADDRESS = 6
"""The same for passwords that are checked or set from one address, right ones too: each hash costs CPU time."""
MAX_CONCURRENT_HASHES = 1
"""One hash keeps a core busy for some hundredths of a second."""
MAX_QUEUED = 20
MAX_QUEUED_PER_ADDRESS = 4
_FAILURE_CODES = ("wrong_login", "wrong_password", "dead_link")


def login_key(login: str) -> str:
    """The normal form of a login, whatever its case; empty for a text that cannot be a login."""
    try:
        return checks.key(clean_name(login))
    except Refusal:
        return ""


class LoginLimiter:
    """The failed attempts to log in, in this process."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        def rates(times: int) -> RateLimiter:
            return RateLimiter(Rate(times * per_minute, times * per_minute / 60), clock)

        self._pairs, self._addresses, self._logins = rates(1), rates(FAILURES_PER_ADDRESS), rates(FAILURES_PER_LOGIN)
        self._trusted: OrderedDict[tuple[str, str], None] = OrderedDict()

    @contextmanager
    def attempt(self, host: str, login: str | None) -> Iterator[None]:
        """A context around one attempt from an address, by a login or without one. Refusal `too_fast` if too many have
        failed. An attempt is counted before it is made, since many may run at once, and refunded if it succeeds."""
        spent = self._spend(address_group(host), login)
        try:
            yield
        except Refusal as refusal:
            if refusal.code not in _FAILURE_CODES:
                _refund(spent)
            raise
        except BaseException:
            _refund(spent)
            raise
        _refund(spent)
        if login is not None:
            self.note_success(host, login)

    def note_success(self, host: str, login: str) -> None:
        """Trust an address with a login: attempts that others make on that login do not keep its owner out there."""
        trusted = (address_group(host), login)
        self._trusted[trusted] = None
        self._trusted.move_to_end(trusted)
        if len(self._trusted) > MAX_TRUSTED:
            self._trusted.popitem(last=False)

    def _spend(self, group: str, login: str | None) -> list[tuple[RateLimiter, str]]:
        wanted = [] if login is None else [(self._pairs, f"{group} {login}")]
        if login is None or (group, login) not in self._trusted:
            wanted.append((self._addresses, group))
            wanted += [] if login is None else [(self._logins, login)]
        spent: list[tuple[RateLimiter, str]] = []
        for rates, key in wanted:
            if not rates.try_spend(key):
                _refund(spent)
                raise Refusal("too_fast")
            spent.append((rates, key))
        return spent


def _refund(spent: list[tuple[RateLimiter, str]]) -> None:
    for rates, key in spent:
        rates.refund(key)


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
