"""The analysis of a position that is part of no game: its shares, its best moves, and what a move tried there costs."""

from __future__ import annotations

from typing import Any

import msgspec

from saltroad.analysis.comparison import MoveComparison
from saltroad.analysis.model import ComparedMove, Grade, WinShares
from saltroad.bots.analysis_profile import profile_of
from saltroad.bots.level_bots import evaluator_of
from saltroad.bots.search.bot import warm
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.messages.reasons import AnyReason

_SEED = (0,)
"""Every position is searched with the same randomness: asked again, it has the same answer."""


class TriedMove(msgspec.Struct, frozen=True):
    """A move that is tried in a position, judged as a move of a game is."""

    action: str
    loss: float
    gifts: WinShares
    grade: Grade
    reason: tuple[AnyReason, ...] = ()


class PositionAnalysis(msgspec.Struct, frozen=True):
    """What a search found of a position."""

    shares: WinShares
    """Each seat's share of the win, of a decision with the best move; exact when the game is over."""
    moves: tuple[ComparedMove, ...] = ()
    """The moves that were compared, the best first; the only one, where there is no choice."""
    tried: TriedMove | None = None


class PositionAnalyser:
    """Analyses positions of one game, for a table of so many seats."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game = game
        self._moves = MoveComparison(game, profile_of(game.info.name), seats)

    def warm(self) -> None:
        """Compile the search, or load it from the disk."""
        warm(self._game, evaluator_of(self._game))

    def analyse(self, position: Position, since_setup: int, visits: int, tried: Any = None) -> PositionAnalysis:
        """A position so many plies after the setup, in which no chance is to act; each move by so many visits, among
        them one that is tried."""
        seat = self._game.actor(position)
        if seat < 0:
            shares = self._moves.shares.estimate(position, since_setup, visits, Rng((*_SEED, 0))).shares
            return PositionAnalysis(shares)
        legal = self._game.legal(position)
        if len(legal) == 1:
            return self._forced(position, legal[0], since_setup, visits, is_tried=tried is not None)
        compared = self._moves.compare(position, since_setup, visits, _SEED, tried)
        judged = None
        if tried is not None:
            found = self._moves.judge(position, compared, tried, _SEED)
            judged = TriedMove(str(tried), found.loss, found.gifts, found.grade, found.reason or ())
        return PositionAnalysis(compared.shares, compared.moves(), judged)

    def _forced(
        self, position: Position, only: Any, since_setup: int, visits: int, *, is_tried: bool
    ) -> PositionAnalysis:
        seat = self._game.actor(position)
        [found] = self._moves.shares.after(position, [only], since_setup, visits, Rng((*_SEED, 1)))
        line = (str(only), *map(str, found.line))
        move = ComparedMove(str(only), found.shares, 0.0, found.visits, found.errors[seat], line)
        tried = TriedMove(str(only), 0.0, (0.0,) * len(found.shares), "best") if is_tried else None
        return PositionAnalysis(found.shares, (move,), tried)
