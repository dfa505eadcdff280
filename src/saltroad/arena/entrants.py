"""The entrants of a tournament: bots by name, with a limit and search settings of their own, and bots of the user.

    greedy    trader@nodes=200    master@seconds=0.5    master@seconds=0.5+explore=0.4    quick=master@seconds=0.1
    python:my_bots:Miser    exec:python3 my_bot.py    mine=exec:python3 my_bot.py

Loads neither numpy nor the rules, so that a wrong name is refused at once.
"""

from __future__ import annotations

import importlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from saltroad.kernel.errors import SaltroadError

EXEC = "exec:"
PYTHON = "python:"
_NAME = re.compile(r"""(?:"[^"]*"|'[^']*'|[^,])+""")
"""One name of a list; a comma in quotes belongs to a command."""
_QUOTED = re.compile(r"""\"[^"]*\"|'[^']*'""")
_OWN_LIMIT = re.compile(r"(.*)@((?:nodes|seconds)\s*=.*)", re.DOTALL)
"""A command and its limit; any other @ is the command's."""
_CALLED = re.compile(r"([\w.-]{1,40})\s*=\s*(.*)", re.DOTALL)
"""A name that the user gives."""
_MOST_NODES = 10**9
_MOST_SECONDS = 86_400.0
_MOST = 10_000.0
_BOUNDS = {
    "prior_visits": (0.01, _MOST),  # with none at all, nothing would be known of a move that was not visited
    "trust": (0.01, _MOST),
    "prior_temperature": (1 / _MOST, _MOST),
    "rollout_weight": (0.0, 1.0),
    "mix": (0.0, 1.0),
}
"""The bounds of search settings, by their names of today and of before, where 0 to the most makes no sense."""
_LIMITS = ("nodes", "seconds")


class BadArena(SaltroadError):
    """A tournament that cannot be played; its message says why in one sentence."""


class EntrantLimit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The limit of a decision, as `--limit` gives it; without one the bot uses its own."""

    seconds: float | None = None
    nodes: int | None = None

    @property
    def repeats(self) -> bool:
        """Whether play under this limit is the same on every machine: it is not measured in time."""
        return self.nodes is not None and self.seconds is None

    def __str__(self) -> str:
        if self.nodes is not None:
            return f"nodes={self.nodes}"
        return "" if self.seconds is None else f"seconds={self.seconds:g}"


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """One bot or program that takes part."""

    label: str
    """What tables call it; no two have the same."""
    name: str
    """One of `saltroad.bots.bot_names()`, `exec:` and a command, or `python:`, a module, a colon and a name in it."""
    limit: EntrantLimit = EntrantLimit()
    settings: tuple[tuple[str, float], ...] = msgspec.field(default=(), name="style")
    """Search settings that differ from the bot's own: of `saltroad.bots.SEARCH_SETTINGS`. `style` in results files."""

    def __post_init__(self) -> None:
        if self.settings:  # a results file of version 0.1 has other names for some
            from saltroad.bots import current_setting

            msgspec.structs.force_setattr(self, "settings", tuple(current_setting(*each) for each in self.settings))

    @property
    def is_program(self) -> bool:
        return self.name.startswith(EXEC)

    @property
    def command(self) -> list[str]:
        """The words of a program's command; no shell reads them."""
        return shlex.split(self.name.removeprefix(EXEC))


def read_limit(text: str) -> EntrantLimit:
    """The limit in a text such as `nodes=200` or `seconds=0.5`."""
    name, _, number = (part.strip() for part in text.partition("="))
    try:
        if name == "nodes" and 1 <= int(number) <= _MOST_NODES:
            return EntrantLimit(nodes=int(number))
        if name == "seconds" and 0 < float(number) <= _MOST_SECONDS:
            return EntrantLimit(seconds=float(number))
    except ValueError:
        pass
    raise BadArena(f"A limit looks like nodes=200 or seconds=0.5, not {text[:40]!r}.")


def read_entrants(bots: str | Sequence[str], limit: EntrantLimit | None = None) -> tuple[Entrant, ...]:
    """The entrants in `a,b,c` or a list of names; `limit` is for all that have none of their own."""
    if isinstance(bots, str) and not all(part.strip() for part in _QUOTED.sub("-", bots).split(",")):
        raise BadArena(f"A name is missing beside a comma of {bots[:60]!r}.")
    texts = _NAME.findall(bots) if isinstance(bots, str) else bots
    for text in texts:
        if not isinstance(text, str):
            raise BadArena(f"Bots are named, and {text!r} is no name: give python:MODULE:NAME for one of your own.")
    found = [_entrant(text.strip(), limit or EntrantLimit()) for text in texts]
    labels = _unlike([entrant.label for entrant in found])
    return tuple(msgspec.structs.replace(entrant, label=label) for label, entrant in zip(labels, found, strict=True))


