"""How games look and speak in the terminal: one literal table, each loaded when it is first drawn.

A game `x` has here `x.py` (draw, adorn) and `x_words.py` (asked, told, default, opens, grouped, spelled, named,
source, won). Neither knows a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from rich.console import RenderableType
from rich.text import Text

if TYPE_CHECKING:
    from saltroad.kernel.contract import Outcome, Position, View
    from saltroad.records import History

_BOARDS = {
    "through_the_desert": ("through_the_desert", "through_the_desert_words"),
    "desert_bazaar": ("desert_bazaar", "desert_bazaar_words"),
    "bazaar": ("bazaar", "bazaar_words"),
}
"""By game: the module that draws and the module that speaks."""


class Told(Protocol):
    """One line of what happened; its text is the sentence."""

    seat: int | None
    """Who did it; None for what happened to nobody in particular."""


@dataclass(frozen=True, slots=True)
class Group:
    """Choices of one kind, where they are too many to be listed one by one."""

    name: str
    """What is typed to see them all; their texts begin with it."""
    called: str
    """The same in the reader's language."""
    choices: tuple[tuple[Any, int], ...]
    """Each with the points that it earns at once, the best first."""
    summary: str = ""
    """Where the kind is chosen first and then one of its choices: what it offers, in a line."""
    prices: Mapping[Any, str] = field(default_factory=dict)
    """What each choice costs, where choices cost anything."""


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


class _Speaker(Protocol):
    def asked(self, view: Any, legal: Sequence[Any], names: Sequence[str], you: int | None, language: str) -> str: ...
    def told(
        self, history: History, since: int, names: Sequence[str], you: int | None, language: str
    ) -> Sequence[Told]: ...
    def default(self, view: Any) -> Any | None: ...
    def opens(self, game: Any, position: Position, action: Any, language: str) -> str: ...
    def grouped(self, game: Any, position: Position, legal: Sequence[Any], language: str) -> Sequence[Group]: ...
    def spelled(self, line: str) -> str: ...
    def named(self, action: Any, language: str) -> str: ...
    def source(self, name: str, language: str) -> str: ...
    def won(self, outcome: Outcome, names: Sequence[str], you: int | None, language: str) -> str: ...


def drawer(game_name: str) -> _Drawer:
    """The module that draws a game."""
    return cast(_Drawer, import_module(f"{__name__}.{_BOARDS[game_name][0]}"))


def speaker(game_name: str) -> _Speaker:
    """The module that says what is asked and what happened."""
    return cast(_Speaker, import_module(f"{__name__}.{_BOARDS[game_name][1]}"))


def draw_board(
    game_name: str, view: View, names: Sequence[str], language: str, scene: Scene | None = None
) -> RenderableType:
    """A view of a game, ready to print at any width from 80 columns on."""
    return drawer(game_name).draw(view, names, language, scene or Scene())
