"""What the narrators of all games share: words with their values, who is addressed, and the lines of what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from saltroad.kernel.contract import NOBODY, AnyGame, Outcome, Position, View
from saltroad.kernel.rulebook import Rulebook
from saltroad.records import History

V = TypeVar("V", bound=View)

Labels = Mapping[str, Mapping[str, str]]
"""By key, then language."""
Pairs = Mapping[str, Mapping[str, tuple[str, str]]]
"""The same with two forms: said to the one who did it and of another, or of one and of many."""

SHARED_LABELS: Labels = MappingProxyType(
    {
        "round": {"en": "round {number}", "fr": "tour de table {number}"},
        "over": {"en": "The game is over.", "fr": "La partie est finie."},
        "to_you": {"en": "Your turn: {task}", "fr": "À vous : {task}"},
        "to_name": {"en": "{name}: {task}", "fr": "{name} : {task}"},
        "and": {"en": " and ", "fr": " et "},
        "could": {"en": "You could {do}.", "fr": "Vous pourriez {do}."},
    }
)
SHARED_CLAUSES: Pairs = MappingProxyType(
    {
        "win": {
            "en": ("win with {points}", "wins with {points}"),
            "fr": ("gagnez avec {points}", "gagne avec {points}"),
        },
        "share": {
            "en": ("share the victory with {points}", "share the victory with {points}"),
            "fr": ("partagez la victoire avec {points}", "partagent la victoire avec {points}"),
        },
        "begin": {"en": ("begin", "begins"), "fr": ("commencez", "commence")},
    }
)
SHARED_COUNTED: Pairs = MappingProxyType(
    {"points": {"en": ("{n} point", "{n} points"), "fr": ("{n} point", "{n} points")}}
)


class Wording:
    """The words of one game: its own labels, clauses and counted nouns, with those that all games share."""

    def __init__(self, labels: Labels, clauses: Pairs, counted: Pairs) -> None:
        self._labels: Labels = {**SHARED_LABELS, **labels}
        self._clauses: Pairs = {**SHARED_CLAUSES, **clauses}
        self._counted: Pairs = {**SHARED_COUNTED, **counted}

    def word(self, key: str, language: str, **values: object) -> str:
        """A label or sentence with its values filled in."""
        return self._labels[key][language].format(**values)

    def counted(self, number: int, noun: str, language: str, named: str = "") -> str:
        """`1 point`, `3 points`; or what is counted by name: `the oases d3 and h11`."""
        one, many = self._counted[noun][language]
        return (one if number == 1 else many).format(n=named or number)

    def listed(self, names: Sequence[str], language: str) -> str:
        """`a, b and c`."""
        return self.word("and", language).join(filter(None, [", ".join(names[:-1]), names[-1]]))

    def clause(self, key: str, language: str, to_them: bool, **values: object) -> str:
        """What a player does: said to them, or of them."""
        yours, theirs = self._clauses[key][language]
        return (yours if to_them else theirs).format(**values)

    def source(self, name: str, language: str) -> str:
        """A column of the score."""
        return self.word(name, language)

    def addressed(self, task: str, seat: int, names: Sequence[str], you: int | None, language: str) -> str:
        """A task with the one it is for: `Your turn: roll.`, `Ada: roll.`"""
        if seat == you:
            return self.word("to_you", language, task=task)
        return self.word("to_name", language, name=names[seat], task=task)

    def could(self, key: str, language: str, **values: object) -> str:
        """A suggestion, by its key among the labels: `You could roll the die.`"""
        return self.word("could", language, do=self.word(key, language, **values))

    def won(self, outcome: Outcome, winners: str, you: int | None, language: str) -> str:
        """Who won, and by what: `Ada wins with 9 points`, without the full stop."""
        key = "win" if len(outcome.winners) == 1 else "share"
        points = self.counted(max(outcome.scores), "points", language)
        return f"{winners} {self.clause(key, language, you in outcome.winners, points=points)}"


@dataclass
class Told:
    """What one player did in a row, or what happened to nobody in particular."""

    seat: int | None
    subject: str = ""
    clauses: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    """Sentences that follow from it."""
    then: str = ", "
    """What stands between two clauses."""

    def __str__(self) -> str:
        said = f"{self.subject} {self.then.join(self.clauses)}." if self.clauses else ""
        return " ".join(filter(None, [said, *self.after]))


class Ply(Generic[V]):
    """One action with what everybody sees before and after it; a view is built only if it is needed."""

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
    def ends(self) -> bool:
        """Whether the game is over with it."""
        return self.game.actor(self._positions[1]) == NOBODY


def plies_of(history: History, since: int) -> list[Ply[Any]]:
    """The plies of a game from `since` on."""
    return [
        Ply(history.game, history.actors[k], history.actions[k], (history.positions[k], history.positions[k + 1]))
        for k in range(since, len(history))
    ]


class Teller(Generic[V]):
    """Tells plies to one reader, in one language."""

    says: Wording
    rulebook: Rulebook

    def __init__(self, names: Sequence[str], you: int | None, language: str) -> None:
        self.names, self.you, self.language = names, you, language

    def word(self, key: str, **values: object) -> str:
        return self.says.word(key, self.language, **values)

    def listed(self, names: Sequence[str]) -> str:
        return self.says.listed(names, self.language)

    def counted(self, number: int, noun: str, named: str = "") -> str:
        return self.says.counted(number, noun, self.language, named)

    def clause(self, seat: int, key: str, **values: object) -> str:
        return self.says.clause(key, self.language, seat == self.you, **values)

    def sentence(self, seat: int, key: str, **values: object) -> str:
        """A clause with its subject."""
        return f"{self.names[seat]} {self.clause(seat, key, **values)}."

    def points(self, number: int) -> str:
        return self.counted(number, "points")

    def term(self, name: str) -> str:
        return self.rulebook.term(name, self.language)
