"""A position of Through the Desert: the map as sets of spaces, in one record.

Nothing in it is hidden: what lies face down (TD-30) was seen by all when it was taken, and follows from the map. Sets
of spaces are rows of WORDS words.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from saltroad.games.through_the_desert.components import (
    COLOURS,
    SPACES,
    WATER_COUNTS,
    WATER_VALUES,
    WORDS,
    in_play,
    pile_size,
)
from saltroad.games.through_the_desert.indices import MOST_PLAYERS
from saltroad.kernel.bits import bits_of
from saltroad.kernel.jit import inlined
from saltroad.kernel.prefetch import prefetch
from saltroad.kernel.state_record import I8, I32, Grid, Row, StateRecord, States, dtype_of, new_states

CARAVANS = MOST_PLAYERS * len(COLOURS)
"""A caravan is seat * 5 + colour: a player has one of each colour (TD-23)."""

WATER_BITS = 2
"""Water holes are worth 1 to 3: two sets of spaces hold the values, in one line of the processor's cache."""
assert max(WATER_VALUES) < 1 << WATER_BITS

# phases: what is asked now, and of whom
PLANT_PALMS = 0  # chance: which palm spaces carry trees (TD-05)
LAY_WATER = 1  # chance: the value of the next water hole (TD-06)
GIVE_UP_LEADER = 2  # chance: with five players, the leader each does without (TD-03)
DRAW_START = 3  # chance: who begins, where it is drawn (TD-07)
PLACE_LEADER = 4  # the seat on turn (TD-10)
PLACE_CAMEL = 5  # the seat on turn (TD-20)
OVER = 6

PHASES = ("palms", "water", "without", "start", "leader", "camel", "over")

# how it ended
NOT_ENDED, PILE_EMPTY, ALL_PASSED = 0, 1, 2

NOBODYS = -1
NO_SPACE = -1
DRAWN = -1


class State(StateRecord):
    """One position."""

    # what any step may need comes first: `ask_ahead` counts on the order
    ply: I32
    turns: I32  # camel turns ended so far
    phase: I8
    seat: I8
    players: I8
    camels_left: I8  # camels still to place in this turn
    passes: I8  # players in a row who could not place
    ending: I8  # a pile has run out: the game ends with this turn (TD-50)
    ended: I8
    placed: I8  # leaders placed so far, of all players
    rounds: I8  # leaders each player places: 5, or 4 with five players
    start: I8  # who begins, or DRAWN
    open_scores: I8
    next_marked: I8  # the next entry of MARKED to get its water
    first_colours: I8  # a bit for each colour placed in the first round (TD-13)
    given_up: I8  # a bit for each colour that a player goes without (TD-03)
    pile: Annotated[Row, np.int8, len(COLOURS)]  # camels left, by colour
    markers: Annotated[Row, np.int8, len(WATER_COUNTS)]  # water markers not laid yet, by value
    leaders: Annotated[Row, np.int8, MOST_PLAYERS]  # a bit for each colour of which the seat has a leader to place
    water_points: Annotated[Row, np.int16, MOST_PLAYERS]
    oasis_points: Annotated[Row, np.int16, MOST_PLAYERS]
    area_points: Annotated[Row, np.int16, MOST_PLAYERS]
    caravan_points: Annotated[Row, np.int16, MOST_PLAYERS]  # largest caravans, at the end (TD-51)
    length: Annotated[Row, np.int8, CARAVANS]  # camels in the caravan
    linked: Annotated[Row, np.int8, CARAVANS]  # a bit for each palm space whose oasis the caravan has earned (TD-31)
    free: Annotated[Row, np.int64, WORDS]  # where a camel may stand: no camel, no oasis, in no enclosed area
    empty: Annotated[Row, np.int64, WORDS]  # in play and without a camel; oases and enclosed areas included
    camels: Annotated[Row, np.int64, WORDS]  # all camels
    enclosed: Annotated[Row, np.int64, WORDS]  # all enclosed areas
    shores: Annotated[Row, np.int64, WORDS]  # spaces next to an oasis
    oases: Annotated[Row, np.int64, WORDS]  # spaces with a palm tree
    water: Annotated[Grid, np.int64, WATER_BITS, WORDS]  # by bit of the value laid; it stays when a player takes it
    leader_room: Annotated[Row, np.int64, WORDS]  # where a leader may stand (TD-11, TD-12)
    touched: Annotated[Grid, np.int64, len(COLOURS), WORDS]  # by colour: next to any caravan
    # by caravan, of which a step needs those of one seat
    reach: Annotated[Grid, np.int64, CARAVANS, WORDS]  # next to it, and to no other player's of its colour (TD-24)
    caravan: Annotated[Grid, np.int64, CARAVANS, WORDS]  # its camels, the leader included
    # what few steps need
    region: Annotated[Row, np.int64, WORDS]  # for the flood fill; zero between actions
    closed_by: Annotated[Row, np.int8, SPACES]  # whose enclosed area a space is in, or NOBODYS
    leader: Annotated[Row, np.int16, CARAVANS]  # where its leader stands, or NO_SPACE


DTYPE = dtype_of(State)


def _offset(field: str) -> int:
    assert DTYPE.fields is not None
    return DTYPE.fields[field][1]


_REACH, _CARAVAN = _offset("reach"), _offset("caravan")
_OF_SEAT = (_CARAVAN - _REACH) // MOST_PLAYERS


@inlined
def ask_ahead(states: States, i: int) -> None:
    """While game i of a batch is stepped: ask memory for what the games after it will need.

    Of the 2.5 kB of a record a step needs 0.9: asking for all of it costs 8 ns a step. Whose turn it is stands in what
    was asked for before.
    """
    if i + 4 < len(states):
        prefetch(states, i + 4, 0, _REACH)
    if i + 2 < len(states):
        seat = states[i + 2].seat
        prefetch(states, i + 2, _REACH + seat * _OF_SEAT, _OF_SEAT)
        prefetch(states, i + 2, _CARAVAN + seat * _OF_SEAT, _OF_SEAT)


def start_states(players: int, start: int, *, open_scores: bool) -> States:
    """The table before anything is decided; `start` is a seat or DRAWN."""
    states = new_states(DTYPE, 1)
    s = states[0]
    used = in_play(players)
    s["players"], s["start"], s["open_scores"] = players, start, open_scores
    s["empty"] = s["free"] = bits_of(used, WORDS)
    s["closed_by"] = NOBODYS
    s["leader"] = NO_SPACE
    s["markers"] = WATER_COUNTS
    s["pile"] = pile_size(players)
    s["leaders"][:players] = (1 << len(COLOURS)) - 1
    s["rounds"] = len(COLOURS) - (players == 5)
    s["phase"] = PLANT_PALMS
    return states
