"""How fast somebody may ask: buckets that fill again, and that are few enough."""

from __future__ import annotations

import pytest

from saltroad.server import rate_limits
from saltroad.server.rate_limits import Rate, RateLimiter


def test_a_bucket_fills_again() -> None:
    now = 0.0
    asked = RateLimiter(Rate(2, 1), lambda: now)
    assert [asked.try_spend("ada") for _ in range(3)] == [True, True, False]
    now = 1.0
    assert [asked.try_spend("ada") for _ in range(2)] == [True, False]
    assert asked.try_spend("bo")


def test_a_flood_of_askers_is_not_gone_over_for_each_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MAX_BUCKETS", 10)
    now, looks = 0.0, 0
    asked = RateLimiter(Rate(2, 1), lambda: now)
    forget = asked._drop_full

    def counted(at: float) -> None:
        nonlocal looks
        looks += 1
        forget(at)

    monkeypatch.setattr(asked, "_drop_full", counted)
    for number in range(1000):
        asked.try_spend(str(number))
    assert looks < 10
    now = 100.0
    for number in range(1000, 3000):
        asked.try_spend(str(number))
    assert len(asked._buckets) < 2100  # those of before are full again, and forgotten
