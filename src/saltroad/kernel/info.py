"""The facts of a game that need no rules: who can play it, with which options. Loads neither numpy nor numba."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from saltroad.kernel.errors import BadOptions, Fault

Choice = bool | str


@dataclass(frozen=True, slots=True)
class Options:
    """What a table agrees on before the game: the number of players and a choice for every option."""

    players: int
    choices: tuple[tuple[str, Choice], ...]
    unwritten: frozenset[str] = field(default=frozenset(), compare=False)
    """The options that texts leave out; see `Option.is_younger`."""

    def __getitem__(self, name: str) -> Choice:
        return dict(self.choices)[name]

    def __str__(self) -> str:
        """`players=4 double_purchase=on`: as records write it."""
        written = [f"{name}={_text(value)}" for name, value in self.choices if name not in self.unwritten]
        return " ".join([f"players={self.players}", *written])


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
    is_younger: bool = False
    """Whether games were written down before it was there. Its default is then left out of texts: those games read and
    write as ever, and go on in a results file; and older versions can read what they can play."""


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
    aim: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What players try to do, in a sentence, by language."""
    rule_prefix: str = ""
    """What the ids of its rules begin with, such as BZ."""
    sources: tuple[str, ...] = ()
    """What points come from, in the order of an outcome's breakdown."""
    bots: tuple[str, ...] = ()
    """Bots that know this game only, beside those of every game: each is a module of its `bot` folder."""

    def agree(self, players: int | None = None, choices: Mapping[str, Choice | str] = MappingProxyType({})) -> Options:
        """The options of a table, checked; what is not said is the default."""
        known = {option.name: option for option in self.options}
        for name in choices:
            if name not in known:
                names = {"names": ", ".join(known)} if known else {}
                raise _bad("no_option" if known else "no_options", title=self.title, name=name, **names)
        chosen = {name: _value(option, choices.get(name, option.values[0])) for name, option in known.items()}
        for option in self.options:
            for other in option.excludes:
                if chosen[option.name] is True and chosen[other] is True:
                    raise _bad("not_together", title=self.title, name=option.name, other=other)
        count = self._player_count(players, chosen)
        for option in self.options:
            value = str(chosen[option.name])
            if option.names_seat and value.isdecimal() and int(value) > count:
                raise _bad("no_such_player", name=option.name, value=value, count=count)
        unwritten = {o.name for o in self.options if o.is_younger and chosen[o.name] == o.values[0]}
        return Options(count, tuple(chosen.items()), frozenset(unwritten))

    def read(self, text: str) -> Options:
        """The options of a text such as `players=4 double_purchase=on`; BadOptions for anything else."""
        choices: dict[str, str] = {}
        for part in text.split():
            name, equals, choice = part.partition("=")
            if not equals or name in choices:
                raise _bad("not_options", part=part[:40])
            choices[name] = choice
        players = choices.pop("players", "")
        if not re.fullmatch(r"[0-9]{1,3}", players):
            raise _bad("players_missing")
        return self.agree(int(players), choices)

    def _player_count(self, players: int | None, chosen: Mapping[str, Choice]) -> int:
        if players is not None and type(players) is not int:  # True would be a 1
            raise _bad("not_a_number", given=repr(players))
        allowed, only_with = self.players, ""
        for option in self.options:
            if option.players is None:
                continue
            if chosen[option.name] is True:
                allowed, only_with = option.players, option.name
            elif players in option.players:
                raise _bad("option_needed", title=self.title, players=players, name=option.name, **_span(allowed))
        players = allowed[0] if players is None else players
        if players not in allowed:
            told = {"title": self.title, "players": players, **_span(allowed)}
            raise _bad("players_with", name=only_with, **told) if only_with else _bad("players", **told)
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
    raise _bad("no_value", name=option.name, given=str(given)[:40], values=", ".join(map(_text, option.values)))


def _bad(code: str, **params: object) -> BadOptions:
    return BadOptions(Fault(code, params))


def _span(counts: tuple[int, ...]) -> dict[str, object]:
    return {"allowed": counts, "least": counts[0], "most": counts[-1]}
