"""Sets of spaces as rows of whole numbers, 62 spaces a word.

Sixty-two, so that a word is never negative and plain int64 serves: unsigned and signed together would become floats.
`popcount` and `lowest` are one machine instruction each in compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload, register_jitable

from saltroad.kernel.jit import FLAGS, inlined

WORD = 62
_ALL = (1 << 64) - 1


def words_for(count: int) -> int:
    """How many words hold a set of so many spaces."""
    return -(-count // WORD)


def bits_of(spaces: Iterable[int], words: int) -> list[int]:
    """A set of spaces as so many words."""
    found = [0] * words
    for space in spaces:
        found[space // WORD] |= 1 << (space % WORD)
    return found


def spaces_in(words: Sequence[int]) -> tuple[int, ...]:
    """The spaces of a set, ascending."""
    found = []
    for w, word in enumerate(words):
        while word:
            low = word & -word  # written out: a call for each space would double the time of a view
            found.append(w * WORD + low.bit_length() - 1)
            word ^= low
    return tuple(found)


def popcount(word: int) -> int:
    """How many of 64 bits are set."""
    return (int(word) & _ALL).bit_count()


def lowest(word: int) -> int:
    """The position of the lowest bit that is set; the word must not be 0."""
    return (int(word) & -int(word)).bit_length() - 1


def as_int64(word: int) -> int:
    """The number that 64 bits hold after a shift to the left: what falls off is gone, and the highest bit is the sign.
    In compiled code that is so by itself."""
    return ((int(word) + (1 << 63)) & _ALL) - (1 << 63)


@intrinsic
def _ctpop(_typing: Any, word: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), codegen


@intrinsic
def _cttz(_typing: Any, word: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


def _compiled_as(function: Callable[[int], int], call: Any) -> None:
    """Let compiled code use one machine instruction for `function`."""
    decorate: Any = overload

    @decorate(function, jit_options=dict(FLAGS), inline="always")  # type: ignore[untyped-decorator]
    def implement(word: Any) -> Any:
        def instruction(word: Any) -> Any:
            return call(word)

        return instruction


_same: Any = register_jitable(lambda word: word)
_compiled_as(as_int64, _same)
_compiled_as(popcount, _ctpop)
_compiled_as(lowest, _cttz)


@inlined
def nth_bit(word: int, n: int) -> int:
    """The position of the n-th bit that is set, counted from 0; there must be that many."""
    skipped = 0
    for width in (32, 16, 8):
        low = word & ((1 << width) - 1)
        below = popcount(low)
        if n >= below:
            n -= below
            word >>= width
            skipped += width
        else:
            word = low
    for _ in range(n):
        word &= word - 1
    return skipped + lowest(word)


@inlined
def put_bits(out: Any, first: int, word: int) -> None:
    """Add a word to a row of 64-bit words, from bit `first` on; there must be another word behind."""
    at, shift = first >> 6, first & 63
    out[at] |= as_int64(word << shift)
    out[at + 1] |= (word >> 1) >> (63 - shift)
