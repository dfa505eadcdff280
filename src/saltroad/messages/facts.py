"""The bases of facts: what happened, what is asked of a seat, what it could do. Each kind has its message.

A fact is a small struct. Its kind, the class name in snake case, is the id of its message; its fields are the values
that the message places. Fields are plain: a seat is its number, a piece is its code (`RRWBG`), a space its name.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from saltroad.kernel.contract import NOBODY, AnyGame, Position, View

V = TypeVar("V", bound=View)


def kind_of(class_name: str) -> str:
    """The kind of a class of facts: `CamelPlaced` is `camel_placed`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


class Fact(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag=kind_of):
    """The base of all facts. The garbage collector passes them over: they hold plain values, and a log keeps many."""

    @property
    def kind(self) -> str:
        """The id of its message."""
        return str(self.__struct_config__.tag)

    def fields(self) -> dict[str, Any]:
        """The values that its message places."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


class Event(Fact, frozen=True):
    """Something that happened. One with a field `seat` is told as a clause that has this seat as its subject: "Ada" +
    "places a pink camel on f4"; one without is a sentence, in another line than what players did unless it is a
    `Consequence`."""


class TurnOpening(Event, frozen=True):
    """What a player does first in a turn: it begins a line, also where the line before is about the same player."""


class Consequence(Event, frozen=True):
    """What follows from what a player did, as a sentence in the same line, such as "Stall 2 now shows RRWBG"."""


class Question(Fact, frozen=True):
    """What is asked of a seat. The message says it to the seat itself and, in other words, to those who wait."""

    seat: int
    """The seat to act."""


class Advice(Fact, frozen=True):
    """Something that the seat to act could do: the message follows "You could"."""


class PublicPly(Generic[V]):
    """One action with the spectators' views before and after it; a view is built only if it is needed."""

    def __init__(
        self,
        game: AnyGame,
        actor: int,
        action: Any,
        positions: tuple[Position, Position],
        views: tuple[V | None, V | None] = (None, None),
    ) -> None:
        self.game, self.actor, self.action, self._positions, self._views = game, actor, action, positions, views

    @cached_property
    def before(self) -> V:
        return self._view(0)

    @cached_property
    def after(self) -> V:
        return self._view(1)

    def _view(self, which: int) -> V:
        given = self._views[which]
        view: V = given if given is not None else self.game.observe(self._positions[which], None)
        return view

    @property
    def view_after(self) -> V | None:
        """The spectators' view after it, if that was built."""
        view: V | None = self.__dict__.get("after", self._views[1])
        return view

    @property
    def ends(self) -> bool:
        """Whether the game is over with it."""
        return self.game.actor(self._positions[1]) == NOBODY
