"""Everything Saltroad refuses, as errors that name the cause. Each is one clear sentence when printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from saltroad.kernel.rulebook import Verdict


class SaltroadError(Exception):
    """The base of all refusals: bad input, never a bug of ours."""


class UnknownGame(SaltroadError):
    """No game of that name."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"There is no game called {name!r}. The games are: {', '.join(known)}.")


class BadOptions(SaltroadError):
    """A number of players or an option that the game does not have."""


class BadPosition(SaltroadError):
    """Bytes that are not a saved position of this game and version."""


class UnreadableAction(SaltroadError):
    """A text that is no action of the game, in any position."""

    def __init__(self, text: str, hint: str = "") -> None:
        shown = text if len(text) <= 60 else text[:57] + "..."
        super().__init__(f"{shown!r} is not an action." + (f" {hint}" if hint else ""))
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
