"""Bots of a user's own, for data sets: `python:dataset.bots:NAME`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saltroad.bots import Choice, Limit
from saltroad.kernel.contract import AnyGame


class Teller:
    """Plays the last legal action, and says of each action something that can be told from its number."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self._index = game.notation.index

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        total = sum(self._index(action) + 1 for action in legal)
        return Choice(
            legal[-1],
            {action: 1 / (self._index(action) + 1) for action in legal},
            tuple(0.75 if seat == view.viewer else 0.25 for seat in range(2)),
            visit_shares={action: (self._index(action) + 1) / total for action in legal},
        )


class PolicyOnly(Teller):
    """Has a policy and nothing else."""

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        return Choice(legal[-1], visit_shares={legal[-1]: 1.0})


class BareAction:
    """What is not even a Choice, and plays all the same."""

    def __init__(self, action: Any) -> None:
        self.action = action


class Bare(Teller):
    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Any:
        return BareAction(legal[-1])


class Crashes(Teller):
    """Fails at its first choice."""

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        raise ZeroDivisionError("no camels")
