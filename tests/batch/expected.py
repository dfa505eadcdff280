"""Observations as the views tell them: built slowly, field by field, from what `observe` and `remember` show a viewer.

So an observation that tells more than its view, or something else, differs from this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from saltroad.games.bazaar import components as bazaar
from saltroad.games.bazaar.state import PHASES as BAZAAR_PHASES
from saltroad.games.desert_bazaar import components as camps
from saltroad.games.desert_bazaar.state import PHASES as CAMP_PHASES
from saltroad.games.through_the_desert import components as desert
from saltroad.games.through_the_desert.state import PHASES as DESERT_PHASES

Rows = list[list[int]]
Fields = dict[str, Rows]


def hot(size: int, *which: int | None) -> list[int]:
    """A row of zeros with ones at some places."""
    return [int(k in which) for k in range(size)]


def around(view: Any, values: Sequence[Any]) -> list[Any]:
    """What there is for each seat, the viewer's own first."""
    own = view.viewer or 0
    return [values[(own + k) % view.players] for k in range(view.players)]


def seats(view: Any, *which: int | None) -> list[int]:
    """A row by seat, the viewer first, with ones for these."""
    return around(view, hot(view.players, *which))


def common(view: Any, most: int, phases: Sequence[str]) -> Fields:
    return {
        "players": [hot(most, view.players - 1)],
        "viewer": [hot(view.players, view.viewer)],
        "phase": [hot(len(phases), phases.index(view.phase))],
        "actor": [seats(view, view.actor)],
        "turn": [seats(view, view.seat)],
        "turns": [[min(view.turns, 255)]],
    }


def of_bazaar(view: Any) -> Fields:
    def wares(texts: Iterable[str]) -> list[int]:
        return hot(bazaar.WARES, *(bazaar.WARE_TEXTS.index(text) for text in texts))

    stalls = [*view.stalls, *[None] * (bazaar.STALLS - len(view.stalls))]
    tops = [stall.top if stall is not None else None for stall in stalls]
    seen = {*filter(None, tops), *(ware for owned in view.wares for ware in owned)}
    return common(view, 6, BAZAAR_PHASES) | {
        "double_purchase": [[int(view.double_purchase)]],
        "is_first_turn": [[int(view.turns < view.players)]],
        "quiet": [[min(view.quiet, 255)]],
        "rates": [hot(bazaar.RATE_CARDS, *(card - 1 for card in view.rates))],
        "bank": [list(view.bank)],
        "hands": [list(hand) for hand in around(view, view.hands)],
        "points": [list(points) for points in around(view, list(zip(*view.points, strict=True)))],
        "wares": [[len(owned) for owned in around(view, view.wares)]],
        "left": [[0 if stall is None else stall.left for stall in stalls]],
        "tops": [wares([] if top is None else [top]) for top in tops],
        "prices": [[0 if top is None else top.count(letter) for letter in bazaar.LETTERS] for top in tops],
        "stars": [[int(stall is not None and stall.starred) for stall in stalls]],
        "unseen": [wares(text for text in bazaar.WARE_TEXTS if text not in seen)],
        "owned": [wares(owned) for owned in around(view, view.wares)],
        "bought": [wares(view.bought[k : k + 1]) for k in range(2)],
        "empty_before": [[view.empty_before]],
        "showing": [hot(bazaar.STALLS, view.showing if view.phase == "show" else None)],
        "contenders": [seats(view, *view.contenders)],
        "leaders": [seats(view, *view.leaders)],
        "best": [[view.best + 1]],
    }


