"""Passwords, guarded against those who guess: wrong ones are counted, and few are checked at once.

Three counts of failures, so that neither one address nor one login can be tried without end, and nobody is kept out of
their own account by somebody else's tries:

- by address and login: the one that a guesser meets first. It is the only one for an address from which that login has
  come in before.
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
from saltroad.server.store.checks import key
from saltroad.server.text_cleaning import clean_name

FROM_ONE_ADDRESS = 5
"""How many times more may fail from one address, whatever the login."""
FOR_ONE_LOGIN = 10
"""The same for one login, from whatever address."""
MOST_WELCOME = 10_000
"""Addresses from which a login has come in that are remembered."""
OF_ALL = 6
"""How many times more passwords may be checked or set from one address, right ones too: each costs the machine."""
AT_ONCE = 1
"""Hashes that are computed at once. One keeps the machine busy for some hundredths of a second."""
MOST_WAITING = 20
MOST_WAITING_FROM_ONE = 4
_WRONG = ("wrong_login", "wrong_password", "dead_link")


def login_key(login: str) -> str:
    """What all ways to write a login have in common; empty for what nobody's login can be."""
    try:
        return key(clean_name(login))
    except Refusal:
        return ""


class LoginLimiter:
    """What has failed, in this process."""

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        def rates(times: int) -> RateLimiter:
            return RateLimiter(Rate(times * a_minute, times * a_minute / 60), clock)

        self._pairs, self._addresses, self._logins = rates(1), rates(FROM_ONE_ADDRESS), rates(FOR_ONE_LOGIN)
        self._welcome: OrderedDict[tuple[str, str], None] = OrderedDict()

    @contextmanager
    def attempt(self, host: str, login: str | None) -> Iterator[None]:
        """Around one try to come in from an address, by a login or without one. Refusal `too_fast` if too many have
        failed. It is counted before it is made, since many may be made at once, and given back if it does not fail."""
        spent = self._spend(address_group(host), login)
        try:
            yield
        except Refusal as refusal:
            if refusal.code not in _WRONG:
                _give_back(spent)
            raise
        except BaseException:
            _give_back(spent)
            raise
        _give_back(spent)
        if login is not None:
            self._welcome[address_group(host), login] = None
            self._welcome.move_to_end((address_group(host), login))
            if len(self._welcome) > MOST_WELCOME:
                self._welcome.popitem(last=False)

    def _spend(self, group: str, login: str | None) -> list[tuple[RateLimiter, str]]:
        wanted = [] if login is None else [(self._pairs, f"{group} {login}")]
        if login is None or (group, login) not in self._welcome:
            wanted.append((self._addresses, group))
            wanted += [] if login is None else [(self._logins, login)]
        spent: list[tuple[RateLimiter, str]] = []
        for rates, who in wanted:
            if not rates.can_spend(who):
                _give_back(spent)
                raise Refusal("too_fast")
            spent.append((rates, who))
        return spent


def _give_back(spent: list[tuple[RateLimiter, str]]) -> None:
    for rates, who in spent:
        rates.give_back(who)


class Passwords:
    """Hashes passwords beside the event loop, a few at once: a flood of logins does not take the machine from those who
    play."""

    def __init__(self, a_minute: int) -> None:
        self._rate = RateLimiter(Rate(OF_ALL * a_minute, OF_ALL * a_minute / 60))
        """By address."""
        self._hasher = argon2.PasswordHasher()
        self._nobodys = self._hasher.hash(secrets.token_hex(16))
        """The hash of a password that nobody has: a login that does not exist takes as long as one that does."""
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._waiting: Counter[str] = Counter()

    async def fits(self, stored: str | None, password: str, host: str) -> bool:
        """Whether that is the password of a hash; of none, no password is."""
        async with self._turn(host):
            fits = await asyncio.to_thread(self._fits, self._nobodys if stored is None else stored, password)
        return fits and stored is not None

    async def hashed(self, password: str, host: str) -> str:
        """The hash of a new password."""
        async with self._turn(host):
            return await asyncio.to_thread(self._hasher.hash, password)

    @asynccontextmanager
    async def _turn(self, host: str) -> AsyncIterator[None]:
        """One's turn to hash; refused if too many wait for theirs already."""
        group = address_group(host)
        if self._waiting.total() >= MOST_WAITING or self._waiting[group] >= MOST_WAITING_FROM_ONE:
            raise Refusal("too_fast")
        self._rate.spend(group)
        self._waiting[group] += 1
        try:
            async with self._turns:
                yield
        finally:
            self._waiting[group] -= 1
            if not self._waiting[group]:
                del self._waiting[group]

    def _fits(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return False
