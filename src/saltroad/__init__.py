"""Saltroad: three desert trading games, for people, bots and research, on one set of rules.

import saltroad
game = saltroad.load("bazaar")
position = game.start(players=4)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saltroad.games import GAMES, info, load
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.errors import (
    BadOptions,
    BadPosition,
    Fault,
    IllegalAction,
    OutOfTurn,
    SaltroadError,
    UnknownGame,
    UnreadableAction,
)

if TYPE_CHECKING:
    from saltroad.drawing import draw
    from saltroad.kernel.chance import Rng
    from saltroad.kernel.contract import Game, Outcome, Position, View

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "GAMES",
    "NOBODY",
    "BadOptions",
    "BadPosition",
    "Game",
    "IllegalAction",
    "OutOfTurn",
    "Outcome",
    "Position",
    "Rng",
    "SaltroadError",
    "UnknownGame",
    "UnreadableAction",
    "View",
    "draw",
    "info",
    "load",
]


def _told(fault: Fault, language: str) -> str:
    from saltroad.messages.catalogue import fault_sentence  # only where one is told

    return fault_sentence(fault, language)


Fault.teller = _told


def __getattr__(name: str) -> object:
    # numpy and numba are loaded only where they are used
    if name in {"Game", "Outcome", "Position", "View"}:
        from saltroad.kernel import contract

        return getattr(contract, name)
    if name == "Rng":
        from saltroad.kernel.chance import Rng

        return Rng
    if name == "draw":
        from saltroad.drawing import draw

        return draw
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
