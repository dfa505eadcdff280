"""What the greedy bot knows of Pig: hold at twenty.

With t points at stake a roll brings 20/6 more on average and loses t one time in six: from 20 on it costs more than it
brings.
"""

from __future__ import annotations

from collections.abc import Sequence

from saltroad_pig.actions import Hold, PigAction
from saltroad_pig.game import PigView


def weigh(view: PigView, legal: Sequence[PigAction]) -> dict[PigAction, float]:
    """How many points each action brings: to hold nothing more, to roll what it is expected to."""
    wins = view.held[view.seat] + view.turn >= view.goal
    hold = float(view.goal) if wins else 0.0
    return {action: hold if isinstance(action, Hold) else (20 - view.turn) / 6 for action in legal}
