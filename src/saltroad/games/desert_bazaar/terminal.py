"""Desert Bazaar in the terminal: the map in hexes of five by two cells, the tiles of both sides, piles and players.

Draws a view and decides nothing. A tent is its product's letter beside its owner's sign; a number above says how many
tents its encampment has. A space that is open for the tile chosen shows its name, what it earns and what it costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rich.text import Text

from saltroad.games.desert_bazaar.actions import Build, CampAction, Pay
from saltroad.games.desert_bazaar.components import (
    CARDS_PER_RESOURCE,
    ENCAMPMENT_SIZE,
    FACE_LETTERS,
    LETTERS,
    NAMES,
    PLACES,
    RESOURCES,
)
from saltroad.games.desert_bazaar.state import SOURCES
from saltroad.games.desert_bazaar.views import CampView
from saltroad.messages import Catalogue, Piece, Term
from saltroad.terminal.hexes import Hex, HexMap, columns_row, sign_row, title_line
from saltroad.terminal.paint import (
    ASKED,
    DUNE,
    FAINT,
    GOODS,
    INK,
    LAMP,
    OASIS,
    ROCK,
    SAND,
    SNOW,
    TERRACOTTA,
    Block,
    Board,
    beside,
    fit,
    flow,
    mixed,
    sign,
    style,
)
from saltroad.terminal.scene import Scene

_INNER = 5
"""The width of a hex between its slanted sides; with one side it takes a cell more."""
_RAIL = 30
_NARROW = 22
"""The width of a part beside the map, and of the smaller ones below it."""
_LEFT = min(q for q, _ in PLACES)
_TOP = min(2 * r + q for q, r in PLACES)
_COLUMNS = 1 + max(q for q, _ in PLACES) - _LEFT
_LINES = 2 + max(2 * r + q for q, r in PLACES) - _TOP
_MAP = (_INNER + 1) * _COLUMNS + 1
_LARGE = ENCAMPMENT_SIZE - 2
"""Camps from this size on stand out: one or two tents more, and they are full."""
_SCREE = mixed(ROCK, DUNE, 0.3)
_MANY = 10
"""Spaces alike from this number on are the usual ones."""
_HEADS = ("cards", "left", "pts")
_AT_THE_END = SOURCES.index("markers")
_PAINT = dict(zip(FACE_LETTERS, (*((INK, ground) for ground in GOODS), (INK, LAMP), (SAND, ROCK)), strict=True))
"""What a letter is written with, and on."""


@dataclass(frozen=True)
class CampBoard(Board):
    """A view, ready to print."""

    view: CampView
    names: Sequence[str]
    catalogue: Catalogue
    scene: Scene = field(default_factory=Scene)

    def lines(self, width: int, colour: bool) -> Block:
        return _Drawing(self, width, colour).lines()


def draw(view: CampView, names: Sequence[str], catalogue: Catalogue, scene: Scene) -> CampBoard:
    """The board of a view."""
    return CampBoard(view, names, catalogue, scene)


def paint(part: Piece | Term) -> Text:
    """A part of a sentence as what it is: cards, dice and tiles letter by letter, a resource on its own ground."""
    if isinstance(part, Piece):
        return _letters(part.code)
    if part.word in RESOURCES:
        return Text(part.text, style(INK, GOODS[RESOURCES.index(part.word)]))
    return Text(part.text)


def _letters(code: str) -> Text:
    """Cards, dice or a tile (`W:SSC`), each letter on its ground."""
    return Text.assemble(*((x, style(*_PAINT[x], bold=True)) if x in _PAINT else x for x in code))


def _news_from(played: Sequence[CampAction], since: int) -> int:
    """The ply from which on moves are news: a payment is none without what it is for."""
    return since - 1 if 0 < since < len(played) and isinstance(played[since], Pay) else since


class _Drawing(HexMap):
    inner, columns = _INNER, _COLUMNS

    def __init__(self, board: CampBoard, width: int, colour: bool) -> None:
        self.view, self.names, self.catalogue, self.scene = board.view, board.names, board.catalogue, board.scene
        self.wide = width >= 1 + _MAP + 2 + _RAIL
        self.width = width - 1
        self.colour = colour
        self.hexes = self.all_hexes()

    def lines(self) -> Block:
        gap = [Text(" " * _RAIL)]
        players, goods, tiles = [*self.players(), *gap, *self.points()], self.goods(), self.tiles()
        if self.wide:
            body = [*beside([self.map(), [*players, *gap, *goods, *gap, *tiles]], 2), Text(), self.key()]
        else:
            body = [Text(), *self.map(), self.key(), Text(), *flow([players, goods, tiles], self.width, 2)]
        now = [*self.dice(), *self.pending(), *self.hand()]
        return [Text.assemble(" ", line) for line in [self.title(), *body, *([Text()] if now else []), *now]]

    def say(self, name: str, **values: str | int) -> str:
        return self.catalogue.text(f"label-{name}", **values)

    # -- the map -------------------------------------------------------------------------------------------------------

    def all_hexes(self) -> dict[tuple[int, int], Hex]:
        """The hexes of the map by column and row."""
        view, scene = self.view, self.scene
        places = dict(zip(NAMES, PLACES, strict=True))
        open_to: dict[str, list[Build]] = {}
        for action in scene.earns:
            if isinstance(action, Build):
                open_to.setdefault(action.space, []).append(action)
        room = set(view.room)
        shown = {
            place: self.ground(name, open_to.get(name, [])) if name in room else self.barred()
            for name, place in places.items()
        }
        news = scene.played[_news_from(scene.played, scene.since) :]
        recent = {action.space for action in news if isinstance(action, Build)}
        sizes = {name: len(camp) for camp in view.camps for name in camp}
        heads = {camp[0] for camp in view.camps if 1 < len(camp) < ENCAMPMENT_SIZE}
        for tent in view.tents:
            size, name = sizes[tent.space], tent.space
            if size == ENCAMPMENT_SIZE:
                shown[places[name]] = self.closed(tent.tile[0], name if name in recent else "")
            else:
                badge = size if name in heads or size >= _LARGE else 0
                shown[places[name]] = self.tent(tent.tile[0], tent.owner, name, badge, recent=name in recent)
        if view.building is not None:
            tile, name = view.building
            shown[places[name]] = self.unpaid(tile[0], name)
        return shown

    def ground(self, name: str, builds: Sequence[Build]) -> Hex:
        """A space where a tent may stand, with what it would cost: of the tile chosen, or whether any is free there."""
        prices = [self.scene.prices.get(build, "") for build in builds]
        if self.scene.chosen and builds:
            points, is_usual = self.scene.earns[builds[0]], (prices[0], self.scene.earns[builds[0]]) == self.usual
            gain = Text(f"+{points}" if points else "", style(FAINT, SAND) if is_usual else ASKED)
            upper = Text.assemble((fit(Text(name), _INNER - gain.cell_len).plain, style(INK, SAND, bold=True)), gain)
            price = self.price(prices[0])
            return Hex(upper, self.floor(Text(price.plain, style(FAINT, SAND)) if is_usual else price, SAND))
        free = self.price("") if builds and not self.scene.chosen and "" in prices else Text()
        return Hex(Text(f"{name:<{_INNER}}", style(FAINT, SAND)), self.floor(free, SAND))

    @cached_property
    def usual(self) -> tuple[str, int] | None:
        """The price and points of most spaces, which are written quietly so that the others stand out."""
        both = Counter((self.scene.prices[build], points) for build, points in self.scene.earns.items())
        often = both.most_common(1)
        return often[0][0] if often and often[0][1] >= _MANY else None

    def price(self, cards: str) -> Text:
        """Cards by their letters; many, by their number."""
        if not cards:
            return Text(self.say("free"), style(SNOW, OASIS, bold=True))
        return Text(f"×{len(cards)}", style(INK, SAND, bold=True)) if len(cards) > _INNER else _letters(cards)

    def barred(self) -> Hex:
        return Hex(Text("  ×  ", style(ROCK, DUNE)), self.floor(Text(), DUNE, _SCREE))

    def tent(self, product: str, owner: int | None, name: str, badge: int, *, recent: bool) -> Hex:
        ground = style(INK, _PAINT[product][1], bold=True)
        size = Text(f"{badge}", style(INK, SNOW if badge < _LARGE else LAMP, bold=True)) if badge else Text()
        label = Text(f"»{name}" if recent else name, style(INK, _PAINT[product][1], bold=recent))
        upper = Text.assemble(label, (" " * (_INNER - label.cell_len - size.cell_len), ground), size)
        mark = Text(" – ", ground) if owner is None else sign(owner)
        return Hex(upper, Text.assemble((f" {product}", ground), mark), edge=INK)

    def closed(self, product: str, recent: str) -> Hex:
        """A tent of a full camp: its markers have gone home."""
        tint = style(FAINT, mixed(_PAINT[product][1], SAND, 0.35))
        label = f"»{recent}" if recent else ""
        return Hex(Text(f"{label:<{_INNER}}", tint), Text(f" ({product.lower()}) ", tint), edge=INK)

    def unpaid(self, product: str, name: str) -> Hex:
        return Hex(Text(f"{name:<{_INNER}}", ASKED), Text(f" {product} ? ", ASKED), edge=INK)

    def map(self) -> Block:
        return [self.row_of(line) for line in range(-1, _LINES)]

    def hex_at(self, line: int, column: int) -> tuple[Hex | None, bool]:
        """The hex that a cell of the map belongs to, and whether it is its lower line."""
        q = column + _LEFT
        r, low = divmod(line + _TOP - q, 2)
        return self.hexes.get((q, r)), bool(low)

    # -- beside it -----------------------------------------------------------------------------------------------------

    def title(self) -> Text:
        view = self.view
        if view.phase == "over":
            facts = [self.say("over")]
        elif not any(tile for side in view.sides for tile in side):
            facts = [self.say("setup")]
        else:
            facts = [self.say("round", number=view.turns // view.players + 1)]
            if view.quiet >= 2 * view.players:
                facts.append(self.say("quiet", turns=view.quiet))
        return title_line("Desert Bazaar", " · ".join(facts), self.width)

    def players(self) -> Block:
        view, widths = self.view, (6, 6, 4)
        room = _RAIL - 5 - sum(widths)
        heads = [fit(Text(self.say(key), "dim"), width, "right") for key, width in zip(_HEADS, widths, strict=True)]
        lines = [Text.assemble(fit(Text(self.say("players"), "bold"), room + 5), *heads)]
        for seat, score in enumerate(view.scores):
            on_turn = seat == view.seat and view.phase != "over"
            marker = Text("▶ " if on_turn else "  ", style(TERRACOTTA, bold=True))
            cells = [Text(str(view.held[seat])), Text(str(view.markers[seat])), Text(str(score), "bold")]
            name = fit(Text(f" {self.names[seat]}", "bold" if on_turn else ""), room)
            numbers = [fit(cell, width, "right") for cell, width in zip(cells, widths, strict=True)]
            lines.append(Text.assemble(marker, sign(seat), name, *numbers))
        return lines

    def points(self) -> Block:
        """The scores by source; two of them are counted at the end."""
        view = self.view
        width = min(5, (_RAIL - 10) // view.players)
        lines = [columns_row(Text(self.say("points"), "bold"), sign_row(view.players), width, _RAIL)]
        for k, source in enumerate(SOURCES if view.phase == "over" else SOURCES[:_AT_THE_END]):
            cells = [Text(str(number)) for number in view.points[k]]
            lines.append(columns_row(Text(self.say(source), "dim"), cells, width, _RAIL))
        return lines

    def chip(self, letter: str) -> Text:
        return Text(f" {letter} " if self.colour else f"[{letter}]", style(*_PAINT[letter], bold=True))

    def goods(self) -> Block:
        """The piles; and where all hands lie open, these too."""
        view = self.view
        names = [Text.assemble(self.chip(LETTERS[r]), f" {self.term(r)}") for r in range(len(RESOURCES))]
        if all(hand is not None for hand in view.hands):
            heads = [*sign_row(view.players), Text(self.say("pile"), "dim")]
            lines = [self.open_row(Text(self.say("hands"), "bold"), heads)]
            for r, name in enumerate(names):
                cells = [Text(str(hand[r])) for hand in view.hands if hand is not None]
                lines.append(self.open_row(name, [*cells, Text(str(view.piles[r]), "bold")]))
            return lines
        width = _RAIL if self.wide else _NARROW
        lines, room = [fit(Text(self.say("piles"), "bold"), width)], width - 15
        for r, name in enumerate(names):
            long = -(-room * view.piles[r] // CARDS_PER_RESOURCE)
            bar = Text.assemble(("█" * long, style(GOODS[r], GOODS[r])), ("·" * (room - long), "dim"))
            count = Text(f"{view.piles[r]:>3}", "bold" if view.piles[r] <= 3 else "")
            lines.append(Text.assemble(fit(name, 12), bar, count))
        return lines

    def open_row(self, name: Text, cells: Sequence[Text]) -> Text:
        *hands, pile = cells
        rest = Text.assemble(*(fit(cell, 3, "right") for cell in hands), fit(pile, 5, "right"))
        return Text.assemble(fit(name, _RAIL - rest.cell_len), rest)

    def term(self, resource: int) -> str:
        return self.catalogue.text(f"term-{RESOURCES[resource]}")

    def tiles(self) -> Block:
        """Both sides, place by place."""
        view, width = self.view, _RAIL if self.wide else _NARROW
        lines = [fit(Text(self.say("tiles", left=view.tiles_left), "bold"), width)]
        heads = []
        for side in range(len(view.sides)):
            used = view.side == side and view.phase in ("build", "pay")
            marker = Text("▶ " if used else "  ", style(TERRACOTTA, bold=True))
            heads.append(Text.assemble(marker, (self.say("side", side=side + 1), "dim")))
        rows = [
            heads,
            *([Text.assemble("  ", self.tile(tile)) for tile in row] for row in zip(*view.sides, strict=True)),
        ]
        return [*lines, *(Text("").join(fit(cell, width // 2) for cell in row) for row in rows)]

    def tile(self, text: str | None) -> Text:
        """A tile as it is typed: its product, and what it costs."""
        if text is None:
            return Text("·", "dim")
        if self.view.building is not None and text == self.view.building[0]:
            return Text(text, ASKED)
        return Text.assemble(self.chip(text[0]), ":", _letters(text[2:]))

    def dice(self) -> Block:
        view = self.view
        if view.dice is None:
            return []
        shown = Text(" ").join(map(self.chip, view.dice))
        kept = Text() if view.kept is None else Text.assemble("  ", self.chip(view.kept), f" {self.say('kept')}")
        return [Text.assemble((f"{self.say('dice')}  ", "bold"), shown, kept)]

    def pending(self) -> Block:
        """The tile that is placed and not paid for."""
        if self.view.building is None:
            return []
        tile, space = self.view.building
        return [Text.assemble((f"{self.say('building')}  ", "bold"), _letters(tile), f" {self.say('on', space=space)}")]

    def hand(self) -> Block:
        """The cards of the one who looks."""
        viewer = self.view.viewer
        held = None if viewer is None else self.view.hands[viewer]
        if viewer is None or held is None:
            return []
        head = Text.assemble(sign(viewer), (f" {self.say('hand')}  ", "bold"))
        groups = [(letter, count) for letter, count in zip(LETTERS, held, strict=True) if count]
        cards = Text("  ").join(Text(" ").join([self.chip(letter)] * count) for letter, count in groups)
        if head.cell_len + cards.cell_len > self.width:
            cards = Text("  ").join(Text.assemble(self.chip(letter), f"×{count}") for letter, count in groups)
        return [Text.assemble(head, cards if groups else (self.say("no_cards"), "dim"))]

    def key(self) -> Text:
        """What the map shows, each with its name."""
        lamp = Text(f" {_LARGE} ", style(INK, LAMP, bold=True))
        shown = [
            (self.tent("S", 0, "", 0, recent=False).lower, "a_tent"),
            (Text("»f6", style(INK, GOODS[0], bold=True)), "a_recent"),
            (lamp, "a_size"),
            (self.closed("S", "").lower, "a_full"),
            (self.barred().upper[1:4], "a_bar"),
        ]
        return Text("  ").join(Text.assemble(sample, (f" {self.say(key)}", "dim")) for sample, key in shown)
