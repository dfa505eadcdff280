"""Rate limits: how fast one person may ask for things, and the token buckets that hold them to it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from saltroad.server.refusals import Refusal
from saltroad.server.settings import Settings

MAX_BUCKETS = 50_000
"""Buckets above which the full ones are dropped."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The size of a bucket, and the tokens that it gains per second; 0 per second is no limit."""

    burst: float
    per_second: float


class RateLimiter:
    """One rate for many keys, each with a bucket of its own."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        self._sweep_at = MAX_BUCKETS

    def spend(self, key: str, cost: float = 1.0) -> None:
        """Take tokens; Refusal `too_fast` if there are not enough."""
        if not self.try_spend(key, cost):
            raise Refusal("too_fast")

    def try_spend(self, key: str, cost: float = 1.0) -> bool:
        """Take tokens if there are enough, and tell whether there were."""
        if self._rate.per_second <= 0:
            return True
        now = self._clock()
        left, since = self._buckets.get(key, (self._rate.burst, now))
        left = min(self._rate.burst, left + (now - since) * self._rate.per_second)
        if left < cost:
            self._buckets[key] = (left, now)
            return False
        self._buckets[key] = (left - cost, now)
        if len(self._buckets) > self._sweep_at:
            self._drop_full(now)
            # Where few were full, sweep again only when there are twice as many: each sweep visits all of them.
            self._sweep_at = max(MAX_BUCKETS, 2 * len(self._buckets))
        return True

    def refund(self, key: str, cost: float = 1.0) -> None:
        """Put tokens back."""
        if key in self._buckets:
            left, since = self._buckets[key]
            self._buckets[key] = (min(self._rate.burst, left + cost), since)

    def _drop_full(self, now: float) -> None:
        rate = self._rate
        self._buckets = {
            key: (left, since)
            for key, (left, since) in self._buckets.items()
            if left + (now - since) * rate.per_second < rate.burst
        }


class RateLimits:
    """How fast one person may ask for things."""

    def __init__(self, settings: Settings) -> None:
        self.messages = RateLimiter(Rate(4 * settings.rate_requests, settings.rate_requests))
        """All commands together; spent before a message is read."""
        self.moves = RateLimiter(Rate(4 * settings.rate_moves, settings.rate_moves))
        self.hints = RateLimiter(Rate(10, 0.5))
        self.analyses = RateLimiter(Rate(10, 20 / 3600))
        """Each takes a core for half a minute or more."""
        self.variations = RateLimiter(Rate(30, 1.0))
        """Positions to be analysed, and bots that play on: each takes a core for a second or more."""
        self.tables = RateLimiter(Rate(max(5, settings.rate_tables / 4), settings.rate_tables / 3600))
