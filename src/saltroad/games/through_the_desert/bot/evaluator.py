"""What a position of Through the Desert is worth, compiled: points so far, the races for the largest caravans, water
and oases by who is nearer to them, areas that lack a few camels, and the desert that one caravan alone can reach.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from saltroad.bots.search.evaluator import Evaluator, Scores, Tables
from saltroad.bots.weights import in_order
from saltroad.games.through_the_desert.bot.areas import GAPS, closable
from saltroad.games.through_the_desert.bot.rollout_policy import HABITS, habits, lures, rollout_policy
from saltroad.games.through_the_desert.components import (
    COLOURS,
    LARGEST_POINTS,
    NEAR,
    OASIS_POINTS,
    PALM_SPACES,
    SPACES,
    WORDS,
)
from saltroad.games.through_the_desert.enclosure import has
from saltroad.games.through_the_desert.state import PLACE_CAMEL, PLACE_LEADER, WATER_BITS, State
from saltroad.kernel.bits import WORD, lowest, popcount
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import inlined, jit

assert WORDS == 4, "sets of spaces are written out for four words"

_COLOURS = len(COLOURS)
_PALM_SPACE = np.array(PALM_SPACES, np.int64)
MANY_POINTS = 40.0
"""What counts as a win by many points, where weights are tuned."""
WEIGHTS = (
    "water_1",
    "water_2",
    "water_3",
    "water_1_late",
    "water_2_late",
    "water_3_late",
    "oasis_1",
    "oasis_2",
    "oasis_3",
    "oasis_1_late",
    "oasis_2_late",
    "oasis_3_late",
    "alone",
    "alone_water",
    "water_camels",
    "oasis_camels",
    "alone_camels",
    "area_1",
    "area_2",
    "area_3",
    "area_4",
    "area_1_late",
    "area_2_late",
    "area_3_late",
    "area_4_late",
    "area_camels",
    "race",
    "race_root",
    "race_share",
    "race_room",
    "race_points",
    "on_turn",
    "leader",
    "spread",
    "spread_a_camel",
    *HABITS,
)
"""What a point of water is worth to the seat whose nearest caravan stands one, two or three camels away: where no other
seat can be there as soon, and where one can (`late`). The same for oases, which each caravan earns for itself; `late`
are those whose shores within reach others reach as soon. What each space is worth that one caravan alone comes to
within three camels, and each point of water there: it may enclose them. What each point is worth inside an area that
one caravan can close with one, two, three or four camels, and where others can be there as soon (`late`). With about so
many camels to come (`..._camels`), two thirds of such a promise are left.

How many camels of lead make a largest caravan fairly sure: at least, and by the root of those to come, which are at
most a share of all that are placed until the end; what room to grow is worth in that race, in camels; how much of the
points can be foreseen. What it is worth to be on turn, for each camel, and to have a leader still to place. How far off
the estimate is: at the end, and by the root of the camels that each is to place. What random games are played by, and
not the estimate, are the habits."""
(
    _WATER,
    _OASIS,
    _ALONE,
    _ALONE_WATER,
    _WATER_CAMELS,
    _OASIS_CAMELS,
    _ALONE_CAMELS,
    _AREA,
    _AREA_CAMELS,
    _RACE,
    _RACE_ROOT,
    _RACE_SHARE,
    _RACE_ROOM,
    _RACE_POINTS,
    _ON_TURN,
    _LEADER,
    _SPREAD,
    _SPREAD_A_CAMEL,
    _HABITS,
) = (0, 6, *range(12, 18), *range(25, len(WEIGHTS) - len(HABITS) + 1))
_STEPS = 3
"""Camels that are looked ahead. A fourth told nothing more of how games ended."""
_ENOUGH = 8
"""So many spaces within reach do not hinder a caravan's growth."""

Reach = NDArray[np.int64]
"""Sets of spaces, STEPS in a row: by caravan, then by seat, then those that any caravan reaches, and those that more
than one does."""
Steps = NDArray[np.int64]
"""One row of them: what is reached with one camel, with two, with three."""


