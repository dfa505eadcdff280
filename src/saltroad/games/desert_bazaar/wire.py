"""What the browser has from Desert Bazaar: its views as types, and what never changes on its board."""

from __future__ import annotations

from typing import Any

from saltroad.games.desert_bazaar import components as box
from saltroad.games.desert_bazaar.actions import Build, Collect, Done, Keep, Name, Pay, Roll
from saltroad.games.desert_bazaar.info import INFO
from saltroad.games.desert_bazaar.state import PHASES, SOURCES
from saltroad.games.desert_bazaar.views import CampView, TentView
from saltroad.protocol.hexes import ABOUT_HEXES, HEX_HEIGHT, centre, near

VIEWS = (CampView, TentView)
"""The view, then the parts of it."""
MEANT = {"phase": PHASES}
"""The texts that a field of the view may hold, where its type does not say it."""
CHOICES = (Name, Roll, Collect, Keep, Build, Pay, Done)
"""The actions that players choose."""
PRICED = (Build,)
"""Of these, an offer tells the price."""


def components() -> dict[str, Any]:
    """What never changes on the board, from the components: for the browser to draw."""
    return {
        "about": f"{ABOUT_HEXES} q and r are axial: q is the column, each lies half a hex lower than the one before. "
        "No space is barred from the start. A tile is written product:cost, such as W:SSC. Letters of dice: resources, "
        "* for wild, - for desert.",
        "hex": {"width": 1, "height": HEX_HEIGHT},
        "resources": [{"name": name, "letter": box.LETTERS[k]} for k, name in enumerate(box.RESOURCES)],
        "faces": [{"name": name, "letter": box.FACE_LETTERS[k]} for k, name in enumerate(box.FACES)],
        "sources": SOURCES,
        "players": INFO.players,
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
                **centre(q, 2 * r + q),
                "near": near(box.RING[space].tolist(), box.NAMES),
            }
            for space, (q, r) in enumerate(box.PLACES)
        ],
    }
