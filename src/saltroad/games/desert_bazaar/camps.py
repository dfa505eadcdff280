"""Encampments of Desert Bazaar: a tile goes down, camps join, the seventh tile closes one (DB-21 to DB-23, DB-30 to
DB-34).

A judge by brute force in the tests agrees with this after every placement of thousands of games.
"""

from __future__ import annotations

from saltroad.games.desert_bazaar.components import (
    BIT_OF,
    ENCAMPMENT_SIZE,
    NEAR,
    PRODUCT,
    RING,
    WORD_OF,
    WORDS,
)
from saltroad.games.desert_bazaar.indices import MOST_PLAYERS
from saltroad.games.desert_bazaar.state import (
    CLOSING,
    ENCAMPMENTS,
    ISOLATED,
    NEXT_TO_ONE,
    NEXT_TO_TWO,
    NO_CAMP,
    NOBODYS,
    State,
)
from saltroad.kernel.bits import WORD, lowest
from saltroad.kernel.jit import inlined

assert WORDS == 2, "a camp's members are written out for two words: a board of 63 to 124 spaces"

_ISOLATED_POINTS = 2


@inlined
def joined_size(s: State, space: int) -> int:
    """How many tiles the encampment would have that a tile on this empty space belongs to."""
    size = 1
    first = NO_CAMP
    second = NO_CAMP
    for k in range(6):  # round a space at most three camps lie apart: the third needs no memory
        camp = s.camp[RING[space, k]]
        if camp != NO_CAMP and camp != first and camp != second:
            size += s.camp_size[camp]
            second = first
            first = camp
    return size


@inlined
def raise_tent(s: State, tile: int, space: int) -> None:
    """Put a tile of the seat on a space, with all that follows on the board."""
    word, bit = WORD_OF[space], BIT_OF[space]
    s.tent[space] = tile
    s.taken[word] |= bit
    s.room[word] &= ~bit
    product = PRODUCT[tile]
    for w in range(WORDS):
        s.near[NEXT_TO_TWO + product, w] |= s.near[NEXT_TO_ONE + product, w] & NEAR[space, w]
        s.near[NEXT_TO_ONE + product, w] |= NEAR[space, w]
    is_marked = s.markers[s.seat] > 0
    if is_marked:  # DB-23
        s.markers[s.seat] -= 1
        s.owner[space] = s.seat
    if joined_size(s, space) == 1 and is_marked:
        s.points[ISOLATED * MOST_PLAYERS + s.seat] += _ISOLATED_POINTS  # DB-30
    _join(s, space)


@inlined
def _join(s: State, space: int) -> None:
    """Make one camp of the tile and all that touch it; close it if it is full, and bar the spaces it leaves no room."""
    members0, members1 = 0, 0
    if WORD_OF[space] == 0:
        members0 = int(BIT_OF[space])
    else:
        members1 = int(BIT_OF[space])
    label = space
    size = 0
    around0, around1 = 0, 0
    left0, left1 = members0, members1
    while left0 | left1:
        if left0:
            x = lowest(left0)
            left0 &= left0 - 1
        else:
            x = WORD + lowest(left1)
            left1 &= left1 - 1
        label = min(label, x)
        size += 1
        s.camp_size[x] = 0
        around0 |= NEAR[x, 0]
        around1 |= NEAR[x, 1]
        left0 |= NEAR[x, 0] & s.taken[0] & ~members0
        left1 |= NEAR[x, 1] & s.taken[1] & ~members1
        members0 |= left0
        members1 |= left1
    s.camp_size[label] = size
    is_full = size == ENCAMPMENT_SIZE
    while members0 | members1:
        if members0:
            x = lowest(members0)
            members0 &= members0 - 1
        else:
            x = WORD + lowest(members1)
            members1 &= members1 - 1
        s.camp[x] = label
        if is_full and s.owner[x] != NOBODYS:
            s.points[ENCAMPMENTS * MOST_PLAYERS + s.owner[x]] += 1  # DB-32
            s.markers[s.owner[x]] += 1  # DB-34
            s.owner[x] = NOBODYS
    if is_full:
        s.points[CLOSING * MOST_PLAYERS + s.seat] += 1  # DB-33
    _bar(s, 0, around0 & s.room[0], is_full)
    _bar(s, 1, around1 & s.room[1], is_full)


@inlined
def _bar(s: State, w: int, around: int, is_full: bool) -> None:
    """DB-22: no tile where it would make a camp too large; only spaces next to the camp just changed can be barred."""
    if is_full:
        s.room[w] &= ~around
        return
    while around:
        x = w * WORD + lowest(around)
        if joined_size(s, x) > ENCAMPMENT_SIZE:
            s.room[w] &= ~(around & -around)
        around &= around - 1
