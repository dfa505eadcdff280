"""How much an address may ask for over HTTP, weighed by what it costs the server, and how much of it at once."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from saltroad.server.rate_limits import Rate, RateLimiter
from saltroad.server.refusals import Refusal

REFUSAL_DELAY: Final = 0.2
"""Seconds that a refusal for asking too fast takes: whoever does not care for it does not get more of them."""
_COSTS: Final = (
    (10, re.compile(r"/api/records|/api/tables/[^/]+/(record|dice)")),  # a whole game is played again
    (5, re.compile(r"/api/tables/[^/]+/replay")),
    (3, re.compile(r"/metrics|/api/tables/finished")),
    (2, re.compile(r"/health|/api/tables(/mine)?|/api/tables/[^/]+/replay/.*|/api/games/.*/why")),
)
"""By path, where one request costs the server more than a simple one: found by measuring."""


def cost_of(path: str) -> int:
    """How many requests one to that path counts for."""
    if not path.startswith(("/api/", "/metrics", "/health")):
        return 1
    return next((cost for cost, paths in _COSTS if paths.fullmatch(path)), 1)


class RequestLimiter:
    """The requests of every address."""

    def __init__(self, rate: Rate, at_once: int) -> None:
        self._rates = RateLimiter(rate)
        self._burst = rate.burst
        self._at_once = at_once
        self._under_way: Counter[str] = Counter()

    def enter(self, address: str, path: str) -> Refusal | None:
        """A request; each that is not refused leaves."""
        if not self._rates.can_spend(address, min(cost_of(path), self._burst)):
            return Refusal("too_fast")
        if self._at_once and self._under_way[address] >= self._at_once:
            return Refusal("too_many", most=self._at_once)
        self._under_way[address] += 1
        return None

    def leave(self, address: str) -> None:
        """It is answered."""
        self._under_way[address] -= 1
        if not self._under_way[address]:
            del self._under_way[address]
