"""What the browser has from Through the Desert: its views as types, and what never changes on its board."""

from __future__ import annotations

from typing import Any

from saltroad.games.through_the_desert import components as box
from saltroad.games.through_the_desert.actions import Pass, Place
from saltroad.games.through_the_desert.info import INFO
from saltroad.games.through_the_desert.state import PHASES
from saltroad.games.through_the_desert.views import SOURCES, CaravanView, DesertView
from saltroad.protocol.hexes import ABOUT_HEXES, HEX_HEIGHT, centre, near

VIEWS = (DesertView, CaravanView)
"""The view, then the parts of it."""
MEANT = {"phase": PHASES}
"""The texts that a field of the view may hold, where its type does not say it."""
CHOICES = (Place, Pass)
"""The actions that players choose."""


def components() -> dict[str, Any]:
    """What never changes on the board, from the components: for the browser to draw."""

    def place(column: int, row: int) -> dict[str, Any]:
        return {"column": column, "row": row, **centre(column, 2 * row + column % 2)}

    return {
        "about": f"{ABOUT_HEXES} Odd columns lie half a hex lower. "
        "small: in play with 2 or 3 players; all are with more.",
        "hex": {"width": 1, "height": HEX_HEIGHT},
        "colours": box.COLOURS,
        "sources": SOURCES,
        "oasis_points": box.OASIS_POINTS,
        "largest_points": box.LARGEST_POINTS,
        "largest_tied_points": box.LARGEST_TIED_POINTS,
        "water": [{"value": v, "count": n} for v, n in zip(box.WATER_VALUES, box.WATER_COUNTS, strict=True)],
        "palm_trees": box.PALM_TREES,
        "piles": {str(n): box.pile_size(n) for n in INFO.players},
        "spaces": [
            {
                "name": box.NAMES[space],
                **place(column, row),
                "small": space in box.SMALL,
                "mark": "palm" if space in box.PALM_SPACES else "dot" if space in box.DOTS else None,
                "near": near(box.RING[space].tolist(), box.NAMES),
            }
            for space, (column, row) in enumerate(box.PLACES)
        ],
        "mountains": [place(column, row) for column, row in box.MOUNTAIN],
    }
