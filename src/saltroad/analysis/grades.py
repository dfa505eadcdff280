"""Grades of moves: by the share of the win that they lose, where that is more than the noise of the search."""

from __future__ import annotations

from saltroad.analysis.model import Grade

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15
"""The loss from which on a move has that grade, for any number of players, in points of the share."""
ONLY_MOVE = 0.10
"""How much worse the next best move must be for a move to be brilliant."""
UNSEEN = 3
"""The moves that look best at a glance, among which a brilliant move is not."""


def grade_of(loss: float, *, is_best: bool, lead: float, rank_at_a_glance: int) -> Grade:
    """The grade of a decision.

    `lead` is how much better the move is than the next best of those compared, and `rank_at_a_glance` how many moves
    looked better than it before the search.
    """
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    if loss >= INACCURACY:
        return "inaccuracy"
    if not is_best:
        return "good"
    return "brilliant" if lead >= ONLY_MOVE and rank_at_a_glance >= UNSEEN else "best"
