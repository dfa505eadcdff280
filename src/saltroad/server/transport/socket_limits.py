"""The limits of sockets: how large a frame may be, how much may wait unsent, and how much a client may send.

What a client sends is charged to budgets that refill with time, one for each connection and one for each address.

A budget is charged after the fact: what has been read is read. A client in debt is not read from until its budget has
refilled, so a client that sends too much is slowed down by its own network connection, at no cost to others.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from saltroad.server.rate_limits import Rate

MAX_ADDRESSES: Final = 10_000
"""Addresses above which those whose budget is full are dropped."""
_RESUME_INTERVAL: Final = 0.001
"""Seconds between resuming two connections of one address."""
_BUDGET: Final = Rate(400, 100)
_ADDRESS_BUDGET: Final = Rate(4000, 1000)


@dataclass(frozen=True)
class SocketLimits:
    """What a client may cost, in bytes and seconds."""

    max_message: int = 64 * 1024
    """The most bytes of one frame, and of a message in several; more closes the connection with 1009."""
    high_water: int = 64 * 1024
    """Bytes on their way above which a handler should wait with more (`is_full`)."""
    max_unsent: int = 256 * 1024
    """Bytes: a client for which more than this waits is dropped when something more is to be sent."""
    unread_timeout: float = 25
    """Seconds: so is one that has read nothing for so long of what waits for it."""
    budget: Rate = _BUDGET
    """Frames and KiB that a client may send at once, and per second; one that sends more is read from more slowly."""
    address_budget: Rate = _ADDRESS_BUDGET
    """The same for all connections of one address together."""
    over_budget_timeout: float = 30
    """Seconds of constantly exceeding its budget after which a connection is closed with 1008."""
    ping_interval: float = 20
    silence_timeout: float = 45
    """Seconds: a client that sends nothing for so long, not even a pong, is dropped."""
    close_timeout: float = 5
    """Seconds for the closing handshake."""
    upgrade_timeout: float = 10
    """Seconds for `refuse`."""


LIMITS: Final = SocketLimits()


class Budget:
    """A token bucket that may be overdrawn: a burst, and tokens per second; 0 per second is no limit."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = rate.burst
        self._since = clock()

    def charge(self, cost: float) -> float:
        """Take a cost; returns the seconds until nothing is owed."""
        if self._rate.per_second <= 0:
            return 0.0
        self._left = self._level() - cost
        return self.seconds_owed()

    def seconds_owed(self) -> float:
        """Seconds until nothing is owed."""
        level = self._level()
        return -level / self._rate.per_second if level < 0 else 0.0

    def is_full(self) -> bool:
        """Whether nothing was taken for so long that it has refilled."""
        return self._level() >= self._rate.burst

    def _level(self) -> float:
        now = self._clock()
        if self._rate.per_second > 0:
            self._left = min(self._rate.burst, self._left + (now - self._since) * self._rate.per_second)
        self._since = now
        return self._left


class SharedBudget(Budget):
    """The budget of all connections of one address. Connections that wait for it resume one by one, in the order they
    came: else all would be read from at once when it has refilled."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(rate, clock)
        self._waiting: deque[Callable[[], None]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def call_when_refilled(self, resume: Callable[[], None]) -> None:
        """Call `resume` when nothing is owed and it is its turn."""
        self._waiting.append(resume)
        if self._timer is None:
            self._wait()

    def is_idle(self) -> bool:
        """Whether it is full and no connection waits for it."""
        return self._timer is None and self.is_full()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(
            max(self.seconds_owed(), _RESUME_INTERVAL), self._resume_next
        )

    def _resume_next(self) -> None:
        self._timer = None
        if self.seconds_owed() <= 0:
            self._waiting.popleft()()
        if self._waiting:
            self._wait()


class SharedBudgets:
    """The shared budgets by address. An address that reconnects soon still has its debt."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._budgets: dict[str, SharedBudget] = {}

    def of(self, address: str) -> SharedBudget:
        """The budget of an address."""
        found = self._budgets.get(address)
        if found is None:
            if len(self._budgets) >= MAX_ADDRESSES:
                self._budgets = {of: budget for of, budget in self._budgets.items() if not budget.is_idle()}
            found = self._budgets[address] = SharedBudget(self._rate, self._clock)
        return found
