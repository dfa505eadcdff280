"""Times of decisions, counted in logarithmic steps, so that a game stays a short line of the results file."""

from __future__ import annotations

import math
from collections.abc import Iterable

from saltroad.arena.settings import Times

_STEPS = 20
"""Steps in each power of ten: a step is 12 %."""


class Stopwatch:
    """Measures the decisions of one seat."""

    def __init__(self) -> None:
        self._decisions = 0
        self._seconds = 0.0
        self._spread: dict[int, int] = {}

    def add(self, seconds: float) -> None:
        step = math.floor(_STEPS * math.log10(max(seconds, 1e-9)))
        self._decisions += 1
        self._seconds += seconds
        self._spread[step] = self._spread.get(step, 0) + 1

    def times(self) -> Times:
        return Times(self._decisions, round(self._seconds, 9), dict(sorted(self._spread.items())))


def together(all_times: Iterable[Times]) -> Times:
    """The times of several seats, or games, added up."""
    decisions, seconds, spread = 0, 0.0, dict[int, int]()
    for times in all_times:
        decisions += times.decisions
        seconds += times.seconds
        for step, count in times.spread.items():
            spread[step] = spread.get(step, 0) + count
    return Times(decisions, seconds, spread)


def mean(times: Times) -> float | None:
    """Mean seconds of a decision; None if none was measured."""
    return times.seconds / times.decisions if times.spread else None


def within(times: Times, share: float) -> float | None:
    """The seconds within which this share of the decisions was made: the upper end of a step, at most 12 % too much."""
    left = math.ceil(share * times.decisions)
    for step, count in sorted(times.spread.items()):
        left -= count
        if left <= 0:
            return float(10 ** ((step + 1) / _STEPS))
    return None
