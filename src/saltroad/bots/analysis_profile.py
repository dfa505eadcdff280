"""The analysis profile of a game: the search, its usual depth, and how its values become shares of the win.

A game has its own as `PROFILE` in `bot/analysis.py`; one without is judged by random games.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources

from saltroad import games
from saltroad.bots.search import PLAIN, SearchSettings


@dataclass(frozen=True, slots=True)
class Calibration:
    """Turns the values of a search into shares of the win that come true: of all positions with a share of 70 % for a
    seat, it wins 70 %.

    Each value is raised to a power, and all are divided by their sum. The power depends on the number of seats and on
    how far the game has come: a search is too sure at the beginning and too timid near the end, or the other way round.
    """

    powers: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """By the number of seats: the power at evenly spaced points of a game, from its beginning to its end."""
    plies: Mapping[int, float] = field(default_factory=dict)
    """By the number of seats: about how many plies a game has after its setup."""

    def power(self, seats: int, ply: int) -> float:
        """The power, so many plies after the setup; 1 for a number of seats that nothing is known of."""
        points = self.powers.get(seats, (1.0,))
        place = min(ply / self.plies.get(seats, 1.0), 1.0) * (len(points) - 1)
        before = min(int(place), len(points) - 1)
        after = min(before + 1, len(points) - 1)
        return points[before] + (place - before) * (points[after] - points[before])

    def shares(self, values: Sequence[float], ply: int) -> tuple[float, ...]:
        """Each seat's share of the win by the values of a search; in sum 1."""
        power = self.power(len(values), ply)
        raised = [max(value, 1e-9) ** power for value in values]
        total = sum(raised)
        return tuple(each / total for each in raised)

    def stretch(self, value: float, share: float, seats: int, ply: int) -> float:
        """How much a share changes if its value changes by a little: the factor of its standard error."""
        if not 0.0 < value < 1.0:
            return 1.0
        return self.power(seats, ply) * share * (1.0 - share) / (value * (1.0 - value))


@functools.cache
def calibration_of(game_name: str) -> Calibration:
    """The calibration in `bot/calibration.json` of a game's folder, which names the command that made it."""
    file = resources.files(games.package_of(game_name)).joinpath("bot", "calibration.json")
    if not file.is_file():
        return Calibration()
    found = json.loads(file.read_text("utf-8"))
    return Calibration(
        {int(seats): tuple(powers) for seats, powers in found["powers"].items()},
        {int(seats): plies for seats, plies in found["plies"].items()},
    )


@dataclass(frozen=True, slots=True)
class AnalysisProfile:
    """The search and the depth with which a game is analysed."""

    settings: SearchSettings = PLAIN
    visits: int = 400
    """Visits of each move that is compared, at the standard depth."""
    luck_visits: int = 16
    """Visits of each outcome of chance, where the luck of a tournament's games is measured."""
    calibration: Calibration = field(default_factory=Calibration)


def profile_of(game_name: str) -> AnalysisProfile:
    """The profile of a game."""
    found = games.part(game_name, "bot.analysis")
    profile: AnalysisProfile = AnalysisProfile() if found is None else found.PROFILE
    return profile
