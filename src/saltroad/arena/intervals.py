"""Means with 95 % intervals over deals.

The games of a deal share their chance, so they are no independent evidence: a deal is one observation, the mean of its
games, and the spread between deals says how sure a mean is. Student's t allows for that spread being estimated.

A share of wins lies between 0 and 1 and is often near one end, where mean ± t·s/√n fails: a hundred wins in a hundred
games would be "100 % ± 0". It gets Wilson's interval instead, with as many games as the deals are worth: that number of
independent games with the same variance. Where all deals are alike it is the number of deals.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from statistics import fmean, variance

import msgspec

CONFIDENCE = 0.95


class Estimate(msgspec.Struct, frozen=True):
    """A mean and its 95 % interval."""

    mean: float
    low: float | None = None
    """None where one deal says nothing of the spread between deals."""
    high: float | None = None

    @property
    def margin(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def mean_of(deals: Sequence[float]) -> Estimate | None:
    """The mean of a number that every deal has; None without a deal, no bounds with only one."""
    if not deals:
        return None
    mean = fmean(deals)
    if len(deals) < 2:
        return Estimate(mean)
    half = student(len(deals) - 1) * math.sqrt(variance(deals) / len(deals))
    return Estimate(mean, mean - half, mean + half)


def share_of(deals: Sequence[float]) -> Estimate | None:
    """The mean of a share between 0 and 1; None without a deal."""
    if not deals:
        return None
    count, mean = len(deals), fmean(deals)
    if count < 2:
        return Estimate(mean, 0.0, 1.0)
    spread = variance(deals) / count
    inner = min(max(mean, 0.0), 1.0)  # without luck it may lie a little beyond
    worth = inner * (1 - inner) / spread if spread > 1e-12 and 0 < inner < 1 else count
    z2 = student(count - 1) ** 2
    middle = (inner + z2 / (2 * worth)) / (1 + z2 / worth)
    half = math.sqrt(z2) / (1 + z2 / worth) * math.sqrt(inner * (1 - inner) / worth + z2 / (4 * worth**2))
    return Estimate(mean, max(0.0, middle - half), min(1.0, middle + half))


@functools.cache
def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors lie on each side of a mean: the two-sided quantile of Student's t."""
    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, freedom) < confidence else (low, middle)
    return high


def _inside(t: float, freedom: int) -> float:
    """The share of Student's t between -t and t (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    if freedom % 2 == 0:
        term = total = 1.0
        for k in range(2, freedom, 2):
            term *= (k - 1) / k * cosine**2
            total += term
        return sine * total
    total, term = 0.0, cosine
    for k in range(3, freedom + 1, 2):
        total += term
        term *= (k - 1) / k * cosine**2
    return 2 / math.pi * (angle + sine * total)
