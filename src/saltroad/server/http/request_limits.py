"""Limits on the HTTP requests of an address: their rate, weighted by cost to the server, and their number at once."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from saltroad.server.rate_limits import Rate, RateLimiter
from saltroad.server.refusals import Refusal

REFUSAL_DELAY: Final = 0.2
"""Seconds by which a refusal is delayed: a client that ignores refusals does not get more of them."""
_COSTS: Final = (
    (10, re.compile(r"/api/records|/api/tables/[^/]+/(record|dice)")),  # a whole game is played again
    (
        5,
        re.compile(
            r"/api/tables/[^/]+/(replay|analysis)|/api/(tables|games)/[^/]+/variation(/analysis)?|/api/puzzles/.+/.+"
        ),
    ),
    (3, re.compile(r"/metrics|/api/tables/finished")),
    (2, re.compile(r"/health|/api/tables(/mine)?|/api/tables/[^/]+/replay/.*|/api/games/.*/why")),
)
"""Paths that cost the server more than a simple request, with measured weights."""


def cost_of(path: str) -> int:
    """The weight of a request to a path."""
    if not path.startswith(("/api/", "/metrics", "/health")):
        return 1
    return next((cost for cost, paths in _COSTS if paths.fullmatch(path)), 1)


class RequestLimiter:
    """Counts the requests of every address, and refuses those above the limits."""

    def __init__(self, rate: Rate, max_active: int) -> None:
        self._rates = RateLimiter(rate)
        self._burst = rate.burst
        self._max_active = max_active
        self._active: Counter[str] = Counter()

    def enter(self, address: str, path: str) -> Refusal | None:
        """Count a new request; the refusal if it is above a limit. Every accepted request is followed by `leave`."""
        if not self._rates.try_spend(address, min(cost_of(path), self._burst)):
            return Refusal("too_fast")
        if self._max_active and self._active[address] >= self._max_active:
            return Refusal("too_many", most=self._max_active)
        self._active[address] += 1
        return None

    def leave(self, address: str) -> None:
        """Count a request as answered."""
        self._active[address] -= 1
        if not self._active[address]:
            del self._active[address]