@jit
def walk(s: State, caravan: int, reach: Reach) -> None:
    """Where a caravan can stand with one camel more, with two, with three: STEPS sets, each within the next."""
    colour = caravan % _COLOURS
    here0 = s.reach[caravan, 0] & s.free[0]
    here1 = s.reach[caravan, 1] & s.free[1]
    here2 = s.reach[caravan, 2] & s.free[2]
    here3 = s.reach[caravan, 3] & s.free[3]
    # where no camel of it will ever stand: next to another player's of its colour (TD-24)
    left0 = s.free[0] & ~(s.touched[colour, 0] & ~s.reach[caravan, 0])
    left1 = s.free[1] & ~(s.touched[colour, 1] & ~s.reach[caravan, 1])
    left2 = s.free[2] & ~(s.touched[colour, 2] & ~s.reach[caravan, 2])
    left3 = s.free[3] & ~(s.touched[colour, 3] & ~s.reach[caravan, 3])
    all0, all1, all2, all3 = here0, here1, here2, here3
    for step in range(_STEPS):
        reach[caravan, 4 * step] = all0
        reach[caravan, 4 * step + 1] = all1
        reach[caravan, 4 * step + 2] = all2
        reach[caravan, 4 * step + 3] = all3
        if step + 1 == _STEPS:
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
        here0 = next0 & left0 & ~all0
        here1 = next1 & left1 & ~all1
        here2 = next2 & left2 & ~all2
        here3 = next3 & left3 & ~all3
        all0 |= here0
        all1 |= here1
        all2 |= here2
        all3 |= here3


@inlined
def score(s: State, scores: Scores) -> None:
    """Points so far (TD-53)."""
    for seat in range(s.players):
        scores[seat] = s.water_points[seat] + s.oasis_points[seat] + s.area_points[seat] + s.caravan_points[seat]


@inlined
def _races(s: State, tables: Tables, scores: Scores, camels: float, reach: Reach, odds: Scores) -> None:
    """The points for largest caravans, shared out by who leads and by how many camels are to come (TD-51)."""
    for colour in range(_COLOURS):
        to_come = math.sqrt(min(s.pile[colour], tables[0, _RACE_SHARE] * s.players * camels))
        scale = tables[0, _RACE] + tables[0, _RACE_ROOT] * to_come
        best = 0.0
        for seat in range(s.players):
            caravan = seat * _COLOURS + colour
            k = 4 * (_STEPS - 1)
            room = (
                popcount(reach[caravan, k])
                + popcount(reach[caravan, k + 1])
                + popcount(reach[caravan, k + 2])
                + popcount(reach[caravan, k + 3])
            )
            odds[seat] = s.length[caravan] + tables[0, _RACE_ROOM] * to_come * min(room, _ENOUGH) / _ENOUGH
            best = max(best, odds[seat])
        total = 0.0
        for seat in range(s.players):
            odds[seat] = math.exp((odds[seat] - best) / scale)
            total += odds[seat]
        for seat in range(s.players):
            scores[seat] += LARGEST_POINTS * tables[0, _RACE_POINTS] * odds[seat] / total


@inlined
def _walk_all(s: State, reach: Reach) -> None:
    """Fill `reach`: what each caravan comes to in some steps, then each seat, then any seat, then two or more."""
    seats = s.players * _COLOURS
    once, twice = seats + s.players, seats + s.players + 1
    for seat in range(s.players):
        for colour in range(_COLOURS):
            caravan = seat * _COLOURS + colour
            if s.length[caravan] > 0 and s.pile[colour] > 0:
                walk(s, caravan, reach)
                for k in range(4 * _STEPS):
                    here = reach[caravan, k]
                    reach[seats + seat, k] |= here
                    reach[twice, k] |= reach[once, k] & here
                    reach[once, k] |= here


@inlined
def _water_near(s: State, tables: Tables, mine: Steps, others: Steps) -> float:
    """The water that a seat comes to, by steps, and by whether others come to it as soon."""
    water = 0.0
    for step in range(_STEPS):
        first, late = 0, 0
        for w in range(4):
            k = 4 * step + w
            new = mine[k]
            if step > 0:
                new &= ~mine[k - 4]
            for bit in range(WATER_BITS):
                first += popcount(new & ~others[k] & s.water[bit, w]) << bit
                late += popcount(new & others[k] & s.water[bit, w]) << bit
        water += tables[0, _WATER + step] * first + tables[0, _WATER + _STEPS + step] * late
    return water


@inlined
def _desert_alone(s: State, tables: Tables, mine: Steps, twice: Steps) -> float:
    """The spaces and the water that a seat alone comes to."""
    spaces, inside = 0, 0
    for w in range(4):
        k = 4 * (_STEPS - 1) + w
        alone = mine[k] & ~twice[k]
        spaces += popcount(alone)
        for bit in range(WATER_BITS):
            inside += popcount(alone & s.water[bit, w]) << bit
    return float(tables[0, _ALONE] * spaces + tables[0, _ALONE_WATER] * inside)


