"""The registry of games: one list, each game loaded when it is first asked for.

A game is a package: `info.py` with INFO and `game.py` with GAME, and beside them what it has of the optional parts (see
`part`). The built-in ones are the folders here. Another installed package registers its own by an entry point of the
group `saltroad.games`: the game's name, and the package that holds it.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Mapping, Sequence
from importlib import import_module, metadata
from importlib.util import find_spec
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, overload

from saltroad.kernel.errors import BrokenGame, UnknownGame
from saltroad.kernel.info import GameInfo

if TYPE_CHECKING:
    from saltroad.kernel.contract import AnyGame

BUILT_IN = ("through_the_desert", "desert_bazaar", "bazaar")
"""The games of this package, by the names of their folders."""
ENTRY_POINTS = "saltroad.games"
"""The group of entry points by which other packages register games."""

_log = logging.getLogger(__name__)


class _Registered(Sequence[str]):
    """The names of all games, read from the installed packages when one is first asked for."""

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return tuple(_packages())[index]

    def __len__(self) -> int:
        return len(_packages())

    def __repr__(self) -> str:
        return repr(tuple(_packages()))


GAMES: Sequence[str] = _Registered()
"""The names of all games: the built-in ones, then those of other packages by name."""


def info(name: str) -> GameInfo:
    """The facts of a game that need no rules; UnknownGame if there is none of that name."""
    return _info_of(package_of(name))


def load(name: str) -> AnyGame:
    """A game by name; UnknownGame if there is none."""
    game: AnyGame = import_module(f"{package_of(name)}.game").GAME
    return game


def part(name: str, module: str) -> ModuleType | None:
    """An optional module of a game's package, such as `events` or `bot.levels`; None if the game has none.

    A game that is used without being registered has no parts.
    """
    try:
        package, _, child = f"{package_of(name)}.{module}".rpartition(".")
        found = find_spec(f"{package}.{child}")
    except UnknownGame:
        return None
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        return None  # the game has no folder `bot`
    return None if found is None else import_module(f"{package}.{child}")


def package_of(name: str) -> str:
    """The package that holds a game; UnknownGame if there is none of that name."""
    tidy = name.strip().lower().replace("-", "_").replace(" ", "_")
    if tidy in BUILT_IN:  # without a look at the installed packages, which takes a moment
        return f"{__name__}.{tidy}"
    if tidy in _broken():
        raise BrokenGame(tidy, _broken()[tidy])
    if tidy not in _packages():
        raise UnknownGame(name, GAMES)
    return _packages()[tidy]


def _packages() -> Mapping[str, str]:
    return _read()[0]


def _broken() -> Mapping[str, str]:
    return _read()[1]


@functools.cache
def _read() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The packages of the games by name; and why those are left out that cannot be used."""
    packages = {name: f"{__name__}.{name}" for name in BUILT_IN}
    broken: dict[str, str] = {}
    for entry in sorted(metadata.entry_points(group=ENTRY_POINTS), key=lambda entry: (entry.name, entry.value)):
        why = f"{packages[entry.name]} has that name" if entry.name in packages else _fault_in(entry)
        if not why:
            packages[entry.name] = entry.value
            continue
        _log.warning("The game %r of %s is left out: %s", entry.name, entry.value, why)
        if entry.name not in packages:
            broken[entry.name] = why
    return MappingProxyType(packages), MappingProxyType(broken)


def _fault_in(entry: metadata.EntryPoint) -> str:
    """Why a registered game cannot be used; empty if it can."""
    try:
        found = _info_of(entry.value)
    except Exception as error:  # the code of another package: whatever it raises, the other games are there
        return f"{type(error).__name__}: {error}"
    return "" if found.name == entry.name else f"it calls itself {found.name!r}"


def _info_of(package: str) -> GameInfo:
    found: GameInfo = import_module(f"{package}.info").INFO
    return found
