"""What a position of Through the Desert is worth, compiled: points so far, the races for the largest caravans, and the
water and oases that each caravan can still walk to.
"""

from __future__ import annotations

import math

import numpy as np

from saltroad.bots.minds.weights import in_order
from saltroad.bots.search.mind import Mind, Notes, Scores
from saltroad.games.through_the_desert.components import (
    COLOURS,
    LARGEST_POINTS,
    NEAR,
    OASIS_POINTS,
    PALM_SPACES,
    WORDS,
)
from saltroad.games.through_the_desert.enclosure import has
from saltroad.games.through_the_desert.state import PLACE_CAMEL, WATER_BITS, State
from saltroad.kernel.bits import WORD, lowest, popcount
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import inlined, jit

assert WORDS == 4, "sets of spaces are written out for four words"

_COLOURS = len(COLOURS)
_PALM_SPACE = np.array(PALM_SPACES, np.int64)
WEIGHTS = (
    "step_1",
    "step_2",
    "step_3",
    "step_4",
    "room",
    "race",
    "race_root",
    "on_turn",
    "end_camels",
    "spread",
    "spread_a_camel",
)
"""What a point is worth that so many camels lead to (others may be faster, and camels are few), and each space that a
caravan can grow to. How many camels of lead make a largest caravan fairly sure: at least, and by the root of those left
in the pile. What it is worth to be on turn, for each camel; with fewer camels than `end_camels` to come for each
player, promises fade. How far off the estimate is: at the end, and by the root of the camels that each is to place."""
_ROOM, _RACE, _RACE_ROOT, _ON_TURN, _END_CAMELS, _SPREAD, _SPREAD_A_CAMEL = range(4, len(WEIGHTS))
_REACH = 4
_MOST_ROOM = 12


@jit
def _promise(s: State, caravan: int, notes: Notes, share: float) -> float:
    """What a caravan can still earn nearby."""
    colour = caravan % _COLOURS
    free0, free1, free2, free3 = s.free[0], s.free[1], s.free[2], s.free[3]
    here0 = s.reach[caravan, 0] & free0
    here1 = s.reach[caravan, 1] & free1
    here2 = s.reach[caravan, 2] & free2
    here3 = s.reach[caravan, 3] & free3
    # where no camel of it will ever stand: next to another player's of its colour (TD-24)
    left0 = free0 & ~(s.touched[colour, 0] & ~s.reach[caravan, 0]) & ~here0
    left1 = free1 & ~(s.touched[colour, 1] & ~s.reach[caravan, 1]) & ~here1
    left2 = free2 & ~(s.touched[colour, 2] & ~s.reach[caravan, 2]) & ~here2
    left3 = free3 & ~(s.touched[colour, 3] & ~s.reach[caravan, 3]) & ~here3
    linked = s.linked[caravan]
    found = 0.0
    for step in range(_REACH):
        water = 0
        for k in range(WATER_BITS):
            water += (
                popcount(here0 & s.water[k, 0])
                + popcount(here1 & s.water[k, 1])
                + popcount(here2 & s.water[k, 2])
                + popcount(here3 & s.water[k, 3])
            ) << k
        points = water
        if (here0 & s.shores[0]) | (here1 & s.shores[1]) | (here2 & s.shores[2]) | (here3 & s.shores[3]):
            for palm in range(len(_PALM_SPACE)):
                x = _PALM_SPACE[palm]
                near = (here0 & NEAR[x, 0]) | (here1 & NEAR[x, 1]) | (here2 & NEAR[x, 2]) | (here3 & NEAR[x, 3])
                if near and not (linked >> palm) & 1 and has(s.oases, x):
                    linked |= 1 << palm
                    points += OASIS_POINTS
        found += share * notes[0, step] * points
        if step == 0:
            room = popcount(here0) + popcount(here1) + popcount(here2) + popcount(here3)
            found += share * notes[0, _ROOM] * min(room, _MOST_ROOM)
        if step + 1 == _REACH or notes[0, step + 1] == 0.0:
            break
        next0, next1, next2, next3 = 0, 0, 0, 0
        while here0:
            x = lowest(here0)
            here0 &= here0 - 1
            next0 |= NEAR[x, 0]
            next1 |= NEAR[x, 1]
        while here1:
            x = WORD + lowest(here1)
            here1 &= here1 - 1
            next0 |= NEAR[x, 0]
            next1 |= NEAR[x, 1]
            next2 |= NEAR[x, 2]
        while here2:
            x = 2 * WORD + lowest(here2)
            here2 &= here2 - 1
            next1 |= NEAR[x, 1]
            next2 |= NEAR[x, 2]
            next3 |= NEAR[x, 3]
        while here3:
            x = 3 * WORD + lowest(here3)
            here3 &= here3 - 1
            next2 |= NEAR[x, 2]
            next3 |= NEAR[x, 3]
        here0 = next0 & left0
        here1 = next1 & left1
        here2 = next2 & left2
        here3 = next3 & left3
        left0 &= ~here0
        left1 &= ~here1
        left2 &= ~here2
        left3 &= ~here3
    return found


@inlined
def standing(s: State, scores: Scores) -> None:
    """Points so far (TD-53)."""
    for seat in range(s.players):
        scores[seat] = s.water_points[seat] + s.oasis_points[seat] + s.area_points[seat] + s.caravan_points[seat]


@inlined
def _races(s: State, notes: Notes, scores: Scores) -> None:
    """The points for largest caravans, shared out by who leads and by how many camels are left (TD-51)."""
    for colour in range(_COLOURS):
        most = 0
        for seat in range(s.players):
            most = max(most, s.length[seat * _COLOURS + colour])
        scale = notes[0, _RACE] + notes[0, _RACE_ROOT] * math.sqrt(s.pile[colour])
        total = 0.0
        for seat in range(s.players):
            total += math.exp((s.length[seat * _COLOURS + colour] - most) / scale)
        for seat in range(s.players):
            chance = math.exp((s.length[seat * _COLOURS + colour] - most) / scale) / total
            scores[seat] += LARGEST_POINTS * chance


@inlined
def estimate(s: State, notes: Notes, scores: Scores) -> float:
    """Points so far, races, and what each caravan can walk to."""
    standing(s, scores)
    least = 99
    piles = 0
    for colour in range(_COLOURS):
        least = min(least, s.pile[colour])
        piles += s.pile[colour]
    # a pile runs out sooner than all: about so many camels each player is still to place
    camels = min(piles, 2.5 * least + 1.0) / s.players
    _races(s, notes, scores)
    share = min(1.0, camels / notes[0, _END_CAMELS])
    for seat in range(s.players):
        for colour in range(_COLOURS):
            if s.length[seat * _COLOURS + colour] > 0 and s.pile[colour] > 0:
                scores[seat] += _promise(s, seat * _COLOURS + colour, notes, share)
    if s.phase == PLACE_CAMEL:
        scores[s.seat] += share * notes[0, _ON_TURN] * s.camels_left
    return float(notes[0, _SPREAD] + notes[0, _SPREAD_A_CAMEL] * math.sqrt(camels))


def prepare(position: Position) -> Notes:
    """The weights."""
    return np.array([in_order("through_the_desert", WEIGHTS)], np.float32)


MIND = Mind("walks", standing, estimate, prepare)
