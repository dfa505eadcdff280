"""The places of a board's hexes, for the browser to draw.

Hexes are flat-topped; x and y are a hex's centre in units of its width from corner to corner, x to the right and y
downwards: a hex is 1 wide and 0.866 high, and its column is 0.75 apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

HEX_HEIGHT = round(math.sqrt(3) / 2, 4)
_NEAR = "the neighbours in a circle, from above clockwise: null where the map ends"
ABOUT_HEXES = (
    "Flat-topped hexes. x and y are a centre in units of a hex's width from corner to corner, y downwards: "
    f"a hex is 1 wide and {HEX_HEIGHT} high, columns are 0.75 apart. near: {_NEAR}."
)


def centre(column: int, half_rows: int) -> dict[str, float]:
    """Where a hex lies; rows are counted in halves, since every other column lies half a hex lower."""
    return {"x": round(0.75 * column, 4), "y": round(half_rows * math.sqrt(3) / 4, 4)}


def near(ring: Iterable[int], names: Sequence[str]) -> list[str | None]:
    """The names of the neighbours in a circle; None where the map ends."""
    return [names[space] if 0 <= space < len(names) else None for space in ring]
