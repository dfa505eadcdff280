"""Dice and cards of Desert Bazaar: how dice can fall and how likely, what they give (DB-02, DB-06, DB-11 to DB-17)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saltroad.games.desert_bazaar import indices as ix
from saltroad.games.desert_bazaar.components import (
    CARD_SET,
    CARD_SET_FIRST,
    DESERT,
    DICE,
    FACES,
    RESOURCES,
    ROLL_FIRST,
    SETUP_ROLLS,
    SHOWN,
    WAYS,
    WILD,
    amount,
    covers,
    one,
)
from saltroad.games.desert_bazaar.state import COLLECT, DICE_AGAIN, NO_DIE, SETUP_DICE, TURN_UP, State
from saltroad.kernel.bits import nth_bit, popcount
from saltroad.kernel.chance import Words, below
from saltroad.kernel.drivers import UNDRAWN
from saltroad.kernel.jit import inlined

Actions = NDArray[np.int64]
Weights = NDArray[np.int64]

_RESOURCES = len(RESOURCES)
_SETTLING = 60
"""A number that every count of faces a setup die may show, one to five, divides."""


# -- chance: how dice fall, which tile turns up ------------------------------------------------------------------------


@inlined
def dice_rolled(s: State) -> int:
    """How many dice fall now."""
    if s.phase != DICE_AGAIN:
        return DICE
    return int(DICE - SHOWN[s.dice, DESERT] - 1)  # DB-13: a desert is dead and stays out


@inlined
def settles(s: State, roll: int) -> bool:
    """DB-02: whether setup dice can come to rest so: no desert, and a card for every resource they show."""
    can = SHOWN[roll, DESERT] == 0
    for r in range(_RESOURCES):
        can &= SHOWN[roll, r] <= amount(s.pile, r)
    return bool(can)


@inlined
def _list_setup(s: State, actions: Actions) -> int:
    count = 0
    for roll in range(ROLL_FIRST[DICE], ROLL_FIRST[DICE + 1]):
        if settles(s, roll):
            actions[count] = ix.DICE_FALL + roll
            count += 1
    return count


@inlined
def count_chance(s: State, actions: Actions) -> int:
    if s.phase == TURN_UP:
        return popcount(s.unseen)
    if s.phase == SETUP_DICE:
        return _list_setup(s, actions)
    many = dice_rolled(s)
    return int(ROLL_FIRST[many + 1] - ROLL_FIRST[many])


@inlined
def nth_chance(s: State, actions: Actions, n: int) -> int:
    if s.phase == TURN_UP:
        return ix.TURN_UP + nth_bit(s.unseen, n)
    if s.phase == SETUP_DICE:
        return int(actions[n])
    return int(ix.DICE_FALL + ROLL_FIRST[dice_rolled(s)] + n)


@inlined
def _faces_left(pile: int) -> int:
    """How many faces a setup die may show: the resources that have cards, and the wild."""
    faces = 1
    for r in range(_RESOURCES):
        faces += 1 if amount(pile, r) > 0 else 0
    return faces


@inlined
def _less(pile: int, face: int) -> int:
    return pile - one(face) if face < WILD else pile


@inlined
def _settling_weight(pile: int, roll: int) -> int:
    """How likely setup dice settle so when piles run short: one die after the other, each rolled again until its pile
    has a card for it."""
    shown = SHOWN[roll]
    weight = 0
    for a in range(WILD + 1):
        for b in range(WILD + 1):
            for c in range(WILD + 1):
                fits = True
                for face in range(WILD + 1):
                    many = (1 if a == face else 0) + (1 if b == face else 0) + (1 if c == face else 0)
                    fits &= shown[face] == many
                if fits:
                    after_a = _less(pile, a)
                    after_b = _less(after_a, b)
                    weight += (
                        (_SETTLING // _faces_left(pile))
                        * (_SETTLING // _faces_left(after_a))
                        * (_SETTLING // _faces_left(after_b))
                    )
    return weight


@inlined
def weights(s: State, actions: Actions, count: int, out: Weights) -> None:
    """The whole-number weight of each outcome: dice by the ways they can fall, every tile alike."""
    if s.phase == TURN_UP:
        for k in range(count):
            out[k] = 1
    elif s.phase == SETUP_DICE:
        is_short = False
        for r in range(_RESOURCES):
            is_short |= amount(s.pile, r) < DICE
        for k in range(count):
            roll = actions[k] - ix.DICE_FALL
            out[k] = _settling_weight(s.pile, roll) if is_short else WAYS[roll]
    else:
        first = ROLL_FIRST[dice_rolled(s)]
        for k in range(count):
            out[k] = WAYS[first + k]


_FALLS = np.zeros((DICE + 1, len(FACES) ** DICE), np.int64)
for _many in range(1, DICE + 1):
    _falls = np.arange(ROLL_FIRST[_many + 1] - ROLL_FIRST[_many])
    _FALLS[_many, : len(FACES) ** _many] = np.repeat(_falls, WAYS[ROLL_FIRST[_many] : ROLL_FIRST[_many + 1]])
"""_FALLS[many, way]: for each way that so many dice can fall, which roll it is, counted from the first of so many."""
_FALL_COUNT = np.array([len(FACES) ** many for many in range(DICE + 1)], np.int64)


@inlined
def draw(s: State, rng: Words, count: int) -> int:
    """Which outcome happens, without listing weights; UNDRAWN for the dice of the setup."""
    if s.phase == TURN_UP:
        return below(rng, count)
    if s.phase == SETUP_DICE:
        return UNDRAWN
    many = dice_rolled(s)
    return int(_FALLS[many, below(rng, _FALL_COUNT[many])])


# -- players: what the dice give ---------------------------------------------------------------------------------------


@inlined
def list_names(s: State, actions: Actions) -> int:
    wilds = SHOWN[s.dice, WILD]
    count = 0
    for k in range(CARD_SET_FIRST[wilds], CARD_SET_FIRST[wilds + 1]):
        if covers(s.pile, CARD_SET[k]):
            actions[count] = ix.NAME + k - 1
            count += 1
    return count


@inlined
def extra_left(rolls: int, held: int) -> int:
    """DB-06: how many extra cards a player still takes who made the last of so many setup rolls and holds so many
    cards; in all, one for each player before them."""
    before = rolls // SETUP_ROLLS - 1
    return int(before + DICE * SETUP_ROLLS - held)


@inlined
def _list_piles(s: State, actions: Actions, first: int) -> int:
    """An action for every resource that has cards; `first` is that of the first resource."""
    count = 0
    for r in range(_RESOURCES):
        if amount(s.pile, r) > 0:
            actions[count] = first + r
            count += 1
    return count


@inlined
def list_extra(s: State, actions: Actions) -> int:
    """DB-06; there are more cards than all players together take in the setup."""
    return _list_piles(s, actions, ix.COLLECT)


@inlined
def list_rolls(s: State, actions: Actions) -> int:
    """DB-11: the free card is of a resource that has any."""
    count = _list_piles(s, actions, ix.ROLL)
    if count == 0:
        actions[0] = ix.ROLL + _RESOURCES
        count = 1
    return count


@inlined
def dice_give(s: State, resource: int) -> int:
    """How many cards of a resource the dice give, with the one set aside; 0 if none shows it (DB-12 to DB-15)."""
    shown = SHOWN[s.dice, resource] + SHOWN[s.dice, WILD]
    if shown > 0 and s.kept != NO_DIE:
        return int(shown + 1)
    return int(shown)


@inlined
def list_collect(s: State, actions: Actions) -> int:
    count = 0
    for r in range(_RESOURCES):
        if dice_give(s, r) > 0:
            actions[count] = ix.COLLECT + r
            count += 1
    if s.phase == COLLECT and SHOWN[s.dice, DESERT] < DICE - 1:  # DB-13: with no other live die there is no re-roll
        for face in range(WILD + 1):
            if SHOWN[s.dice, face] > 0:
                actions[count] = ix.KEEP + face
                count += 1
    return count


@inlined
def piles_left(s: State) -> int:
    return _faces_left(s.pile) - 1


@inlined
def give(s: State, resource: int, many: int) -> None:
    """Cards from a pile to the hand of the seat: a pile that is too small gives what it has (DB-17)."""
    got = min(many, amount(s.pile, resource))
    s.pile -= got * one(resource)
    s.hand[s.seat] += got * one(resource)
    s.held[s.seat] += got