@inlined
def _steps_to_oasis(x: int, caravan: Steps, others: Steps) -> int:
    """The entry of the oasis weights for a caravan and the oasis on space x: by its steps to a space next to it, behind
    `_STEPS` if others come there as soon; -1 if it does not come there."""
    near0, near1, near2, near3 = NEAR[x, 0], NEAR[x, 1], NEAR[x, 2], NEAR[x, 3]
    k = 4 * (_STEPS - 1)
    if not (near0 & caravan[k] | near1 & caravan[k + 1] | near2 & caravan[k + 2] | near3 & caravan[k + 3]):
        return -1
    for step in range(_STEPS):
        k = 4 * step
        here0, here1 = near0 & caravan[k], near1 & caravan[k + 1]
        here2, here3 = near2 & caravan[k + 2], near3 & caravan[k + 3]
        if here0 | here1 | here2 | here3:
            here0 &= ~others[k]
            here1 &= ~others[k + 1]
            here2 &= ~others[k + 2]
            here3 &= ~others[k + 3]
            return step + (0 if here0 | here1 | here2 | here3 else _STEPS)
    return -1


@inlined
def _oases_near(s: State, tables: Tables, seat: int, reach: Reach, others: Steps) -> float:
    """The oases that the caravans of a seat come to and have not earned yet."""
    oases = 0.0
    for palm in range(len(_PALM_SPACE)):
        x = _PALM_SPACE[palm]
        if not has(s.oases, x):
            continue
        for colour in range(_COLOURS):
            caravan = seat * _COLOURS + colour
            if (s.linked[caravan] >> palm) & 1:
                continue
            found = _steps_to_oasis(x, reach[caravan], others)
            if found >= 0:
                oases += tables[0, _OASIS + found]
    return oases


@jit
def _promises(s: State, tables: Tables, scores: Scores, camels: float) -> None:
    """Add to the scores what each seat can still walk to."""
    players, seats = s.players, s.players * _COLOURS
    twice = seats + players + 1
    reach = np.zeros((twice + 1, 4 * _STEPS), np.int64)
    _walk_all(s, reach)
    others = np.zeros(4 * _STEPS, np.int64)
    _races(s, tables, scores, camels, reach, np.empty(players, np.float64))
    of_water = 1.0 - math.exp(-camels / tables[0, _WATER_CAMELS])
    of_oases = 1.0 - math.exp(-camels / tables[0, _OASIS_CAMELS])
    of_areas = 1.0 - math.exp(-camels / tables[0, _AREA_CAMELS])
    of_alone = 1.0 - math.exp(-camels / tables[0, _ALONE_CAMELS])
    areas = np.empty(2 * GAPS, np.float64)
    for seat in range(players):
        for k in range(4 * _STEPS):
            others[k] = 0
            for other in range(players):
                if other != seat:
                    others[k] |= reach[seats + other, k]
        mine = reach[seats + seat]
        scores[seat] += of_water * _water_near(s, tables, mine, others)
        scores[seat] += of_alone * _desert_alone(s, tables, mine, reach[twice])
        if s.phase == PLACE_CAMEL:
            areas[:] = 0.0
            for colour in range(_COLOURS):
                caravan = seat * _COLOURS + colour
                if s.length[caravan] > 1 and s.pile[colour] > 0:
                    closable(s, caravan, reach, others, s.camels_left if seat == s.seat else 0, areas)
            for k in range(2 * GAPS):
                scores[seat] += of_areas * tables[0, _AREA + k] * areas[k]
        scores[seat] += of_oases * OASIS_POINTS * _oases_near(s, tables, seat, reach, others)


@inlined
def evaluate(s: State, tables: Tables, scores: Scores) -> float:
    """Points so far, races, and what each caravan can walk to."""
    score(s, scores)
    least = 99
    piles = 0
    for colour in range(_COLOURS):
        least = min(least, s.pile[colour])
        piles += s.pile[colour]
    # a pile runs out sooner than all: about so many camels each player is still to place
    camels = min(piles, 2.8 * least) / s.players
    _promises(s, tables, scores, camels)
    if s.phase == PLACE_CAMEL:
        scores[s.seat] += (1.0 - math.exp(-camels / tables[0, _WATER_CAMELS])) * tables[0, _ON_TURN] * s.camels_left
    elif s.phase == PLACE_LEADER:
        for seat in range(s.players):
            scores[seat] += tables[0, _LEADER] * popcount(s.leaders[seat])
    return float(tables[0, _SPREAD] + tables[0, _SPREAD_A_CAMEL] * math.sqrt(camels))


def tables_with(position: Position, weights: Sequence[float]) -> Tables:
    """The weights, in the order of their names; what random games need of them and of the position."""
    tables = np.zeros((3, max(len(weights), SPACES)), np.float32)
    tables[0, : len(weights)] = weights
    known = habits(tables[0, _HABITS : len(weights)])
    tables[1, : len(known)] = known
    tables[2, :SPACES] = lures(position)
    return tables


def prepare(position: Position) -> Tables:
    """The weights."""
    return tables_with(position, in_order("through_the_desert", WEIGHTS))


EVALUATOR = Evaluator("areas", score, evaluate, prepare, rollout_policy=rollout_policy)
