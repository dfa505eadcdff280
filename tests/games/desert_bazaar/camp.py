"""What the tests of Desert Bazaar in the terminal share: games to look at, boards drawn, sessions by typed lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from rich.console import Console
from typer.testing import CliRunner, Result

from saltroad import load
from saltroad.cli.main import app
from saltroad.games.desert_bazaar.components import NAMES, PLACES
from saltroad.games.desert_bazaar.terminal import draw
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.messages import Catalogue, catalogue_of
from saltroad.records import History
from saltroad.terminal.choices import Group, choices_of
from saltroad.terminal.scene import Scene

NAME = "desert_bazaar"
GAME = load(NAME)
CHOICES = choices_of(NAME)
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil")


def says(language: str) -> Catalogue:
    return catalogue_of("saltroad.games.desert_bazaar", language)


# -- sessions ----------------------------------------------------------------------------------------------------------


def played(*arguments: str, typed: Sequence[str] = ()) -> Result:
    """A session in this process: the lines that are typed, then the end of the input."""
    bots = [] if "--bots" in arguments or "--resume" in arguments else ["--bots", "random,random"]
    lines = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(app, ["play", NAME, *bots, *arguments], input=lines)


def sound(*arguments: str, typed: Sequence[str] = ()) -> str:
    result = played(*arguments, typed=typed)
    assert result.exception is None, result.exception
    assert result.exit_code == 0
    return result.output


def after(output: str, typed: str) -> str:
    """What follows the line that was typed, up to the next prompt."""
    return re.split(r"^>", output.partition(f"> {typed}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def asked(output: str) -> list[str]:
    return re.findall(r"^ +▶ ((?:Your turn|Player \d|À vous|You|Ada).*?) *$", output, flags=re.MULTILINE)


# -- games and boards --------------------------------------------------------------------------------------------------


@cache
def some_history(players: int, seed: int = 1, **options: Any) -> History:
    """A game of random moves."""
    history, rng = History(GAME, GAME.info.agree(players, options)), Rng(seed)
    while not history.is_over:
        history.settle(rng)
        if not history.is_over:
            history.play(rng.pick(GAME.legal(history.position)))
    return history


def groups_of(position: Position, language: str = "en") -> list[Group]:
    """The choices of the player to act, by kind; none where nobody is."""
    offers = GAME.offers(position).actions
    return list(CHOICES.grouped(GAME.observe(position, GAME.actor(position)), offers, says(language))) if offers else []


def scene(history: History, ply: int, *, opened: int | None = None) -> Scene:
    position = history.positions[ply]
    groups = groups_of(position)
    if opened is not None:
        groups = groups[opened : opened + 1]
    earns = {action: points for group in groups for action, points in group.choices}
    prices = {action: price for group in groups for action, price in group.prices.items()}
    chosen = groups[0].name if opened is not None and groups else ""
    return Scene(None, earns, prices, chosen, history.actions[:ply], max(0, ply - 4))


def drawn(view: Any, width: int, known: Scene | None = None, language: str = "en", **terminal: Any) -> str:
    console = Console(width=width, **terminal)
    with console.capture() as capture:
        console.print(draw(view, PEOPLE, says(language), known or Scene()))
    return capture.get()


PLAIN: dict[str, Any] = {"color_system": None}
COLOURED: dict[str, Any] = {"color_system": "truecolor", "force_terminal": True}
NO_COLOR: dict[str, Any] = {"color_system": "truecolor", "force_terminal": True, "no_color": True}


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def hex_of(board: str, name: str) -> tuple[str, str]:
    """The two lines of a space on the map, five cells each."""
    lines = bare(board).splitlines()
    first = next(k for k, line in enumerate(lines) if re.search(r"╱.....╲", line))
    q, r = PLACES[NAMES.index(name)]
    top, left = first + 2 * r + q + 10, 2 + 6 * (q + 5)
    return lines[top][left : left + 5], lines[top + 1][left : left + 5]


def plies_of(history: History, *phases: str) -> list[int]:
    views = (GAME.observe(position, None) for position in history.positions)
    return [ply for ply, view in enumerate(views) if view.phase in phases]
