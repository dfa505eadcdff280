"""Everything Saltroad refuses, as errors that name the cause. Each is one clear sentence when printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from saltroad.kernel.rulebook import Verdict


@dataclass(frozen=True)
class Fault:
    """What is wrong, as a code for programs and a sentence for people, by language."""

    code: str
    texts: Mapping[str, str]
    params: Mapping[str, object] = field(default_factory=dict)

    def sentence(self, language: str = "en") -> str:
        """In the reader's language; what is wrong with a part is told in it too."""
        told = {
            name: value.sentence(language) if isinstance(value, Fault | SaltroadError) else value
            for name, value in self.params.items()
        }
        return self.texts[language].format(**told)

    def __str__(self) -> str:
        return self.sentence()


class SaltroadError(Exception):
    """The base of all refusals: bad input, never a bug of ours."""

    def __init__(self, why: str | Fault = "") -> None:
        super().__init__(str(why))
        self.fault = why if isinstance(why, Fault) else None

    def sentence(self, language: str = "en") -> str:
        """In the reader's language, where we have it in more than one."""
        return str(self) if self.fault is None else self.fault.sentence(language)


class UnknownGame(SaltroadError):
    """No game of that name."""

    TEXTS: Mapping[str, str] = {
        "en": "There is no game called {name!r}. The games are: {games}.",
        "fr": "Il n'y a pas de jeu {name!r}. Les jeux : {games}.",
    }

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(Fault("no_game", self.TEXTS, {"name": name, "games": ", ".join(known)}))


class BrokenGame(UnknownGame):
    """A game that another package registers, but that cannot be loaded."""

    TEXTS: Mapping[str, str] = {
        "en": "The game {name!r} cannot be loaded: {why}.",
        "fr": "Le jeu {name!r} ne peut pas être chargé : {why}.",
    }

    def __init__(self, name: str, why: str) -> None:
        SaltroadError.__init__(self, Fault("broken_game", self.TEXTS, {"name": name, "why": why}))


class BadOptions(SaltroadError):
    """A number of players or an option that the game does not have."""


class BadPosition(SaltroadError):
    """Bytes that are not a saved position of this game and version."""


class UnreadableAction(SaltroadError):
    """A text that is no action of the game, in any position."""

    def __init__(self, text: str, hint: str = "", near: str = "") -> None:
        """`near` is the action that may be meant; else `hint` says, in English, what an action looks like."""
        shown = text if len(text) <= 60 else text[:57] + "..."
        texts = {"en": "{shown!r} is not an action.", "fr": "{shown!r} n'est pas une action."}
        if near:
            texts = {"en": texts["en"] + " Did you mean {near!r}?", "fr": texts["fr"] + " Vouliez-vous dire {near!r} ?"}
        elif hint:
            texts["en"] += " {hint}"
        super().__init__(Fault("unreadable", texts, {"shown": shown, "near": near, "hint": hint}))
        self.text = text


class OutOfTurn(SaltroadError):
    """An action by a seat that is not to act."""

    def __init__(self, seat: int, to_act: str) -> None:
        super().__init__(f"It is not player {seat + 1}'s move: {to_act}.")
        self.seat = seat


class IllegalAction(SaltroadError):
    """An action that the rules forbid in this position: carries the id of the rule, its parameters and a sentence."""

    def __init__(self, text: str, verdict: Verdict) -> None:
        super().__init__(f"{text}: {verdict}")
        self.text = text
        self.verdict = verdict
        self.rule = verdict.rule
        self.params = verdict.params

    def sentence(self, language: str = "en") -> str:
        """The reason in the reader's language."""
        return self.verdict.sentence(language)
