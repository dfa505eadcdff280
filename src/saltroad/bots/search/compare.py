"""Given moves searched with equal visits: what each is worth to every seat, and how sure that is.

A search that chooses a move spends its visits on the best of them, and says little of the others. To tell what a move
costs, each is given a tree of its own, with as many simulations as any other.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from saltroad.bots.base import Limit
from saltroad.bots.search.evaluator import Evaluator
from saltroad.bots.search.search import Search, SearchSettings
from saltroad.bots.search.tree import ROOT
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position

_BATCHES = 16
"""The simulations of a position are made in so many batches, whose means say how far they scatter."""
_PILOT = 32
"""Simulations of each position that a limit in seconds is paced by."""
_ROOM = 1 << 18
_LONGEST_LINE = 6


@dataclass(frozen=True, slots=True)
class PositionEstimate:
    """What a search of one position found."""

    visits: int
    seat_values: tuple[float, ...]
    """Each seat's share of the win."""
    standard_errors: tuple[float, ...]
    """Of each of them: how far another search of as many visits would be off, by the scatter within this one."""
    line: tuple[int, ...] = ()
    """The indices of the actions that it expects next, chance's too."""


@dataclass(frozen=True, slots=True)
class ActionEstimate:
    """What a search found about one of the moves that it was given."""

    action: Any
    visits: int
    seat_values: tuple[float, ...]
    standard_errors: tuple[float, ...]
    line: tuple[Any, ...]
    """The move, and what the search expects after it."""


class PositionSearch:
    """Searches single positions of a game for a table of so many seats, each by a tree of its own."""

    def __init__(self, game: AnyGame, evaluator: Evaluator, settings: SearchSettings, seats: int) -> None:
        self._game = game
        self._search = Search(game.engine, evaluator, seats, settings, Rng(0), room=_ROOM)

    def estimate(self, position: Position, visits: int, rng: Rng) -> PositionEstimate:
        """What a position is worth to each seat, by just so many simulations."""
        search = self._search
        search.draw_from(rng)
        search.place(position, again=False)
        batches = min(_BATCHES, visits)
        means = np.empty((batches, search.tree.value_sum.shape[1]))
        before, done = np.zeros(means.shape[1]), 0
        for batch in range(batches):
            size = visits * (batch + 1) // batches - done
            search.simulate(size)
            means[batch] = (search.tree.value_sum[ROOT] - before) / size
            before, done = search.tree.value_sum[ROOT].copy(), done + size
        errors = means.std(axis=0, ddof=1) / math.sqrt(batches) if batches > 1 else np.full(means.shape[1], 0.5)
        return PositionEstimate(done, search.values, tuple(errors.tolist()), tuple(search.expected(_LONGEST_LINE)))

    def compare(self, position: Position, actions: Iterable[int], visits: int, rng: Rng) -> list[ActionEstimate]:
        """Moves by their indices, each with just so many simulations."""
        return [self._of_action(position, index, visits, rng) for index in actions]

    def _of_action(self, position: Position, index: int, visits: int, rng: Rng) -> ActionEstimate:
        notation = self._game.notation
        after = self._game.apply(position, notation.at(index))
        found = self.estimate(after, visits, rng)
        return ActionEstimate(
            notation.at(index),
            found.visits,
            found.seat_values,
            found.standard_errors,
            tuple(notation.at(each) for each in (index, *found.line)),
        )

    def affordable_visits(
        self,
        position: Position,
        actions: Sequence[int],
        seconds: float,
        rng: Rng,
        clock: Callable[[], float] = time.perf_counter,
    ) -> int:
        """How many visits each of these moves can be given within so many seconds, by a short trial."""
        begun = clock()
        self.compare(position, actions, _PILOT, rng)
        pace = max(clock() - begun, 1e-6) / _PILOT
        return max(_PILOT, int((seconds - (clock() - begun)) / pace))


def compare_actions(
    game: AnyGame,
    evaluator: Evaluator,
    settings: SearchSettings,
    position: Position,
    actions: Sequence[Any] | None,
    limit: Limit,
    seed: int | Sequence[int] = 0,
) -> list[ActionEstimate]:
    """The given moves, or all legal ones, each with equal visits: `limit.nodes` for each of them, or as many as
    `limit.seconds` allow for all. In the order in which they were given."""
    rng = Rng(seed)
    given = game.legal(position) if actions is None else actions
    indices = [game.notation.index(action) for action in given]
    search = PositionSearch(game, evaluator, settings, game.options_of(position).players)
    visits = limit.nodes
    if limit.seconds is not None:
        affordable = search.affordable_visits(position, indices, limit.seconds, rng)
        visits = affordable if visits is None else min(visits, affordable)
    if visits is None:
        raise ValueError("A comparison needs a limit: of nodes for each move, or of seconds for all.")
    return search.compare(position, indices, visits, rng)
