"""`--against`: games until a difference is decided, with errors that are known beforehand.

A generalised sequential probability ratio test on the first bot's win share in each deal (a deal is one observation, as
in `intervals`). For a mean `m`, the likelihood of what was seen, with the variance that suits it best, depends on
S(m) = Σ(x − m)² alone, and the logarithm of the ratio for two means is

    LLR = n/2 · ln(S(m₀) / S(m₁))

Two such tests run side by side: the fair share against the fair share plus the margin, and against the fair share
minus it. "Stronger" is decided when the first rejects the fair share, "weaker" when the second does, "even" when both
keep it. Each has α/2 = 2.5 %, so that a bot that is exactly even is called stronger or weaker in about 5 % of all runs;
and β = 5 %: one that is better by the margin is called anything else in about 5 %.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

ALPHA = 0.05
BETA = 0.05
UPPER = math.log((1 - BETA) / (ALPHA / 2))
LOWER = math.log(BETA / (1 - ALPHA / 2))
FEWEST_DEALS = 10
"""Before these a variance is hardly known, and nothing is decided."""

STRONGER, WEAKER, EVEN, OPEN = "stronger", "weaker", "even", "open"


class Verdict(msgspec.Struct, frozen=True):
    """What a sequential test has come to."""

    decided: str
    """STRONGER, WEAKER, EVEN, or OPEN: the cap was reached, or the run stopped, before it was decided."""
    deals: int
    """After how many deals."""
    margin: float
    llr_better: float
    """Of the test for the margin above the fair share; rejects it at UPPER, keeps it at LOWER."""
    llr_worse: float
    """Of the test for the margin below."""


class SequentialTest:
    """Takes one deal after the other until it has decided."""

    def __init__(self, fair: float, margin: float, games_per_deal: int) -> None:
        self._means = (fair, fair + margin, fair - margin)
        self._margin = margin
        self._deals = 0
        # one deal's worth of the variance that independent games have: no ratio is ever of nothing to nothing
        self._squares = [fair * (1 - fair) / games_per_deal] * 3
        self._llr = [0.0, 0.0]
        self._kept = [False, False]
        self._decided = OPEN

    def add(self, share: float) -> str:
        """One deal more; what is decided now. Once decided it stays so."""
        if self._decided != OPEN:
            return self._decided
        self._deals += 1
        for k, mean in enumerate(self._means):
            self._squares[k] += (share - mean) ** 2
        for k in (0, 1):
            self._llr[k] = self._deals / 2 * math.log(self._squares[0] / self._squares[1 + k])
            # a test that has kept the fair share is over, whatever comes: the other one may still go on
            self._kept[k] = self._kept[k] or (self._deals >= FEWEST_DEALS and self._llr[k] <= LOWER)
        if self._deals >= FEWEST_DEALS:
            self._decide()
        return self._decided

    def _decide(self) -> None:
        if self._llr[0] >= UPPER and not self._kept[0]:
            self._decided = STRONGER
        elif self._llr[1] >= UPPER and not self._kept[1]:
            self._decided = WEAKER
        elif all(self._kept):
            self._decided = EVEN

    @property
    def verdict(self) -> Verdict:
        return Verdict(self._decided, self._deals, self._margin, *self._llr)


def decide(shares: Iterable[float], fair: float, margin: float, games_per_deal: int) -> Verdict:
    """The verdict on the deals in their order, with as many of them as it takes."""
    test = SequentialTest(fair, margin, games_per_deal)
    for share in shares:
        if test.add(share) != OPEN:
            break
    return test.verdict
