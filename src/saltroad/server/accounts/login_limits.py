"""Limits on guessing passwords: the failed logins are counted.

Three counts of failures, so that neither one address nor one login can be tried without end, and no person is locked
out of their own account by the attempts of others:

- by address and login: the one that a guesser meets first. It is the only one for a trusted address, from which that
  login has succeeded before.
- by address: one guesser with many logins.
- by login: one login from many addresses.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from saltroad.server.ip_addresses import address_group
from saltroad.server.rate_limits import Rate, RateLimiter
from saltroad.server.refusals import Refusal

FAILURES_PER_ADDRESS = 5
"""Failures of one address, whatever the login, as a multiple of those for one login from one address."""
FAILURES_PER_LOGIN = 10
"""The same for one login from all addresses."""
MAX_TRUSTED = 10_000
"""Pairs of address and login that are remembered after a success."""
_FAILURE_CODES = ("wrong_login", "wrong_password", "dead_link")


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
