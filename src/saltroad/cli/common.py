"""Helpers of the commands: the options of a game, JSON output, and signs of progress."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from saltroad.kernel.errors import BadOptions

if TYPE_CHECKING:
    from saltroad.kernel.info import GameInfo, Options

T = TypeVar("T")

STOPPED = 130
"""The exit code after Ctrl-C, as in other programs."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name; `saltroad games` lists them.")]
Players = Annotated[int | None, typer.Option("--players", "-p", metavar="N", help="How many play.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game, such as double_purchase=on."),
]
Seed = Annotated[int, typer.Option("--seed", "-s", metavar="S", min=0, help="The same seed gives the same games.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, for programs.")]


def agree(info: GameInfo, players: int | None, given: Iterable[str] | None) -> Options:
    """The options of a game from the command line."""
    return info.agree(players, choices_of(given))


def choices_of(given: Iterable[str] | None) -> dict[str, str]:
    """The choices of some `--option NAME=VALUE`."""
    choices: dict[str, str] = {}
    for part in given or ():
        name, equals, value = part.partition("=")
        if not equals:
            raise BadOptions(f"An option looks like double_purchase=on, not {part[:40]!r}.")
        choices[name.strip().replace("-", "_")] = value.strip()
    return choices


def print_json(value: Any) -> None:
    """Print one JSON object on standard output."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=1)
    print()


@contextmanager
def working(text: str) -> Iterator[None]:
    """Show a spinner on the terminal once something takes longer than a second; nothing where output is piped."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    status = Console(stderr=True).status(text)
    timer = threading.Timer(1.5, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


def progress(items: Iterable[T], total: int, text: str) -> Iterator[T]:
    """Iterate over the items with a progress bar on the terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, text, total=total, console=Console(stderr=True), transient=True)
