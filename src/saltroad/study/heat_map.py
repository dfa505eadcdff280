"""Heat maps on a board of hexes, as SVG: the stronger a space's colour, the more often it was used.

Where a game has been used often enough a space also says how often its players won. A game's board is where its module
`wire` says that spaces lie.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape

from saltroad import games
from saltroad.study.summary import TableFigures

_SIZE = 34.0
"""Pixels of a hex, from corner to corner."""
_ENOUGH = 20
"""So often a space is used before its share of wins is written on it."""


def heat_map(game: str, table: TableFigures) -> str:
    """The map; empty if the game has no board of hexes."""
    part = games.part(game, "wire")
    spaces = [] if part is None else part.components().get("spaces", [])
    if not spaces or "x" not in spaces[0]:
        return ""
    used = {row.key: row for row in table.rows}
    most = max((row.times for row in table.rows), default=1)
    drawn = []
    for space in spaces:
        row = used.get(space["name"])
        shown = ""
        about = f"{space['name']}: never"
        if row is not None:
            about = f"{space['name']}: {row.times:,} times"
            if row.wins is not None:
                about += f", won {100 * row.wins.mean:.0f} %"
                shown = f"{100 * row.wins.mean:.0f}" if row.times >= _ENOUGH else ""
        drawn.append(_hex(space, 0.0 if row is None else row.times / most, shown, about))
    width = _SIZE * (max(space["x"] for space in spaces) - min(space["x"] for space in spaces) + 1.1)
    height = _SIZE * (max(space["y"] for space in spaces) - min(space["y"] for space in spaces) + 1.1)
    left = _SIZE * (min(space["x"] for space in spaces) - 0.55)
    top = _SIZE * (min(space["y"] for space in spaces) - 0.55)
    return (
        f"<svg viewBox='{left:.0f} {top:.0f} {width:.0f} {height:.0f}' width='100%' role='img' "
        f"aria-label='{escape(table.title, quote=True)}'>{''.join(drawn)}</svg>"
    )


def _hex(space: Mapping[str, float], heat: float, shown: str, about: str) -> str:
    x, y = _SIZE * space["x"], _SIZE * space["y"]
    corners = " ".join(
        f"{x + 0.48 * _SIZE * math.cos(math.pi * k / 3):.1f},{y + 0.48 * _SIZE * math.sin(math.pi * k / 3):.1f}"
        for k in range(6)
    )
    word = f"<text class='tick' x='{x:.1f}' y='{y + 4:.1f}' text-anchor='middle'>{shown}</text>" if shown else ""
    return (
        f"<g><title>{escape(about)}</title><polygon points='{corners}' fill='var(--c0)' fill-opacity='{heat:.2f}' "
        f"stroke='var(--line)'/>{word}</g>"
    )
