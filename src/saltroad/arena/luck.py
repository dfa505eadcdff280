"""The luck of a tournament's games, measured where they are played: `saltroad.analysis.luck` by its game's evaluator.

What needs the search is imported when it is used: the process that only hands out games does not load it.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from saltroad import games
from saltroad.arena.entrants import BadArena
from saltroad.records.history import History

if TYPE_CHECKING:
    from saltroad.analysis.luck import LuckMeter

_DIGITS = 9
"""Digits that are kept: sums in another order may differ in the last ones, and files are to be the same."""


def check_measurable(game: str) -> None:
    """Raise BadArena for a game that has nothing to judge the outcomes of chance by."""
    if games.part(game, "bot.evaluator") is None:
        raise BadArena(
            f"Luck is measured by what an evaluator says of every outcome of chance, and {game} has none: "
            "leave --luck-adjusted out, or give the game a bot/evaluator.py."
        )


def luck_of(history: History) -> tuple[float, ...]:
    """The luck of each seat over a game, after its setup; in sum 0. The same game has the same luck everywhere."""
    meter = _meter(history.game.info.name, history.options.players)
    return tuple(round(luck, _DIGITS) + 0.0 for luck in meter.luck(history))  # + 0.0: no -0.0 in files


def warm_luck(game: str, players: int) -> None:
    """Compile what measures luck, before the first game."""
    _meter(game, players)


@functools.cache
def _meter(game: str, players: int) -> LuckMeter:
    from saltroad.analysis.luck import LuckMeter

    return LuckMeter(games.load(game), players)
