"""How games look in the terminal. A game `x` has here `x.py` (draw, adorn), loaded when it is first drawn.

What they say is in saltroad.words. Neither knows a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from rich.console import RenderableType
from rich.text import Text

if TYPE_CHECKING:
    from saltroad.kernel.contract import View


@dataclass(frozen=True, slots=True)
class Scene:
    """What a board may show beside the view, if it can."""

    par: float | None = None
    """The par of the puzzle for one."""
    earns: Mapping[Any, int] = field(default_factory=dict)
    """What the reader may do, with the points it earns at once."""
    prices: Mapping[Any, str] = field(default_factory=dict)
    """What it costs."""
    chosen: str = ""
    """The kind of choice that the reader has opened; then `earns` and `prices` are of that kind alone."""
    played: Sequence[Any] = ()
    """Every action so far."""
    since: int = 0
    """The ply from which on they are news to the reader."""


class _Drawer(Protocol):
    def draw(self, view: Any, names: Sequence[str], language: str, scene: Scene) -> RenderableType: ...
    def adorn(self, sentence: str) -> Text: ...


def drawer(game_name: str) -> _Drawer:
    """The module that draws a game."""
    return cast(_Drawer, import_module(f"{__name__}.{game_name}"))


def draw_board(
    game_name: str, view: View, names: Sequence[str], language: str, scene: Scene | None = None
) -> RenderableType:
    """A view of a game, ready to print at any width from 80 columns on."""
    return drawer(game_name).draw(view, names, language, scene or Scene())
