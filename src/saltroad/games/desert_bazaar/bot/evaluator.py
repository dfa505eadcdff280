"""What a position of Desert Bazaar is worth, compiled: points so far, markers by the camps they are bound in, cards,
majorities, the bursts that each seat can build, and whose turn it is.

Fitted to positions in which a turn begins: search plays a turn on to its end before it asks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from saltroad.bots.search.evaluator import Evaluator, Scores, Tables
from saltroad.bots.weights import in_order
from saltroad.games.desert_bazaar.bot.plan import (
    END_ROOM,
    LEAD,
    MAJORITY,
    MOST_CARDS,
    PLAN_WEIGHTS,
    burst,
    candidates,
    card_table,
    fit_of,
    patience_in,
    room_left,
)
from saltroad.games.desert_bazaar.components import ENCAMPMENT_SIZE, MARKERS_PER_PLAYER, RESOURCES, SIDES, WORDS, amount
from saltroad.games.desert_bazaar.indices import MOST_PLAYERS
from saltroad.games.desert_bazaar.state import DTYPE, NOBODYS, SOURCES, State
from saltroad.kernel.bits import WORD, lowest
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import inlined, jit

_SOURCES, _RESOURCES = len(SOURCES), len(RESOURCES)

_OF_MARKERS = tuple(f"in_camp_{size}" for size in range(1, ENCAMPMENT_SIZE))
"""What a marker on the board is worth beyond its point, by the size of its camp."""
_OF_STOCK = tuple(f"markers_{many}" for many in range(MARKERS_PER_PLAYER))
"""What it is worth to have so many markers left, beside having all."""
_OF_CARDS = ("cards_1", "cards_2", "cards_3", "cards_4", "cards_more", "majority_far", "majority_near", "fits")
"""The first card of a resource, the second, and so on; majorities as long as the end is far, and when it is near; the
tiles that the hand fits."""
_OF_TURNS = ("burst_0", "burst_1", "burst_2", "burst_3", "turn_0", "turn_1", "turn_2")
"""The best burst that a seat could build now, and that it comes to its turn after so many others."""
_OF_THE_END = ("late_turn_0", "late_turn_1", "late_turn_2", "late_markers", "late_cards")
"""The same when the end is near, and what markers and cards in hand are worth then."""
VALUE_WEIGHTS = (*_OF_MARKERS, *_OF_STOCK, *_OF_CARDS, *_OF_TURNS, *_OF_THE_END)
_IN_CAMP, _STOCK, _CARDS = 0, len(_OF_MARKERS), len(_OF_MARKERS) + len(_OF_STOCK)
_MAJORITY_FAR, _MAJORITY_NEAR, _FITS = range(_CARDS + 5, _CARDS + 8)
_BURST, _TURN, _LATE_TURN = _FITS + 1, _FITS + 5, _FITS + 8
_LATE_MARKERS, _LATE_CARDS = _LATE_TURN + 3, _LATE_TURN + 4
FEATURES = len(VALUE_WEIGHTS)
assert _LATE_CARDS == FEATURES - 1

MANY_POINTS = 20.0
"""What counts as a win by many points, where weights are tuned."""
WEIGHTS = (*PLAN_WEIGHTS, *VALUE_WEIGHTS, "spread", "spread_a_space")
"""Those of the plan, those of the value in points, and how far off the value is: at the end, and by the root of the
spaces left."""
_FIRST = len(PLAN_WEIGHTS)
_SPREAD, _SPREAD_A_SPACE = _FIRST + FEATURES, _FIRST + FEATURES + 1
_APART = 4
"""From the fifth card of a resource on, all are alike."""
_LATE_STOCK = 2
"""More markers than this are of no use when the end is near."""


@inlined
def score(s: State, scores: Scores) -> None:
    """Points; of equals, who holds more cards (DB-43)."""
    for seat in range(s.players):
        points = 0.01 * s.held[seat]
        for source in range(_SOURCES):
            points += s.points[source * MOST_PLAYERS + seat]
        scores[seat] = points


@jit
def look(s: State, tables: Tables, scores: Scores, found: NDArray[np.float64]) -> None:  # noqa: C901  # compiled as a whole
    """What is known of each seat: in `scores` its points with the markers on the board, in found[seat] how much there
    is of everything that VALUE_WEIGHTS weighs."""
    room = room_left(s)
    patience = patience_in(s, tables, room)
    late = 1.0 - patience
    near = math.exp(-room / tables[0, END_ROOM])
    score(s, scores)
    found[:, :] = 0.0
    for w in range(WORDS):
        taken = s.taken[w]
        while taken:
            x = w * WORD + lowest(taken)
            taken &= taken - 1
            owner = s.owner[x]
            if owner != NOBODYS:
                found[owner, _IN_CAMP + s.camp_size[s.camp[x]] - 1] += patience
    for r in range(_RESOURCES):
        most = 0
        for seat in range(s.players):
            most = max(most, amount(s.hand[seat], r))
        total = 0.0
        for seat in range(s.players):
            total += math.exp((amount(s.hand[seat], r) - most) / tables[0, LEAD])
        for seat in range(s.players):
            share = math.exp((amount(s.hand[seat], r) - most) / tables[0, LEAD]) / total
            found[seat, _MAJORITY_FAR] += MAJORITY * share * (1.0 - near)
            found[seat, _MAJORITY_NEAR] += MAJORITY * share * near
    table = np.empty((_RESOURCES, MOST_CARDS), np.float64)
    spare = np.empty(1, DTYPE)
    for seat in range(s.players):
        markers = s.markers[seat]
        scores[seat] += MARKERS_PER_PLAYER - markers
        if markers < MARKERS_PER_PLAYER:
            found[seat, _STOCK + markers] += patience
        found[seat, _LATE_MARKERS] = late * min(markers, _LATE_STOCK)
        for r in range(_RESOURCES):
            many = amount(s.hand[seat], r)
            for n in range(min(many, _APART)):
                found[seat, _CARDS + n] += patience
            found[seat, _CARDS + _APART] += patience * max(0, many - _APART)
            found[seat, _LATE_CARDS] += late * many
        wait = seat - s.seat
        if wait < 0:
            wait += s.players
        best = 0.0
        for side in range(SIDES):
            spare[0] = s
            spare[0].seat = seat
            card_table(spare[0], tables, table)
            first, more, _ = burst(spare, 0, side, tables, table)
            best = max(best, first + more)
        found[seat, _FITS] = patience * fit_of(s, s.hand[seat], tables)
        found[seat, _BURST + min(wait, 3)] = best
        if wait < 3:
            found[seat, _TURN + wait] = patience
            found[seat, _LATE_TURN + wait] = late


@inlined
def evaluate(s: State, tables: Tables, scores: Scores) -> float:
    """Points so far, and what each seat may still bring in."""
    found = np.empty((MOST_PLAYERS, FEATURES), np.float64)
    look(s, tables, scores, found)
    for seat in range(s.players):
        for k in range(FEATURES):
            scores[seat] += tables[0, _FIRST + k] * found[seat, k]
    return float(tables[0, _SPREAD] + tables[0, _SPREAD_A_SPACE] * math.sqrt(room_left(s)))


def tables_with(position: Position, weights: Sequence[float]) -> Tables:
    """What the plan and the estimate read: the weights, in the order of WEIGHTS."""
    return np.array([weights], np.float32)


def prepare(position: Position) -> Tables:
    """The tables with the weights that were fitted."""
    return tables_with(position, in_order("desert_bazaar", WEIGHTS))


EVALUATOR = Evaluator("camps", score, evaluate, prepare, candidates)
