"""Maps of hexes in the terminal: flat-topped, two lines high, their columns half a hex apart.

A game says what stands in its hexes and which hex a cell of the map belongs to; here they are joined by their sides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from saltroad.terminal.paint import (
    DUNE,
    INK,
    LINE,
    LINES,
    SAND,
    SIGNS,
    fit,
    seat_colours,
    style,
)


@dataclass(frozen=True, slots=True)
class Hex:
    """The content of a space: two lines as wide as the map's hexes are inside."""

    upper: Text
    lower: Text
    ground: str | None = None
    """The colour of the sides that it shares with its like."""
    like: object = None
    edge: str = DUNE
    """The colour of the sides between it and others of the same edge."""


class HexMap(ABC):
    """A drawing of hexes; without colour only their sides separate them."""

    inner: int
    """The width of a hex between its slanted sides; with one side it takes a cell more."""
    columns: int
    colour: bool

    @abstractmethod
    def hex_at(self, line: int, column: int) -> tuple[Hex | None, bool]:
        """The hex that a cell of the map belongs to, and whether it is its lower line."""

    def floor(self, marks: Text, ground: str | None, ink: str = DUNE) -> Text:
        """The lower line of a hex: what it says, between pieces of its lower side."""
        space, piece = self.inner - marks.cell_len, "▁" if self.colour else "_"
        sides = (piece * (space // 2), piece * (space - space // 2))
        return Text.assemble((sides[0], style(ink, ground)), marks, (sides[1], style(ink, ground)))

    def row_of(self, line: int) -> Text:
        """A line of the map, from its left side to its right."""
        text = Text()
        for column in range(self.columns + 1):
            text.append_text(self._side(line, column))
            if column < self.columns:
                text.append_text(self._inside(line, column))
        return text

    def _inside(self, line: int, column: int) -> Text:
        here, low = self.hex_at(line, column)
        if here is not None:
            return here.lower if low else here.upper
        below, _ = self.hex_at(line + 1, column)
        return self.floor(Text(), None, LINE) if low and below is not None else Text(" " * self.inner)

    def _side(self, line: int, column: int) -> Text:
        """The slanted side at the left of a column."""
        left, (right, low) = self.hex_at(line, column - 1)[0], self.hex_at(line, column)
        glyph = "╲" if low else "╱"
        if left is None and right is None:
            return Text(" ")
        if left is None or right is None:
            return Text(glyph, LINES)
        if left.like is not None and left.like == right.like:
            return Text(" " if self.colour else glyph, style(LINE, left.ground))
        return Text(glyph, style(left.edge if left.edge == right.edge else DUNE, SAND))


def title_line(title: str, note: str, width: int) -> Text:
    """The name of the game and how far it has come, with a rule between them."""
    name, said = Text(f" {title} ", style(INK, SAND, bold=True)), Text(f" {note} ")
    rule = "━" * (width - name.cell_len - said.cell_len - 4)
    return Text.assemble(("━━", LINES), name, (rule, LINES), said, ("━━", LINES))


def sign_row(players: int) -> list[Text]:
    """The players' signs, for the heads of their columns."""
    return [Text(SIGNS[seat], style(seat_colours(seat)[0], bold=True)) for seat in range(players)]


def columns_row(name: Text, cells: Sequence[Text], cell: int, width: int) -> Text:
    """A name and a column of `cell` cells for each player."""
    rest = Text("").join(fit(one, cell, "right") for one in cells)
    return Text.assemble(fit(name, width - rest.cell_len), rest)
