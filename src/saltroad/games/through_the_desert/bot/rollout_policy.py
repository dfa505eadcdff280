"""How a camel is placed at a glance in Through the Desert: what random games are played with, thousands in a second.

A placement is as likely as what it brings at once: water, an oasis, a stand at the edge, a camel more in a race for the
largest caravan. All of it is read off whole sets of spaces, so that a ply costs little more than one drawn evenly. Some
placements are drawn so, and the first is played, or the one that encloses most: games in which no player ever closes a
wall would teach the search that walls are worth nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saltroad.bots.search.evaluator import Tables
from saltroad.games.through_the_desert import indices as ix
from saltroad.games.through_the_desert.bot.areas import edges_of
from saltroad.games.through_the_desert.components import (
    COLOURS,
    NEAR,
    OASIS_POINTS,
    PALM_SPACES,
    RING,
    SPACES,
    WORD_OF,
    WORDS,
)
from saltroad.games.through_the_desert.enclosure import has, inside_points
from saltroad.games.through_the_desert.rules import camel_word, count_legal, nth_legal
from saltroad.games.through_the_desert.state import PLACE_CAMEL, PLACE_LEADER, State
from saltroad.kernel.bits import WORD, nth_bit, popcount
from saltroad.kernel.chance import Words, below
from saltroad.kernel.contract import Position
from saltroad.kernel.drivers import Buffer
from saltroad.kernel.jit import inlined

HABITS = (
    "habit_water_1",
    "habit_water_2",
    "habit_water_3",
    "habit_oasis",
    "habit_edge",
    "habit_behind_3",
    "habit_behind_2",
    "habit_behind_1",
    "habit_even",
    "habit_ahead_1",
    "habit_ahead_2",
    "habit_ahead_3",
)
"""How much likelier than any other a camel is placed on water of 1, 2 or 3, next to an oasis that its caravan has not
earned, or at the edge: as often again as the number says, and these add up. How likely a colour is, by how many camels
its caravan is behind the longest of the others, or ahead of it: 3 stands for more as well."""
_ANY, _WATER_1, _WATER_2, _WATER_3, _OASIS, _EDGE, _KINDS = range(7)
"""The sets of spaces that a camel is drawn from."""
_EVEN = 3
"""The most that a lead counts."""
_A_WHOLE = 16.0
"""Weights become whole numbers, and 1 this one."""
DRAWN = 4
"""So many placements are looked at, for what they enclose. With 2 a random game takes two thirds of the time, and
closes fewer walls."""
_LEADERS_DRAWN = 8
"""Of so many places for a leader the one is taken that has most around it."""
_FAR = (1.0, 0.2, 0.03)
"""What each marker is worth to a leader that stands one step from it, two, three, by the ways there."""

_COLOURS = len(COLOURS)
_PALM_SPACE = np.array(PALM_SPACES, np.int64)
_BIT = np.arange(SPACES) - WORD * WORD_OF


def lures(position: Position) -> NDArray[np.float32]:
    """What is around each space that a leader may stand on, in points; nothing once leaders are placed."""
    states = position.states
    found = np.zeros(SPACES, np.float32)
    if states["phase"][0] > PLACE_LEADER:
        return found
    marked = np.zeros(SPACES + 1, np.float32)  # the last for where the map ends: RING has -1 there
    for bit, words in enumerate(states["water"][0]):
        marked[:-1] += (words[WORD_OF] >> _BIT & 1) << bit
    marked[:-1] += OASIS_POINTS * (states["oases"][0][WORD_OF] >> _BIT & 1)
    for share in _FAR:
        marked[:-1] = marked[RING].sum(1)
        found += share * marked[:-1]
    return found


def habits(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """What `likely` reads: how often each set counts, and each lead."""
    return np.append(_A_WHOLE, np.maximum(1.0, np.rint(_A_WHOLE * weights)))


@inlined
def _shores(s: State, caravan: int, w: int) -> int:
    """Spaces next to an oasis that the caravan has not earned yet, a word of the set (TD-31)."""
    found = 0
    for palm in range(len(_PALM_SPACE)):
        x = _PALM_SPACE[palm]
        if not (s.linked[caravan] >> palm) & 1 and has(s.oases, x):
            found |= NEAR[x, w]
    return found


@inlined
def _of_kind(s: State, kind: int, colour: int, w: int) -> int:
    """Those of the legal spaces that are of a kind, a word of the set."""
    word = camel_word(s, colour, w)
    if word == 0 or kind == _ANY:
        return word
    if kind == _EDGE:
        return word & int(edges_of(s)[w])
    if kind == _OASIS:
        word &= s.shores[w]
        return word if word == 0 else word & _shores(s, s.seat * _COLOURS + colour, w)
    value = kind - _WATER_1 + 1
    word &= s.water[0, w] if value & 1 else ~s.water[0, w]
    return word & (s.water[1, w] if value & 2 else ~s.water[1, w])


@inlined
def _lead(s: State, colour: int) -> int:
    """By how many camels the seat's caravan is ahead, from 0 for far behind."""
    longest = 0
    for seat in range(s.players):
        if seat != s.seat:
            longest = max(longest, s.length[seat * _COLOURS + colour])
    return max(-_EVEN, min(_EVEN, s.length[s.seat * _COLOURS + colour] - longest)) + _EVEN


@inlined
def _likely_leader(s: State, tables: Tables, rng: Words, actions: Buffer) -> int:
    count = count_legal(s, actions)
    chosen = nth_legal(s, actions, below(rng, count))
    if chosen == ix.PASS:
        return chosen
    for _ in range(_LEADERS_DRAWN - 1):
        other = nth_legal(s, actions, below(rng, count))
        if tables[2, other % SPACES] > tables[2, chosen % SPACES]:
            chosen = other
    return chosen


@inlined
def rollout_policy(s: State, tables: Tables, rng: Words, actions: Buffer) -> int:
    """A placement for the seat to act. Of the tables row 1 holds the habits, row 2 what lures leaders."""
    if s.phase != PLACE_CAMEL:
        return _likely_leader(s, tables, rng, actions)
    total = 0
    for colour in range(_COLOURS):
        lead = int(tables[1, _KINDS + _lead(s, colour)]) if s.pile[colour] > 0 else 0
        for w in range(WORDS):
            count = 0
            if lead != 0:
                for kind in range(_KINDS):
                    count += int(tables[1, kind]) * popcount(_of_kind(s, kind, colour, w))
            actions[colour * WORDS + w] = lead * count
            total += lead * count
    if total == 0:
        return ix.PASS
    chosen = -1
    most = 0
    for _ in range(DRAWN):
        left = below(rng, total)
        at = 0
        while left >= actions[at]:
            left -= actions[at]
            at += 1
        colour = at // WORDS
        w = at - colour * WORDS
        left //= int(tables[1, _KINDS + _lead(s, colour)])
        kind = 0
        word = _of_kind(s, kind, colour, w)
        while left >= int(tables[1, kind]) * popcount(word):
            left -= int(tables[1, kind]) * popcount(word)
            kind += 1
            word = _of_kind(s, kind, colour, w)
        space = w * WORD + nth_bit(word, left // int(tables[1, kind]))
        points = inside_points(s, s.seat * _COLOURS + colour, space)
        if chosen < 0 or points > most:
            chosen = ix.PLACE + colour * SPACES + space
            most = points
    return chosen
