"""What never changes on a game's board, for the browser to draw: spaces and where they lie, cards, tiles, colours.

All of it comes from the games' components. Hexes are flat-topped; x and y are a hex's centre in units of its width from
corner to corner, x to the right and y downwards: a hex is 1 wide and 0.866 high, and its column is 0.75 apart.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from typing import Any

from saltroad.games.bazaar import components as bazaar
from saltroad.games.desert_bazaar import components as desert_bazaar
from saltroad.games.desert_bazaar.info import INFO as DESERT_BAZAAR_INFO
from saltroad.games.desert_bazaar.state import SOURCES as DESERT_BAZAAR_SOURCES
from saltroad.games.through_the_desert import components as through_the_desert
from saltroad.games.through_the_desert.info import INFO as THROUGH_THE_DESERT_INFO
from saltroad.games.through_the_desert.views import SOURCES as THROUGH_THE_DESERT_SOURCES

_HEIGHT = round(math.sqrt(3) / 2, 4)
_NEAR = "the neighbours in a circle, from above clockwise: null where the map ends"
_HEXES = (
    "Flat-topped hexes. x and y are a centre in units of a hex's width from corner to corner, y downwards: "
    f"a hex is 1 wide and {_HEIGHT} high, columns are 0.75 apart. near: {_NEAR}."
)


def _centre(column: int, half_rows: int) -> dict[str, float]:
    """Where a hex lies; rows are counted in halves, since every other column lies half a hex lower."""
    return {"x": round(0.75 * column, 4), "y": round(half_rows * math.sqrt(3) / 4, 4)}


def _near(ring: Iterable[int], names: Sequence[str]) -> list[str | None]:
    return [names[space] if 0 <= space < len(names) else None for space in ring]


def _desert() -> dict[str, Any]:
    box = through_the_desert

    def place(column: int, row: int) -> dict[str, Any]:
        return {"column": column, "row": row, **_centre(column, 2 * row + column % 2)}

    return {
        "about": f"{_HEXES} Odd columns lie half a hex lower. small: in play with 2 or 3 players; all are with more.",
        "hex": {"width": 1, "height": _HEIGHT},
        "colours": box.COLOURS,
        "sources": THROUGH_THE_DESERT_SOURCES,
        "oasis_points": box.OASIS_POINTS,
        "largest_points": box.LARGEST_POINTS,
        "largest_tied_points": box.LARGEST_TIED_POINTS,
        "water": [{"value": v, "count": n} for v, n in zip(box.WATER_VALUES, box.WATER_COUNTS, strict=True)],
        "palm_trees": box.PALM_TREES,
        "piles": {str(n): box.pile_size(n) for n in THROUGH_THE_DESERT_INFO.players},
        "spaces": [
            {
                "name": box.NAMES[space],
                **place(column, row),
                "small": space in box.SMALL,
                "mark": "palm" if space in box.PALM_SPACES else "dot" if space in box.DOTS else None,
                "near": _near(box.RING[space].tolist(), box.NAMES),
            }
            for space, (column, row) in enumerate(box.PLACES)
        ],
        "mountains": [place(column, row) for column, row in box.MOUNTAIN],
    }


def _camp() -> dict[str, Any]:
    box = desert_bazaar
    return {
        "about": f"{_HEXES} q and r are axial: q is the column, each lies half a hex lower than the one before. "
        "No space is barred from the start. A tile is written product:cost, such as W:SSC. Letters of dice: resources, "
        "* for wild, - for desert.",
        "hex": {"width": 1, "height": _HEIGHT},
        "resources": [{"name": name, "letter": box.LETTERS[k]} for k, name in enumerate(box.RESOURCES)],
        "faces": [{"name": name, "letter": box.FACE_LETTERS[k]} for k, name in enumerate(box.FACES)],
        "sources": DESERT_BAZAAR_SOURCES,
        "players": DESERT_BAZAAR_INFO.players,
        "cards_per_resource": box.CARDS_PER_RESOURCE,
        "dice": box.DICE,
        "markers_per_player": box.MARKERS_PER_PLAYER,
        "sides": box.SIDES,
        "tiles_per_side": box.TILES_PER_SIDE,
        "encampment_size": box.ENCAMPMENT_SIZE,
        "tiles": box.TILE_TEXTS,
        "spaces": [
            {
                "name": box.NAMES[space],
                "q": q,
                "r": r,
                **_centre(q, 2 * r + q),
                "near": _near(box.RING[space].tolist(), box.NAMES),
            }
            for space, (q, r) in enumerate(box.PLACES)
        ],
    }


def _bazaar() -> dict[str, Any]:
    box = bazaar
    cards = [
        {
            "number": card + 1,
            "equations": box.EQUATIONS[box.EQUATIONS_PER_CARD * card : box.EQUATIONS_PER_CARD * (card + 1)],
        }
        for card in range(box.RATE_CARDS)
    ]
    return {
        "about": "Tokens are letters in the order of the colours. An equation is its two sides: either may go "
        "back for the other. points: by tokens left after paying, the last entry for that many or more.",
        "colours": [{"name": name, "letter": box.LETTERS[k]} for k, name in enumerate(box.COLOURS)],
        "faces": box.FACES,
        "tokens_per_colour": box.TOKENS_PER_COLOUR,
        "token_limit": box.TOKEN_LIMIT,
        "stalls": box.STALLS,
        "wares_per_stall": box.WARES_PER_STALL,
        "points": {column: box.POINTS[k].tolist() for k, column in enumerate(box.COLUMNS)},
        "rate_cards": cards,
        "wares": [{"tokens": text, "starred": bool(box.WARE_STAR[k])} for k, text in enumerate(box.WARE_TEXTS)],
    }


def components() -> dict[str, str]:
    """The JSON text for each game, an entry of a list on a line."""
    return {
        "bazaar": _text(_bazaar()),
        "desert_bazaar": _text(_camp()),
        "through_the_desert": _text(_desert()),
    }


def _text(facts: dict[str, Any]) -> str:
    return "{\n" + ",\n".join(f"  {json.dumps(name)}: {_value(value)}" for name, value in facts.items()) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"    {json.dumps(entry)}" for entry in value) + "\n  ]"
    return json.dumps(value)
