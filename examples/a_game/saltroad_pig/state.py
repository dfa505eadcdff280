"""The record of a position of Pig. Nothing in it is hidden."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from saltroad.kernel.state_record import I8, I32, Row, StateRecord, dtype_of

MOST_PLAYERS = 4
GOAL, SHORT_GOAL = 100, 50  # PG-04
CHOOSE, ROLLING, OVER = 0, 1, 2
PHASES = ("choose", "rolling", "over")


class State(StateRecord):
    """One position."""

    ply: I32
    held: Annotated[Row, np.int32, MOST_PLAYERS]  # points by seat, for good
    turn: I32  # points of this turn, at stake
    goal: I32
    players: I8
    seat: I8
    phase: I8


DTYPE = dtype_of(State)
