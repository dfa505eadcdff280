"""Trap 4: one generator, the same whole numbers in compiled code and in Python, and no float anywhere."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from saltroad.kernel.chance import Rng, Words, below, next_word, weighted
from saltroad.kernel.jit import jit

# from Blackman and Vigna's own xoshiro128starstar.c (version 1.1), state {1, 2, 3, 4}
PUBLISHED = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804]


def straightforward(state: list[int], many: int) -> list[int]:
    """xoshiro128** in Python's unbounded integers, from the authors' description."""

    def rotl(word: int, by: int) -> int:
        return (word << by | word >> 32 - by) % 2**32

    s, drawn = list(state), []
    for _ in range(many):
        drawn.append(rotl(s[1] * 5 % 2**32, 7) * 9 % 2**32)
        t = (s[1] << 9) % 2**32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 11)
    return drawn


@jit
def words_drawn(rng: Words, out: NDArray[np.int64]) -> None:
    for k in range(len(out)):
        out[k] = next_word(rng)


@jit
def all_below(rng: Words, bound: int, out: NDArray[np.int64]) -> None:
    for k in range(len(out)):
        out[k] = below(rng, bound)


@jit
def all_weighted(rng: Words, weights: NDArray[np.int64], count: int, out: NDArray[np.int64]) -> None:
    for k in range(len(out)):
        out[k] = weighted(rng, weights, count)


def drawn_below(rng: Rng, bound: int, many: int) -> NDArray[np.int64]:
    out = np.zeros(many, np.int64)
    all_below(rng.words, bound, out)
    return out


def chi_square(counts: NDArray[np.int64], shares: NDArray[np.float64]) -> float:
    expected = counts.sum() * shares / shares.sum()
    return float(((counts - expected) ** 2 / expected).sum())


def seeded(state: list[int]) -> Rng:
    rng = Rng(0)
    rng.words = np.array(state, np.int64)
    return rng


def test_the_published_numbers() -> None:
    out = np.zeros(10, np.int64)
    words_drawn(seeded([1, 2, 3, 4]).words, out)
    assert out.tolist() == PUBLISHED == straightforward([1, 2, 3, 4], 10)


@pytest.mark.parametrize("seed", range(5))
def test_compiled_and_plain_draw_the_same_and_stay_below_two_to_the_32(seed: int) -> None:
    compiled, in_python = Rng(seed), Rng(seed)
    out = np.zeros(1000, np.int64)
    words_drawn(compiled.words, out)
    assert out.tolist() == straightforward(Rng(seed).words.tolist(), 1000)
    for word in out[:100].tolist():
        assert next_word(in_python.words) == word
    assert ((out >= 0) & (out < 2**32)).all()
    assert ((compiled.words >= 0) & (compiled.words < 2**32)).all()


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 45, 1000, 2**16 + 1, 3 * 2**29, 2**31 - 1])
def test_below_is_in_range_and_the_same_from_python(bound: int) -> None:
    drawn = drawn_below(Rng(bound), bound, 2000).tolist()
    assert 0 <= min(drawn) <= max(drawn) < bound
    rng = Rng(bound)
    from_python = [rng.below(bound) for _ in range(2000)]
    assert from_python == drawn
    assert {type(number) for number in from_python} == {int}


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 45])
def test_below_reaches_every_number_equally_often(bound: int) -> None:
    counts = np.bincount(drawn_below(Rng(11), bound, 20_000 * bound), minlength=bound)
    assert len(counts) == bound
    # the chance of more than the mean and five deviations is below one in 10,000; the seed is fixed
    assert chi_square(counts, np.ones(bound)) < bound - 1 + 5 * (2 * (bound - 1)) ** 0.5


def test_below_is_fair_where_cutting_off_would_not_be() -> None:
    """Of 3 * 2**29 numbers, 2**32 words would fall three, three and two to a number, in turns."""
    residues = np.bincount(drawn_below(Rng(5), 3 * 2**29, 60_000) % 3, minlength=3)
    assert chi_square(residues, np.ones(3)) < 2 + 5 * 2
    assert chi_square(np.array([22_500, 22_500, 15_000]), np.ones(3)) > 1000  # what the test would see


def test_weighted_honours_the_weights() -> None:
    weights = np.array([1, 0, 2, 3, 10, 99], np.int64)
    out = np.zeros(160_000, np.int64)
    all_weighted(Rng(3).words, weights, 5, out)
    counts = np.bincount(out, minlength=5)
    assert counts[1] == 0
    assert len(counts) == 5  # what lies after `count` is not looked at
    assert chi_square(counts[[0, 2, 3, 4]], np.array([1.0, 2, 3, 10])) < 3 + 5 * 6**0.5


def test_weighted_draws_the_same_from_python() -> None:
    weights = [3, 1, 4, 1, 5, 9]
    out = np.zeros(500, np.int64)
    compiled, in_python = Rng(8), Rng(8)
    all_weighted(compiled.words, np.array(weights, np.int64), 6, out)
    assert [in_python.weighted(weights) for _ in range(500)] == out.tolist()
    assert (compiled.words == in_python.words).all()


def test_weighted_needs_a_positive_weight() -> None:
    with pytest.raises(ValueError, match="no positive weight"):
        Rng(0).weighted([0, 0])


def test_pick() -> None:
    rng = Rng(2)
    assert {rng.pick("abc") for _ in range(100)} == {"a", "b", "c"}
    with pytest.raises(IndexError):
        rng.pick([])


def test_a_seed_gives_the_same_numbers_and_another_seed_others() -> None:
    def numbers(rng: Rng) -> list[int]:
        return [rng.below(1000) for _ in range(20)]

    assert numbers(Rng(4)) == numbers(Rng(4))
    assert numbers(Rng((7, 3))) == numbers(Rng((7, 3)))
    many = [tuple(numbers(Rng(seed))) for seed in range(50)] + [tuple(numbers(Rng((7, k)))) for k in range(1, 51)]
    assert len(set(many)) == 100


def test_generators_do_not_disturb_each_other() -> None:
    alone = Rng(1)
    expected = [alone.below(100) for _ in range(10)]
    one, other = Rng(1), Rng(2)
    mixed = []
    for _ in range(10):
        mixed.append(one.below(100))
        other.below(100)
        np.random.default_rng().random()
    assert mixed == expected


def test_words_and_results_are_never_floats() -> None:
    rng = Rng(6)
    assert rng.words.dtype == np.int64
    rng.below(10)
    assert rng.words.dtype == np.int64
    assert type(rng.weighted([1, 2])) is int
