"""Positions as pictures: SVG for notebooks, papers and pages.

game = saltroad.load("bazaar")
position = game.settle(game.start(players=3), saltroad.Rng(1))
saltroad.draw(game, position)  # a notebook shows it
saltroad.draw(game, position, viewer=0, names=["Ada", "Bo", "Cleo"]).save("bazaar.svg")

A game has `picture.py` in its folder (`picture(view, names, catalogue)`), drawn with what is in `svg`; for a game
without one, the board of the terminal is made a picture (`terminal_picture`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from saltroad import games
from saltroad.drawing.terminal_picture import terminal_picture
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import catalogue_of

if TYPE_CHECKING:
    from saltroad.kernel.contract import AnyGame, Position


@dataclass(frozen=True, slots=True, repr=False)
class Drawing:
    """A picture, which notebooks show."""

    svg: str
    """The whole of it: it loads nothing."""

    def __repr__(self) -> str:
        return f"<Drawing: SVG of {len(self.svg):,} characters>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write it to a file, `.svg`."""
        Path(path).write_text(self.svg, "utf-8")


def draw(
    game: AnyGame, position: Position, *, viewer: int | None = None, names: Sequence[str] = (), language: str = "en"
) -> Drawing:
    """A position as that seat sees it, or a spectator (None): what is hidden from them is not in the picture.

    `names` are the players', by seat; without them they are Player 1, Player 2 and so on.
    """
    if position.states.dtype != game.engine.dtype:
        raise BadOptions(f"This is no position of {game.info.title}: draw it with the game that it belongs to.")
    if language not in LANGUAGES:
        raise BadOptions(f"There is no picture in {language!r}: languages are {', '.join(LANGUAGES)}.")
    players = game.options_of(position).players
    if names and len(names) != players:
        raise BadOptions(f"There are {len(names)} names for {players} players: give one for each, or none.")
    catalogue = catalogue_of(games.package_of(game.info.name), language)
    known = tuple(names) or tuple(catalogue.text("player_number", number=seat + 1) for seat in range(players))
    view = game.observe(position, viewer)
    part = games.part(game.info.name, "picture")
    if part is None:
        return Drawing(terminal_picture(game.info.name, view, known, language))
    return Drawing(part.picture(view, known, catalogue))
