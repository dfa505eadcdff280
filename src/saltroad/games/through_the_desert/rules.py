"""The rules of Through the Desert, once: compiled for search and training, called by everything else.

Ids in the comments are those of rulebook.toml. `apply` trusts its caller: what checks first is `Game.play`.
What is legal follows from sets of spaces that every placement keeps up to date.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saltroad.games.through_the_desert import indices as ix
from saltroad.games.through_the_desert.components import (
    BIT_OF,
    COLOURS,
    LARGEST_POINTS,
    LARGEST_TIED_POINTS,
    MARKED,
    NEAR,
    PALM_SETS,
    PALM_SPACES,
    RING,
    SPACES,
    WATER_VALUES,
    WORD_OF,
    WORDS,
)
from saltroad.games.through_the_desert.enclosure import enclose, has, link, water_at
from saltroad.games.through_the_desert.state import (
    ALL_PASSED,
    DRAW_START,
    DRAWN,
    GIVE_UP_LEADER,
    LAY_WATER,
    OVER,
    PILE_EMPTY,
    PLACE_CAMEL,
    PLACE_LEADER,
    PLANT_PALMS,
    WATER_BITS,
    State,
)
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.bits import WORD, lowest, nth_bit, popcount, put_bits
from saltroad.kernel.jit import inlined

Actions = NDArray[np.int64]
Weights = NDArray[np.int64]

_COLOURS = len(COLOURS)
_VALUES = len(WATER_VALUES)
_MARKED = np.array(MARKED, np.int64)
_PALM_SPACE = np.array(PALM_SPACES, np.int64)
_PALM_SET = np.array(PALM_SETS, np.int64)


@inlined
def actor(s: State) -> int:
    """The seat to act, CHANCE or NOBODY."""
    if s.phase == OVER:
        return NOBODY
    if s.phase < PLACE_LEADER:
        return CHANCE
    return int(s.seat)


@inlined
def left_of(s: State, seat: int) -> int:
    return 0 if seat + 1 == s.players else seat + 1


# -- what is legal: a word of spaces for each colour -------------------------------------------------------------------


@inlined
def leader_colours(s: State) -> int:
    """The colours, as bits, of which the seat may place a leader now (TD-10, TD-13)."""
    colours = int(s.leaders[s.seat])
    if s.placed >= s.players:
        return colours
    colours &= ~s.first_colours
    if s.players == 5 and s.placed == 3:
        # the fifth must find a colour: not the one it has no leader of
        last = left_of(s, s.seat)
        left = 31 & ~s.first_colours
        lacking = left & ~s.leaders[last]
        if lacking != 0:
            colours &= lacking
    return colours


@inlined
def camel_word(s: State, colour: int, w: int) -> int:
    """Where the seat may place a camel of this colour, one word of the set (TD-22 to TD-24)."""
    return s.reach[s.seat * _COLOURS + colour, w] & s.free[w]


@inlined
def can_place(s: State) -> bool:
    if s.phase == PLACE_LEADER:
        room = s.leader_room[0] | s.leader_room[1] | s.leader_room[2] | s.leader_room[3]
        return room != 0 and leader_colours(s) != 0
    for colour in range(_COLOURS):
        if s.pile[colour] > 0:
            for w in range(WORDS):
                if camel_word(s, colour, w) != 0:
                    return True
    return False


@inlined
def _list_words(s: State, words: Actions) -> None:
    """The legal placements of the seat as sets: WORDS words for each colour."""
    leaders = leader_colours(s) if s.phase == PLACE_LEADER else 0
    for colour in range(_COLOURS):
        if s.phase == PLACE_LEADER:
            for w in range(WORDS):
                words[colour * WORDS + w] = s.leader_room[w] if (leaders >> colour) & 1 else 0
        elif s.pile[colour] > 0:
            for w in range(WORDS):
                words[colour * WORDS + w] = camel_word(s, colour, w)
        else:
            for w in range(WORDS):
                words[colour * WORDS + w] = 0


@inlined
def count_legal(s: State, actions: Actions) -> int:
    """How many actions are legal; leaves in `actions` what `nth_legal` needs."""
    if s.phase == OVER:
        return 0
    if s.phase < PLACE_LEADER:
        return _legal_chance(s, actions)
    _list_words(s, actions)
    count = 0
    for k in range(_COLOURS * WORDS):
        count += popcount(actions[k])
    return max(count, 1)  # without any, a pass (TD-20)


@inlined
def nth_legal(s: State, actions: Actions, n: int) -> int:
    """The n-th legal action, after `count_legal`."""
    if s.phase < PLACE_LEADER:
        return int(actions[n])
    for colour in range(_COLOURS):
        for w in range(WORDS):
            word = actions[colour * WORDS + w]
            many = popcount(word)
            if n < many:
                return ix.PLACE + colour * SPACES + w * WORD + nth_bit(word, n)
            n -= many
    return ix.PASS


@inlined
def legal(s: State, actions: Actions) -> int:
    """Write the legal actions, ascending, and give their number; at a chance node, the possible outcomes."""
    phase = s.phase
    if phase == OVER:
        return 0
    if phase < PLACE_LEADER:
        return _legal_chance(s, actions)
    leaders = leader_colours(s) if phase == PLACE_LEADER else 0
    count = 0
    for colour in range(_COLOURS):
        for w in range(WORDS):
            word = 0
            if phase == PLACE_LEADER:
                word = s.leader_room[w] if (leaders >> colour) & 1 else 0
            elif s.pile[colour] > 0:
                word = camel_word(s, colour, w)
            while word != 0:
                actions[count] = ix.PLACE + colour * SPACES + w * WORD + lowest(word)
                count += 1
                word &= word - 1
    if count == 0:
        actions[0] = ix.PASS
        return 1
    return count


@inlined
def write_mask(s: State, mask: Actions, _: Actions) -> None:
    """Add the legal actions of the seat to a mask of bits."""
    leaders = leader_colours(s) if s.phase == PLACE_LEADER else 0
    found = 0
    for colour in range(_COLOURS):
        may = (leaders >> colour) & 1 if s.phase == PLACE_LEADER else s.pile[colour] > 0
        if not may:
            continue
        for w in range(WORDS):
            word = s.leader_room[w] if s.phase == PLACE_LEADER else camel_word(s, colour, w)
            found |= word
            put_bits(mask, ix.PLACE + colour * SPACES + w * WORD, word)
    if found == 0:
        mask[ix.PASS >> 6] |= 1 << (ix.PASS & 63)


@inlined
def _legal_chance(s: State, actions: Actions) -> int:
    count = 0
    if s.phase == LAY_WATER:
        space = _MARKED[s.next_marked]
        for value in range(_VALUES):
            actions[count] = ix.WATER + space * _VALUES + value
            count += 1 if s.markers[value] > 0 else 0
    elif s.phase == PLANT_PALMS:
        for k in range(len(_PALM_SET)):
            actions[count] = ix.PALMS + k
            fits = True
            for tree in range(_PALM_SET.shape[1]):
                fits &= has(s.empty, _PALM_SPACE[_PALM_SET[k, tree]])
            count += 1 if fits else 0
    elif s.phase == GIVE_UP_LEADER:
        for colour in range(_COLOURS):
            actions[count] = ix.WITHOUT + s.seat * _COLOURS + colour
            count += 1 if not (s.given_up >> colour) & 1 else 0
    else:
        for seat in range(s.players):
            actions[count] = ix.START + seat
            count += 1
    return count


@inlined
def weights(s: State, actions: Actions, count: int, out: Weights) -> None:
    """The whole-number weight of each outcome: a water value weighs as many markers as are left of it."""
    for k in range(count):
        out[k] = 1
    if s.phase == LAY_WATER:
        for k in range(count):
            out[k] = s.markers[(actions[k] - ix.WATER) % _VALUES]


# -- setup -------------------------------------------------------------------------------------------------------------


@inlined
def _next_water(s: State) -> None:
    """Find the next space that gets a marker: every dot and every palm space in play without a tree (TD-06)."""
    while s.next_marked < len(_MARKED):
        space = _MARKED[s.next_marked]
        if has(s.empty, space) and not has(s.oases, space):
            s.phase = LAY_WATER
            return
        s.next_marked += 1
    _after_water(s)


@inlined
def _after_water(s: State) -> None:
    s.seat = 0
    if s.players == 5:
        s.phase = GIVE_UP_LEADER
    else:
        _after_leaders_given(s)


@inlined
def _after_leaders_given(s: State) -> None:
    if s.start == DRAWN:
        s.phase = DRAW_START
    else:
        s.seat = s.start
        s.phase = PLACE_LEADER


@inlined
def _apply_palms(s: State, k: int) -> None:
    for tree in range(_PALM_SET.shape[1]):
        space = _PALM_SPACE[_PALM_SET[k, tree]]
        s.oases[WORD_OF[space]] |= BIT_OF[space]
        for w in range(WORDS):
            s.shores[w] |= NEAR[space, w]
    for w in range(WORDS):
        s.free[w] &= ~s.oases[w]
        s.leader_room[w] = s.free[w] & ~s.shores[w]  # TD-11, TD-12
    _next_water(s)


@inlined
def _apply_water(s: State, value: int) -> None:
    space = _MARKED[s.next_marked]
    s.markers[value] -= 1
    word, bit = WORD_OF[space], BIT_OF[space]
    for k in range(WATER_BITS):
        s.water[k, word] |= bit if (value + 1) >> k & 1 else 0
    s.leader_room[word] &= ~bit  # TD-11
    s.next_marked += 1
    _next_water(s)


@inlined
def _apply_without(s: State, colour: int) -> None:
    s.leaders[s.seat] &= ~(1 << colour)
    s.given_up |= 1 << colour
    s.seat += 1
    if s.seat == s.players:
        s.seat = 0
        _after_leaders_given(s)


# -- placing -----------------------------------------------------------------------------------------------------------


@inlined
def _stand(s: State, colour: int, space: int) -> int:
    """Put a camel down; gives its caravan."""
    caravan = s.seat * _COLOURS + colour
    word, bit = WORD_OF[space], BIT_OF[space]
    s.caravan[caravan, word] |= bit
    s.camels[word] |= bit
    s.empty[word] &= ~bit
    s.free[word] &= ~bit
    s.length[caravan] += 1
    for w in range(WORDS):
        around = NEAR[space, w]
        contested = around & s.touched[colour, w] & ~s.reach[caravan, w]  # TD-24
        s.touched[colour, w] |= around
        s.reach[caravan, w] |= around & ~contested
        if contested != 0:
            for seat in range(s.players):
                s.reach[seat * _COLOURS + colour, w] &= ~contested
    return caravan


@inlined
def _apply_leader(s: State, colour: int, space: int) -> None:
    s.leader[_stand(s, colour, space)] = space
    s.leaders[s.seat] &= ~(1 << colour)
    if s.placed < s.players:
        s.first_colours |= 1 << colour
    for w in range(WORDS):
        s.leader_room[w] &= ~NEAR[space, w]  # TD-12
    s.leader_room[WORD_OF[space]] &= ~BIT_OF[space]
    _next_leader(s)


@inlined
def _next_leader(s: State) -> None:
    s.placed += 1
    s.seat = left_of(s, s.seat)
    if s.placed == s.players * s.rounds:
        for w in range(WORDS):
            s.leader_room[w] = 0
        _begin_turn(s)


@inlined
def _begin_turn(s: State) -> None:
    s.phase = PLACE_CAMEL
    single = 1 if s.players == 2 else 2
    s.camels_left = 1 if s.turns < single else 2  # TD-21


@inlined
def _apply_camel(s: State, colour: int, space: int) -> None:
    caravan = _stand(s, colour, space)
    s.pile[colour] -= 1
    s.water_points[s.seat] += water_at(s, space)  # TD-30
    if has(s.shores, space):
        for k in range(6):
            x = RING[space, k]
            if x >= 0 and has(s.oases, x):
                link(s, caravan, x)
    enclose(s, caravan, space)
    s.passes = 0
    if s.pile[colour] == 0:
        s.ending = 1
    s.camels_left -= 1
    if s.camels_left == 0 or not can_place(s):  # TD-20
        _end_turn(s)


@inlined
def _end_turn(s: State) -> None:
    s.turns += 1
    if s.ending:
        _end(s, PILE_EMPTY)  # TD-50
    elif s.passes == s.players:
        _end(s, ALL_PASSED)  # TD-20
    else:
        s.seat = left_of(s, s.seat)
        _begin_turn(s)


@inlined
def _end(s: State, reason: int) -> None:
    s.ended = reason
    s.phase = OVER
    s.camels_left = 0
    for colour in range(_COLOURS):  # TD-51
        most = 0
        sharers = 0
        for seat in range(s.players):
            length = s.length[seat * _COLOURS + colour]
            if length > most:
                most = length
                sharers = 0
            if length == most:
                sharers += 1
        for seat in range(s.players):
            if s.length[seat * _COLOURS + colour] == most:
                s.caravan_points[seat] += LARGEST_POINTS if sharers == 1 else LARGEST_TIED_POINTS


@inlined
def apply(s: State, action: int) -> None:
    """Make the action's change in place; trusts that it is legal."""
    s.ply += 1
    if action < ix.PASS:
        colour = action // SPACES
        space = action - colour * SPACES
        if s.phase == PLACE_CAMEL:
            _apply_camel(s, colour, space)
        else:
            _apply_leader(s, colour, space)
    elif action == ix.PASS:
        if s.phase == PLACE_LEADER:
            _next_leader(s)
        else:
            s.passes += 1
            _end_turn(s)
    elif s.phase == LAY_WATER:
        _apply_water(s, (action - ix.WATER) % _VALUES)
    elif s.phase == PLANT_PALMS:
        _apply_palms(s, action - ix.PALMS)
    elif s.phase == GIVE_UP_LEADER:
        _apply_without(s, action - ix.WITHOUT - s.seat * _COLOURS)
    elif s.phase == DRAW_START:
        s.seat = action - ix.START
        s.phase = PLACE_LEADER
