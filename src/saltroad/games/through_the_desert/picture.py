"""Through the Desert as a picture: the map with caravans, areas, water holes and oases; players, piles and caravans.

Draws a view and decides nothing. A camel stands on its colour's ground with its owner's sign; a ring marks the leader,
and lines in the owner's colour hold a caravan together.
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
    players,
    points,
    seat_table,
    sheet,
    sign,
    tag,
    words,
)
from saltroad.games.through_the_desert.components import COLOURS, MOUNTAIN, NAMES, PLACES, RING, in_play, pile_size
from saltroad.games.through_the_desert.views import SOURCES, DesertView
from saltroad.messages import Catalogue
from saltroad.protocol.hexes import centre
from saltroad.terminal.paint import DUNE, INK, LINE, OASIS, PASTELS, ROCK, SAND, SAPPHIRE, SNOW, mixed, seat_colours

_WIDE = 46.0
"""A hex from corner to corner."""
_LEFT, _TOP = 66.0, 106.0
"""The middle of the first hex."""
_RAIL = 250.0
_GROUND = mixed(SAND, SNOW, 0.75)
_CAMEL = (
    "M-15.4 .6C-15.6 -4.6 -12 -7.4 -8.6 -8.2C-6.4 -14.6 1.4 -14.6 3.4 -8C5 -6.4 7 -6 8.4 -7.8C10.4 -10.2 9.8 -14.4 "
    "11.8 -16.6C13.2 -18.2 15.4 -18.2 16.6 -17L20.4 -15.2C21.6 -14.4 21.4 -12.6 20 -12.3L16 -11.8C15.6 -7.6 14.6 -1.6 "
    "10.8 2.2L11.2 14.4H7.6L6.2 4.8C2.4 6.8 -3.6 6.9 -7 5L-7.6 14.4H-11.2L-12.8 4.6C-14.4 3.8 -15.3 2.6 -15.4 .6Z"
)
"""The camel of the browser, without its cloth."""
_FRONDS = (
    "M0 -4C-6 -11 -13 -8 -14 -2C-9 -5 -5 -5 0 -4C-4 -12 2 -17 8 -14C4 -12 2 -9 0 -4C6 -10 13 -7 14 0C9 -4 5 -5 0 -4Z"
)


def picture(view: DesertView, names: Sequence[str], catalogue: Catalogue) -> str:
    """The view as SVG."""
    places = {place: _at(*place) for place in (*MOUNTAIN, *(PLACES[space] for space in in_play(view.players)))}
    right, bottom = max(x for x, _ in places.values()), max(y for _, y in places.values())
    rail = right + _WIDE / 2 + 32
    parts = [*_board(view, names), *_beside(view, names, catalogue, rail)]
    return sheet(rail + _RAIL + 24, bottom + _WIDE / 2 + 24, "Through the Desert", _how_far(view, catalogue), parts)


def _at(column: int, row: int) -> tuple[float, float]:
    place = centre(column, 2 * row + column % 2)
    return _LEFT + _WIDE * place["x"], _TOP + _WIDE * place["y"]


def _how_far(view: DesertView, catalogue: Catalogue) -> str:
    if view.phase == "over":
        return catalogue.text("label-over")
    if view.phase == "camel":
        return catalogue.text("label-round", number=view.turns // view.players + 1)
    number = min(view.leaders_placed // view.players + 1, view.leader_rounds)
    return catalogue.text("label-leaders", number=number, rounds=view.leader_rounds)


# -- the map -----------------------------------------------------------------------------------------------------------


def _board(view: DesertView, names: Sequence[str]) -> Iterator[str]:
    spaces = {NAMES[space]: _at(*PLACES[space]) for space in in_play(view.players)}
    every = [*spaces.values(), *(_at(*place) for place in MOUNTAIN)]
    yield defined(hex=hexagon(_WIDE), camel=tag("path", d=_CAMEL, transform="translate(-1.5 0) scale(.78)"))
    yield group((copy("hex", *at) for at in every), stroke=LINE, stroke_width=9, stroke_linejoin="round", fill=LINE)
    yield group((copy("hex", *at) for at in spaces.values()), fill=_GROUND, stroke=DUNE, stroke_width=1)
    yield from _coordinates(spaces)
    for place in MOUNTAIN:
        yield _mountain(*_at(*place))
    taken = {name for caravans in view.caravans for caravan in caravans for name in caravan.camels}
    areas = {name: seat for seat, area in enumerate(view.areas) for name in area}
    for name, seat in areas.items():
        yield _area(*spaces[name], seat, f"{name}: {names[seat]}")
    for name in view.oases:
        yield _oasis(*spaces[name], name)
    for name, value in view.water:
        if name not in taken and name not in areas:
            yield _water(*spaces[name], value, name)
    for seat, caravans in enumerate(view.caravans):
        for colour, caravan in zip(COLOURS, caravans, strict=True):
            yield from _caravan(caravan.camels, caravan.leader, spaces, colour, seat, names[seat])


def _coordinates(spaces: dict[str, tuple[float, float]]) -> Iterator[str]:
    """Letters above the columns, numbers before the rows."""
    top = min(y for _, y in spaces.values())
    for letter, x in {name[0]: x for name, (x, _) in spaces.items()}.items():
        yield words(x, top - _WIDE / 2 - 12, letter, 12, at="middle", ink=SOFT)
    upper = {name[1:]: y for name, (_, y) in spaces.items() if ord(name[0]) % 2 == ord("a") % 2}
    for number, y in upper.items():
        yield words(_LEFT - _WIDE / 2 - 14, y + 4, number, 12, at="end", ink=SOFT)


def _mountain(x: float, y: float) -> str:
    peaks = ((-15, 12), (-5, -11), (1, 2), (6, -6), (16, 12))
    snow = ((-8, -4), (-5, -11), (-1.6, -3.5))
    return group(
        [
            copy("hex", x, y, fill=mixed(ROCK, SAND, 0.75), stroke=ROCK),
            tag("polygon", points=points((x + a, y + b) for a, b in peaks), fill=ROCK),
            tag("polygon", points=points((x + a, y + b) for a, b in snow), fill=SAND),
        ]
    )


def _area(x: float, y: float, seat: int, about: str) -> str:
    colour = seat_colours(seat)[0]
    ground = copy("hex", x, y, fill=mixed(colour, SNOW, 0.35), stroke=colour, stroke_width=1)
    return group([ground, sign(seat, x, y, 4)], about)


def _oasis(x: float, y: float, name: str) -> str:
    ground = tag("circle", cx=x, cy=y, r=16, fill=mixed(OASIS, SNOW, 0.35))
    trunk = tag("path", d="M-1.5 14C1 8 1 2 -1 -4H1.5C3.5 2 3.5 8 2 14Z", fill=ROCK)
    fronds = tag("path", d=_FRONDS, fill=OASIS, stroke=INK, stroke_width=0.7, stroke_linejoin="round")
    return group([ground, group([trunk, fronds], transform=f"translate({x:.1f} {y:.1f})")], name)


def _water(x: float, y: float, value: int, name: str) -> str:
    pool = tag("circle", cx=x, cy=y, r=12, fill=SAPPHIRE, stroke=SNOW, stroke_width=2)
    return group([pool, words(x, y + 5, str(value), at="middle", ink=SNOW, bold=True)], name)


def _caravan(
    camels: Sequence[str],
    leader: str | None,
    spaces: dict[str, tuple[float, float]],
    colour: str,
    seat: int,
    player: str,
) -> Iterator[str]:
    ground, own = PASTELS[COLOURS.index(colour)], seat_colours(seat)[0]
    coat = mixed(ground, INK, 0.85)
    for name in camels:
        yield copy("hex", *spaces[name], fill=ground, stroke=mixed(ground, INK, 0.7), stroke_width=1)
    for one in camels:
        near = {NAMES[space] for space in RING[NAMES.index(one)].tolist() if space >= 0}
        for other in sorted(near.intersection(camels)):
            if one < other:
                (x1, y1), (x2, y2) = spaces[one], spaces[other]
                yield tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=own, stroke_width=5)
    for name in camels:
        x, y = spaces[name]
        ring = tag("circle", cx=x, cy=y, r=18.5, fill=SNOW, fill_opacity=0.7, stroke=own, stroke_width=3)
        camel = copy("camel", x, y, fill=coat, stroke=INK, stroke_width=1.2, stroke_linejoin="round")
        about = f"{name}: {player}, {colour}" + (", leader" if name == leader else "")
        yield group([ring * (name == leader), camel, sign(seat, x - 1.5, y + 12, 5.5)], about)


# -- beside it ---------------------------------------------------------------------------------------------------------


def _beside(view: DesertView, names: Sequence[str], catalogue: Catalogue, x: float) -> Iterator[str]:
    def say(key: str) -> str:
        return catalogue.text(f"label-{key}")

    y = 64.0
    yield players(x, y, _RAIL, names, view.scores, None if view.phase == "over" else view.seat)
    y += height_of(view.players)
    sources = SOURCES if view.phase == "over" else SOURCES[:-1]
    rows = [
        (say(source), ["–" if n is None else str(n) for n in found])
        for source, found in zip(sources, view.points, strict=False)
    ]
    yield seat_table(x, y, _RAIL, say("points"), rows, seats=view.players)
    y += height_of(1 + len(rows))
    yield words(x, y + 22, say("piles"), bold=True)
    for k, left in enumerate(view.piles):
        foot = y + 22 * (k + 2)
        yield words(x, foot, catalogue.text(f"term-{COLOURS[k]}"), ink=SOFT)
        yield bar(x + 76, foot, _RAIL - 120, left / pile_size(view.players), PASTELS[k])
        yield words(x + _RAIL, foot, str(left), at="end", bold=left <= 3)
    y += height_of(1 + len(COLOURS))
    lengths = [[len(caravans[k].camels) for caravans in view.caravans] for k in range(len(COLOURS))]
    shown = [
        (catalogue.text(f"term-{colour}"), [f"{n or '·'}" + "*" * (n == max(row) > 0) for n in row])
        for colour, row in zip(COLOURS, lengths, strict=True)
    ]
    yield seat_table(x, y, _RAIL, say("camels"), shown, seats=view.players)
