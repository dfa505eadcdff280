"""What a seat of Desert Bazaar would do at a glance, compiled: what a tile earns where it stands less the cards that it
costs, bursts of tiles as sequences, dice by exact expectation.

Owns the moves that search looks at, and how turns are played on to their end. All worths are in points, from weights
that were fitted by games of one changed player against unchanged ones.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from saltroad.bots.search.evaluator import Scores, Tables
from saltroad.games.desert_bazaar import indices as ix
from saltroad.games.desert_bazaar.camps import joined_size, raise_tent
from saltroad.games.desert_bazaar.components import (
    CARD_SET,
    CARD_SETS,
    CARDS_PER_RESOURCE,
    COST,
    COSTS,
    DESERT,
    DICE,
    ENCAMPMENT_SIZE,
    LETTERS,
    MARKERS_PER_PLAYER,
    NEAR,
    RESOURCES,
    RING,
    ROLL_FIRST,
    SHOWN,
    SIDES,
    SPACES,
    TILES,
    TILES_PER_SIDE,
    WAYS,
    WILD,
    WORDS,
    amount,
    one,
)
from saltroad.games.desert_bazaar.indices import MOST_PLAYERS
from saltroad.games.desert_bazaar.paying import NEEDS, affordable_needs, number_of
from saltroad.games.desert_bazaar.rolling import dice_give, list_names, list_rolls
from saltroad.games.desert_bazaar.rules import QUIET_ROUNDS
from saltroad.games.desert_bazaar.state import (
    BUILD_ON,
    COLLECT,
    DTYPE,
    NAME_WILDS,
    NEXT_TO_ONE,
    NEXT_TO_TWO,
    NO_CAMP,
    NOBODYS,
    PAY,
    ROLL_OR_BUILD,
    SOURCES,
    TAKE_EXTRA,
    State,
)
from saltroad.kernel.bits import WORD, lowest, popcount
from saltroad.kernel.drivers import Buffer
from saltroad.kernel.jit import inlined, jit
from saltroad.kernel.state_record import States

_SOURCES, _RESOURCES = len(SOURCES), len(RESOURCES)
MAJORITY, _ALONE = 2.0, 2.0
MOST_CARDS = CARDS_PER_RESOURCE + 1
"""How many different numbers of cards of a resource there are, none included."""

# -- weights -----------------------------------------------------------------------------------------------------------

_OF_CARDS = ("card", "fade", "fit", "missing", "lead", "end_room")
"""What the first card of a resource is worth, and each further one beside the one before; what a tile face up adds to a
hand that can pay for it, and the share of it that every lacking card takes away; how many cards ahead make a majority
fairly sure. With fewer spaces than `end_room` the end is in sight."""
_CARD, _FADE, _FIT, _MISSING, LEAD, END_ROOM = range(6)
_OF_MARKERS = ("marker", "last_marker", "rival_marker", "grown_2", "grown_3", "grown_4", "grown_5", "grown_6")
"""What a marker less costs: always, and more the fewer are left; what it costs that a rival's marker comes back. How
much of a marker is as good as back, by the size of its camp."""
_MARKER, _LAST_MARKER, _RIVAL_MARKER, _GROWN_2 = range(6, 10)
_OF_SITES = ("closing", "leave_5", "leave_6", "lonely")
"""The point for the seventh tile, which no other player gets then; what it costs to leave a camp of five or six to the
others, or to take from another space that no tile touches it."""
_CLOSING, _LEAVE_5, _LEAVE_6, _LONELY = range(14, 18)
_OF_TURNS = ("wait", "wait_to_close", "haste", "fresh", "dice")
"""What is left of a tile that is put off, and of one that closes a camp; what a tile is worth beyond its points, on a
full board, to the leader; what four new tiles in the same turn are worth; the dice, beside two cards of the best."""
_WAIT, _WAIT_TO_CLOSE, _HASTE, _FRESH, _DICE = range(18, 23)
PLAN_WEIGHTS = (*_OF_CARDS, *_OF_MARKERS, *_OF_SITES, *_OF_TURNS)

_SITES_A_TILE = 3
"""How many spaces are proposed for each tile."""
_BUILDS = 14
"""How many placements are proposed in all."""

# -- cards -------------------------------------------------------------------------------------------------------------

Table = NDArray[np.float64]
Numbers = NDArray[np.int64]

_UNITS = np.array([[cost.count(letter) for letter in LETTERS] for _, cost in TILES], np.int64)
"""The units of each resource that a tile costs."""
_TOO_DEAR = 1e6


def _needs_after_help() -> NDArray[np.int64]:
    """What is left to pay of each cost, by what neighbours give: none to two of each resource, as digits of a code."""
    found = np.zeros((len(COSTS), 3**_RESOURCES), np.int64)
    for number, cost in enumerate(COSTS):
        for code, given in enumerate(itertools.product(range(3), repeat=_RESOURCES)):
            left = "".join(letter * max(0, cost.count(letter) - given[r]) for r, letter in enumerate(LETTERS))
            found[number, code] = CARD_SETS.index(left)
    return found


_NEED_AFTER = _needs_after_help()


@inlined
def room_left(s: State) -> int:
    """How many spaces a tile may still stand on."""
    room = 0
    for w in range(WORDS):
        room += popcount(s.room[w])
    return room


@inlined
def patience_in(s: State, tables: Tables, room: int) -> float:
    """How much of the game is left, as far as it matters: 1 until the end is in sight, by room or by quiet turns."""
    return float(max(0.0, min(1.0, room / tables[0, END_ROOM], 2.0 - 2.0 * s.quiet / (QUIET_ROUNDS * s.players))))


@jit
def card_table(s: State, tables: Tables, table: Table) -> None:
    """table[r, n]: what n cards of a resource are worth to the seat on turn."""
    room = room_left(s)
    card = tables[0, _CARD] * patience_in(s, tables, room)
    majority = MAJORITY * math.exp(-room / tables[0, END_ROOM])
    for r in range(_RESOURCES):
        most = 0
        for seat in range(s.players):
            if seat != s.seat:
                most = max(most, amount(s.hand[seat], r))
        worth = 0.0
        step = card
        for n in range(MOST_CARDS):
            table[r, n] = worth + majority / (1.0 + math.exp((most + 0.5 - n) / tables[0, LEAD]))
            worth += step
            step *= tables[0, _FADE]


@inlined
def _worth(hand: int, table: Table) -> float:
    found = 0.0
    for r in range(_RESOURCES):
        found += table[r, amount(hand, r)]
    return found


@jit
def _after_paying(hand: int, need: int, table: Table) -> int:
    """The hand after the cheapest payment of a need that it can afford: trades take the cards that are missed least."""
    left = hand
    lacking = 0
    for r in range(_RESOURCES):
        units = amount(need, r)
        own = min(units, amount(hand, r))
        left -= own * one(r)
        lacking += units - own
    for _ in range(3 * lacking):
        least = _TOO_DEAR
        chosen = 0
        for r in range(_RESOURCES):
            many = amount(left, r)
            if many > 0 and table[r, many] - table[r, many - 1] < least:
                least = table[r, many] - table[r, many - 1]
                chosen = r
        left -= one(chosen)
    return left


@jit
def _price_needs(s: State, table: Table, price: Table) -> None:
    """price[need]: what the cards are worth that leave the hand; _TOO_DEAR where there are not enough."""
    hand = s.hand[s.seat]
    can = affordable_needs(hand, s.pile)
    before = _worth(hand, table)
    for need in range(NEEDS):
        price[need] = _TOO_DEAR
        if (can >> need) & 1:
            price[need] = before - _worth(_after_paying(hand, CARD_SET[need], table), table)


@jit
def fit_of(s: State, hand: int, tables: Tables) -> float:
    """How many tiles of a side the hand can pay for, less for every card that lacks: of the better side."""
    best = 0.0
    tiles = np.empty(TILES_PER_SIDE, np.int64)
    for side in range(SIDES):
        many = 0
        up = s.up[side]
        while up:
            tiles[many] = lowest(up)
            up &= up - 1
            many += 1
        for chosen in range(1, 1 << many):
            missing = 0
            for r in range(_RESOURCES):
                units = 0
                for k in range(many):
                    if (chosen >> k) & 1:
                        units += _UNITS[tiles[k], r]
                missing += max(0, units - amount(hand, r))
            best = max(best, popcount(chosen) - tables[0, _MISSING] * missing)
    return best


@jit
def _gains_of_cards(s: State, tables: Tables, table: Table, gains: Table) -> None:
    """gains[r, n]: what n more cards of a resource bring, as far as the pile has them."""
    hand = s.hand[s.seat]
    before = _worth(hand, table) + tables[0, _FIT] * fit_of(s, hand, tables)
    for r in range(_RESOURCES):
        gains[r, 0] = 0.0
        for n in range(1, gains.shape[1]):
            more = hand + min(n, amount(s.pile, r)) * one(r)
            gains[r, n] = _worth(more, table) + tables[0, _FIT] * fit_of(s, more, tables) - before


# -- sites -------------------------------------------------------------------------------------------------------------


@inlined
def _haste(s: State, tables: Tables, room: int) -> float:
    """The value of filling the board: something near the end, to the player who would win if it came now."""
    if room >= tables[0, END_ROOM]:
        return 0.0
    mine = 0
    for k in range(s.players):
        seat = (s.seat + k) % s.players
        points = MARKERS_PER_PLAYER - s.markers[seat]
        for source in range(_SOURCES):
            points += s.points[source * MOST_PLAYERS + seat]
        if k == 0:
            mine = points
        elif points > mine:
            return 0.0
    return float(tables[0, _HASTE] * (1.0 - room / tables[0, END_ROOM]))


@inlined
def _grown(tables: Tables, size: int) -> float:
    """How much of a marker is as good as back, in a camp of this size."""
    if size <= 1:
        return 0.0
    if size >= ENCAMPMENT_SIZE:
        return 1.0
    return float(tables[0, _GROWN_2 + size - 2])


@inlined
def _help_at(s: State, w: int, bit: int) -> int:
    """What neighbours of a space give, as the code that _NEED_AFTER reads."""
    code = 0
    for r in range(_RESOURCES):
        units = 1 if s.near[NEXT_TO_ONE + r, w] & bit else 0
        units += 1 if s.near[NEXT_TO_TWO + r, w] & bit else 0
        code = 3 * code + units
    return code


@jit
def _see_sites(s: State, tables: Tables, sites: Numbers, gain: Table, code: Numbers) -> int:  # noqa: C901  # compiled as a whole
    """List the spaces with room: what a tile of the seat earns there, now and later, and what neighbours give."""
    room = room_left(s)
    patience = patience_in(s, tables, room)
    haste = _haste(s, tables, room)
    markers = s.markers[s.seat]
    marker = patience * (tables[0, _MARKER] + tables[0, _LAST_MARKER] / (1.0 + markers))
    rival = patience * tables[0, _RIVAL_MARKER]
    back = np.zeros(SPACES + 1, np.float64)  # by camp: what it is worth that all its markers come back
    for w in range(WORDS):
        taken = s.taken[w]
        while taken:
            x = w * WORD + lowest(taken)
            taken &= taken - 1
            if s.owner[x] != NOBODYS:
                back[s.camp[x]] += marker if s.owner[x] == s.seat else -rival
    lonely0, lonely1 = s.room[0], s.room[1]
    for r in range(_RESOURCES):
        lonely0 &= ~s.near[NEXT_TO_ONE + r, 0]
        lonely1 &= ~s.near[NEXT_TO_ONE + r, 1]
    count = 0
    for w in range(WORDS):
        left = s.room[w]
        while left:
            x = w * WORD + lowest(left)
            code[count] = _help_at(s, w, left & -left)
            left &= left - 1
            size = 1
            before = 0.0
            returns = 0.0
            first, second = NO_CAMP, NO_CAMP
            for k in range(6):  # round a space at most three camps lie apart: the third needs no memory
                camp = s.camp[RING[x, k]]
                if camp != NO_CAMP and camp != first and camp != second:
                    size += s.camp_size[camp]
                    returns += back[camp]
                    before += _grown(tables, s.camp_size[camp]) * back[camp]
                    second = first
                    first = camp
            now = _grown(tables, size)
            value = haste + now * returns - before
            if markers > 0:
                value += 1.0 - marker * (1.0 - now)
                if size == 1:
                    value += _ALONE
            if size == ENCAMPMENT_SIZE:
                value += tables[0, _CLOSING]
            elif size == ENCAMPMENT_SIZE - 1:
                value -= patience * tables[0, _LEAVE_6]
            elif size == ENCAMPMENT_SIZE - 2:
                value -= patience * tables[0, _LEAVE_5]
            crowded = popcount(lonely0 & NEAR[x, 0]) + popcount(lonely1 & NEAR[x, 1])
            sites[count] = x
            gain[count] = value - tables[0, _LONELY] * crowded
            count += 1
    return count


# -- turns -------------------------------------------------------------------------------------------------------------


@jit
def burst(states: States, i: int, side: int, tables: Tables, table: Table) -> tuple[float, float, float]:
    """Build the best tiles of a side one after the other, in a position that may be spoilt; gives what they are worth
    to the seat on turn: the first, the others, and all if they are put off."""
    s = states[i]
    sites, code = np.empty(SPACES, np.int64), np.empty(SPACES, np.int64)
    gain, price = np.empty(SPACES, np.float64), np.empty(NEEDS, np.float64)
    first, more, later = 0.0, 0.0, 0.0
    while s.up[side] != 0:
        _price_needs(s, table, price)
        best = 0.0
        chosen = -1
        where = 0
        count = _see_sites(s, tables, sites, gain, code)
        up = s.up[side]
        while up:
            tile = lowest(up)
            up &= up - 1
            for k in range(count):
                value = gain[k] - price[_NEED_AFTER[COST[tile], code[k]]]
                if value > best:
                    best = value
                    chosen = tile
                    where = k
        if chosen < 0:
            return first, more, later
        if first == 0.0:
            first = best
        else:
            more += best
        closes = joined_size(s, sites[where]) == ENCAMPMENT_SIZE
        later += best * (tables[0, _WAIT_TO_CLOSE] if closes else tables[0, _WAIT])
        left = _after_paying(s.hand[s.seat], CARD_SET[_NEED_AFTER[COST[chosen], code[where]]], table)
        s.pile += s.hand[s.seat] - left
        s.hand[s.seat] = left
        s.up[side] &= ~(1 << chosen)
        raise_tent(s, chosen, sites[where])
    return first, more + tables[0, _FRESH], later


@inlined
def _insert(actions: Buffer, worths: Scores, count: int, most: int, action: int, worth: float) -> int:
    """Put an action among the best so far, the best first; gives how many there are, no more than `most`."""
    if count == most:
        if worth <= worths[count - 1]:
            return count
        k = count - 1
    else:
        k = count
        count += 1
    while k > 0 and worths[k - 1] < worth:
        worths[k] = worths[k - 1]
        actions[k] = actions[k - 1]
        k -= 1
    worths[k] = worth
    actions[k] = action
    return count


@jit
def _propose_turn(states: States, here: int, tables: Tables, actions: Buffer, worths: Scores) -> int:
    """Roll or build, or build on or be done: the first tile of a turn brings the rest of its burst with it."""
    s = states[here]
    spare = np.empty(1, DTYPE)
    sites, code = np.empty(SPACES, np.int64), np.empty(SPACES, np.int64)
    gain, price = np.empty(SPACES, np.float64), np.empty(NEEDS, np.float64)
    table = np.empty((_RESOURCES, MOST_CARDS), np.float64)
    card_table(s, tables, table)
    _price_needs(s, table, price)
    spaces = _see_sites(s, tables, sites, gain, code)
    top, top_worth = np.empty(_SITES_A_TILE, np.int64), np.empty(_SITES_A_TILE, np.float64)
    later = 0.0
    count = 0
    for side in range(SIDES):
        if s.phase == BUILD_ON and side != s.side:
            continue
        rest = 0.0
        if s.phase == ROLL_OR_BUILD:
            spare[0] = s
            _, rest, put_off = burst(spare, 0, side, tables, table)
            later = max(later, put_off)
        up = s.up[side]
        while up:
            tile = lowest(up)
            up &= up - 1
            many = 0
            for k in range(spaces):
                value = gain[k] - price[_NEED_AFTER[COST[tile], code[k]]]
                if value > -_TOO_DEAR / 2:
                    many = _insert(top, top_worth, many, _SITES_A_TILE, sites[k], value)
            for k in range(many):
                count = _insert(actions, worths, count, _BUILDS, ix.BUILD + tile * SPACES + top[k], top_worth[k] + rest)
    if s.phase == BUILD_ON:
        return _insert(actions, worths, count, _BUILDS + 1, ix.DONE, 0.0)
    gains = np.empty((_RESOURCES, 3), np.float64)
    _gains_of_cards(s, tables, table, gains)
    dice = 0.0
    for r in range(_RESOURCES):
        dice = max(dice, gains[r, 2])  # two cards of the best, about
    later = later * patience_in(s, tables, room_left(s)) + tables[0, _DICE] * dice
    rolls = np.empty(_RESOURCES + 1, np.int64)
    for k in range(list_rolls(s, rolls)):
        r = rolls[k] - ix.ROLL
        free = gains[r, 1] if r < _RESOURCES else 0.0
        count = _insert(actions, worths, count, _BUILDS + _RESOURCES, rolls[k], later + free)
    return count


@jit
def _propose_cards(s: State, tables: Tables, actions: Buffer, worths: Scores) -> int:
    """Cards to take, or a die to keep: by the average over all rolls of the other live dice (DB-13 to DB-16)."""
    table = np.empty((_RESOURCES, MOST_CARDS), np.float64)
    card_table(s, tables, table)
    count = 0
    if s.phase == NAME_WILDS:
        named = np.empty(ix.NAMINGS, np.int64)
        for k in range(list_names(s, named)):
            more = s.hand[s.seat] + CARD_SET[named[k] - ix.NAME + 1]
            worth = _worth(more, table) + tables[0, _FIT] * fit_of(s, more, tables)
            count = _insert(actions, worths, count, _BUILDS, named[k], worth)
        return count
    gains = np.empty((_RESOURCES, DICE + 1), np.float64)
    _gains_of_cards(s, tables, table, gains)
    for r in range(_RESOURCES):
        many = min(1, amount(s.pile, r)) if s.phase == TAKE_EXTRA else dice_give(s, r)
        if many > 0:
            count = _insert(actions, worths, count, _BUILDS, ix.COLLECT + r, gains[r, many])
    if s.phase != COLLECT or SHOWN[s.dice, DESERT] >= DICE - 1:
        return count
    live = DICE - 1 - SHOWN[s.dice, DESERT]
    for face in range(WILD + 1):
        if SHOWN[s.dice, face] == 0:
            continue
        total = 0.0
        ways = 0
        for roll in range(ROLL_FIRST[live], ROLL_FIRST[live + 1]):
            best = 0.0
            for r in range(_RESOURCES):
                shown = SHOWN[roll, r] + SHOWN[roll, WILD]
                if shown > 0 and face in (WILD, r):
                    best = max(best, gains[r, shown + 1])
            total += WAYS[roll] * best
            ways += WAYS[roll]
        count = _insert(actions, worths, count, _BUILDS, ix.KEEP + face, total / ways)
    return count


@jit
def candidates(states: States, here: int, tables: Tables, actions: Buffer, worths: Scores) -> int:
    """The moves worth looking at for the seat to act, the best first, with about the points that each leads to."""
    s = states[here]
    if s.phase == PAY:  # the cheapest payment: no other can be better by more than a card
        table = np.empty((_RESOURCES, MOST_CARDS), np.float64)
        card_table(s, tables, table)
        hand, code = s.hand[s.seat], _help_at(s, s.site // WORD, 1 << (s.site % WORD))
        left = _after_paying(hand, CARD_SET[_NEED_AFTER[COST[s.building], code]], table)
        actions[0] = ix.PAY + number_of(hand - left)
        worths[0] = 0.0
        return 1
    if s.phase in (ROLL_OR_BUILD, BUILD_ON):
        return _propose_turn(states, here, tables, actions, worths)
    return _propose_cards(s, tables, actions, worths)
