"""The analysis of single plies: what a decision cost and gave to whom, and what luck an outcome of chance was.

Each ply is judged by itself, with randomness of its own: plies can be analysed in any order and in several processes,
and by nodes they come out the same.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

from saltroad.analysis.grades import INACCURACY, grade_of
from saltroad.analysis.model import FLAGGED, ComparedMove, PlyAnalysis, WinShares
from saltroad.analysis.reasons import reasons_for
from saltroad.analysis.settings import AnalysisSettings
from saltroad.analysis.win_shares import WinShareEstimate, WinShareSearch
from saltroad.bots.analysis_profile import profile_of
from saltroad.bots.base import Limit
from saltroad.bots.level_bots import evaluator_of
from saltroad.bots.search import Search
from saltroad.bots.search.bot import warm
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.records.history import History

COMPARED = 4
"""Moves that a first search likes best, which are compared with the one that was played."""
_FIRST_SEARCH = 2
"""The visits of the first search, as a multiple of those of a move."""
_DEEPER = 4
"""The visits with which a move that seems to cost something is searched again beside the best one, as a multiple."""
_SURE = 2.0
"""Standard errors from which on a difference counts."""
_WORTH_A_LOOK = 0.6 * INACCURACY
"""The loss from which on a move is searched again."""
_CHANCE_VISITS = 3
"""The visits that the outcomes of chance share, as a multiple of those of a move."""
_LEAST_CHANCE_VISITS = 24
"""The least visits of each outcome of chance."""
_PILOT = 32
"""Visits by which the pace of the search is measured, where time is the limit."""


def setup_plies(history: History) -> int:
    """How many plies chance has decided before the first seat acts."""
    return next((ply for ply, who in enumerate(history.actors) if who != CHANCE), len(history))


@dataclass(frozen=True, slots=True)
class _Candidates:
    """The moves of a decision that are compared."""

    actions: list[Any]
    glance: list[Any]
    """All moves of the first search, in the order of how they looked at a glance."""


class PlyAnalyser:
    """Analyses plies of one game."""

    def __init__(self, history: History, settings: AnalysisSettings) -> None:
        self._history = history
        self._game: AnyGame = history.game
        self._seed = settings.seed
        self._seconds = settings.seconds
        self._seats = history.options.players
        profile = profile_of(self._game.info.name)
        self._visits = settings.visits or profile.visits
        self._setup = setup_plies(history)
        self._shares = WinShareSearch(self._game, profile, self._seats)
        self._first_search = Search(
            self._game.engine, evaluator_of(self._game), self._seats, profile.settings, Rng(0), room=1 << 18
        )

    def warm(self) -> None:
        """Compile the search, or load it from the disk."""
        warm(self._game, evaluator_of(self._game))

    def analyse(self, ply: int) -> PlyAnalysis:
        """One ply of the game after its setup."""
        if self._seconds is not None:
            self._visits = self._affordable_visits(ply, self._seconds)
        if self._history.actors[ply] == CHANCE:
            return self._chance(ply)
        if len(self._game.legal_indices(self._history.positions[ply])) == 1:
            return self._forced(ply)
        return self._decision(ply)

    def standing(self) -> WinShares:
        """The shares in the last position."""
        ply = len(self._history)
        found = self._shares.estimate(self._history.position, ply - self._setup, self._visits, self._rng(ply, 0))
        return found.shares

    def _affordable_visits(self, ply: int, seconds: float) -> int:
        """The visits with which a ply takes about these seconds; a loss that is searched again takes twice as long."""
        begun = time.perf_counter()
        self._shares.estimate(self._history.positions[ply + 1], ply - self._setup, _PILOT, self._rng(ply, 8))
        pace = max(time.perf_counter() - begun, 1e-6) / _PILOT
        return max(_PILOT, int(seconds / pace / (COMPARED + _FIRST_SEARCH)))

    def _rng(self, ply: int, purpose: int) -> Rng:
        return Rng((self._seed, ply, purpose))

    # -- the three kinds of plies --------------------------------------------------------------------------------------

    def _chance(self, ply: int) -> PlyAnalysis:
        """A ply of chance: all outcomes by as many visits, so that luck is 0 on average whatever the search thinks."""
        position, action = self._history.positions[ply], self._history.actions[ply]
        outcomes, weights = self._game.legal(position), self._game.weights(position)
        visits = max(_CHANCE_VISITS * self._visits // len(outcomes), _LEAST_CHANCE_VISITS)
        found = self._shares.after(position, outcomes, ply - self._setup, visits, self._rng(ply, 0))
        total = sum(weights)
        mean = tuple(
            sum(weight * each.shares[seat] for weight, each in zip(weights, found, strict=True)) / total
            for seat in range(self._seats)
        )
        after = found[outcomes.index(action)].shares
        luck = tuple(there - here for here, there in zip(mean, after, strict=True))
        return PlyAnalysis(ply, CHANCE, str(action), mean, after, luck=luck)

    def _forced(self, ply: int) -> PlyAnalysis:
        """A move without a choice: nothing is won or lost by it."""
        after = self._history.positions[ply + 1]
        shares = self._shares.estimate(after, ply + 1 - self._setup, self._visits, self._rng(ply, 0)).shares
        return PlyAnalysis(ply, self._history.actors[ply], str(self._history.actions[ply]), shares, shares)

    def _decision(self, ply: int) -> PlyAnalysis:
        position, played = self._history.positions[ply], self._history.actions[ply]
        seat, since_setup = self._history.actors[ply], ply - self._setup
        candidates = self._candidates(position, played, self._rng(ply, 0))
        found = dict(
            zip(
                candidates.actions,
                self._shares.after(position, candidates.actions, since_setup, self._visits, self._rng(ply, 1)),
                strict=True,
            )
        )
        best = _best_of(found, seat)
        if best != played and _gap(found, best, played, seat) >= _WORTH_A_LOOK:
            again = [best, played]
            deeper = self._shares.after(position, again, since_setup, _DEEPER * self._visits, self._rng(ply, 2))
            found |= dict(zip(again, deeper, strict=True))
            best = max(again, key=lambda action: found[action].shares[seat])
        if _gap(found, best, played, seat) <= _SURE * _noise(found, best, played, seat):
            best = played  # no better that can be told apart from the noise
        before, after = found[best].shares, found[played].shares
        loss = before[seat] - after[seat]
        gained = [there - here for here, there in zip(before, after, strict=True)]
        gifts = tuple(0.0 if other == seat else gain for other, gain in enumerate(gained))
        others = [each.shares[seat] for action, each in found.items() if action != played]
        grade = grade_of(
            loss,
            is_best=best == played,
            lead=after[seat] - max(others, default=after[seat]),
            rank_at_a_glance=candidates.glance.index(played) if played in candidates.glance else len(candidates.glance),
        )
        reason = None
        if grade in FLAGGED:
            reason = reasons_for(self._game, position, seat, played, best, gifts, (self._seed, ply, 3))
        return PlyAnalysis(
            ply,
            seat,
            str(played),
            before,
            after,
            loss=loss,
            gifts=gifts,
            grade=grade,
            best=_compared(found, best, seat),
            reason=reason,
        )

    def _candidates(self, position: Position, played: Any, rng: Rng) -> _Candidates:
        """The moves that a first search likes best, and the one that was played."""
        search = self._first_search
        search.draw_from(rng)
        search.place(position, again=False)
        search.run(Limit(nodes=_FIRST_SEARCH * self._visits))
        at = self._game.notation.at
        liked = [at(each.action) for each in search.actions()][:COMPARED]
        glance = [at(action) for action in search.by_prior()]
        return _Candidates([*liked, *([] if played in liked else [played])], glance)


def _best_of(found: dict[Any, WinShareEstimate], seat: int) -> Any:
    return max(found, key=lambda action: found[action].shares[seat])


def _gap(found: dict[Any, WinShareEstimate], best: Any, played: Any, seat: int) -> float:
    return found[best].shares[seat] - found[played].shares[seat]


def _noise(found: dict[Any, WinShareEstimate], best: Any, played: Any, seat: int) -> float:
    """The standard error of the gap."""
    return math.hypot(found[best].errors[seat], found[played].errors[seat])


def _compared(found: dict[Any, WinShareEstimate], best: Any, seat: int) -> tuple[ComparedMove, ...]:
    top = found[best].shares[seat]
    order = sorted(found, key=lambda action: (action != best, -found[action].shares[seat]))
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
        for each in [found[action]]
    )
