"""The module with the facts of a game: `events.py` of its folder, or `plain`, which uses the texts of its actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

from saltroad import games
from saltroad.messages import plain
from saltroad.messages.facts import Advice, Event, PublicPly, Question


class GameFacts(Protocol):
    """The protocol of a game's `events.py`. Events and advice are public: they are built from the spectators' view. The
    question is built from the view of the viewer who reads it."""

    def events(self, ply: PublicPly[Any]) -> Sequence[Event]:
        """What happened in a ply; none where there is nothing to tell."""

    def question(self, view: Any, legal: Sequence[Any]) -> Question | None:
        """What is asked of the seat to act; None when no seat is."""

    def advice(self, view: Any, action: Any) -> Advice:
        """An action as a suggestion to the seat to act."""


def facts_of(game_name: str) -> GameFacts:
    """The module that knows the facts of a game."""
    return cast(GameFacts, games.part(game_name, "events") or plain)
