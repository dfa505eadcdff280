"""Limits on connections: of one address, and in total. Every TCP connection counts, whatever it is used for.

A few connections above the limit are accepted, to be answered with a refusal; any more are dropped without an answer.
"""

from __future__ import annotations

import asyncio
import functools
import ipaddress
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from saltroad.server.ip_addresses import address_group
from saltroad.server.rate_limits import Rate, RateLimiter
from saltroad.server.refusals import Refusal

SWEEP_INTERVAL: Final = 5.0
"""Seconds between two sweeps for clients that do not read."""
RESERVED_FILES: Final = 200
"""Files for the server itself, and for connections that are refused with an answer."""
MAX_FILES: Final = 65_536
_DEFAULT_CAPACITY: Final = 10_000
"""The capacity where the system does not tell its limit."""


class Sweepable(Protocol):
    """A connection that is swept from time to time."""

    def sweep(self, now: float) -> None:
        """Drop the client if it does not read what waits for it."""


class ConnectionLimiter:
    """Counts the connections of one server, and refuses those above the limits."""

    def __init__(self, max_per_address: int, max_total: int, rate: Rate, trusted: Sequence[str] = ()) -> None:
        self._max_per_address = max_per_address
        self._max_total = max_total
        self._rates = RateLimiter(rate)
        self._trusted = tuple(ipaddress.ip_network(text, strict=False) for text in trusted)
        self._open: Counter[str] = Counter()
        self._count = 0
        self.on_refused: Callable[[str, str], None] = lambda host, code: None
        """Called for every refused connection with its address and the code."""
        self._watched: set[Sweepable] = set()
        self._timer: asyncio.TimerHandle | None = None
        # Per instance, because the trusted proxies differ.
        self._group = functools.lru_cache(maxsize=4096)(self._group_of)

    def enter(self, host: str) -> tuple[Refusal | None, bool]:
        """Count a new connection: the refusal that it gets, if any, and whether that is still answered. Every call is
        followed by one of `leave`."""
        address = self._group(host)
        refusal, has_time = None, True
        if self._count >= self._max_total:
            refusal, has_time = Refusal("full"), self._count < self._max_total + _grace(self._max_total)
        elif address is not None:
            there = self._open[address]
            if self._max_per_address and there >= self._max_per_address:
                refusal = Refusal("too_many", most=self._max_per_address)
                has_time = there < self._max_per_address + _grace(self._max_per_address)
            elif not self._rates.try_spend(address):
                refusal, has_time = Refusal("too_fast"), False
        if refusal is not None:
            self.on_refused(host, refusal.code)
        self._count += 1
        if address is not None:
            self._open[address] += 1
        return refusal, has_time

    def leave(self, host: str) -> None:
        """Count a connection as closed."""
        self._count -= 1
        address = self._group(host)
        if address is not None:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def watch(self, connection: Sweepable) -> None:
        """Sweep a connection from time to time, until `unwatch`."""
        self._watched.add(connection)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SWEEP_INTERVAL, self._sweep)

    def unwatch(self, connection: Sweepable) -> None:
        """Stop sweeping a connection."""
        self._watched.discard(connection)

    def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        for connection in tuple(self._watched):
            connection.sweep(loop.time())
        self._timer = loop.call_later(SWEEP_INTERVAL, self._sweep) if self._watched else None

    def _group_of(self, host: str) -> str | None:
        """The group of addresses that a host is counted in; None for a trusted proxy, which stands for many clients."""
        try:
            found = ipaddress.ip_address(host)
        except ValueError:
            return host
        found = getattr(found, "ipv4_mapped", None) or found
        return None if any(found in network for network in self._trusted) else address_group(host)


def _grace(most: int) -> int:
    """How many connections above a limit are accepted to be refused with an answer."""
    return max(4, min(RESERVED_FILES // 2, most // 10))


def connection_capacity() -> int:
    """How many connections this process can hold. Every connection is an open file, of which many systems allow 1024
    unless a process asks for more, as is done here."""
    if sys.platform == "win32":
        return _DEFAULT_CAPACITY
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return MAX_FILES - RESERVED_FILES if soft == resource.RLIM_INFINITY else max(RESERVED_FILES, soft - RESERVED_FILES)
