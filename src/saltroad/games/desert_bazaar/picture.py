"""Desert Bazaar as a picture: the map with tents and encampments; players, piles and the tiles of both sides.

Draws a view and decides nothing. A tent has its product's colour and letter, and its owner's sign while their marker
lies on it; an encampment has a border, and is pale when it is full.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from saltroad.drawing.svg import (
    SOFT,
    bar,
    copy,
    defined,
    group,
    height_of,
    hexagon,
    outline,
    players,
    seat_table,
    sheet,
    sign,
    tag,
    words,
)
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
from saltroad.messages import Catalogue
from saltroad.protocol.hexes import centre
from saltroad.terminal.paint import DUNE, GOODS, INK, LAMP, LINE, ROCK, SAND, SNOW, TERRACOTTA, mixed

_WIDE = 56.0
"""A hex from corner to corner."""
_RAIL = 300.0
_GROUND = mixed(SAND, SNOW, 0.75)
_BARRED = mixed(DUNE, SAND, 0.6)
_TENT = "M0 -17L18 4L15 5V15H5V7Q0 1 -5 7V15H-15V5L-18 4Z"
_COLOUR = dict(zip(FACE_LETTERS, (*GOODS, LAMP, ROCK), strict=True))
"""Of a card, and of a die's face."""
_AT_THE_END = SOURCES.index("markers")


def _middle(q: int, r: int) -> tuple[float, float]:
    place = centre(q, 2 * r + q)
    return _WIDE * place["x"], _WIDE * place["y"]


_X = 24 + _WIDE / 2 + 8 - min(_middle(*place)[0] for place in PLACES)
_Y = 66 + _WIDE / 2 - min(_middle(*place)[1] for place in PLACES)
_SPACES = {name: (_X + x, _Y + y) for name, (x, y) in zip(NAMES, (_middle(*place) for place in PLACES), strict=True)}
"""Where the middle of each space is drawn."""


def picture(view: CampView, names: Sequence[str], catalogue: Catalogue) -> str:
    """The view as SVG."""
    right, bottom = max(x for x, _ in _SPACES.values()), max(y for _, y in _SPACES.values())
    rail = right + _WIDE / 2 + 36
    beside, low = _beside(view, names, catalogue, rail)
    height = max(bottom + _WIDE / 2, low) + 24
    parts = [*_board(view, names), *beside]
    return sheet(rail + _RAIL + 24, height, "Desert Bazaar", _how_far(view, catalogue), parts)


