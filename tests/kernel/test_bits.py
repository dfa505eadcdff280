"""Sets of spaces as words: one machine instruction in compiled code, plain Python elsewhere, and both are right."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.processes import run_python
from saltroad.kernel.bits import WORD, lowest, nth_bit, popcount, words_for
from saltroad.kernel.jit import JITTED, jit

FULL = os.environ.get("SALTROAD_PROOFS") == "full"
WORDS = st.integers(0, 2**WORD - 1)
SOME = st.integers(1, 2**WORD - 1)

TWICE = """
import json
from saltroad.kernel.jit import is_cached
from kernel.test_bits import compiled_lowest, compiled_nth_bit, compiled_popcount

word = 0b1011_0000 << 50
found = [int(compiled_popcount(word)), int(compiled_lowest(word)), int(compiled_nth_bit(word, 2))]
print(json.dumps([found, [is_cached(f) for f in (compiled_popcount, compiled_lowest, compiled_nth_bit)]]))
"""


@jit
def compiled_popcount(word: int) -> int:
    return popcount(word)


@jit
def compiled_lowest(word: int) -> int:
    return lowest(word)


@jit
def compiled_nth_bit(word: int, n: int) -> int:
    return nth_bit(word, n)


def bits_of(word: int) -> list[int]:
    """The positions of the bits that are set, ascending: by reading the number's text."""
    return [k for k, digit in enumerate(reversed(f"{word:b}")) if digit == "1"]


@settings(max_examples=2000 if FULL else 200, deadline=None)
@given(WORDS)
def test_popcount_counts_the_bits(word: int) -> None:
    assert popcount(word) == compiled_popcount(word) == len(bits_of(word))


@settings(max_examples=2000 if FULL else 200, deadline=None)
@given(SOME)
def test_lowest_is_the_first_bit(word: int) -> None:
    assert lowest(word) == compiled_lowest(word) == bits_of(word)[0]


@settings(max_examples=2000 if FULL else 200, deadline=None)
@given(SOME)
def test_nth_bit_finds_every_bit_in_order(word: int) -> None:
    expected = bits_of(word)
    assert [nth_bit(word, n) for n in range(len(expected))] == expected
    assert [compiled_nth_bit(word, n) for n in range(len(expected))] == expected


@pytest.mark.parametrize("k", range(WORD))
def test_every_single_bit_of_a_word_is_found(k: int) -> None:
    """A word is never negative: the highest of its bits is two below the sign."""
    word = 1 << k
    assert 0 < word < 2**62
    for count, first, nth in ((popcount, lowest, nth_bit), (compiled_popcount, compiled_lowest, compiled_nth_bit)):
        assert (count(word), first(word), nth(word, 0)) == (1, k, k)
        assert (count(2**WORD - word), first(2**WORD - word)) == (WORD - k, k)


def test_the_empty_and_the_full_word() -> None:
    full = 2**WORD - 1
    for count in (popcount, compiled_popcount):
        assert (count(0), count(full)) == (0, WORD)
    for nth in (nth_bit, compiled_nth_bit):
        assert [nth(full, n) for n in range(WORD)] == list(range(WORD))


def test_what_comes_back_is_a_whole_number() -> None:
    for value in (popcount(5), lowest(5), nth_bit(5, 1), compiled_popcount(5), compiled_lowest(5)):
        assert type(value) is int


@pytest.mark.parametrize(("count", "words"), [(0, 0), (1, 1), (61, 1), (62, 1), (63, 2), (124, 2), (125, 3), (246, 4)])
def test_how_many_words_hold_a_set(count: int, words: int) -> None:
    assert words_for(count) == words


@pytest.mark.skipif(not JITTED, reason="nothing is compiled")
def test_a_second_process_finds_the_compiled_code(tmp_path: Path) -> None:
    """Functions with a machine instruction of their own are kept on disk as all others are."""
    first = run_python(TWICE, cache=tmp_path)
    second = run_python(TWICE, cache=tmp_path)
    assert first == [[3, 54, 57], [False, False, False]]
    assert second == [[3, 54, 57], [True, True, True]]
