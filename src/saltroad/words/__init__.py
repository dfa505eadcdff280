"""How games speak, in English and French: what is asked, what happened, what an action is called. Knows no rule.

A game `x` has here `x.py` (asked, told, said, suggested, default, opens, grouped, spelled, named, source, won), loaded
when it first speaks. The terminal and the server say the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from saltroad.words.wording import Ply

if TYPE_CHECKING:
    from saltroad.kernel.contract import AnyGame, Offer, Outcome, Position, View
    from saltroad.records import History


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


class Speaker(Protocol):
    """What the module of a game's words has to say."""

    def asked(self, view: Any, legal: Sequence[Any], names: Sequence[str], you: int | None, language: str) -> str: ...
    def told(
        self, history: History, since: int, names: Sequence[str], you: int | None, language: str
    ) -> Sequence[Told]: ...
    def said(self, ply: Ply[Any], names: Sequence[str], language: str) -> str: ...
    def suggested(self, view: Any, action: Any, names: Sequence[str], language: str) -> str: ...
    def default(self, view: Any) -> Any | None: ...
    def opens(self, game: Any, position: Position, action: Any, language: str) -> str: ...
    def grouped(self, view: Any, offers: Sequence[Offer], language: str) -> Sequence[Group]: ...
    def spelled(self, line: str) -> str: ...
    def named(self, action: Any, language: str) -> str: ...
    def source(self, name: str, language: str) -> str: ...
    def won(self, outcome: Outcome, names: Sequence[str], you: int | None, language: str) -> str: ...


def said(
    game: AnyGame,
    before: Position,
    actor: int,
    action: Any,
    after: Position,
    names: Sequence[str],
    language: str,
    *,
    view_before: View | None = None,
    view_after: View | None = None,
) -> str:
    """What one ply did, told of everybody; empty where there is nothing to tell.

    Whoever has the public views at hand may give them: building them is most of the work.
    """
    ply: Ply[Any] = Ply(game, actor, action, (before, after), (view_before, view_after))
    return speaker(game.info.name).said(ply, names, language)


def speaker(game_name: str) -> Speaker:
    """The module that speaks for a game."""
    return cast(Speaker, import_module(f"{__name__}.{game_name}"))
