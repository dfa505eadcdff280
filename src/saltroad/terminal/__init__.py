"""Boards in the terminal, and what they are drawn with: `paint` and `hexes`.

A game has `terminal.py` in its folder (draw, adorn), loaded when it is first drawn; for a game without one, `plain`
shows the view as a table. What games say is in saltroad.words. Neither knows a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from rich.console import RenderableType
from rich.text import Text

from saltroad import games
from saltroad.terminal import plain
from saltroad.terminal.scene import Scene

if TYPE_CHECKING:
    from saltroad.kernel.contract import View


class _Drawer(Protocol):
    def draw(self, view: Any, names: Sequence[str], language: str, scene: Scene) -> RenderableType: ...
    def adorn(self, sentence: str) -> Text: ...


def drawer(game_name: str) -> _Drawer:
    """The module that draws a game."""
    return cast(_Drawer, games.part(game_name, "terminal") or plain)


def draw_board(
    game_name: str, view: View, names: Sequence[str], language: str, scene: Scene | None = None
) -> RenderableType:
    """A view of a game, ready to print at any width from 80 columns on."""
    return drawer(game_name).draw(view, names, language, scene or Scene())
