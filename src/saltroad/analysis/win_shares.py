"""The shares of the win in a position: by a search, made to come true by the game's calibration; exact at the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from saltroad.analysis.model import WinShares
from saltroad.bots.analysis_profile import AnalysisProfile
from saltroad.bots.level_bots import evaluator_of
from saltroad.bots.search.compare import PositionSearch
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Outcome, Position


@dataclass(frozen=True, slots=True)
class WinShareEstimate:
    """The shares of the win in a position."""

    shares: WinShares
    errors: WinShares
    """The standard error of each."""
    visits: int
    line: tuple[Any, ...]
    """The actions that the search expects next."""


class WinShareSearch:
    """Estimates the shares of the win in positions of one game, for a table of so many seats."""

    def __init__(self, game: AnyGame, profile: AnalysisProfile, seats: int) -> None:
        self._game = game
        self._calibration = profile.calibration
        self._search = PositionSearch(game, evaluator_of(game), profile.settings, seats)
        self._seats = seats

    def estimate(self, position: Position, ply: int, visits: int, rng: Rng) -> WinShareEstimate:
        """The shares in a position, `ply` plies after the setup, by exactly `visits` simulations."""
        if self._game.actor(position) == NOBODY:
            outcome = self._game.outcome(position)
            assert outcome is not None
            return WinShareEstimate(result_shares(outcome, self._seats), (0.0,) * self._seats, visits, ())
        found = self._search.estimate(position, visits, rng)
        shares = self._calibration.shares(found.seat_values, ply)
        errors = tuple(
            error * self._calibration.stretch(value, share, self._seats, ply)
            for value, share, error in zip(found.seat_values, shares, found.standard_errors, strict=True)
        )
        return WinShareEstimate(shares, errors, found.visits, tuple(map(self._game.notation.at, found.line)))

    def after(
        self, position: Position, actions: Iterable[Any], ply: int, visits: int, rng: Rng
    ) -> list[WinShareEstimate]:
        """The shares after each of these actions, which is ply `ply`, by as many simulations for each."""
        return [self.estimate(self._game.apply(position, action), ply + 1, visits, rng) for action in actions]


def result_shares(outcome: Outcome, seats: int) -> WinShares:
    """How the win was divided."""
    winners = outcome.winners
    return tuple(1.0 / len(winners) if seat in winners else 0.0 for seat in range(seats))
