"""Randomness for games: one small generator, the same numbers in compiled code and in plain Python.

xoshiro128** by Blackman and Vigna, over four 32-bit words held in int64: all arithmetic stays below 2**63, so that
jitted and un-jitted runs agree and no unsigned type meets a signed one (mixed, they would become floats).
A generator is an array; nothing here is global, and two games in one process never disturb each other.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from saltroad.kernel.jit import entry_point, inlined, jit

T = TypeVar("T")
Words = NDArray[np.int64]

_MASK = 0xFFFFFFFF


@inlined
def _rotate(word: int, by: int) -> int:
    return ((word << by) | (word >> (32 - by))) & _MASK


@inlined
def next_word(rng: Words) -> int:
    """The next 32 random bits."""
    result = (_rotate((rng[1] * 5) & _MASK, 7) * 9) & _MASK
    shifted = (rng[1] << 9) & _MASK
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = _rotate(rng[3], 11)
    return result


@inlined
def below(rng: Words, bound: int) -> int:
    """A whole number from 0 to bound - 1, every one equally likely (Lemire's method; 1 <= bound < 2**31)."""
    product = next_word(rng) * bound
    low = product & _MASK
    if low < bound:
        unfair = (_MASK + 1 - bound) % bound
        while low < unfair:
            product = next_word(rng) * bound
            low = product & _MASK
    return product >> 32


@inlined
def weighted(rng: Words, weights: NDArray[np.int64], count: int) -> int:
    """A position in weights[:count], as likely as its weight says."""
    total = 0
    for k in range(count):
        total += weights[k]
    left = below(rng, total)
    for k in range(count):
        left -= weights[k]
        if left < 0:
            return k
    return count - 1


@jit
def _below(rng: Words, bound: int) -> int:
    return below(rng, bound)


@functools.cache
def _call_below() -> Callable[[Words, int], int]:
    """`below` for Python, loaded when it is first called (measured: 0.2 µs; as plain Python 1.6)."""
    return entry_point(_below, np.zeros(4, np.int64), 0)


class Draws(Protocol):
    """What chance draws from: `Rng`, or dice that can be checked later."""

    def weighted(self, weights: Sequence[int]) -> int:
        """A position in `weights`, as likely as its weight."""


class Rng:
    """A seeded generator for Python code: the same numbers as compiled code draws from `words`."""

    __slots__ = ("words",)

    def __init__(self, seed: int | Sequence[int]) -> None:
        """Several numbers make a seed too: (7, 3) is the third game of series 7."""
        self.words = np.array(np.random.SeedSequence(seed).generate_state(4), dtype=np.int64)

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1."""
        return int(_call_below()(self.words, operator.index(bound)))

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, all equally likely."""
        return items[self.below(len(items))]

    def weighted(self, weights: Sequence[int]) -> int:
        """A position in `weights`, as likely as its weight says; draws exactly as compiled code does."""
        left = self.below(sum(weights))
        for k, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return k
        raise ValueError("no positive weight")
