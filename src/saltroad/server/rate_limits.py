"""How fast somebody may ask: a bucket of tokens for each identity and for each address."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from saltroad.server.refusals import Refusal

MOST_BUCKETS = 50_000
"""When there are more, those that are full again are forgotten."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second in the long run; 0 a second is no limit."""

    burst: float
    a_second: float


class RateLimiter:
    """One rate for many askers."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        self._most = MOST_BUCKETS

    def spend(self, who: str, cost: float = 1.0) -> None:
        """Refusal `too_fast` if that is more than they may."""
        if not self.can_spend(who, cost):
            raise Refusal("too_fast")

    def can_spend(self, who: str, cost: float = 1.0) -> bool:
        """Take tokens if there are enough; of a rate of 0 there always are."""
        if self._rate.a_second <= 0:
            return True
        now = self._clock()
        left, since = self._buckets.get(who, (self._rate.burst, now))
        left = min(self._rate.burst, left + (now - since) * self._rate.a_second)
        if left < cost:
            self._buckets[who] = (left, now)
            return False
        self._buckets[who] = (left - cost, now)
        if len(self._buckets) > self._most:
            self._forget_full(now)
            # Where few were full, look again only when there are twice as many: each look goes over all of them.
            self._most = max(MOST_BUCKETS, 2 * len(self._buckets))
        return True

    def give_back(self, who: str, cost: float = 1.0) -> None:
        """What was spent turns out to count for nothing."""
        if who in self._buckets:
            left, since = self._buckets[who]
            self._buckets[who] = (min(self._rate.burst, left + cost), since)

    def _forget_full(self, now: float) -> None:
        rate = self._rate
        self._buckets = {
            who: (left, since)
            for who, (left, since) in self._buckets.items()
            if left + (now - since) * rate.a_second < rate.burst
        }
