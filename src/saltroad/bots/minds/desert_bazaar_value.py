"""What a position of Desert Bazaar is worth, compiled: points so far, markers on the board, cards and what they can
build, majorities. A tile that is placed but not paid for counts as paid.
"""

from __future__ import annotations

import math

import numpy as np

from saltroad.bots.minds.weights import in_order
from saltroad.bots.search.mind import Mind, Notes, Scores
from saltroad.games.desert_bazaar.camps import joined_size
from saltroad.games.desert_bazaar.components import (
    BIT_OF,
    CARDS_PER_RESOURCE,
    ENCAMPMENT_SIZE,
    LETTERS,
    RESOURCES,
    SHOWN,
    SIDES,
    SPACES,
    TILES,
    WILD,
    WORD_OF,
    WORDS,
    amount,
)
from saltroad.games.desert_bazaar.indices import MOST_PLAYERS
from saltroad.games.desert_bazaar.rules import QUIET_ROUNDS
from saltroad.games.desert_bazaar.state import (
    COLLECT,
    COLLECT_AGAIN,
    DICE_AGAIN,
    DICE_FALL,
    NEXT_TO_ONE,
    NEXT_TO_TWO,
    NO_ROLL,
    NOBODYS,
    PAY,
    ROLL_OR_BUILD,
    SOURCES,
    State,
)
from saltroad.kernel.bits import lowest, popcount
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import inlined

_SOURCES, _RESOURCES = len(SOURCES), len(RESOURCES)
_NEEDS = np.array([[cost.count(letter) for letter in LETTERS] for _, cost in TILES], np.int64)
"""The units of each resource that a tile costs."""
_MAJORITY, _ALONE = 2.0, 2.0

WEIGHTS = (
    "card",
    "fade",
    "fit",
    "missing",
    "lead",
    "marker",
    "last_marker",
    "closing",
    "dice",
    "on_turn",
    "end_room",
    "spread",
    "spread_a_space",
)
"""What the first card of a resource is worth, and each further one beside the one before; what a tile face up adds to a
hand that can pay for it, and the share of it that every lacking card takes away; how many cards ahead make a majority
fairly sure. What a marker in hand is worth, and more the fewer are left; what a marker gains as its camp grows. The
cards that dice bring; to be on turn. With fewer spaces than `end_room` the end is in sight. How far off the estimate
is: at the end, and by the root of the spaces left."""
(
    _CARD,
    _FADE,
    _FIT,
    _MISSING,
    _LEAD,
    _MARKER,
    _LAST_MARKER,
    _CLOSING,
    _DICE,
    _ON_TURN,
    _END_ROOM,
    _SPREAD,
    _SPREAD_A_SPACE,
) = range(len(WEIGHTS))


@inlined
def standing(s: State, scores: Scores) -> None:
    """Points; of equals, who holds more cards (DB-43)."""
    for seat in range(s.players):
        points = 0.01 * s.held[seat]
        for source in range(_SOURCES):
            points += s.points[source * MOST_PLAYERS + seat]
        scores[seat] = points


@inlined
def _cards(s: State, seat: int, notes: Notes, patience: float) -> float:
    """What the cards of a seat are worth by their numbers."""
    found = 0.0
    for r in range(_RESOURCES):
        worth = notes[0, _CARD] * patience
        for _ in range(min(amount(s.hand[seat], r), CARDS_PER_RESOURCE)):
            found += worth
            worth *= notes[0, _FADE]
    return found


@inlined
def _best_fit(s: State, seat: int, notes: Notes) -> float:
    """What the tiles face up add to a hand: of each side, those that it can nearly pay for."""
    best = 0.0
    for side in range(SIDES):
        tiles = s.up[side]
        found = 0.0
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            missing = 0
            for r in range(_RESOURCES):
                missing += max(0, _NEEDS[tile, r] - amount(s.hand[seat], r))
            found += max(0.0, 1.0 - notes[0, _MISSING] * missing)
        best = max(best, found)
    return float(notes[0, _FIT] * best)


