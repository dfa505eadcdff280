"""The games there are: one table, each loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from saltroad.kernel.errors import UnknownGame
from saltroad.kernel.info import GameInfo

if TYPE_CHECKING:
    from saltroad.kernel.contract import AnyGame

GAMES = ("through_the_desert", "desert_bazaar", "bazaar")
"""Names of the folders here. Each has info.py with INFO and game.py with GAME."""


def info(name: str) -> GameInfo:
    """What there is to know of a game before it is loaded; UnknownGame if there is none of that name."""
    found: GameInfo = import_module(f"{__name__}.{_known(name)}.info").INFO
    return found


def load(name: str) -> AnyGame:
    """A game by name; UnknownGame if there is none."""
    game: AnyGame = import_module(f"{__name__}.{_known(name)}.game").GAME
    return game


def _known(name: str) -> str:
    tidy = name.strip().lower().replace("-", "_").replace(" ", "_")
    if tidy not in GAMES:
        raise UnknownGame(name, GAMES)
    return tidy
