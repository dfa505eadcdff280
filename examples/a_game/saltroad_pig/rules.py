"""The rules of Pig, compiled: who acts, what is legal, what it does. Ids are those of rulebook.toml."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.jit import inlined
from saltroad_pig.state import CHOOSE, OVER, ROLLING, State

FACES = 6
ROLL, HOLD = FACES, FACES + 1  # the indices after those of the die

Buffer = NDArray[np.int64]


@inlined
def actor(s: State) -> int:
    if s.phase == OVER:
        return NOBODY
    return CHANCE if s.phase == ROLLING else int(s.seat)


@inlined
def legal(s: State, actions: Buffer) -> int:
    if s.phase == ROLLING:
        for face in range(FACES):
            actions[face] = face
        return FACES
    if s.phase == OVER:
        return 0
    actions[0], actions[1] = ROLL, HOLD
    return 2 if s.turn > 0 else 1  # PG-03: there has to be something to hold


@inlined
def weights(s: State, actions: Buffer, count: int, out: Buffer) -> None:
    out[:count] = 1


@inlined
def apply(s: State, action: int) -> None:
    s.ply += 1
    if action == ROLL:
        s.phase = ROLLING
        return
    s.phase = CHOOSE
    if 0 < action < FACES:  # PG-01: its pips are one more than its index
        s.turn += action + 1
        return
    if action == HOLD:  # PG-03
        s.held[s.seat] += s.turn
        if s.held[s.seat] >= s.goal:  # PG-04
            s.phase = OVER
    s.turn = 0  # PG-02
    if s.phase != OVER:
        s.seat = 0 if s.seat + 1 == s.players else s.seat + 1
