"""The puzzle for one against par: what each move cost, what the die gave, and how the two add up to the turns taken.

Turns taken = par + all costs - all luck, exactly. Everything is read from the history, so that undo needs no care.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from saltroad.games.bazaar.solo import Puzzle
from saltroad.kernel.actors import CHANCE
from saltroad.records import History

_NOTHING = 0.005
"""Less than the second decimal shows."""


@dataclass(frozen=True, slots=True)
class Note:
    """What one ply was worth in turns: the cost of a move (never below 0), or the luck of a die (either sign)."""

    ply: int
    action: Any
    is_die: bool
    turns: float
    best: Any = None
    """The move that would have cost nothing."""

    @property
    def is_nothing(self) -> bool:
        return abs(self.turns) < _NOTHING


class ParBook:
    """The account of one game of the puzzle."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.puzzle = Puzzle.of(history.position)

    @property
    def par(self) -> float:
        return self.puzzle.par

    def best(self) -> Any:
        """The best move now."""
        costs = self.puzzle.costs(self.history.position)
        return min(costs, key=costs.__getitem__)

    def notes(self, since: int = 0) -> Iterator[Note]:
        """The moves and dice from ply `since` on."""
        history = self.history
        for ply in range(since, len(history)):
            before, after = history.positions[ply], history.positions[ply + 1]
            action = history.actions[ply]
            if history.actors[ply] != CHANCE:
                costs = self.puzzle.costs(before)
                yield Note(ply, action, False, costs[action], min(costs, key=costs.__getitem__))
            elif history.game.observe(before, None).phase == "die":
                counted = history.game.scores(after)[0] - history.game.scores(before)[0]
                yield Note(ply, action, True, self.puzzle.expected(before) - self.puzzle.expected(after) - counted)

    def totals(self) -> tuple[float, float]:
        """All that the moves cost, and all that the die gave."""
        notes = list(self.notes())
        return sum(n.turns for n in notes if not n.is_die), sum(n.turns for n in notes if n.is_die)
