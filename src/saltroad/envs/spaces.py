"""Helpers of all environments: the spaces of observations, seeds, and the board as text."""

from __future__ import annotations

import secrets

import numpy as np
from gymnasium import spaces

from saltroad import games
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.observation import Form, ObservationLayout


def observation_box(layout: ObservationLayout, form: Form) -> spaces.Box:
    """The space of an observation in some form."""
    if form == "packed":
        bounds = np.iinfo(np.int64)
        return spaces.Box(bounds.min, bounds.max, (layout.words,), np.int64)
    if form == "uint8":
        return spaces.Box(np.zeros(layout.size, np.uint8), layout.most, dtype=np.uint8)
    return spaces.Box(0.0, 1.0, (layout.size,), np.float32)


def any_seed() -> int:
    """A seed for an environment that was given none."""
    return secrets.randbits(63)


def board_text(game: AnyGame, position: Position) -> str:
    """The board as the terminal draws it for a spectator, without colours."""
    from rich.console import Console

    from saltroad.messages import catalogue_of
    from saltroad.terminal import draw_board

    name, players = game.info.name, game.options_of(position).players
    names = [f"player_{seat}" for seat in range(players)]
    console = Console(width=110, color_system=None)
    with console.capture() as captured:
        console.print(draw_board(name, game.observe(position, None), names, catalogue_of(games.package_of(name), "en")))
    return captured.get()
