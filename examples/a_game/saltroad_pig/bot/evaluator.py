"""What search is told of Pig: who is ahead. All else it finds by playing games to their end."""

from __future__ import annotations

from saltroad.bots.search.evaluator import Evaluator, Scores
from saltroad.kernel.jit import inlined
from saltroad_pig.state import State


@inlined
def score(s: State, scores: Scores) -> None:
    for seat in range(s.players):
        scores[seat] = s.held[seat]


EVALUATOR = Evaluator("pig", score)