def _how_far(view: CampView, catalogue: Catalogue) -> str:
    if view.phase == "over":
        return catalogue.text("label-over")
    if not any(tile for side in view.sides for tile in side):
        return catalogue.text("label-setup")
    return catalogue.text("label-round", number=view.turns // view.players + 1)


# -- the map -----------------------------------------------------------------------------------------------------------


def _board(view: CampView, names: Sequence[str]) -> Iterator[str]:
    cloth = tag("path", d=_TENT, stroke=INK, stroke_width=1.2, stroke_linejoin="round")
    yield defined(space=hexagon(_WIDE), tent=cloth)
    every = _SPACES.values()
    yield group((copy("space", *at) for at in every), fill=LINE, stroke=LINE, stroke_width=9, stroke_linejoin="round")
    room, taken = set(view.room), {tent.space for tent in view.tents}
    for name, (x, y) in _SPACES.items():
        yield copy("space", x, y, fill=_GROUND if name in room else _BARRED, stroke=DUNE, stroke_width=1)
        if name not in taken:
            yield words(x, y + 4, name, 11, at="middle", ink=SOFT if name in room else ROCK)
    full = {name for camp in view.camps if len(camp) == ENCAMPMENT_SIZE for name in camp}
    for tent in view.tents:
        owner = f", {names[tent.owner]}" if tent.owner is not None else ""
        yield group(
            _tent(tent.tile, tent.owner, *_SPACES[tent.space], tent.space in full), f"{tent.space}: {tent.tile}{owner}"
        )
    for camp in view.camps:
        ink = ROCK if camp[0] in full else INK
        yield tag(
            "path",
            d=outline([_SPACES[name] for name in camp], _WIDE),
            stroke=ink,
            stroke_width=2.5,
            stroke_linecap="round",
        )
    if view.building is not None:
        tile, name = view.building
        x, y = _SPACES[name]
        yield group(_tent(tile, None, x, y, False), f"{name}: {tile}")
        yield copy("space", x, y, fill="none", stroke=TERRACOTTA, stroke_width=3.5)


def _tent(tile: str, owner: int | None, x: float, y: float, is_full: bool) -> Iterator[str]:
    product = tile[0]
    ground = mixed(_COLOUR[product], SAND, 0.35 if is_full else 1)
    yield copy("space", x, y, fill=ground, stroke=DUNE)
    if is_full:
        yield copy("tent", x, y, fill=mixed(ground, ROCK, 0.85), opacity=0.45)
        yield words(x, y - 1, product, 12, at="middle", ink=ROCK, bold=True)
        return
    yield copy("tent", x, y - 3, fill=mixed(ground, INK, 0.82))
    yield words(x, y - 3, product, 13, at="middle", bold=True)
    if owner is not None:
        yield tag("circle", cx=x, cy=y + 13, r=8.5, fill=SNOW, stroke=INK)
        yield sign(owner, x, y + 13, 5.5)


# -- beside it ---------------------------------------------------------------------------------------------------------


def _beside(view: CampView, names: Sequence[str], catalogue: Catalogue, x: float) -> tuple[list[str], float]:
    """What stands beside the map, and where it ends."""

    def say(key: str, **values: int) -> str:
        return catalogue.text(f"label-{key}", **values)

    y = 64.0
    parts = [players(x, y, _RAIL, names, view.scores, None if view.phase == "over" else view.seat)]
    y += height_of(view.players)
    rows = [
        (say(source), [str(number) for number in found])
        for source, found in zip(SOURCES if view.phase == "over" else SOURCES[:_AT_THE_END], view.points, strict=False)
    ]
    parts.append(seat_table(x, y, _RAIL, say("points"), rows, seats=view.players))
    y += height_of(1 + len(rows))
    held = [(say("cards"), list(map(str, view.held))), (say("markers"), list(map(str, view.markers)))]
    parts.append(seat_table(x, y, _RAIL, say("hand"), held, seats=view.players))
    y += height_of(1 + len(held))
    parts += _piles(view, catalogue, x, y)
    y += height_of(1 + len(RESOURCES))
    parts.append(words(x, y + 22, say("tiles", left=view.tiles_left), bold=True))
    for side, tiles in enumerate(view.sides):
        for place, tile in enumerate(tiles):
            if tile is not None:
                parts += _tile(
                    tile, x + 72 * place, y + 32 + 42 * side, view.building is not None and tile == view.building[0]
                )
    y += 32 + 42 * len(view.sides) + 8
    for title, letters in _lying(view, catalogue):
        parts.append(words(x, y + 20, title, bold=True))
        step = min(22.0, (_RAIL - 80) / max(len(letters), 1))
        parts += [part for k, letter in enumerate(letters) for part in _card(letter, x + 70 + step * k, y + 3)]
        y += 32
    return parts, y


def _piles(view: CampView, catalogue: Catalogue, x: float, y: float) -> Iterator[str]:
    yield words(x, y + 22, catalogue.text("label-piles"), bold=True)
    for k, left in enumerate(view.piles):
        foot = y + 22 * (k + 2)
        yield from _card(LETTERS[k], x, foot - 15)
        yield words(x + 28, foot, catalogue.text(f"term-{RESOURCES[k]}"), ink=SOFT)
        yield bar(x + 100, foot, _RAIL - 140, left / CARDS_PER_RESOURCE, GOODS[k])
        yield words(x + _RAIL, foot, str(left), at="end", bold=left <= 3)


def _tile(tile: str, x: float, y: float, is_chosen: bool) -> Iterator[str]:
    """A tile face up: its product, and what it costs."""
    edge, width = (TERRACOTTA, 3) if is_chosen else (LINE, 1)
    yield tag("rect", x=x, y=y, width=64, height=34, rx=6, fill=_COLOUR[tile[0]], stroke=edge, stroke_width=width)
    yield words(x + 12, y + 22, tile[0], 15, at="middle", bold=True)
    for k, letter in enumerate(tile[2:]):
        yield tag("rect", x=x + 23 + 13 * k, y=y + 8, width=12, height=18, rx=2, fill=_COLOUR[letter], stroke=INK)
        yield words(x + 29 + 13 * k, y + 21, letter, 10, at="middle")


def _card(letter: str, x: float, y: float) -> Iterator[str]:
    yield tag("rect", x=x, y=y, width=18, height=20, rx=3, fill=_COLOUR[letter], stroke=LINE)
    yield words(x + 9, y + 15, letter, 12, at="middle", ink=SAND if letter == "-" else INK, bold=True)


def _lying(view: CampView, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """The dice of the roll, and the hand of the one who looks."""
    if view.dice is not None:
        yield catalogue.text("label-dice"), view.dice
    held = None if view.viewer is None else view.hands[view.viewer]
    if held is not None:
        yield catalogue.text("label-hand"), "".join(a * n for a, n in zip(LETTERS, held, strict=True))
