"""Through the Desert in the terminal: the map in hexes of three by two cells, the piles, a row for each player.

Draws a view and decides nothing. A camel is its colour's letter above its owner's sign (a capital for the leader), an
enclosed area is the sign alone; a space that is open to the reader shows its name, and the colours that can go there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.text import Text

from saltroad.games.through_the_desert.actions import Place
from saltroad.games.through_the_desert.components import COLOURS, MOUNTAIN, NAMES, PLACES, in_play, pile_size
from saltroad.games.through_the_desert.views import SOURCES, DesertView
from saltroad.messages import Catalogue, Piece, Term
from saltroad.terminal.hexes import Hex, HexMap, columns_row, sign_row, title_line
from saltroad.terminal.paint import (
    FAINT,
    INK,
    OASIS,
    PAPER,
    PASTELS,
    ROCK,
    SAND,
    SAPPHIRE,
    SIGNS,
    SNOW,
    TERRACOTTA,
    Block,
    Board,
    beside,
    fit,
    flow,
    mixed,
    seat_colours,
    sign,
    style,
)
from saltroad.terminal.scene import Scene

_INNER = 3
"""The width of a hex between its slanted sides; with one side it takes a cell more."""
_GUTTER = 2
_RAIL = 22
_COLUMNS = 1 + max(column for column, _ in PLACES)
_MAP = _GUTTER + (_INNER + 1) * _COLUMNS + 1
_PALM = ("╲│╱", " │ ")
_PALM_IN_INK = ("╭┬╮", " │ ")
"""Without colour: nothing that could be a side of a hex."""
_PEAKS = ("/\\^", "^/\\")
_LARGEST = "*"


@dataclass(frozen=True)
class DesertBoard(Board):
    """A view, ready to print."""

    view: DesertView
    names: Sequence[str]
    catalogue: Catalogue
    scene: Scene = field(default_factory=Scene)

    def lines(self, width: int, colour: bool) -> Block:
        return _Drawing(self, width, colour).lines()


def draw(view: DesertView, names: Sequence[str], catalogue: Catalogue, scene: Scene) -> DesertBoard:
    """The board of a view."""
    return DesertBoard(view, names, catalogue, scene)


def paint(part: Piece | Term) -> Text:
    """A part of a sentence: the name of a camel colour on that colour, anything else as it is."""
    if isinstance(part, Term) and part.word in COLOURS:
        return Text(part.text, style(INK, PASTELS[COLOURS.index(part.word)]))
    return Text(str(part))


class _Drawing(HexMap):
    inner, columns = _INNER, _COLUMNS

    def __init__(self, board: DesertBoard, width: int, colour: bool) -> None:
        self.view, self.names, self.catalogue, self.scene = board.view, board.names, board.catalogue, board.scene
        self.wide = width >= 1 + _MAP + 2 + _RAIL
        self.width = width - 1
        self.colour = colour
        self.hexes = self.all_hexes()

    def lines(self) -> Block:
        gap = [Text(" " * _RAIL)]
        players, piles, caravans = [*self.players(), *gap, *self.points()], self.piles(), self.caravans()
        if self.wide:
            rail = [*players, *gap, *piles, *gap, *caravans, *gap, *self.key()]
            body = beside([self.map(), rail], 2)
        else:
            key = Text("  ").join(Text.assemble(sample, " ", said) for sample, said in self.samples())
            body = [*self.map(), key, Text(), *flow([players, piles, caravans], self.width, 3)]
        return [Text.assemble(" ", line) for line in [*self.title(), Text(), *body]]

    def say(self, name: str, **values: int) -> str:
        return self.catalogue.text(f"label-{name}", **values)

    # -- the map -------------------------------------------------------------------------------------------------------

    def all_hexes(self) -> dict[tuple[int, int], Hex]:
        """The hexes of the map by column and row; what is not in play is left out."""
        view, scene = self.view, self.scene
        places = {NAMES[number]: PLACES[number] for number in in_play(view.players)}
        water = dict(view.water)
        open_to: dict[str, dict[str, int]] = {}
        for action, points in scene.earns.items():
            if isinstance(action, Place):
                open_to.setdefault(action.space, {})[action.colour] = points
        shown = {place: self.mountain() for place in MOUNTAIN}
        shown |= {places[name]: self.ground(name, water.get(name, 0), open_to.get(name, {})) for name in places}
        shown |= {places[name]: self.oasis() for name in view.oases}
        for seat, area in enumerate(view.areas):
            shown |= {places[name]: self.enclosed(seat, name in view.oases) for name in area}
        recent = {action.space for action in scene.played[scene.since :] if isinstance(action, Place)}
        for seat, caravans in enumerate(view.caravans):
            for k, caravan in enumerate(caravans):
                for name in caravan.camels:
                    shown[places[name]] = self.camel(seat, k, leads=name == caravan.leader, recent=name in recent)
        return shown

    def mountain(self) -> Hex:
        upper, lower = (Text(peaks, style(SAND, ROCK)) for peaks in _PEAKS)
        return Hex(upper, lower, ROCK, "mountain")

    def oasis(self, ground: str = OASIS) -> Hex:
        fronds, trunk = _PALM if self.colour else _PALM_IN_INK
        return Hex(Text(fronds, style(PASTELS[1], OASIS, bold=True)), Text(trunk, style(SAND, ground, bold=True)))

    def ground(self, name: str, water: int, open_to: dict[str, int]) -> Hex:
        """A space without a camel: sand or a water hole, with what can go there."""
        marks = Text() if self.view.phase == "leader" else self.marks(open_to, water)
        if water:
            wet = style(SNOW, SAPPHIRE, bold=True)
            lower = fit(marks, _INNER, "center") if marks else Text("≈≈≈")
            lower.style = wet
            return Hex(Text(f" {water} ", wet), lower)
        return Hex(Text(f"{name if open_to else '':<{_INNER}}", style(FAINT, SAND)), self.floor(marks, SAND))

    def marks(self, open_to: dict[str, int], water: int) -> Text:
        """The colours that can go to a space, or the one that earns most there and what it earns beside the water."""
        best = max(open_to.values(), default=0)
        if best > water:
            first = next(colour for colour in open_to if open_to[colour] == best)
            points = Text(f"+{best}", style(PAPER, TERRACOTTA, bold=True))
            return points if best > 9 else Text.assemble(self.letter(first), points)
        letters = Text("").join(self.letter(colour) for colour in open_to)
        return letters if letters.cell_len <= _INNER else Text.assemble(letters[: _INNER - 1], "+")

    def letter(self, colour: str) -> Text:
        return Text(self.catalogue.letter(colour), style(INK, PASTELS[COLOURS.index(colour)], bold=True))

    def enclosed(self, seat: int, oasis: bool) -> Hex:
        tint = mixed(seat_colours(seat)[0], SAND, 0.6)
        mark = Text(SIGNS[seat], style(INK, tint, bold=True))
        if oasis:
            palm = self.oasis(tint)
            return Hex(palm.upper, Text.assemble(mark, palm.lower[1:]), tint, (seat, "area"))
        floor = self.floor(mark, tint, tint) if self.colour else self.floor(mark, None)
        return Hex(Text(" " * _INNER, style(INK, tint)), floor, tint, (seat, "area"))

    def camel(self, seat: int, k: int, *, leads: bool, recent: bool) -> Hex:
        ink, ground = (PASTELS[k], INK) if leads else (INK, PASTELS[k])
        around = "»«" if recent else "[]" if leads else "  "
        letter = self.catalogue.letter(COLOURS[k])
        letter = letter.upper() if leads else letter
        upper = Text(f"{around[0]}{letter}{around[1]}", style(ink, ground, bold=True))
        return Hex(upper, sign(seat), PASTELS[k], (seat, k))

    def map(self) -> Block:
        rows = 1 + max(row for _, row in self.hexes)
        names = " ".join(f" {letter} " for letter in sorted({name[0] for name in NAMES}))
        heads = fit(Text(" " * (_GUTTER + 1) + names, "dim"), _MAP)
        return [heads, *(self.map_line(line) for line in range(-1, 2 * rows + 1))]

    def hex_at(self, line: int, column: int) -> tuple[Hex | None, bool]:
        """The hex that a cell of the map belongs to, and whether it is its lower line."""
        row, low = divmod(line - column % 2, 2)
        return self.hexes.get((column, row)), bool(low)

    def map_line(self, line: int) -> Text:
        row, low = divmod(line, 2)
        numbered = not low and any((column, row) in self.hexes for column in range(_COLUMNS))
        number = Text(f"{row + 1 if numbered else '':>{_GUTTER}}", "dim")
        return Text.assemble(number, self.row_of(line))

    # -- beside it -----------------------------------------------------------------------------------------------------

    def title(self) -> Block:
        view = self.view
        if view.phase == "camel":
            fact = self.say("last_turn") if view.ending else self.say("round", number=view.turns // view.players + 1)
        elif view.phase == "over":
            fact = self.say("over")
        else:
            number = min(view.leaders_placed // view.players + 1, view.leader_rounds)
            fact = self.say("leaders", number=number, rounds=view.leader_rounds)
        return [title_line("Through the Desert", fact, self.width - 1)]

    def heading(self, key: str) -> Text:
        return fit(Text(self.say(key), "bold"), _RAIL)

    def players(self) -> Block:
        lines = [self.heading("players")]
        for seat, score in enumerate(self.view.scores):
            on_turn = seat == self.view.seat and self.view.phase != "over"
            marker = Text("▶ " if on_turn else "  ", style(TERRACOTTA, bold=True))
            total = Text(f"{'—' if score is None else score:>4}", "bold")
            name = fit(Text(f" {self.names[seat]}", "bold" if on_turn else ""), _RAIL - 5 - total.cell_len)
            lines.append(Text.assemble(marker, sign(seat), name, total))
        return lines

    @property
    def cell(self) -> int:
        """The width of a player's column."""
        return min(5, (_RAIL - 7) // self.view.players)

    def row(self, name: Text, cells: Sequence[Text]) -> Text:
        return columns_row(name, cells, self.cell, _RAIL)

    def signs(self) -> Text:
        """A line with the players' signs above their columns."""
        return self.row(Text(), sign_row(self.view.players))

    def points(self) -> Block:
        lines = [self.signs()]
        for source, points in zip(SOURCES, self.view.points, strict=True):
            if source == "largest_caravans" and self.view.phase != "over":
                continue
            cells = [Text("—" if n is None else str(n)) for n in points]
            lines.append(self.row(Text(self.say(source), "dim"), cells))
        return lines

    def chip(self, k: int) -> Text:
        letter = self.catalogue.letter(COLOURS[k])
        return Text(f" {letter} " if self.colour else f"({letter})", style(INK, PASTELS[k], bold=True))

    def piles(self) -> Block:
        """The clock of the game: it ends when one of them is empty."""
        lines, full, room = [self.heading("piles")], pile_size(self.view.players), _RAIL - 14
        for k, left in enumerate(self.view.piles):
            long = -(-room * left // full)
            name = fit(Text(self.catalogue.text(f"term-{COLOURS[k]}")), 7)
            bar = Text.assemble(("█" * long, style(PASTELS[k], PASTELS[k])), ("·" * (room - long), "dim"))
            lines.append(Text.assemble(self.chip(k), " ", name, bar, (f"{left:>3}", "bold" if left <= 3 else "")))
        return lines

    def caravans(self) -> Block:
        lines = [self.heading("caravans"), self.signs()]
        for k in range(len(COLOURS)):
            lengths = [len(caravans[k].camels) for caravans in self.view.caravans]
            cells = [
                Text(f"{length}{_LARGEST}", "bold") if length == max(lengths) > 0 else Text(f"{length or '·'} ", "")
                for length in lengths
            ]
            lines.append(self.row(self.chip(k), cells))
        return lines

    def samples(self) -> list[tuple[Text, str]]:
        """What the map shows, each with its name."""
        pink = COLOURS.index("pink")
        shown = [self.camel(0, pink, leads=True, recent=False), self.camel(0, pink, leads=False, recent=True)]
        parts = [one.upper for one in (*shown, self.ground("", 3, {}), self.oasis())]
        return list(zip(parts, map(self.say, ("a_leader", "a_recent", "a_hole", "an_oasis")), strict=True))

    def key(self) -> Block:
        return [fit(Text.assemble(sample, (f" {said}", "dim")), _RAIL) for sample, said in self.samples()]
