"""The analysis of single plies: what a decision cost and gave to whom, and what luck an outcome of chance was.

Each ply is judged by itself, with randomness of its own: plies can be analysed in any order and in several processes,
and by nodes they come out the same.
"""

from __future__ import annotations

import time

from saltroad.analysis.comparison import COMPARED, FIRST_SEARCH, MoveComparison
from saltroad.analysis.model import PlyAnalysis, WinShares
from saltroad.analysis.settings import AnalysisSettings
from saltroad.bots.analysis_profile import profile_of
from saltroad.bots.level_bots import evaluator_of
from saltroad.bots.search.bot import warm
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame
from saltroad.records.history import History

_CHANCE_VISITS = 3
"""The visits that the outcomes of chance share, as a multiple of those of a move."""
_LEAST_CHANCE_VISITS = 24
"""The least visits of each outcome of chance."""
_PILOT = 32
"""Visits by which the pace of the search is measured, where time is the limit."""


def setup_plies(history: History) -> int:
    """How many plies chance has decided before the first seat acts."""
    return next((ply for ply, who in enumerate(history.actors) if who != CHANCE), len(history))


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
        self._moves = MoveComparison(self._game, profile, self._seats)
        self._shares = self._moves.shares

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
        return max(_PILOT, int(seconds / pace / (COMPARED + FIRST_SEARCH)))

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
        seed = self._seed, ply
        compared = self._moves.compare(position, ply - self._setup, self._visits, seed, played)
        judged = self._moves.judge(position, compared, played, seed)
        return PlyAnalysis(
            ply,
            compared.seat,
            str(played),
            compared.shares,
            judged.after,
            loss=judged.loss,
            gifts=judged.gifts,
            grade=judged.grade,
            best=compared.moves(),
            reason=judged.reason,
        )