def of_desert(view: Any) -> Fields:
    colours = desert.COLOURS

    def spaces(names: Iterable[str]) -> list[int]:
        return hot(desert.SPACES, *(desert.NAMES.index(name) for name in names))

    def of_colours(names: Iterable[str]) -> list[int]:
        return hot(len(colours), *map(colours.index, names))

    caravans = [caravan for row in around(view, view.caravans) for caravan in row]
    camels = {name for caravan in caravans for name in caravan.camels}
    in_play = [desert.NAMES[space] for space in desert.in_play(view.players) if desert.NAMES[space] not in camels]
    points = around(view, list(zip(*view.points, strict=True)))
    palms = [desert.NAMES[space] for space in desert.PALM_SPACES]
    return common(view, 5, DESERT_PHASES) | {
        "open_scores": [[int(view.open_scores)]],
        "start": [seats(view, view.start)],
        "camels_left": [[view.camels_left]],
        "passes": [[view.passes]],
        "ending": [[int(view.ending)]],
        "leaders_placed": [[view.leaders_placed]],
        "next_marked": [[view.next_marked]],
        "markers": [list(view.markers)],
        "piles": [list(view.piles)],
        "first_colours": [of_colours(view.first_colours)],
        "given_up": [of_colours(view.given_up)],
        "leaders": [of_colours(names) for names in around(view, view.leaders)],
        "lengths": [[len(caravan.camels) for caravan in row] for row in around(view, view.caravans)],
        "knows_points": [[int(row[0] is not None) for row in points]],
        "points": [[value or 0 for value in row] for row in points],
        "linked": [
            [mark for caravan in row for mark in hot(len(palms), *map(palms.index, caravan.linked))]
            for row in around(view, view.caravans)
        ],
        "in_play": [spaces(in_play)],
        "oases": [spaces(view.oases)],
        "water": [spaces(name for name, laid in view.water if laid == value) for value in desert.WATER_VALUES],
        "leader_spaces": [spaces(caravan.leader for caravan in caravans if caravan.leader)],
        "areas": [spaces(area) for area in around(view, view.areas)],
        "caravans": [spaces(caravan.camels) for caravan in caravans],
    }


def of_camps(view: Any) -> Fields:
    def spaces(names: Iterable[str]) -> list[int]:
        return hot(camps.SPACES, *map(camps.NAMES.index, names))

    def tiles(texts: Iterable[str]) -> list[int]:
        return hot(len(camps.TILES), *map(camps.TILE_TEXTS.index, texts))

    up = [tile for side in view.sides for tile in side]
    seen = {*filter(None, up), *(tent.tile for tent in view.tents)}
    sizes = {name: len(camp) for camp in view.camps for name in camp}
    hands = around(view, view.hands)
    building = view.building or (None, None)
    return common(view, 5, CAMP_PHASES) | {
        "open_hands": [[int(view.open_hands)]],
        "fair_start": [[int(view.fair_start)]],
        "start": [seats(view, view.start)],
        "quiet": [[view.quiet]],
        "setup_rolls": [[view.setup_rolls]],
        "piles": [list(view.piles)],
        "held": [around(view, view.held)],
        "knows_hand": [[int(hand is not None) for hand in hands]],
        "hands": [list(hand or [0] * len(camps.RESOURCES)) for hand in hands],
        "markers": [around(view, view.markers)],
        "points": [list(row) for row in around(view, list(zip(*view.points, strict=True)))],
        "tiles": [tiles(filter(None, [tile])) for tile in up],
        "unseen": [tiles(text for text in camps.TILE_TEXTS if text not in seen)],
        "side": [hot(camps.SIDES, view.side)],
        "goes_on": [[int(view.goes_on)]],
        "dice": [[(view.dice or "").count(letter) for letter in camps.FACE_LETTERS]],
        "kept": [hot(len(camps.FACES), None if view.kept is None else camps.FACE_LETTERS.index(view.kept))],
        "building": [tiles(filter(None, [building[0]]))],
        "site": [spaces(filter(None, [building[1]]))],
        "room": [spaces(view.room)],
        "tents": [
            spaces(tent.space for tent in view.tents if tent.tile.startswith(letter)) for letter in camps.LETTERS
        ],
        "owners": [
            spaces(tent.space for tent in view.tents if tent.owner == seat)
            for seat in around(view, range(view.players))
        ],
        "camp_sizes": [[sizes.get(name, 0) for name in camps.NAMES]],
    }


EXPECTED: dict[str, Callable[[Any], Fields]] = {
    "bazaar": of_bazaar,
    "through_the_desert": of_desert,
    "desert_bazaar": of_camps,
}
