"""What search has to be told of a game: who won, and, where a mind knows, what a position is worth.

All functions work on one record and are compiled into the search. Scores are points, and any size of them will do: the
search turns them into each seat's share of the win.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saltroad.kernel.chance import Words
from saltroad.kernel.contract import Position
from saltroad.kernel.drivers import Buffer
from saltroad.kernel.jit import inlined, jit
from saltroad.kernel.record import States

Scores = NDArray[np.float64]
"""A number by seat."""
Notes = NDArray[np.float32]
"""What a mind prepares once for a whole search: tables that its estimate looks things up in."""


def no_notes(position: Position) -> Notes:
    """For minds that need none."""
    return np.zeros((1, 1), np.float32)


@inlined
def no_estimate(s: Any, notes: Notes, scores: Scores) -> float:
    """For games that nobody has written a mind for: all seats look alike."""
    scores[:] = 0.0
    return 1.0


ANY_MOVE = -1


@inlined
def no_habits(s: Any, notes: Notes, rng: Words, actions: Buffer) -> int:
    """For minds that have none."""
    return ANY_MOVE


@jit
def no_proposals(states: States, here: int, notes: Notes, actions: Buffer, worths: Scores) -> int:
    """For minds that have none."""
    return 0


@dataclass(frozen=True)
class Mind:
    """One game, as search sees it."""

    name: str
    """Names the cache of what is compiled with it: no two minds may share one."""
    standing: Callable[[Any, Scores], None]
    """`standing(s, scores)` writes the score of each seat as it stands, rules that break ties included as fractions of
    a point: at the end, the largest wins. For a single player it is the worth itself, from 0 to 1."""
    estimate: Callable[[Any, Notes, Scores], float] = no_estimate
    """`estimate(s, notes, scores)` writes the scores that the game will about end with, and gives how far off they may
    be: a lead of so many points is worth e : 1. For a single player it writes the worth itself, from 0 to 1."""
    prepare: Callable[[Position], Notes] = field(default=no_notes)
    """Makes the notes for a search from this position."""
    propose: Callable[[States, int, Notes, Buffer, Scores], int] = no_proposals
    """`propose(states, here, notes, actions, worths)` writes the moves that are worth looking at in position
    `here`, the best first, and about the points that each leads to; gives how many."""
    likely: Callable[[Any, Notes, Words, Buffer], int] = no_habits
    """`likely(s, notes, rng, actions)` draws a move for the seat to act as it might be played at a glance, or gives
    ANY_MOVE: what random games are played by. It may write notes of its own into `actions`."""

    @property
    def can_estimate(self) -> bool:
        """Whether it knows more than the rules."""
        return self.estimate is not no_estimate
