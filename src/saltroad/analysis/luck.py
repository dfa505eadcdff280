"""The luck of a game by a quick evaluation that is fixed beforehand: results without it have the same mean and scatter
less, so that a tournament needs fewer games.

Each outcome of chance is judged by a few simulations (`AnalysisProfile.luck_visits`), with the same draws for all:
what is chance in the judgement itself hardly differs between them. Whatever that is worth, luck is 0 on average, as all
outcomes are judged alike and weighted by how likely they are.
"""

from __future__ import annotations

from saltroad.analysis.model import WinShares
from saltroad.analysis.plies import setup_plies
from saltroad.analysis.win_shares import result_shares
from saltroad.bots.analysis_profile import profile_of
from saltroad.bots.level_bots import evaluator_of
from saltroad.bots.search import Search
from saltroad.bots.search.bot import warm
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.records.history import History

_ROOM = 20_000


class LuckMeter:
    """Measures the luck of each seat in games of one kind, for a table of so many."""

    def __init__(self, game: AnyGame, seats: int, *, shares_tables: bool = True) -> None:
        profile = profile_of(game.info.name)
        evaluator = evaluator_of(game)
        warm(game, evaluator)
        self._game = game
        self._seats = seats
        self._shares_tables = shares_tables
        self._calibration = profile.calibration
        self._visits = profile.luck_visits
        self._search = Search(game.engine, evaluator, seats, profile.settings, Rng(0), room=_ROOM)

    def luck(self, history: History, seed: int = 0) -> WinShares:
        """The luck of each seat over a game, its setup left out; in sum 0."""
        total = [0.0] * self._seats
        setup = setup_plies(history)
        for ply in range(setup, len(history)):
            if history.actors[ply] == CHANCE:
                found = self.luck_of_ply(history, ply, setup, seed)
                total = [had + new for had, new in zip(total, found, strict=True)]
        return tuple(total)

    def luck_of_ply(self, history: History, ply: int, setup: int, seed: int = 0) -> WinShares:
        """The luck of each seat by one outcome: its share beside the mean of all outcomes."""
        game, position = self._game, history.positions[ply]
        self._search.place(position, again=False)  # its tables serve for all outcomes: to make them takes longest
        outcomes, weights = game.legal_indices(position), game.weights(position)
        decided = game.notation.index(history.actions[ply])
        total, mean, after = sum(weights), [0.0] * self._seats, (0.0,) * self._seats
        for outcome, weight in zip(outcomes, weights, strict=True):
            self._search.draw_from(Rng((seed, ply)))
            shares = self._shares(game.apply(position, game.notation.at(outcome)), ply + 1 - setup)
            mean = [had + weight * share / total for had, share in zip(mean, shares, strict=True)]
            if outcome == decided:
                after = shares
        return tuple(there - here for here, there in zip(mean, after, strict=True))

    def _shares(self, position: Position, ply: int) -> WinShares:
        if self._game.actor(position) == NOBODY:
            outcome = self._game.outcome(position)
            assert outcome is not None
            return result_shares(outcome, self._seats)
        self._search.place(position, again=False, same_tables=self._shares_tables)
        self._search.simulate(self._visits)
        return self._calibration.shares(self._search.values, ply)
