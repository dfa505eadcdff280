"""The sequential test of `--against`: games are played until a difference is decided, with known error rates.

A generalised sequential probability ratio test on the first bot's win share in each deal (a deal is one observation, as
in `intervals`). For a mean `m`, the likelihood of what was seen, with the variance that suits it best, depends on
S(m) = Σ(x − m)² alone, and the logarithm of the ratio for two means is

    LLR = n/2 · ln(S(m₀) / S(m₁))

Two such tests run side by side: the fair share against the fair share plus the margin, and against the fair share
minus it. "Stronger" is decided when the first rejects the fair share, "weaker" when the second does, "even" when both
keep it. Each has α/2 = 2.5 %, so that a bot that is exactly even is called stronger or weaker in about 5 % of all runs;
and β = 5 %: one that is better by the margin is called anything else in about 5 %.

A bot that wins every game says little of a margin of five points, which it is as far from as from the fair share. So
the fair share is rejected by the mean of the ratios for the margin, twice, four and eight times the margin: a mean of
likelihood ratios errs as seldom as one of them, and a great difference is seen at once. It is kept by the margin's own.
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
"""Deals before which nothing is decided: the variance is hardly known."""

_MARGINS = (1, 2, 4, 8)
"""How many margins away the bot may be, as far as there are shares of the win so large or small."""

STRONGER, WEAKER, EVEN, OPEN = "stronger", "weaker", "even", "open"


class TestVerdict(msgspec.Struct, frozen=True):
    """The result of a sequential test."""

    decided: str
    """STRONGER, WEAKER, EVEN, or OPEN: the cap was reached, or the run stopped, before it was decided."""
    deals: int
    """After how many deals."""
    margin: float
    llr_better: float
    """The ratio for the margin above the fair share; keeps the fair share at LOWER."""
    llr_worse: float
    """The ratio for the margin below."""
    mixed_better: float
    """The ratio for any of the margins above; rejects the fair share at UPPER."""
    mixed_worse: float
    """The ratio for any of the margins below."""


class _Mean:
    """A hypothesis of the bot's win share, with the sum of squares of the deals around it."""

    def __init__(self, mean: float, squares: float) -> None:
        self._mean = mean
        self.squares = squares
        """S(m)."""

    def add(self, share: float) -> None:
        self.squares += (share - self._mean) ** 2


class SequentialTest:
    """The test: takes one deal after the other until it has decided."""

    def __init__(self, fair: float, margin: float, games_per_deal: int) -> None:
        self._margin = margin
        self._deals = 0
        # one deal's worth of the variance that independent games have: no ratio is ever of nothing to nothing
        prior = fair * (1 - fair) / games_per_deal
        self._fair = _Mean(fair, prior)
        self._away = [
            [_Mean(mean, prior) for k in _MARGINS if 0 <= (mean := fair + side * k * margin) <= 1] for side in (1, -1)
        ]
        self._llr = [0.0, 0.0]
        self._mixed = [0.0, 0.0]
        self._kept = [False, False]
        self._decided = OPEN

    def add(self, share: float) -> str:
        """Add a deal; returns what is decided now. Once decided it stays so."""
        if self._decided != OPEN:
            return self._decided
        self._deals += 1
        self._fair.add(share)
        for side, means in enumerate(self._away):
            for mean in means:
                mean.add(share)
            ratios = [self._deals / 2 * math.log(self._fair.squares / mean.squares) for mean in means]
            self._llr[side] = ratios[0]
            most = max(ratios)  # taken out first: their exponentials may be beyond all numbers
            self._mixed[side] = most + math.log(sum(math.exp(ratio - most) for ratio in ratios) / len(ratios))
            # a test that has kept the fair share is over, whatever comes: the other one may still go on
            self._kept[side] = self._kept[side] or (self._deals >= FEWEST_DEALS and ratios[0] <= LOWER)
        if self._deals >= FEWEST_DEALS:
            self._decide()
        return self._decided

    def _decide(self) -> None:
        if self._mixed[0] >= UPPER and not self._kept[0]:
            self._decided = STRONGER
        elif self._mixed[1] >= UPPER and not self._kept[1]:
            self._decided = WEAKER
        elif all(self._kept):
            self._decided = EVEN

    @property
    def verdict(self) -> TestVerdict:
        return TestVerdict(self._decided, self._deals, self._margin, *self._llr, *self._mixed)


def decide(shares: Iterable[float], fair: float, margin: float, games_per_deal: int) -> TestVerdict:
    """The verdict on the deals in their order, with as many of them as it takes."""
    test = SequentialTest(fair, margin, games_per_deal)
    for share in shares:
        if test.add(share) != OPEN:
            break
    return test.verdict