@inlined
def _majorities(s: State, notes: Notes, scores: Scores, nearness: float) -> None:
    """Two points for the most cards of a resource at the end (DB-42), shared out by who leads."""
    for r in range(_RESOURCES):
        most = 0
        for seat in range(s.players):
            most = max(most, amount(s.hand[seat], r))
        total = 0.0
        for seat in range(s.players):
            total += math.exp((amount(s.hand[seat], r) - most) / notes[0, _LEAD])
        for seat in range(s.players):
            scores[seat] += _MAJORITY * nearness * math.exp((amount(s.hand[seat], r) - most) / notes[0, _LEAD]) / total


@inlined
def _unpaid(s: State, notes: Notes, patience: float) -> float:
    """What the tile just placed will bring, less the cards that it costs."""
    word, bit = WORD_OF[s.site], BIT_OF[s.site]
    paid = 0
    lacking = 0
    for r in range(_RESOURCES):
        helped = 1 if s.near[NEXT_TO_ONE + r, word] & bit else 0
        helped += 1 if s.near[NEXT_TO_TWO + r, word] & bit else 0
        units = max(0, _NEEDS[s.building, r] - helped)
        held = amount(s.hand[s.seat], r)
        paid += min(units, held)
        lacking += max(0, units - held)
    found = -notes[0, _CARD] * patience * (0.8 * paid + 2.0 * lacking)
    size = joined_size(s, s.site)
    if s.markers[s.seat] > 0:
        found += 1.0 - patience * (notes[0, _MARKER] + notes[0, _LAST_MARKER] / s.markers[s.seat])
        if size == 1:
            found += _ALONE
        found += notes[0, _CLOSING] * (size / ENCAMPMENT_SIZE) ** 2
    if size == ENCAMPMENT_SIZE:
        found += 1.0
    return float(found)


@inlined
def estimate(s: State, notes: Notes, scores: Scores) -> float:
    """Points so far, markers, cards, majorities, and what the turn under way will bring."""
    standing(s, scores)
    room = 0
    for w in range(WORDS):
        room += popcount(s.room[w])
    quiet = s.quiet / (QUIET_ROUNDS * s.players)
    patience = min(1.0, room / notes[0, _END_ROOM], 2.0 - 2.0 * quiet)
    nearness = math.exp(-room / notes[0, _END_ROOM])
    for space in range(SPACES):
        owner = s.owner[space]
        if owner != NOBODYS:
            size = s.camp_size[s.camp[space]] / ENCAMPMENT_SIZE
            scores[owner] += 1.0 + notes[0, _CLOSING] * patience * size * size
    for seat in range(s.players):
        scores[seat] += _cards(s, seat, notes, patience) + patience * _best_fit(s, seat, notes)
        markers = s.markers[seat]
        scores[seat] += patience * (notes[0, _MARKER] * markers - notes[0, _LAST_MARKER] / (1.0 + markers))
    _majorities(s, notes, scores, nearness)
    phase = s.phase
    card = notes[0, _CARD] * patience * 0.8
    if phase == PAY:
        scores[s.seat] += _unpaid(s, notes, patience)
    elif phase == ROLL_OR_BUILD:
        scores[s.seat] += notes[0, _ON_TURN] * patience
    elif phase in (DICE_FALL, DICE_AGAIN):
        scores[s.seat] += notes[0, _DICE] * card
    elif phase in (COLLECT, COLLECT_AGAIN) and s.dice != NO_ROLL:
        most = 0
        for r in range(_RESOURCES):
            most = max(most, SHOWN[s.dice, r] + SHOWN[s.dice, WILD])
        scores[s.seat] += max(0.7 * notes[0, _DICE], most) * card
    return float(notes[0, _SPREAD] + notes[0, _SPREAD_A_SPACE] * math.sqrt(room))


def prepare(position: Position) -> Notes:
    """The weights."""
    return np.array([in_order("desert_bazaar", WEIGHTS)], np.float32)


MIND = Mind("camps", standing, estimate, prepare)
