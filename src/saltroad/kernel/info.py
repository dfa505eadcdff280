"""The facts of a game that need no rules: who can play it, with which options. Loads neither numpy nor numba."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from saltroad.kernel.errors import BadOptions

Choice = bool | str


@dataclass(frozen=True, slots=True)
class Options:
    """What a table agrees on before the game: the number of players and a choice for every option."""

    players: int
    choices: tuple[tuple[str, Choice], ...]

    def __getitem__(self, name: str) -> Choice:
        return dict(self.choices)[name]

    def __str__(self) -> str:
        """`players=4 double_purchase=on`: as records write it."""
        return " ".join([f"players={self.players}", *(f"{name}={_text(value)}" for name, value in self.choices)])


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be agreed on. The first value is the default."""

    name: str
    about: str
    values: tuple[Choice, ...] = (False, True)
    players: tuple[int, ...] | None = None
    """If given: the option, once on, is for these numbers of players, and they are only played with it."""
    names_seat: bool = False
    """Whether its numbers are seats, of which a table has only as many as players."""
    excludes: tuple[str, ...] = ()
    """Options that cannot be on together with this one."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What `saltroad games` tells of a game."""

    name: str
    title: str
    designer: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    rules_version: int
    about: str
    reconstructed: str
    """Which components are our reconstruction."""

    def agree(self, players: int | None = None, choices: Mapping[str, Choice | str] = MappingProxyType({})) -> Options:
        """The options of a table, checked; what is not said is the default."""
        known = {option.name: option for option in self.options}
        for name in choices:
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadOptions(f"{self.title} has no option {name!r}. Its options: {names}.")
        chosen = {name: _value(option, choices.get(name, option.values[0])) for name, option in known.items()}
        for option in self.options:
            for other in option.excludes:
                if chosen[option.name] is True and chosen[other] is True:
                    raise BadOptions(f"{self.title}: {option.name} and {other} cannot be on together.")
        count = self._player_count(players, chosen)
        for option in self.options:
            value = str(chosen[option.name])
            if option.names_seat and value.isdecimal() and int(value) > count:
                raise BadOptions(f"{option.name} is {value}, but there are {count} players.")
        return Options(count, tuple(chosen.items()))

    def read(self, text: str) -> Options:
        """The options of a text such as `players=4 double_purchase=on`; BadOptions for anything else."""
        choices: dict[str, str] = {}
        for part in text.split():
            name, equals, choice = part.partition("=")
            if not equals or name in choices:
                raise BadOptions(f"options look like 'players=2 name=on', not '{part[:40]}'.")
            choices[name] = choice
        players = choices.pop("players", "")
        if not re.fullmatch(r"[0-9]{1,3}", players):
            raise BadOptions("the options need a number of players: players=2.")
        return self.agree(int(players), choices)

    def _player_count(self, players: int | None, chosen: Mapping[str, Choice]) -> int:
        allowed, cure = self.players, ""
        for option in self.options:
            if option.players is None:
                continue
            if chosen[option.name] is True:
                allowed, cure = option.players, f" with {option.name} on"
            elif players in option.players:
                raise BadOptions(f"{self.title} is for {_span(allowed)} players; for {players}, turn on {option.name}.")
        players = allowed[0] if players is None else players
        if type(players) is not int:
            raise BadOptions(f"The number of players is a whole number, not {players!r}.")
        if players not in allowed:
            raise BadOptions(
                f"{self.title}{cure} is for {_span(allowed)} player{'s' * (allowed != (1,))}, not {players}."
            )
        return players

    def configurations(self) -> Iterator[Options]:
        """Every table that can be agreed on: all player counts, all options."""
        counts = sorted({*self.players, *(n for option in self.options for n in option.players or ())})
        names = [option.name for option in self.options]
        for players in counts:
            for values in itertools.product(*(option.values for option in self.options)):
                try:
                    yield self.agree(players, dict(zip(names, values, strict=True)))
                except BadOptions:
                    continue


def _text(value: Choice) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else value


def _value(option: Option, given: Choice | str) -> Choice:
    for value in option.values:
        if given == value or (isinstance(given, str) and given.lower() == _text(value)):
            return value
    raise BadOptions(f"{option.name} is {' or '.join(map(_text, option.values))}, not {str(given)[:40]!r}.")


def _span(counts: tuple[int, ...]) -> str:
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
