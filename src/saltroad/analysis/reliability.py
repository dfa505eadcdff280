"""How true shares are, as a picture and as a table: from the figures in `bot/calibration.json` of a game.

A reliability diagram sets what was predicted against what came true, tenth by tenth of the shares: dots on the diagonal
are shares that come true. The figures are of games that the fit has not seen. `docs/make.py` puts both into the docs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources

import msgspec

from saltroad import games
from saltroad.analysis.calibrate import BinFigures, CalibrationFigures
from saltroad.drawing.svg import RULE, SOFT, sheet, tag, words
from saltroad.terminal.paint import INK, TERRACOTTA

_EDGE, _TOP = 24.0, 68.0
_PANEL = 176.0
"""The side of a diagram."""
_LEFT, _GAP = 34.0, 28.0
_FOOT = 46.0
"""The room for words: before a diagram, between two, and below one."""
_HEAD = 26.0
_ACROSS = 3
_LARGEST = 9.0
"""The radius of a dot in which all shares of a diagram would lie, times 1.5."""
_TICKS = (0.0, 0.5, 1.0)


def unseen_figures(name: str) -> dict[int, CalibrationFigures]:
    """The figures of a game by its number of players; none if it is not calibrated."""
    file = resources.files(games.package_of(name)).joinpath("bot", "calibration.json")
    if not file.is_file():
        return {}
    found = json.loads(file.read_text("utf-8")).get("unseen", {})
    return {int(players): msgspec.convert(each, CalibrationFigures) for players, each in found.items()}


def reliability_table() -> list[str]:
    """The errors of the built-in games and all numbers of players, as lines of Markdown."""
    lines = [
        "| game | players | games | error | of the search alone | Brier | of equal shares |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name in games.BUILT_IN:
        lines += [
            f"| {games.load(name).info.title} | {players} | {found.games} | {found.error:.3f} | {found.raw_error:.3f} |"
            f" {found.brier:.3f} | {found.even_brier:.3f} |"
            for players, found in unseen_figures(name).items()
        ]
    return lines


def reliability_picture(name: str) -> str:
    """The reliability diagrams of a game as SVG, one for each number of players."""
    found = unseen_figures(name)
    rows = -(-len(found) // _ACROSS)
    width = 2 * _EDGE + _ACROSS * (_LEFT + _PANEL) + (_ACROSS - 1) * _GAP
    tall = _HEAD + _PANEL + _FOOT
    parts = [
        part
        for k, (players, figures) in enumerate(found.items())
        for part in _diagram(
            players,
            figures,
            _EDGE + _LEFT + k % _ACROSS * (_LEFT + _PANEL + _GAP),
            _TOP + _HEAD + k // _ACROSS * tall,
        )
    ]
    note = "how often the win came, by the share predicted"
    return sheet(width, _TOP + rows * tall, games.load(name).info.title, note, parts) + "\n"


def _diagram(players: int, found: CalibrationFigures, left: float, top: float) -> Iterator[str]:
    """One diagram, whose square begins at this corner."""
    right, foot = left + _PANEL, top + _PANEL
    yield words(left, top - 9, f"{players} players", bold=True)
    yield words(right, top - 9, f"error {found.error:.3f}", 13, at="end", ink=SOFT)
    yield tag("rect", x=left, y=top, width=_PANEL, height=_PANEL, fill="none", stroke=RULE)
    yield tag("line", x1=left, y1=foot, x2=right, y2=top, stroke=SOFT, stroke_dasharray="3 4")
    for tick in _TICKS:
        yield words(left + tick * _PANEL, foot + 17, f"{tick:g}", 12, at="middle", ink=SOFT)
        yield words(left - 7, foot - tick * _PANEL + 4, f"{tick:g}", 12, at="end", ink=SOFT)
    total = sum(each.positions for each in found.bins)
    for each in found.bins:
        yield _dot(each, total, left, foot)


def _dot(found: BinFigures, total: int, left: float, foot: float) -> str:
    """A tenth of the shares, as large as there are shares in it."""
    title = f"predicted {found.predicted:.3f}, came true {found.came_true:.3f}, {found.positions} shares"
    radius = max(1.5 * _LARGEST * (found.positions / total) ** 0.5, 1.5)
    x, y = left + found.predicted * _PANEL, foot - found.came_true * _PANEL
    return tag("circle", tag("title", title), cx=x, cy=y, r=radius, fill=TERRACOTTA, fill_opacity=0.75, stroke=INK)
