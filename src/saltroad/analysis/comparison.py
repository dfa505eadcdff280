"""The comparison of a decision's moves: the best ones and a given one, by equal visits, and what the given one cost.

Used for the plies of a game (`plies`) and for positions of no game (`positions`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from saltroad.analysis.grades import INACCURACY, grade_of
from saltroad.analysis.model import FLAGGED, ComparedMove, Grade, WinShares
from saltroad.analysis.reasons import reasons_for
from saltroad.analysis.win_shares import WinShareEstimate, WinShareSearch
from saltroad.bots.analysis_profile import AnalysisProfile
from saltroad.bots.base import Limit
from saltroad.bots.level_bots import evaluator_of
from saltroad.bots.search import Search
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.messages.reasons import AnyReason

COMPARED = 4
"""Moves that a first search likes best, which are compared with the one that is judged."""
FIRST_SEARCH = 2
"""The visits of the first search, as a multiple of those of a move."""
_DEEPER = 4
"""The visits with which a move that seems to cost something is searched again beside the best one, as a multiple."""
_SURE = 2.0
"""Standard errors from which on a difference counts."""
_WORTH_A_LOOK = 0.6 * INACCURACY
"""The loss from which on a move is searched again."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The moves of a decision that were compared."""

    seat: int
    """The seat to act."""
    found: dict[Any, WinShareEstimate]
    best: Any
    """The best of them; the move that is judged, if no other can be told from it."""
    glance: list[Any]
    """All moves of the first search, in the order of how they looked at a glance."""

    @property
    def shares(self) -> WinShares:
        """The shares with the best move."""
        return self.found[self.best].shares

    def moves(self) -> tuple[ComparedMove, ...]:
        """What was found of each move, the best first."""
        seat, top = self.seat, self.shares[self.seat]
        order = sorted(self.found, key=lambda action: (action != self.best, -self.found[action].shares[seat]))
        return tuple(
            ComparedMove(
                str(action),
                each.shares,
                max(top - each.shares[seat], 0.0),
                each.visits,
                each.errors[seat],
                (str(action), *map(str, each.line)),
            )
            for action in order
            for each in [self.found[action]]
        )


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move cost the seat that made it, and what it gave to whom."""

    after: WinShares
    loss: float
    gifts: WinShares
    grade: Grade
    reason: tuple[AnyReason, ...] | None


class MoveComparison:
    """Compares the moves of decisions in one game, for a table of so many seats."""

    def __init__(self, game: AnyGame, profile: AnalysisProfile, seats: int) -> None:
        self._game = game
        self.shares = WinShareSearch(game, profile, seats)
        self._first_search = Search(game.engine, evaluator_of(game), seats, profile.settings, Rng(0), room=1 << 18)

    def compare(
        self, position: Position, since_setup: int, visits: int, seed: Sequence[int], judged: Any = None
    ) -> Comparison:
        """Compare the moves of a position that a first search likes best, and one that is to be judged, if there is
        one."""
        seat = self._game.actor(position)
        liked, glance = self._candidates(position, visits, Rng((*seed, 0)))
        actions = liked if judged is None or judged in liked else [*liked, judged]
        shares_after = self.shares.after
        found = dict(zip(actions, shares_after(position, actions, since_setup, visits, Rng((*seed, 1))), strict=True))
        best = _best_of(found, seat)
        if judged is not None:
            if best != judged and _gap(found, best, judged, seat) >= _WORTH_A_LOOK:
                again = [best, judged]
                deeper = shares_after(position, again, since_setup, _DEEPER * visits, Rng((*seed, 2)))
                found |= dict(zip(again, deeper, strict=True))
                best = max(again, key=lambda action: found[action].shares[seat])
            if _gap(found, best, judged, seat) <= _SURE * _noise(found, best, judged, seat):
                best = judged  # no better that can be told apart from the noise
        return Comparison(seat, found, best, glance)

    def judge(self, position: Position, compared: Comparison, judged: Any, seed: Sequence[int]) -> Judgement:
        """What one of the compared moves costs beside the best, and why."""
        seat, found, best = compared.seat, compared.found, compared.best
        before, after = found[best].shares, found[judged].shares
        loss = before[seat] - after[seat]
        gained = [there - here for here, there in zip(before, after, strict=True)]
        gifts = tuple(0.0 if other == seat else gain for other, gain in enumerate(gained))
        others = [each.shares[seat] for action, each in found.items() if action != judged]
        glance = compared.glance
        grade = grade_of(
            loss,
            is_best=best == judged,
            lead=after[seat] - max(others, default=after[seat]),
            rank_at_a_glance=glance.index(judged) if judged in glance else len(glance),
        )
        reason = None
        if grade in FLAGGED:
            reason = reasons_for(self._game, position, seat, judged, best, gifts, (*seed, 3))
        return Judgement(after, loss, gifts, grade, reason)

    def _candidates(self, position: Position, visits: int, rng: Rng) -> tuple[list[Any], list[Any]]:
        """The moves that a first search likes best; and all that it saw, as they looked at a glance."""
        search = self._first_search
        search.draw_from(rng)
        search.place(position, again=False)
        search.run(Limit(nodes=FIRST_SEARCH * visits))
        at = self._game.notation.at
        return [at(each.action) for each in search.actions()][:COMPARED], [at(each) for each in search.by_prior()]


def _best_of(found: dict[Any, WinShareEstimate], seat: int) -> Any:
    return max(found, key=lambda action: found[action].shares[seat])


def _gap(found: dict[Any, WinShareEstimate], best: Any, judged: Any, seat: int) -> float:
    return found[best].shares[seat] - found[judged].shares[seat]


def _noise(found: dict[Any, WinShareEstimate], best: Any, judged: Any, seat: int) -> float:
    """The standard error of the gap."""
    return math.hypot(found[best].errors[seat], found[judged].errors[seat])
