"""The areas of Through the Desert that a caravan is about to enclose (TD-40 to TD-43): what is inside, and how many
camels are missing.

Only walls one camel deep are looked at: gaps that the caravan stands next to. Each area that they shut off would be
closed if all its gaps were filled, so no area is promised for fewer camels than it takes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saltroad.games.through_the_desert.components import COLOURS, NEAR, OASIS_POINTS, PALM_SPACES, RING, WORDS, in_play
from saltroad.games.through_the_desert.state import WATER_BITS, State
from saltroad.kernel.bits import WORD, bits_of, lowest, popcount
from saltroad.kernel.jit import inlined, jit

assert WORDS == 4, "sets of spaces are written out for four words"

_COLOURS = len(COLOURS)
_PALM_SPACE = np.array(PALM_SPACES, np.int64)
GAPS = 4
"""Areas with more gaps are not looked at."""
_FEW = 3
"""So many players use the smaller map (TD-01)."""
EDGES = np.array(
    [
        bits_of([x for x in used if any(y not in used for y in RING[x].tolist())], WORDS)
        for used in (in_play(_FEW), in_play(_FEW + 1))
    ],
    np.int64,
)
"""Spaces at the edge of the map or at the mountains, on the smaller map and on the larger."""

Worths = NDArray[np.float64]


@inlined
def edges_of(s: State) -> NDArray[np.int64]:
    """The edges of the map that is played on."""
    found: NDArray[np.int64] = EDGES[1 if s.players > _FEW else 0]
    return found


@inlined
def _first(a: int, b: int, c: int, d: int) -> int:
    """The lowest space of a set that is not empty."""
    if a:
        return lowest(a)
    if b:
        return WORD + lowest(b)
    if c:
        return 2 * WORD + lowest(c)
    return 3 * WORD + lowest(d)


@jit
def closable(
    s: State, caravan: int, reach: NDArray[np.int64], others: NDArray[np.int64], camels_left: int, worths: Worths
) -> None:
    """Add up the points inside areas that a caravan can close, by the camels that takes: `worths[0:GAPS]` where nobody
    else can be there as soon, `worths[GAPS:]` where others can. `others` are the spaces that others come to with one
    camel, with two, with three; `camels_left` those that the owner places before that."""
    colour = caravan % _COLOURS
    edges = edges_of(s)
    step0, step1, step2, step3 = reach[caravan, 0], reach[caravan, 1], reach[caravan, 2], reach[caravan, 3]
    if not (step0 | step1 | step2 | step3):
        return
    wall0 = step0 | (reach[caravan, 4] & edges[0])
    wall1 = step1 | (reach[caravan, 5] & edges[1])
    wall2 = step2 | (reach[caravan, 6] & edges[2])
    wall3 = step3 | (reach[caravan, 7] & edges[3])
    # next to a camel that is not of this caravan: such a space cannot be inside (TD-40)
    foul0 = s.touched[colour, 0] & ~s.reach[caravan, 0]
    foul1 = s.touched[colour, 1] & ~s.reach[caravan, 1]
    foul2 = s.touched[colour, 2] & ~s.reach[caravan, 2]
    foul3 = s.touched[colour, 3] & ~s.reach[caravan, 3]
    for other in range(_COLOURS):
        if other != colour:
            foul0 |= s.touched[other, 0]
            foul1 |= s.touched[other, 1]
            foul2 |= s.touched[other, 2]
            foul3 |= s.touched[other, 3]
    open0 = s.empty[0] & ~s.enclosed[0] & ~wall0
    core0 = (reach[caravan, 8] | s.oases[0]) & open0 & ~foul0
    open1 = s.empty[1] & ~s.enclosed[1] & ~wall1
    core1 = (reach[caravan, 9] | s.oases[1]) & open1 & ~foul1
    open2 = s.empty[2] & ~s.enclosed[2] & ~wall2
    core2 = (reach[caravan, 10] | s.oases[2]) & open2 & ~foul2
    open3 = s.empty[3] & ~s.enclosed[3] & ~wall3
    core3 = (reach[caravan, 11] | s.oases[3]) & open3 & ~foul3
    # what lies further than three camels is nobody's to close: so parts of the desert stay small
    out0, out1, out2, out3 = open0 & ~core0, open1 & ~core1, open2 & ~core2, open3 & ~core3
    gap0, gap1, gap2, gap3 = 0, 0, 0, 0
    in0, in1, in2, in3 = 0, 0, 0, 0
    left0, left1, left2, left3 = wall0, wall1, wall2, wall3
    while left0 | left1 | left2 | left3:
        x = _first(left0, left1, left2, left3)
        if left0:
            left0 &= left0 - 1
        elif left1:
            left1 &= left1 - 1
        elif left2:
            left2 &= left2 - 1
        else:
            left3 &= left3 - 1
        near0, near1, near2, near3 = NEAR[x, 0], NEAR[x, 1], NEAR[x, 2], NEAR[x, 3]
        is_gap = (near0 & out0) | (near1 & out1) | (near2 & out2) | (near3 & out3)
        while not is_gap:
            # beyond it lies a part of the desert that was not looked through yet
            next0, next1, next2, next3 = near0 & core0, near1 & core1, near2 & core2, near3 & core3
            if not (next0 | next1 | next2 | next3):
                break
            y = _first(next0, next1, next2, next3)
            next0, next1, next2, next3 = 0, 0, 0, 0
            part0, part1, part2, part3 = 0, 0, 0, 0
            while True:
                by0, by1, by2, by3 = NEAR[y, 0], NEAR[y, 1], NEAR[y, 2], NEAR[y, 3]
                if (by0 & out0) | (by1 & out1) | (by2 & out2) | (by3 & out3):
                    is_gap = 1
                by0 &= core0 & ~part0
                by1 &= core1 & ~part1
                by2 &= core2 & ~part2
                by3 &= core3 & ~part3
                part0 |= by0
                part1 |= by1
                part2 |= by2
                part3 |= by3
                if is_gap:
                    break
                next0 |= by0
                next1 |= by1
                next2 |= by2
                next3 |= by3
                if next0:
                    y = lowest(next0)
                    next0 &= next0 - 1
                elif next1:
                    y = WORD + lowest(next1)
                    next1 &= next1 - 1
                elif next2:
                    y = 2 * WORD + lowest(next2)
                    next2 &= next2 - 1
                elif next3:
                    y = 3 * WORD + lowest(next3)
                    next3 &= next3 - 1
                else:
                    break
            # the first space of a part of one has no neighbour that reaches it
            if y < WORD:
                part0 |= 1 << y
            elif y < 2 * WORD:
                part1 |= 1 << (y - WORD)
            elif y < 3 * WORD:
                part2 |= 1 << (y - 2 * WORD)
            else:
                part3 |= 1 << (y - 3 * WORD)
            core0 &= ~part0
            core1 &= ~part1
            core2 &= ~part2
            core3 &= ~part3
            if is_gap:
                out0 |= part0
                out1 |= part1
                out2 |= part2
                out3 |= part3
            else:
                in0 |= part0
                in1 |= part1
                in2 |= part2
                in3 |= part3
        if is_gap:
            if x < WORD:
                gap0 |= 1 << x
            elif x < 2 * WORD:
                gap1 |= 1 << (x - WORD)
            elif x < 3 * WORD:
                gap2 |= 1 << (x - 2 * WORD)
            else:
                gap3 |= 1 << (x - 3 * WORD)
    gap0 |= wall0 & foul0
    gap1 |= wall1 & foul1
    gap2 |= wall2 & foul2
    gap3 |= wall3 & foul3
    in0 |= wall0 & ~gap0
    in1 |= wall1 & ~gap1
    in2 |= wall2 & ~gap2
    in3 |= wall3 & ~gap3
    while in0 | in1 | in2 | in3:
        next0, next1, next2, next3 = 0, 0, 0, 0
        rim0, rim1, rim2, rim3 = 0, 0, 0, 0
        y = _first(in0, in1, in2, in3)
        part0, part1, part2, part3 = in0, in1, in2, in3
        if y < WORD:
            in0 &= in0 - 1
        elif y < 2 * WORD:
            in1 &= in1 - 1
        elif y < 3 * WORD:
            in2 &= in2 - 1
        else:
            in3 &= in3 - 1
        while True:
            near0, near1, near2, near3 = NEAR[y, 0], NEAR[y, 1], NEAR[y, 2], NEAR[y, 3]
            rim0 |= near0 & gap0
            rim1 |= near1 & gap1
            rim2 |= near2 & gap2
            rim3 |= near3 & gap3
            next0 |= near0 & in0
            next1 |= near1 & in1
            next2 |= near2 & in2
            next3 |= near3 & in3
            in0 &= ~near0
            in1 &= ~near1
            in2 &= ~near2
            in3 &= ~near3
            if next0:
                y = lowest(next0)
                next0 &= next0 - 1
            elif next1:
                y = WORD + lowest(next1)
                next1 &= next1 - 1
            elif next2:
                y = 2 * WORD + lowest(next2)
                next2 &= next2 - 1
            elif next3:
                y = 3 * WORD + lowest(next3)
                next3 &= next3 - 1
            else:
                break
        missing = popcount(rim0) + popcount(rim1) + popcount(rim2) + popcount(rim3)
        if missing > GAPS:
            continue
        # a gap at the edge that the caravan does not stand next to: takes a camel more to come there
        far0, far1, far2, far3 = rim0 & ~step0, rim1 & ~step1, rim2 & ~step2, rim3 & ~step3
        next0, next1, next2, next3 = rim0 & step0, rim1 & step1, rim2 & step2, rim3 & step3
        while far0 | far1 | far2 | far3:
            x = _first(far0, far1, far2, far3)
            if far0:
                far0 &= far0 - 1
            elif far1:
                far1 &= far1 - 1
            elif far2:
                far2 &= far2 - 1
            else:
                far3 &= far3 - 1
            if not ((NEAR[x, 0] & next0) | (NEAR[x, 1] & next1) | (NEAR[x, 2] & next2) | (NEAR[x, 3] & next3)):
                missing += 1
        if missing == 0 or missing > GAPS or missing > s.pile[colour]:
            continue
        part0 &= ~in0
        part1 &= ~in1
        part2 &= ~in2
        part3 &= ~in3
        points = (
            popcount(part0 & ~s.oases[0])
            + popcount(part1 & ~s.oases[1])
            + popcount(part2 & ~s.oases[2])
            + popcount(part3 & ~s.oases[3])
        )
        for bit in range(WATER_BITS):
            points += (
                popcount(part0 & s.water[bit, 0])
                + popcount(part1 & s.water[bit, 1])
                + popcount(part2 & s.water[bit, 2])
                + popcount(part3 & s.water[bit, 3])
            ) << bit
        if (part0 & s.oases[0]) | (part1 & s.oases[1]) | (part2 & s.oases[2]) | (part3 & s.oases[3]):
            for palm in range(len(_PALM_SPACE)):
                x = _PALM_SPACE[palm]
                w = x // WORD
                word = part0 if w == 0 else part1 if w == 1 else part2 if w == 2 else part3
                if (word & s.oases[w]) >> (x % WORD) & 1 and not (s.linked[caravan] >> palm) & 1:
                    points += OASIS_POINTS
        k = 4 * (min(missing, len(others) // 4) - 1)
        is_late = missing > camels_left and (
            ((part0 | rim0) & others[k])
            | ((part1 | rim1) & others[k + 1])
            | ((part2 | rim2) & others[k + 2])
            | ((part3 | rim3) & others[k + 3])
        )
        worths[missing - 1 + (GAPS if is_late else 0)] += points
