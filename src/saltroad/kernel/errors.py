"""Everything Saltroad refuses, as errors that name the cause. Each is one clear sentence when printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from saltroad.kernel.rulebook import Verdict


def _named(fault: Fault, language: str) -> str:
    """A fault as it is named: `no option: name tiny`."""
    params = ", ".join(f"{name} {value}" for name, value in fault.params.items())
    return ": ".join(filter(None, [fault.code.replace("_", " "), params]))


@dataclass(frozen=True)
class Fault:
    """What is wrong, as a code with its values. Its sentence is the message `fault-` and the code."""

    teller: ClassVar[Callable[[Fault, str], str]] = _named
    """Tells a fault in a language: given by `saltroad` itself, as the kernel knows no messages."""
    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    """A value may be a fault itself, or an error: what is wrong with a part."""

    def sentence(self, language: str = "en") -> str:
        """In the reader's language."""
        return Fault.teller(self, language)

    def __str__(self) -> str:
        return self.sentence()


class SaltroadError(Exception):
    """The base of all refusals: bad input, never a bug of ours."""

    def __init__(self, why: str | Fault = "") -> None:
        super().__init__(why)
        self.fault = why if isinstance(why, Fault) else None

    def __str__(self) -> str:
        # Made when it is asked for: most errors are caught, and never told.
        return str(self.args[0])

    def sentence(self, language: str = "en") -> str:
        """In the reader's language, where we have it in more than one."""
        return str(self.args[0]) if self.fault is None else self.fault.sentence(language)


class UnknownGame(SaltroadError):
    """No game of that name."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(Fault("no_game", {"name": name, "games": ", ".join(known)}))


class BrokenGame(UnknownGame):
    """A game that another package registers, but that cannot be loaded."""

    def __init__(self, name: str, why: str) -> None:
        SaltroadError.__init__(self, Fault("broken_game", {"name": name, "why": why}))


class BadOptions(SaltroadError):
    """A number of players or an option that the game does not have."""


class BadPosition(SaltroadError):
    """Bytes that are not a saved position of this game and version."""


class UnreadableAction(SaltroadError):
    """A text that is no action of the game, in any position."""

    def __init__(self, text: str, examples: str = "", near: str = "") -> None:
        """`near` is the action that may be meant; else `examples` are actions of the game."""
        shown = text if len(text) <= 60 else text[:57] + "..."
        if near:
            fault = Fault("unreadable_near", {"shown": shown, "near": near})
        elif examples:
            fault = Fault("unreadable_like", {"shown": shown, "examples": examples})
        else:
            fault = Fault("unreadable", {"shown": shown})
        super().__init__(fault)
        self.text = text


class OutOfTurn(SaltroadError):
    """An action by a seat that is not to act."""

    def __init__(self, seat: int, to_act: str) -> None:
        super().__init__(f"It is not player {seat + 1}'s move: {to_act}.")
        self.seat = seat


class IllegalAction(SaltroadError):
    """An action that the rules forbid in this position: carries the id of the rule, its parameters and a sentence."""

    def __init__(self, text: str, verdict: Verdict) -> None:
        super().__init__(text)
        self.text = text
        self.verdict = verdict
        self.rule = verdict.rule
        self.params = verdict.params

    def __str__(self) -> str:
        return f"{self.text}: {self.verdict}"

    def sentence(self, language: str = "en") -> str:
        """The reason in the reader's language."""
        return self.verdict.sentence(language)
