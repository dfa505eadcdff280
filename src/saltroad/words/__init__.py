"""How games speak, in English and French: what is asked, what happened, what an action is called. Knows no rule.

A game has `words.py` in its folder (asked, told, said, suggested, default, opens, grouped, spelled, named, source,
won), loaded when it first speaks; for a game without one, `plain` tells the texts of its actions. The terminal and the
server say the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from saltroad import games
from saltroad.words import plain
from saltroad.words.groups import Group
from saltroad.words.wording import Ply

if TYPE_CHECKING:
    from saltroad.kernel.contract import AnyGame, Offer, Outcome, Position, View
    from saltroad.records import History


class Told(Protocol):
    """One line of what happened; its text is the sentence."""

    seat: int | None
    """Who did it; None for what happened to nobody in particular."""


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
    return cast(Speaker, games.part(game_name, "words") or plain)
