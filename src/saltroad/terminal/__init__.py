"""Terminal boards, and what they are drawn with: `paint` and `hexes`; sentences, with their pieces painted.

A game has `terminal.py` in its folder (draw, paint), loaded when it is first drawn; for a game without one, `plain`
shows the view as a table. How its choices are named is in `choices`, what is said in saltroad.messages. None of them
knows a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text

from saltroad import games
from saltroad.messages import Catalogue, Piece, Sentence, Term
from saltroad.terminal import plain
from saltroad.terminal.scene import Scene

if TYPE_CHECKING:
    from saltroad.kernel.contract import View


class _Drawer(Protocol):
    def draw(self, view: Any, names: Sequence[str], catalogue: Catalogue, scene: Scene) -> RenderableType: ...
    def paint(self, part: Piece | Term) -> Text: ...


def _drawer(game_name: str) -> _Drawer:
    """The module that draws a game."""
    return cast(_Drawer, games.part(game_name, "terminal") or plain)


def draw_board(
    game_name: str, view: View, names: Sequence[str], catalogue: Catalogue, scene: Scene | None = None
) -> RenderableType:
    """The board of a view, ready to print at any width from 80 columns on; `catalogue` is the game's."""
    return _drawer(game_name).draw(view, names, catalogue, scene or Scene())


def painted(game_name: str, sentence: Sentence, style: str | Style = "") -> Text:
    """A sentence with its pieces and words drawn as what they are; `style` is that of what stands around them."""
    paint = _drawer(game_name).paint
    text = Text()
    for part in sentence:
        text.append_text(paint(part) if isinstance(part, Piece | Term) else Text(str(part), style))
    return text
