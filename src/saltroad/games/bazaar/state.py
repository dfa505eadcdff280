"""A position of Bazaar: everything that is on the table, in one record.

Nothing in it is hidden. What is not known yet (the wares under a stall's top) is not in it at all: chance decides it
when it shows.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from saltroad.games.bazaar.components import (
    FULL_BANK,
    OUT_OF_REACH,
    STALLS,
    TRADES_PER_CARD,
    WARES,
    WARES_PER_STALL,
)
from saltroad.kernel.state_record import I8, I16, I32, I64, Row, StateRecord, States, dtype_of, new_states

MOST_PLAYERS = 6
POSTED = 2 * TRADES_PER_CARD

# phases: what is asked now, and of whom
POST_RATES = 0  # chance: two rate cards (BZ-01)
SHOW_WARE = 1  # chance: the new top of a stall (BZ-02)
ROLL_FOR_START = 2  # chance: a die for each contender (BZ-04)
ROLL_OR_TRADE = 3  # the seat on turn (BZ-10, BZ-11)
DIE = 4  # chance: the die just rolled
TAKE_TOKEN = 5  # the seat on turn: a colour, after Choice (BZ-10)
BUY = 6  # the seat on turn: a ware or pass (BZ-15, BZ-40)
RETURN_TOKENS = 7  # the left neighbour, or the solver alone: down to ten (BZ-17, BZ-51)
OVER = 8

PHASES = ("rates", "show", "start", "turn", "die", "take", "buy", "return", "over")

# how it ended
NOT_ENDED, TWO_STALLS_EMPTY, NO_PURCHASES, PUZZLE_SOLVED = 0, 1, 2, 3

# where a ware is: with a seat (0 and up), or
UNSEEN, DISPLAYED = -1, -2
NO_WARE = -1


class State(StateRecord):
    """One position."""

    ply: I32  # actions so far, chance's included
    turns: I32  # turns ended so far
    quiet: I32  # turns in a row without a purchase (BZ-32)
    bank: I64  # a purse
    hand: Annotated[Row, np.int64, MOST_PLAYERS]  # a purse for each seat
    points: Annotated[Row, np.int16, 3 * MOST_PLAYERS]  # by column, then seat: plain, star, double star
    wares: Annotated[Row, np.int8, MOST_PLAYERS]  # how many each seat bought
    where: Annotated[Row, np.int8, WARES]  # where each ware is
    top: Annotated[Row, np.int8, STALLS]  # the ware on display, or NO_WARE
    left: Annotated[Row, np.int8, STALLS]  # wares in the stall, its top included
    rates: Annotated[Row, np.int8, 2]  # the posted cards, ascending
    posted: Annotated[
        Row, np.int32, POSTED
    ]  # what each posted trade returns: TRADE_RETURNS beside the hands, for speed
    price: Annotated[Row, np.int32, STALLS]  # the price of each top, or OUT_OF_REACH: likewise
    players: I8
    double_purchase: I8
    phase: I8
    seat: I8  # whose turn it is; in the roll for the start: who rolls
    stall: I8  # the stall that shows a ware next
    bought: Annotated[Row, np.int8, 2]  # this turn's purchases, or NO_WARE
    empty_before: I8  # empty stalls before this turn's purchases
    ended: I8
    contenders: I8  # a bit for each seat still rolling for the start
    leaders: I8  # a bit for each seat with the best roll so far
    best: I16  # that roll's rank, or -1


DTYPE = dtype_of(State)


def start_states(players: int, *, double_purchase: bool) -> States:
    """The table before anything is decided; one player is the puzzle (BZ-50)."""
    states = new_states(DTYPE, 1)
    s = states[0]
    s["players"] = players
    s["double_purchase"] = double_purchase
    s["bank"] = FULL_BANK
    s["where"] = UNSEEN
    s["top"] = NO_WARE
    s["bought"] = NO_WARE
    s["left"] = WARES_PER_STALL
    s["price"] = OUT_OF_REACH
    if players == 1:
        s["left"] = (1, 0, 0, 0)
    s["contenders"] = (1 << players) - 1
    s["best"] = -1
    s["phase"] = POST_RATES
    return states
