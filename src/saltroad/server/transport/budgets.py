"""What may come in over sockets: a budget that refills with time, for each connection and for each address.

A budget is not asked beforehand, it is charged: what has been read is read. Whoever owes something is not read from
until it has refilled. So a client that sends too much is slowed down by its own network connection, and costs nobody
else anything.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from saltroad.server.rate_limits import Rate

MOST_KEPT: Final = 10_000
"""Addresses; when there are more, those whose budget is full again are forgotten."""
_APART: Final = 0.001
"""Seconds between two connections of one address that are read from again."""


class Budget:
    """So much at once, and so much a second in the long run; 0 a second is no limit."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = rate.burst
        self._since = clock()

    def charge(self, cost: float) -> float:
        """Take that much; gives the seconds until nothing is owed."""
        if self._rate.a_second <= 0:
            return 0.0
        self._left = self._level() - cost
        return self.owes()

    def owes(self) -> float:
        """Seconds until nothing is owed."""
        level = self._level()
        return -level / self._rate.a_second if level < 0 else 0.0

    def is_full(self) -> bool:
        """Whether nothing was taken for so long that all of it is there again."""
        return self._level() >= self._rate.burst

    def _level(self) -> float:
        now = self._clock()
        if self._rate.a_second > 0:
            self._left = min(self._rate.burst, self._left + (now - self._since) * self._rate.a_second)
        self._since = now
        return self._left


class SharedBudget(Budget):
    """The budget of all connections of one address. Those that have to wait for it take turns, in the order they came:
    else all would be read from at once when it has refilled."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(rate, clock)
        self._waiting: deque[Callable[[], None]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def when_refilled(self, go_on: Callable[[], None]) -> None:
        """Call it when nothing is owed and it is its turn."""
        self._waiting.append(go_on)
        if self._timer is None:
            self._wait()

    def is_idle(self) -> bool:
        """Whether nothing would be lost with it."""
        return self._timer is None and self.is_full()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(max(self.owes(), _APART), self._go_on)

    def _go_on(self) -> None:
        self._timer = None
        if self.owes() <= 0:
            self._waiting.popleft()()
        if self._waiting:
            self._wait()


class SharedBudgets:
    """One for each address. An address that comes again soon finds what it owes."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._budgets: dict[str, SharedBudget] = {}

    def of(self, address: str) -> SharedBudget:
        """The one of an address."""
        found = self._budgets.get(address)
        if found is None:
            if len(self._budgets) >= MOST_KEPT:
                self._budgets = {of: budget for of, budget in self._budgets.items() if not budget.is_idle()}
            found = self._budgets[address] = SharedBudget(self._rate, self._clock)
        return found
