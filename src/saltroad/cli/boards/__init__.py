"""How games look and speak in the terminal: one literal table, each loaded when it is first drawn.

A game `x` has here `x.py` (draw, adorn) and `x_words.py` (asked, told, opens, source, won). Neither knows a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from rich.console import RenderableType
from rich.text import Text

if TYPE_CHECKING:
    from saltroad.kernel.contract import Outcome, Position, View
    from saltroad.records import History

_BOARDS = {"bazaar": ("bazaar", "bazaar_words")}
"""By game: the module that draws and the module that speaks."""


class Told(Protocol):
    """One line of what happened; its text is the sentence."""

    seat: int | None
    """Who did it; None for what happened to nobody in particular."""


class _Drawer(Protocol):
    def draw(self, view: Any, names: Sequence[str], language: str, par: float | None = None) -> RenderableType: ...
    def adorn(self, sentence: str) -> Text: ...


class _Speaker(Protocol):
    def asked(self, view: Any, legal: Sequence[Any], names: Sequence[str], you: int | None, language: str) -> str: ...
    def told(
        self, history: History, since: int, names: Sequence[str], you: int | None, language: str
    ) -> Sequence[Told]: ...
    def opens(self, game: Any, position: Position, action: Any, language: str) -> str: ...
    def source(self, name: str, language: str) -> str: ...
    def won(self, outcome: Outcome, names: Sequence[str], you: int | None, language: str) -> str: ...


def drawer(game_name: str) -> _Drawer:
    """The module that draws a game."""
    return cast(_Drawer, import_module(f"{__name__}.{_BOARDS[game_name][0]}"))


def speaker(game_name: str) -> _Speaker:
    """The module that says what is asked and what happened."""
    return cast(_Speaker, import_module(f"{__name__}.{_BOARDS[game_name][1]}"))


def draw_board(
    game_name: str, view: View, names: Sequence[str], language: str, *, par: float | None = None
) -> RenderableType:
    """A view of a game, ready to print at any width from 80 columns on; `par` where a puzzle has one."""
    return drawer(game_name).draw(view, names, language, par)
