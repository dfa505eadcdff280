"""The evaluator of a game: what search has to be told of it. Who won, and, where it is known, what a position is worth.

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
from saltroad.kernel.state_record import States

Scores = NDArray[np.float64]
"""Numbers by seat."""
Tables = NDArray[np.float32]
"""Look-up tables that an evaluator prepares once for a whole search."""


def no_tables(position: Position) -> Tables:
    """For evaluators that need none."""
    return np.zeros((1, 1), np.float32)


@inlined
def no_evaluation(s: Any, tables: Tables, scores: Scores) -> float:
    """For games without an evaluation: all seats look alike."""
    scores[:] = 0.0
    return 1.0


ANY_MOVE = -1


@inlined
def no_policy(s: Any, tables: Tables, rng: Words, actions: Buffer) -> int:
    """For evaluators that have none."""
    return ANY_MOVE


@jit
def no_candidates(states: States, here: int, tables: Tables, actions: Buffer, points: Scores) -> int:
    """For evaluators that have none."""
    return 0


@dataclass(frozen=True)
class Evaluator:
    """One game, as search sees it: its score, and what is known of the value of a position."""

    name: str
    """Names the cache of what is compiled with it: no two evaluators may share one."""
    score: Callable[[Any, Scores], None]
    """`score(s, scores)` writes the score of each seat as it stands, rules that break ties included as fractions of
    a point: at the end, the largest wins. For a single player it is the value itself, from 0 to 1."""
    evaluate: Callable[[Any, Tables, Scores], float] = no_evaluation
    """`evaluate(s, tables, scores)` writes the scores that the game will about end with, and gives how far off they may
    be: a lead of so many points is worth e : 1. For a single player it writes the value itself, from 0 to 1."""
    prepare: Callable[[Position], Tables] = field(default=no_tables)
    """Makes the tables for a search from this position."""
    candidates: Callable[[States, int, Tables, Buffer, Scores], int] = no_candidates
    """`candidates(states, here, tables, actions, points)` writes the moves that are worth looking at in position
    `here`, the best first, and about the points that each leads to; gives how many."""
    rollout_policy: Callable[[Any, Tables, Words, Buffer], int] = no_policy
    """`rollout_policy(s, tables, rng, actions)` draws a move for the seat to act as it might be played at a glance, or
    gives ANY_MOVE. It may use `actions` as scratch space."""

    @property
    def can_evaluate(self) -> bool:
        """Whether it knows more than the rules."""
        return self.evaluate is not no_evaluation
