"""How many connections there may be: of one address, and in all. Every TCP connection counts, whatever it is used for.

A few more than allowed are let in to be told so; what comes on top of those is cut off without a word.
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

SWEEP: Final = 5.0
"""Seconds between two looks at whether everybody still reads."""
OWN_FILES: Final = 200
"""Files that the server needs for itself, and for those who are told that it is full."""
MOST_FILES: Final = 65_536
_LEAST: Final = 10_000
"""Connections where the system sets no limit, or does not tell."""


class Sweepable(Protocol):
    """A connection that can be looked at from time to time."""

    def sweep(self, now: float) -> None:
        """Give up on a client that takes nothing of what waits for it."""


class ConnectionLimiter:
    """The connections of one server."""

    def __init__(self, most: int, in_all: int, rate: Rate, trusted: Sequence[str] = ()) -> None:
        self._most = most
        self._in_all = in_all
        self._rates = RateLimiter(rate)
        self._trusted = tuple(ipaddress.ip_network(text, strict=False) for text in trusted)
        self._open: Counter[str] = Counter()
        self._count = 0
        self.on_refused: Callable[[str, str], None] = lambda host, code: None
        """Told of every connection that is refused: its address, and why."""
        self._inside: set[Sweepable] = set()
        self._timer: asyncio.TimerHandle | None = None
        # For each gate, as others trust others.
        self._group = functools.lru_cache(maxsize=4096)(self._grouped)

    def enter(self, host: str) -> tuple[Refusal | None, bool]:
        """A connection from there: what it is to be told, if anything, and whether there is time for that. Each that
        enters leaves."""
        address = self._group(host)
        refusal, has_time = None, True
        if self._count >= self._in_all:
            refusal, has_time = Refusal("full"), self._count < self._in_all + _spare(self._in_all)
        elif address is not None:
            there = self._open[address]
            if self._most and there >= self._most:
                refusal, has_time = Refusal("too_many", most=self._most), there < self._most + _spare(self._most)
            elif not self._rates.can_spend(address):
                refusal, has_time = Refusal("too_fast"), False
        if refusal is not None:
            self.on_refused(host, refusal.code)
        self._count += 1
        if address is not None:
            self._open[address] += 1
        return refusal, has_time

    def leave(self, host: str) -> None:
        """It is gone."""
        self._count -= 1
        address = self._group(host)
        if address is not None:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def watch(self, connection: Sweepable) -> None:
        """Look at it from time to time, until `unwatch`."""
        self._inside.add(connection)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def unwatch(self, connection: Sweepable) -> None:
        """No longer."""
        self._inside.discard(connection)

    def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        for connection in tuple(self._inside):
            connection.sweep(loop.time())
        self._timer = loop.call_later(SWEEP, self._sweep) if self._inside else None

    def _grouped(self, host: str) -> str | None:
        """What is counted together with a host; None for a proxy that we trust, for it asks for many."""
        try:
            found = ipaddress.ip_address(host)
        except ValueError:
            return host
        found = getattr(found, "ipv4_mapped", None) or found
        return None if any(found in network for network in self._trusted) else address_group(host)


def _spare(most: int) -> int:
    """How many more are let in to be told that they are too many."""
    return max(4, min(OWN_FILES // 2, most // 10))


def room() -> int:
    """How many connections this process can hold. Every connection is an open file, of which many systems allow 1024
    at first, and more to whoever asks."""
    if sys.platform == "win32":
        return _LEAST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return MOST_FILES - OWN_FILES if soft == resource.RLIM_INFINITY else max(OWN_FILES, soft - OWN_FILES)
