"""The facts of a game that has no `events.py`: each action is told by its own text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saltroad.kernel.contract import View
from saltroad.messages.facts import Advice, Event, PublicPly, Question


class ActionPlayed(Event, frozen=True):
    """A player's action."""

    seat: int
    action: str


class ChanceDecided(Event, frozen=True):
    """An outcome of chance."""

    action: str


class AskAction(Question, frozen=True):
    """The seat is to choose one of its actions."""


class CouldPlay(Advice, frozen=True):
    """An action by its text."""

    action: str


def events(ply: PublicPly[View]) -> Sequence[Event]:
    """The action by its text."""
    if ply.actor < 0:
        return (ChanceDecided(str(ply.action)),)
    return (ActionPlayed(ply.actor, str(ply.action)),)


def question(view: View, legal: Sequence[Any]) -> Question | None:
    """Choose: nothing more is known."""
    return AskAction(view.actor) if view.actor >= 0 else None


def advice(view: View, action: Any) -> Advice:
    """The action by its text."""
    return CouldPlay(str(action))
