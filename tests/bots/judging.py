"""What an evaluator makes of positions, with any weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saltroad.bots.search import Scores, Tables
from saltroad.games import package_of
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.jit import bind
from saltroad.kernel.state_record import States

Numbers = NDArray[np.float64]


def _unbound(*_: Any) -> Any:
    raise TypeError("bound to an evaluator by `Judge`")


evaluate: Callable[[Any, Tables, Scores], float] = _unbound


def judge(states: States, tables: Tables, scores: Numbers, spreads: Numbers) -> None:
    for i in range(len(states)):
        spreads[i] = evaluate(states[i], tables, scores[i])


class Judge:
    """The evaluator of a game."""

    def __init__(self, game: AnyGame) -> None:
        module = import_module(f"{package_of(game.info.name)}.bot.evaluator")
        self._tables_with: Callable[[Position, Sequence[float]], Tables] = module.tables_with
        instance = f"{game.engine.name}-{module.EVALUATOR.name}"
        self._judge = bind(judge, instance, {"evaluate": module.EVALUATOR.evaluate})

    def judged(self, states: States, weights: Sequence[float]) -> tuple[Numbers, Numbers]:
        """By how much each seat will be ahead of the mean, in each of these positions of one game, and how far off that
        may be."""
        count, players = len(states), int(states["players"][0])
        scores, spreads = np.zeros((count, players), np.float64), np.zeros(count, np.float64)
        self._judge(states, self._tables_with(Position(states[:1]), weights), scores, spreads)
        return scores - scores.mean(1, keepdims=True), spreads
