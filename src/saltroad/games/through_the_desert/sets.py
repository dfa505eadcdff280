"""Sets of spaces for what floods and walks over the map: four words, and the words for what is done with them.

The rows of a record in hand: as tuples they stand in the processor's registers, and cost no more than words written out
one by one; worked on as rows in memory, a flood takes twice the time.
"""

from __future__ import annotations

from typing import Any

from saltroad.games.through_the_desert.components import NEAR, WORDS
from saltroad.kernel.bits import WORD, lowest, popcount
from saltroad.kernel.jit import inlined

assert WORDS == 4, "a set is written out for four words: a map of 187 to 248 spaces"

Spaces = tuple[int, int, int, int]


@inlined
def in_row(words: Any) -> Spaces:
    """The set that a row holds."""
    return words[0], words[1], words[2], words[3]


@inlined
def in_grid(grid: Any, row: int, first: int = 0) -> Spaces:
    """The set that stands in a row of a grid, from one word on."""
    return grid[row, first], grid[row, first + 1], grid[row, first + 2], grid[row, first + 3]


@inlined
def near(space: int) -> Spaces:
    """The neighbours of a space."""
    return NEAR[space, 0], NEAR[space, 1], NEAR[space, 2], NEAR[space, 3]


@inlined
def either(a: Spaces, b: Spaces) -> Spaces:
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@inlined
def both(a: Spaces, b: Spaces) -> Spaces:
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]


@inlined
def without(a: Spaces, b: Spaces) -> Spaces:
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3]


@inlined
def is_any(a: Spaces) -> bool:
    """Whether there is a space in the set."""
    return (a[0] | a[1] | a[2] | a[3]) != 0


@inlined
def meet(a: Spaces, b: Spaces) -> bool:
    """Whether a space is in both."""
    return ((a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) | (a[3] & b[3])) != 0


@inlined
def size(a: Spaces) -> int:
    return popcount(a[0]) + popcount(a[1]) + popcount(a[2]) + popcount(a[3])


@inlined
def first(a: Spaces) -> int:
    """The lowest space of a set that is not empty."""
    if a[0]:
        return lowest(a[0])
    if a[1]:
        return WORD + lowest(a[1])
    if a[2]:
        return 2 * WORD + lowest(a[2])
    return 3 * WORD + lowest(a[3])


@inlined
def parted(a: Spaces) -> tuple[int, Spaces]:
    """The lowest space of a set that is not empty, and the others."""
    if a[0]:
        return lowest(a[0]), (a[0] & (a[0] - 1), a[1], a[2], a[3])
    if a[1]:
        return WORD + lowest(a[1]), (a[0], a[1] & (a[1] - 1), a[2], a[3])
    if a[2]:
        return 2 * WORD + lowest(a[2]), (a[0], a[1], a[2] & (a[2] - 1), a[3])
    return 3 * WORD + lowest(a[3]), (a[0], a[1], a[2], a[3] & (a[3] - 1))


@inlined
def with_space(a: Spaces, space: int) -> Spaces:
    if space < WORD:
        return a[0] | (1 << space), a[1], a[2], a[3]
    if space < 2 * WORD:
        return a[0], a[1] | (1 << (space - WORD)), a[2], a[3]
    if space < 3 * WORD:
        return a[0], a[1], a[2] | (1 << (space - 2 * WORD)), a[3]
    return a[0], a[1], a[2], a[3] | (1 << (space - 3 * WORD))


@inlined
def flood(start: int, ground: Spaces, border: Spaces, stops: bool) -> tuple[Spaces, Spaces]:
    """What hangs together with a space through `ground`, that space included, and what of `border` is next to it. With
    `stops` it ends as soon as there is any of that, and what it has come to then is all that it gives."""
    left, found, waiting = ground, (0, 0, 0, 0), (0, 0, 0, 0)
    x = start
    while True:
        around = near(x)
        if not stops:
            found = either(found, both(around, border))
        elif meet(around, border):
            found = both(around, border)
            break
        waiting = either(waiting, both(around, left))
        left = without(left, around)
        if not is_any(waiting):
            break
        x, waiting = parted(waiting)
    # no neighbour reaches the first space of a part of one
    return with_space(without(ground, left), start), found
