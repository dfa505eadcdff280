"""Choices in the terminal: how they are grouped, typed and named.

A game has `terminal_choices.py` in its folder; for one without, `plain_choices` lists its actions by their texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from saltroad import games
from saltroad.kernel.contract import Offer, Outcome, Position
from saltroad.messages import Catalogue, Sentence
from saltroad.terminal import plain_choices

NOTHING = Sentence()


@dataclass(frozen=True, slots=True)
class Group:
    """Choices of one kind, where they are too many to be listed one by one."""

    name: str
    """The word that is typed to see them all; their texts begin with it."""
    called: Sentence
    """The same in the reader's language."""
    choices: tuple[tuple[Any, int], ...]
    """Each with the points that it earns at once, the best first."""
    summary: Sentence = NOTHING
    """A line of what the kind offers, where the kind is chosen first and then one of its choices."""
    prices: Mapping[Any, str] = field(default_factory=dict)
    """What each choice costs, where choices cost anything."""


class TerminalChoices(Protocol):
    """The protocol of a game's `terminal_choices.py`."""

    def default(self, view: Any) -> Any | None: ...
    def opens(self, game: Any, position: Position, action: Any, catalogue: Catalogue) -> Sentence: ...
    def grouped(self, view: Any, offers: Sequence[Offer], catalogue: Catalogue) -> Sequence[Group]: ...
    def spelled(self, line: str) -> str: ...
    def named(self, action: Any, catalogue: Catalogue) -> Sentence: ...
    def tie_break(self, outcome: Outcome) -> str: ...


def choices_of(game_name: str) -> TerminalChoices:
    """The module that knows the choices of a game."""
    return cast(TerminalChoices, games.part(game_name, "terminal_choices") or plain_choices)
