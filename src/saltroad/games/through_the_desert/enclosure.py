"""Areas and oases of Through the Desert: what a camel shuts off, and what that earns (TD-31, TD-40 to TD-45).

A judge by brute force in the tests agrees with this after every placement of thousands of games.
"""

from __future__ import annotations

from saltroad.games.through_the_desert.components import (
    BIT_OF,
    NEAR,
    OASIS_POINTS,
    PALM_NUMBER,
    RING,
    RING_BIT,
    RING_WORD,
    WORD_OF,
    WORDS,
)
from saltroad.games.through_the_desert.sets import (
    Spaces,
    both,
    flood,
    in_grid,
    in_row,
    is_any,
    parted,
    size,
    with_space,
    without,
)
from saltroad.games.through_the_desert.state import WATER_BITS, State
from saltroad.kernel.bits import WORD, lowest, popcount
from saltroad.kernel.jit import inlined
from saltroad.kernel.state_record import Row


@inlined
def has(words: Row, space: int) -> bool:
    """Whether a set holds a space."""
    return bool(words[WORD_OF[space]] & BIT_OF[space])


@inlined
def water_at(s: State, space: int) -> int:
    """The value of the water hole laid on a space, 0 for none."""
    value = 0
    for k in range(WATER_BITS):
        value += (1 if s.water[k, WORD_OF[space]] & BIT_OF[space] else 0) << k
    return value


@inlined
def link(s: State, caravan: int, space: int) -> None:
    """Five points for an oasis that this caravan has not earned yet (TD-31, TD-43)."""
    palm = 1 << PALM_NUMBER[space]
    if not s.linked[caravan] & palm:
        s.linked[caravan] |= palm
        s.oasis_points[s.seat] += OASIS_POINTS


@inlined
def _flood(s: State, caravan: int, start: int) -> bool:
    """Fill `region` with the camel-free spaces that hang together with `start`; False at a foreign camel's touch."""
    foreign = without(in_row(s.camels), in_grid(s.caravan, caravan))
    region, touched = flood(start, in_row(s.empty), foreign, stops=True)
    if is_any(touched):
        return False
    s.region[0], s.region[1], s.region[2], s.region[3] = region
    return True


@inlined
def _close(s: State, caravan: int) -> None:
    """The region is enclosed: its water and oases are earned, its spaces counted and barred (TD-43, TD-44, TD-52)."""
    for w in range(WORDS):
        word = s.region[w]
        s.free[w] &= ~word
        s.enclosed[w] |= word
        s.area_points[s.seat] += popcount(word & ~s.oases[w])
        for k in range(WATER_BITS):
            s.water_points[s.seat] += popcount(word & s.water[k, w]) << k
        while word != 0:
            space = w * WORD + lowest(word)
            word &= word - 1
            s.closed_by[space] = s.seat
            if s.oases[w] & BIT_OF[space]:
                link(s, caravan, space)
        s.region[w] = 0


@inlined
def _empty_ring(s: State, space: int) -> int:
    """Which neighbours are without a camel, as six bits in a circle."""
    ring = 0
    for k in range(6):
        ring |= (1 if s.empty[RING_WORD[space, k]] & RING_BIT[space, k] else 0) << k
    return ring


@inlined
def _touches_foreign(s: State, caravan: int, space: int) -> bool:
    foreign = 0
    for w in range(WORDS):
        foreign |= NEAR[space, w] & s.camels[w] & ~s.caravan[caravan, w]
    return foreign != 0


@inlined
def _starts(s: State, caravan: int, space: int) -> int:
    """The regions that a camel on this space may shut off: the first of each run of its camel-free neighbours, as bits
    of its circle; none if there can be no area.

    There can be one only if those neighbours form several runs, or a foreign camel is near: otherwise the camel neither
    parts a region nor covers a foreign camel's only touch. The spaces of a run hang together: a flood for each. (This
    holds because no single space parts the map, which a test guards: otherwise a leader alone could shut off a pocket,
    and a camel within it would have to enclose the rest.)
    """
    ring = _empty_ring(s, space)
    starts = ring & ~((ring << 1) | (ring >> 5)) & 63
    if starts & (starts - 1) == 0 and not _touches_foreign(s, caravan, space):
        return 0
    return starts


@inlined
def enclose(s: State, caravan: int, space: int) -> None:
    """TD-40 to TD-42: every region that the new camel touches, if this caravan alone bounds it."""
    starts = _starts(s, caravan, space)
    while starts != 0:
        x = RING[space, lowest(starts)]
        starts &= starts - 1
        if not has(s.enclosed, x) and _flood(s, caravan, x):
            _close(s, caravan)


@inlined
def points_in(s: State, caravan: int, area: Spaces) -> int:
    """What it earns a caravan to enclose these spaces (TD-43, TD-52)."""
    oases = in_row(s.oases)
    points = size(without(area, oases))
    for k in range(WATER_BITS):
        points += size(both(area, in_grid(s.water, k))) << k
    palms = both(area, oases)
    while is_any(palms):
        x, palms = parted(palms)
        if not (s.linked[caravan] >> PALM_NUMBER[x]) & 1:
            points += OASIS_POINTS
    return points


@inlined
def inside_points(s: State, caravan: int, space: int) -> int:
    """The points that a camel on an empty space would enclose."""
    points = 0
    starts = _starts(s, caravan, space)
    if starts != 0:
        ground = without(in_row(s.empty), with_space((0, 0, 0, 0), space))
        foreign = without(in_row(s.camels), in_grid(s.caravan, caravan))
        while starts != 0:
            x = RING[space, lowest(starts)]
            starts &= starts - 1
            if not has(s.enclosed, x):
                area, touched = flood(x, ground, foreign, stops=True)
                if not is_any(touched):
                    points += points_in(s, caravan, area)
    return points