def _unlike(labels: Sequence[str]) -> list[str]:
    """The labels, with a number behind those that are there already."""
    counted: dict[str, int] = {}
    unlike = []
    for label in labels:
        counted[label] = counted.get(label, 0) + 1
        unlike.append(label if counted[label] == 1 else f"{label} #{counted[label]}")
    return unlike


def _entrant(text: str, limit: EntrantLimit) -> Entrant:
    called = _CALLED.fullmatch(text)
    label, text = (called[1], called[2]) if called else (text, text)
    if text.startswith(EXEC):
        own = _OWN_LIMIT.fullmatch(text)
        program = Entrant(label, (own[1] if own else text).strip(), read_limit(own[2]) if own else limit)
        _check_command(program)
        return program
    if text.startswith(PYTHON):
        name, _, own_limit = text.partition("@")
        maker_of(name.strip())  # refused now if there is none
        return Entrant(label, name.strip(), read_limit(own_limit) if own_limit else limit)
    from saltroad.bots import SEARCHING, bot_names

    name, _, numbers = (part.strip() for part in text.partition("@"))
    if name not in bot_names():
        raise BadArena(
            f"There is no bot called {name[:60]!r}. The bots are: {', '.join(bot_names())}; "
            "python:MODULE:NAME is one of your own, exec:COMMAND any program."
        )
    parts = numbers.split("+") if numbers else []
    limits = [read_limit(part) for part in parts if part.strip().startswith(_LIMITS)]
    if len(limits) > 1:
        raise BadArena(f"{text[:60]!r} has more than one limit.")
    settings = tuple(_read_setting(part) for part in parts if not part.strip().startswith(_LIMITS))
    if numbers and name not in SEARCHING:
        what = f"has no {settings[0][0]}" if settings else "needs no limit"
        raise BadArena(f"{name} does not search, and {what}. Those that do: {', '.join(SEARCHING)}.")
    return Entrant(label, name, limits[0] if limits else limit, settings)


def _read_setting(text: str) -> tuple[str, float]:
    """A search setting, as `explore=0.4`."""
    from saltroad.bots import FORMER_SETTINGS, SEARCH_SETTINGS

    name, _, number = (part.strip() for part in text.partition("="))
    if name not in (*SEARCH_SETTINGS, *FORMER_SETTINGS):
        known = ", ".join(SEARCH_SETTINGS)
        raise BadArena(f"After @ stand nodes=, seconds= or numbers of {known}; not {text[:40]!r}.")
    try:
        found = float(number)
    except ValueError:
        found = -1.0
    least, most = _BOUNDS.get(name, (0.0, _MOST))
    if not least <= found <= most:
        raise BadArena(f"{name} is a number from {least:g} to {most:,.0f}, not {number[:40]!r}.")
    return name, found


def maker_of(name: str) -> Callable[[Any, int], Any]:
    """The function that makes a bot of `python:MODULE:NAME` from the game and a seed; BadArena if there is none."""
    module, _, attribute = name.removeprefix(PYTHON).partition(":")
    if not (module and attribute):
        raise BadArena(f"A bot of your own is python:MODULE:NAME, such as python:my_bots:Miser, not {name[:60]!r}.")
    if (here := os.getcwd()) not in sys.path:
        sys.path.append(here)  # as `python` itself looks there; workers are told
    try:
        made = getattr(importlib.import_module(module), attribute, None)
    except Exception as error:  # a user's module may raise anything
        raise BadArena(f"{module!r} cannot be imported: {type(error).__name__}: {error}.") from None
    if not callable(made):
        raise BadArena(f"There is no class or function {attribute!r} in {module!r}.")
    maker: Callable[[Any, int], Any] = made
    return maker


def _check_command(entrant: Entrant) -> None:
    try:
        words = entrant.command
    except ValueError as error:
        raise BadArena(f"{entrant.name[:80]!r} cannot be read as a command: {error}.") from None
    if not words:
        raise BadArena("After exec: comes a command, such as exec:python3 my_bot.py.")
    if shutil.which(words[0]) is None:
        raise BadArena(f"There is no program {words[0][:80]!r} that could be run.")
