"""The rules of Desert Bazaar, once: compiled for search and training, called by everything else.

Ids in the comments are those of rulebook.toml. `apply` trusts its caller: what checks first is `Game.play`.
Placing a tile and paying for it are two actions: nothing is on the board before it is paid for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saltroad.games.desert_bazaar import indices as ix
from saltroad.games.desert_bazaar.camps import raise_tent
from saltroad.games.desert_bazaar.components import (
    CARD_SET,
    COST,
    DESERT,
    DICE,
    RESOURCES,
    SETUP_ROLLS,
    SHOWN,
    SPACES,
    TILES_PER_SIDE,
    WILD,
    WORDS,
    amount,
    total,
)
from saltroad.games.desert_bazaar.paying import PAYMENT_WORDS, affordable_needs, affordable_word, mark_payments
from saltroad.games.desert_bazaar.rolling import (
    count_chance,
    dice_give,
    dice_rolled,
    extra_left,
    give,
    list_collect,
    list_extra,
    list_names,
    list_rolls,
    nth_chance,
    piles_left,
)
from saltroad.games.desert_bazaar.state import (
    BOARD_FULL,
    BUILD_ON,
    COLLECT,
    COLLECT_AGAIN,
    DICE_AGAIN,
    DICE_FALL,
    MAJORITIES,
    MARKERS,
    NAME_WILDS,
    NO_DIE,
    NO_ROLL,
    NO_SIDE,
    NO_SPACE,
    NO_TILE,
    NOBODYS,
    NOTHING_BUILT,
    OVER,
    PAY,
    ROLL_OR_BUILD,
    SETUP_DICE,
    TAKE_EXTRA,
    TILES_USED,
    TURN_UP,
    State,
)
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.bits import WORD, lowest, nth_bit, popcount
from saltroad.kernel.jit import inlined

Actions = NDArray[np.int64]

_RESOURCES = len(RESOURCES)
QUIET_ROUNDS = 5
"""Rounds without a tent that end the game (DB-45)."""
MAJORITY_POINTS = 2


@inlined
def actor(s: State) -> int:
    """The seat to act, CHANCE or NOBODY."""
    if s.phase == OVER:
        return NOBODY
    if s.phase < NAME_WILDS:
        return CHANCE
    return int(s.seat)


@inlined
def left_of(s: State, seat: int) -> int:
    return 0 if seat + 1 == s.players else seat + 1


# -- what is legal -----------------------------------------------------------------------------------------------------


@inlined
def sides_open(s: State) -> int:
    """The tiles that the seat may build, as bits: of both sides until the first is placed (DB-20)."""
    if s.phase == ROLL_OR_BUILD:
        return int(s.up[0] | s.up[1])
    return int(s.up[s.side])


@inlined
def can_build(s: State) -> bool:
    """Whether any tile in reach can be placed and paid for."""
    needs = affordable_needs(s.hand[s.seat], s.pile)
    tiles = sides_open(s)
    while tiles:
        cost = COST[lowest(tiles)]
        tiles &= tiles - 1
        for w in range(WORDS):
            if affordable_word(s, needs, cost, w) != 0:
                return True
    return False


@inlined
def _count_builds(s: State, words: Actions) -> int:
    """Write where each tile in reach can stand, WORDS words a tile, and give how many placements there are."""
    needs = affordable_needs(s.hand[s.seat], s.pile)
    tiles = sides_open(s)
    count = 0
    k = 0
    while tiles:
        cost = COST[lowest(tiles)]
        tiles &= tiles - 1
        for w in range(WORDS):
            word = affordable_word(s, needs, cost, w)
            words[k] = word
            count += popcount(word)
            k += 1
    return count


@inlined
def _nth_build(s: State, words: Actions, n: int) -> int:
    tiles = sides_open(s)
    k = 0
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        for w in range(WORDS):
            many = popcount(words[k])
            if n < many:
                return ix.BUILD + tile * SPACES + w * WORD + nth_bit(words[k], n)
            n -= many
            k += 1
    return ix.DONE


_ROLLS_AT = 2 * TILES_PER_SIDE * WORDS
"""Where `count_legal` writes the rolls, behind the words of the tiles."""


@inlined
def count_legal(s: State, actions: Actions) -> int:
    """How many actions are legal; writes to `actions` what `nth_legal` needs."""
    phase = s.phase
    if phase < NAME_WILDS:
        return count_chance(s, actions)
    if phase == PAY:
        mark_payments(s, s.building, s.site, actions)
        count = 0
        for w in range(PAYMENT_WORDS):
            count += popcount(actions[w])
        return count
    if phase == ROLL_OR_BUILD:
        return _count_builds(s, actions) + list_rolls(s, actions[_ROLLS_AT:])
    if phase == BUILD_ON:
        return _count_builds(s, actions) + 1  # the last is DONE
    if phase == NAME_WILDS:
        return list_names(s, actions)
    if phase == TAKE_EXTRA:
        return list_extra(s, actions)
    if phase == OVER:
        return 0
    return list_collect(s, actions)


@inlined
def nth_legal(s: State, actions: Actions, n: int) -> int:
    """The n-th legal action, after `count_legal`."""
    phase = s.phase
    if phase < NAME_WILDS:
        return nth_chance(s, actions, n)
    if phase == PAY:
        w = 0
        while n >= popcount(actions[w]):
            n -= popcount(actions[w])
            w += 1
        return ix.PAY + w * WORD + nth_bit(actions[w], n)
    if phase == ROLL_OR_BUILD:
        rolls = max(1, piles_left(s))
        return int(actions[_ROLLS_AT + n]) if n < rolls else _nth_build(s, actions, n - rolls)
    if phase == BUILD_ON:
        return _nth_build(s, actions, n)
    return int(actions[n])


@inlined
def legal(s: State, actions: Actions) -> int:
    """Write the legal actions, ascending, and give their number; at a chance node, the possible outcomes."""
    phase = s.phase
    if phase == PAY:
        return _legal_payments(s, actions)
    if phase < NAME_WILDS and phase != SETUP_DICE:
        count = count_chance(s, actions)
        for n in range(count):
            actions[n] = nth_chance(s, actions, n)
        return count
    if phase == ROLL_OR_BUILD:
        return _list_builds(s, actions, list_rolls(s, actions))
    if phase == BUILD_ON:
        count = _list_builds(s, actions, 0)
        actions[count] = ix.DONE
        return count + 1
    return count_legal(s, actions)


@inlined
def _list_builds(s: State, actions: Actions, count: int) -> int:
    needs = affordable_needs(s.hand[s.seat], s.pile)
    tiles = sides_open(s)
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        for w in range(WORDS):
            word = affordable_word(s, needs, COST[tile], w)
            while word:
                actions[count] = ix.BUILD + tile * SPACES + w * WORD + lowest(word)
                count += 1
                word &= word - 1
    return count


@inlined
def _legal_payments(s: State, actions: Actions) -> int:
    marked = actions[len(actions) - PAYMENT_WORDS :]  # the end of the buffer: there are never so many payments
    mark_payments(s, s.building, s.site, marked)
    count = 0
    for w in range(PAYMENT_WORDS):
        word = marked[w]
        while word:
            actions[count] = ix.PAY + w * WORD + lowest(word)
            count += 1
            word &= word - 1
    return count


# -- turns -------------------------------------------------------------------------------------------------------------


@inlined
def _end(s: State, reason: int) -> None:
    s.ended = reason
    s.phase = OVER
    s.side = NO_SIDE
    for space in range(SPACES):
        if s.owner[space] != NOBODYS:
            s.points[MARKERS * ix.MOST_PLAYERS + s.owner[space]] += 1  # DB-41
    for r in range(_RESOURCES):  # DB-42
        most = 0
        holder = NOBODYS
        for seat in range(s.players):
            mine = amount(s.hand[seat], r)
            if mine == most:
                holder = NOBODYS
            elif mine > most:
                most = mine
                holder = seat
        if holder != NOBODYS:
            s.points[MAJORITIES * ix.MOST_PLAYERS + holder] += MAJORITY_POINTS


@inlined
def _end_roll(s: State) -> None:
    """A turn of rolling is over."""
    s.turns += 1
    s.quiet += 1
    s.dice = NO_ROLL
    s.kept = NO_DIE
    if s.quiet >= QUIET_ROUNDS * s.players:
        _end(s, NOTHING_BUILT)  # DB-45
    else:
        s.seat = left_of(s, s.seat)
        s.phase = ROLL_OR_BUILD


@inlined
def has_gap(s: State) -> bool:
    """Whether a tile is to be turned up for the side in use."""
    return s.unseen != 0 and popcount(s.up[s.side]) < TILES_PER_SIDE


@inlined
def _end_building(s: State) -> None:
    """A turn of building is over: the side is filled up to four (DB-28)."""
    s.turns += 1
    s.seat = left_of(s, s.seat)
    s.then = ROLL_OR_BUILD
    if has_gap(s):
        s.phase = TURN_UP
    else:
        _begin_turn(s)


@inlined
def _begin_turn(s: State) -> None:
    s.phase = ROLL_OR_BUILD
    s.side = NO_SIDE


@inlined
def _build_on(s: State) -> None:
    """The seat goes on if it can (DB-27); a turn in which nothing more can be built ends by itself."""
    s.phase = BUILD_ON
    if not can_build(s):
        _end_building(s)


# -- setup and rolling -------------------------------------------------------------------------------------------------


@inlined
def _next_setup(s: State) -> None:
    s.dice = NO_ROLL
    s.rolls += 1
    if s.rolls % SETUP_ROLLS != 0:
        s.phase = SETUP_DICE
    elif s.fair_start and extra_left(s.rolls, s.held[s.seat]) > 0:
        s.phase = TAKE_EXTRA  # DB-06
    else:
        _next_first_cards(s)


@inlined
def _next_first_cards(s: State) -> None:
    """The seat has its first cards: the next one rolls for them, or the tiles are turned up."""
    s.seat = left_of(s, s.seat)
    if s.rolls == SETUP_ROLLS * s.players:
        s.phase = TURN_UP  # DB-04
        s.side = 0
    else:
        s.phase = SETUP_DICE


@inlined
def _apply_setup(s: State, roll: int) -> None:
    s.dice = roll
    for r in range(_RESOURCES):
        give(s, r, SHOWN[roll, r])
    if SHOWN[roll, WILD] > 0:
        s.phase = NAME_WILDS
    else:
        _next_setup(s)


@inlined
def _apply_name(s: State, named: int) -> None:
    s.pile -= CARD_SET[named]
    s.hand[s.seat] += CARD_SET[named]
    s.held[s.seat] += total(CARD_SET[named])
    _next_setup(s)


@inlined
def _apply_extra(s: State, resource: int) -> None:
    give(s, resource, 1)
    if extra_left(s.rolls, s.held[s.seat]) == 0:
        _next_first_cards(s)


@inlined
def _apply_dice(s: State, roll: int) -> None:
    s.dice = roll
    if SHOWN[roll, DESERT] == DICE:
        _end_roll(s)  # DB-12: three deserts give nothing
    else:
        s.phase = COLLECT


@inlined
def _apply_dice_again(s: State, roll: int, rolled: int) -> None:
    s.dice = roll
    if s.kept == WILD:
        if SHOWN[roll, DESERT] < rolled:
            s.phase = COLLECT_AGAIN  # DB-15
        else:
            _end_roll(s)
    else:
        give(s, s.kept, dice_give(s, s.kept))  # DB-14; nothing without a match (DB-16)
        _end_roll(s)


# -- building ----------------------------------------------------------------------------------------------------------


@inlined
def _apply_build(s: State, tile: int, space: int) -> None:
    s.building = tile
    s.site = space
    if s.side == NO_SIDE:
        s.side = 0 if (s.up[0] >> tile) & 1 else 1  # DB-20
    s.phase = PAY


@inlined
def _apply_pay(s: State, paid: int) -> None:
    s.hand[s.seat] -= CARD_SET[paid]
    s.held[s.seat] -= total(CARD_SET[paid])
    s.pile += CARD_SET[paid]
    tile, space = s.building, s.site
    s.building = NO_TILE
    s.site = NO_SPACE
    s.quiet = 0
    s.up[s.side] &= ~(1 << tile)
    for k in range(s.side * TILES_PER_SIDE, (s.side + 1) * TILES_PER_SIDE):
        if s.place[k] == tile:
            s.place[k] = NO_TILE
    raise_tent(s, tile, space)
    if s.room[0] | s.room[1] == 0:
        s.turns += 1
        _end(s, BOARD_FULL)  # DB-40
    elif s.up[0] | s.up[1] | s.unseen == 0:
        s.turns += 1
        _end(s, TILES_USED)  # DB-44
    elif s.up[s.side] != 0:
        _build_on(s)
    elif s.unseen != 0:
        s.then = BUILD_ON  # DB-28: all four are used, four new ones at once
        s.phase = TURN_UP
    else:
        _end_building(s)


@inlined
def _apply_turn_up(s: State, tile: int) -> None:
    place = s.side * TILES_PER_SIDE
    while s.place[place] != NO_TILE:
        place += 1
    s.place[place] = tile
    s.up[s.side] |= 1 << tile
    s.unseen &= ~(1 << tile)
    if has_gap(s):
        return
    if s.then == BUILD_ON:
        s.then = ROLL_OR_BUILD
        _build_on(s)
    elif s.turns == 0 and s.side == 0:
        s.side = 1  # setup: then the other side (DB-04)
    else:
        _begin_turn(s)


@inlined
def _apply_turn(s: State, action: int) -> None:
    if action == ix.DONE:
        _end_building(s)
    elif action >= ix.BUILD:
        tile = (action - ix.BUILD) // SPACES
        _apply_build(s, tile, action - ix.BUILD - tile * SPACES)
    else:
        if action < ix.ROLL + _RESOURCES:
            give(s, action - ix.ROLL, 1)  # DB-11
        s.phase = DICE_FALL


@inlined
def apply(s: State, action: int) -> None:
    """Make the action's change in place; trusts that it is legal."""
    s.ply += 1
    phase = s.phase
    if phase == TURN_UP:
        _apply_turn_up(s, action - ix.TURN_UP)
    elif phase == PAY:
        _apply_pay(s, action - ix.PAY)
    elif phase == DICE_FALL:
        _apply_dice(s, action - ix.DICE_FALL)
    elif phase == DICE_AGAIN:
        _apply_dice_again(s, action - ix.DICE_FALL, dice_rolled(s))
    elif phase in (ROLL_OR_BUILD, BUILD_ON):
        _apply_turn(s, action)
    elif phase in (COLLECT, COLLECT_AGAIN):
        if action < ix.KEEP:
            give(s, action - ix.COLLECT, dice_give(s, action - ix.COLLECT))
            _end_roll(s)
        else:
            s.kept = action - ix.KEEP
            s.phase = DICE_AGAIN
    elif phase == SETUP_DICE:
        _apply_setup(s, action - ix.DICE_FALL)
    elif phase == NAME_WILDS:
        _apply_name(s, action - ix.NAME + 1)
    elif phase == TAKE_EXTRA:
        _apply_extra(s, action - ix.COLLECT)
