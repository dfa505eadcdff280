"""A position of Desert Bazaar: the camp map, the piles, the hands, in one record.

Hands are hidden from the other players (DB-03); how many cards each holds is public, and kept beside them. Tiles face
down have no order: chance turns one up when it is needed. Sets of spaces are rows of WORDS words, sets of tiles one.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from saltroad.games.desert_bazaar.components import (
    EVERYWHERE,
    FULL_PILES,
    MARKERS_PER_PLAYER,
    RESOURCES,
    SIDES,
    SPACES,
    TILES,
    TILES_PER_SIDE,
    WORDS,
)
from saltroad.games.desert_bazaar.indices import MOST_PLAYERS
from saltroad.kernel.state_record import I8, I16, I32, I64, OWNER, Grid, Row, StateRecord, States, dtype_of, new_states

# phases: what is asked now, and of whom; chance's come first
SETUP_DICE = 0  # chance: three dice, settled, for the seat's first cards (DB-02)
TURN_UP = 1  # chance: the tile for the next empty place of a side (DB-04, DB-28)
DICE_FALL = 2  # chance: the three dice of a roll (DB-12)
DICE_AGAIN = 3  # chance: the dice that are rolled again (DB-13)
NAME_WILDS = 4  # the seat: what the wilds of a setup roll stand for (DB-02)
TAKE_EXTRA = 5  # the seat: one of the extra cards of a fair start (DB-06)
ROLL_OR_BUILD = 6  # the seat: roll for resources, or place the first tile (DB-10)
COLLECT = 7  # the seat: take cards, or keep a die and roll again (DB-12, DB-13)
COLLECT_AGAIN = 8  # the seat, which kept a wild: what it stands for (DB-15)
BUILD_ON = 9  # the seat: another tile of the same side, or done (DB-27)
PAY = 10  # the seat: how to pay for the tile just placed (DB-24 to DB-26)
OVER = 11

PHASES = ("setup", "turn", "dice", "again", "name", "extra", "begin", "collect", "match", "build", "pay", "over")

# how it ended
NOT_ENDED, BOARD_FULL, TILES_USED, NOTHING_BUILT = 0, 1, 2, 3

# where points come from
ISOLATED, ENCAMPMENTS, CLOSING, MARKERS, MAJORITIES = 0, 1, 2, 3, 4
SOURCES = ("isolated", "encampments", "closing", "markers", "majorities")

NO_TILE = -1
NO_SIDE = -1
NO_CAMP = -1
NO_SPACE = -1
NO_ROLL = -1
NO_DIE = -1
NOBODYS = -1

NEXT_TO_ONE, NEXT_TO_TWO = 1, 1 + len(RESOURCES)
"""Where the sets of `near` begin: next to a tent of a resource, next to two of them; the first of all is everywhere."""


class State(StateRecord):
    """One position."""

    # what every step reads comes first, so that it shares lines of the processor's cache
    ply: I32
    turns: I16  # turns ended so far
    quiet: I16  # turns in a row in which nothing was built (DB-45)
    phase: I8
    seat: I8  # whose turn it is; while a side is filled after a turn, whose turn comes
    players: I8
    start: I8
    open_hands: I8
    fair_start: I8
    rolls: I8  # setup rolls settled so far, of all players
    ended: I8
    side: I8  # the side that is built from or filled, or NO_SIDE
    then: I8  # the phase that follows when the side is filled
    dice: I8  # the last roll, a number of ROLLS, or NO_ROLL
    kept: I8  # the face of the die set aside, or NO_DIE
    building: I8  # the tile placed but not paid for yet, or NO_TILE
    site: I8  # where it is to stand, or NO_SPACE
    held: Annotated[Row, np.int8, MOST_PLAYERS]  # cards in hand
    markers: Annotated[Row, np.int8, MOST_PLAYERS]  # markers not on the board
    hand: Annotated[Row, np.int64, MOST_PLAYERS, OWNER]  # cards, by resource
    pile: I64  # cards in the four piles
    unseen: I64  # the tiles face down
    up: Annotated[Row, np.int64, SIDES]  # the tiles face up, by side
    room: Annotated[Row, np.int64, WORDS]  # where a tile may stand: empty, and no encampment becomes too large (DB-22)
    taken: Annotated[Row, np.int64, WORDS]  # spaces with a tile
    near: Annotated[Grid, np.int64, 1 + 2 * len(RESOURCES), WORDS]  # see NEXT_TO_ONE
    points: Annotated[Row, np.int16, len(SOURCES) * MOST_PLAYERS]  # by source, then seat
    place: Annotated[Row, np.int8, SIDES * TILES_PER_SIDE]  # the tile face up in each place of both sides, or NO_TILE
    camp: Annotated[Row, np.int8, SPACES + 1]  # the lowest space of the camp here, or NO_CAMP; the last is off board
    camp_size: Annotated[Row, np.int8, SPACES]  # tiles of the camp whose lowest space this is, else 0
    owner: Annotated[Row, np.int8, SPACES]  # whose marker lies here, or NOBODYS
    tent: Annotated[Row, np.int8, SPACES]  # the tile here, or NO_TILE


DTYPE = dtype_of(State)


def start_states(players: int, start: int, *, open_hands: bool, fair_start: bool) -> States:
    """The table before anything is decided."""
    states = new_states(DTYPE, 1)
    s = states[0]
    s["players"], s["start"], s["seat"] = players, start, start
    s["open_hands"], s["fair_start"] = open_hands, fair_start
    s["phase"], s["then"] = SETUP_DICE, ROLL_OR_BUILD
    s["side"], s["dice"], s["kept"], s["building"], s["site"] = NO_SIDE, NO_ROLL, NO_DIE, NO_TILE, NO_SPACE
    s["markers"][:players] = MARKERS_PER_PLAYER
    s["pile"] = FULL_PILES
    s["unseen"] = (1 << len(TILES)) - 1
    s["room"] = s["near"][0] = EVERYWHERE
    s["place"], s["tent"], s["camp"], s["owner"] = NO_TILE, NO_TILE, NO_CAMP, NOBODYS
    return states
