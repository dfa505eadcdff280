"""The choices of a game that has no `terminal_choices.py`: one list, each action by its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saltroad.kernel.contract import AnyGame, Offer, Outcome, Position, View
from saltroad.messages import Catalogue, Sentence


def default(view: View) -> None:
    """Enter alone does nothing."""


def opens(game: AnyGame, position: Position, action: Any, catalogue: Catalogue) -> Sentence:
    """What an action leads to: nothing is known of it."""
    return Sentence()


def grouped(view: View, offers: Sequence[Offer], catalogue: Catalogue) -> Sequence[Any]:
    """Choices by kind: all of them stand in one list."""
    return ()


def spelled(line: str) -> str:
    """What was typed, as the rules read it: as it is."""
    return line


def named(action: Any, catalogue: Catalogue) -> Sentence:
    """An action as it can be typed, in the reader's language: by its text."""
    return Sentence((str(action),))


def tie_break(outcome: Outcome) -> str:
    """The id of the message that says how a tie was broken; empty if none was."""
    return ""
