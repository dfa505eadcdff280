"""The words of a game that has none of its own: each action is told by its own text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any

from saltroad.kernel.contract import Offer, Outcome, Position, View
from saltroad.records import History
from saltroad.words.groups import Group
from saltroad.words.wording import Labels, Ply, Told, Wording, plies_of

_LABELS: Labels = MappingProxyType(
    {
        "choose": {"en": "choose.", "fr": "choisissez."},
        "did": {"en": "{name}: {action}.", "fr": "{name} : {action}."},
        "chance": {"en": "Chance: {action}.", "fr": "Le hasard : {action}."},
        "play": {"en": "play {action}", "fr": "jouer {action}"},
    }
)
_WORDING = Wording(_LABELS, {}, {})


def asked(view: View, legal: Sequence[Any], names: Sequence[str], you: int | None, language: str) -> str:
    """What is asked of the seat to act."""
    if view.actor < 0:
        return _WORDING.word("over", language)
    return _WORDING.addressed(_WORDING.word("choose", language), view.actor, names, you, language)


def told(history: History, since: int, names: Sequence[str], you: int | None, language: str) -> Sequence[Told]:
    """What happened from ply `since` on, a line for each ply."""
    return list(_told(plies_of(history, since), names, language))


def _told(plies: Sequence[Ply[Any]], names: Sequence[str], language: str) -> Iterator[Told]:
    for ply in plies:
        yield Told(ply.actor if ply.actor >= 0 else None, after=[said(ply, names, language)])


def said(ply: Ply[Any], names: Sequence[str], language: str) -> str:
    """What one ply did."""
    if ply.actor < 0:
        return _WORDING.word("chance", language, action=ply.action)
    return _WORDING.word("did", language, name=names[ply.actor], action=ply.action)


def suggested(view: View, action: Any, names: Sequence[str], language: str) -> str:
    """A suggestion, such as `You could play roll.`."""
    return _WORDING.could("play", language, action=action)


def default(view: View) -> None:
    """Enter alone does nothing."""


def opens(game: Any, position: Position, action: Any, language: str) -> str:
    """Nothing is known of what an action leads to."""
    return ""


def grouped(view: View, offers: Sequence[Offer], language: str) -> Sequence[Group]:
    """All choices stand in one list."""
    return ()


def spelled(line: str) -> str:
    """What was typed is read as it is."""
    return line


def named(action: Any, language: str) -> str:
    """An action is called by its text in either language."""
    return str(action)


def source(name: str, language: str) -> str:
    """A column of the score."""
    return name.replace("_", " ")


def won(outcome: Outcome, names: Sequence[str], you: int | None, language: str) -> str:
    """Who won, and by what."""
    winners = _WORDING.listed([names[seat] for seat in outcome.winners], language)
    return f"{_WORDING.won(outcome, winners, you, language)}."
