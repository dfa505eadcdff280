"""The fault of a game, and the examination that names where it was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Concatenate, NoReturn, ParamSpec, TypeVar

from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.info import Options

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
E = TypeVar("E", bound=SaltroadError)

_SAMPLES = 1 << 40  # what is sampled for the checks must not be what the players draw


class GameFault(AssertionError):
    """A game breaks its contract. Names the configuration, the seed, the ply, the action and what is wrong."""

    def __init__(self, where: str, what: str, played: Sequence[str]) -> None:
        super().__init__(f"{where}: {what}")
        self.what = what
        self.played = tuple(played)
        """The actions that lead to the fault, from the start (of a long game: from where the walk began)."""


class Examination:
    """One game of one configuration under examination: calls the verbs, and names the place when one is wrong."""

    def __init__(self, game: AnyGame, options: Options | None = None, seed: int = 0) -> None:
        """An examination of one game; without options, of the game's facts before any is played."""
        self.game = game
        self.options = options
        self.seed = seed
        self.samples = Rng(_SAMPLES + seed)
        self.ply: int | None = None
        self.played: list[str] = []

    @property
    def where(self) -> str:
        parts = [self.game.info.name]
        if self.options is not None:
            parts += [str(self.options), f"seed {self.seed}"]
        if self.ply is not None:
            parts.append(f"ply {self.ply}" + (f" after {self.played[-1]!r}" if self.played else ""))
        return ", ".join(parts)

    def fail(self, what: str) -> NoReturn:
        """End the examination with a fault."""
        raise GameFault(self.where, what, self.played)

    def demand(self, holds: bool, what: str) -> None:
        """Fail unless it holds."""
        if not holds:
            self.fail(what)

    def call(self, name: str, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function that has no cause to refuse; returns its result. Any error is a fault."""
        try:
            return function(*args, **kwargs)
        except GameFault:
            raise
        except Exception as error:
            self.fail_by(name, error)

    def ask(
        self, verb: Callable[Concatenate[Position, P], R], position: Position, *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Call a verb with the position, which it must not change; returns its result."""
        before = bytes(position)
        answer = self.call(verb.__name__, verb, position, *args, **kwargs)
        if bytes(position) != before:
            self.fail(f"{verb.__name__} changes the position it is given")
        return answer

    def refusal(self, name: str, expected: type[E], function: Callable[P, object], *args: P.args, **kw: P.kwargs) -> E:
        """Call a function that has to refuse; returns its error."""
        try:
            function(*args, **kw)
        except expected as error:
            return error
        except Exception as error:
            self.fail_by(f"{name}, where only {expected.__name__} is right,", error)
        self.fail(f"{name} goes through, where {expected.__name__} is right")

    def fail_by(self, name: str, error: Exception) -> NoReturn:
        raise GameFault(self.where, f"{name} raises {type(error).__name__}: {error}", self.played) from error

    def sample(self, items: Sequence[T], many: int) -> list[T]:
        """Some of the items, in no order; all of them if there are no more."""
        left = list(items)
        for k in range(min(many, len(left))):
            other = k + self.samples.below(len(left) - k)
            left[k], left[other] = left[other], left[k]
        return left[:many]


def twin(rng: Rng) -> Rng:
    """A copy of a generator, which draws the same."""
    other = Rng(0)
    other.words = rng.words.copy()
    return other
