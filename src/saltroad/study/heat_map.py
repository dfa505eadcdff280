"""Heat maps on a board of hexes, as SVG: how often a space was used, and whether those who used it won more than their
fair share.

A game's board is where its module `wire` says that spaces lie, and `study.spaces` says which are in play. Colours are
those of the page's style.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from saltroad import games
from saltroad.drawing.svg import copy, defined, group, hexagon, tag, words
from saltroad.study.summary import KeyFigures, TableFigures

_SIZE = 34.0
"""Pixels of a hex, from corner to corner."""
_ENOUGH = 20
"""So often a space is used before it is said how often its players won."""
_FULL = 0.2
"""So far from the fair share the colour is full."""
_UNSURE = 0.35
"""The part of the colour that is left where the interval holds the fair share."""

_LEAST = 0.62
"""A page makes a map no smaller than this part of its size."""
_MARKS = {"palm": "var(--c2)", "dot": "var(--c4)"}
"""What boards have printed on their spaces, by its name in `wire`."""

Shade = tuple[str, float, str]
"""A colour, how much of it, and a word on the space."""


def has_map(game: str) -> bool:
    """Whether a game has a board of hexes to draw on."""
    return bool(_spaces(game))


def use_map(game: str, players: int, table: TableFigures) -> str:
    """How often each space was used: the stronger the colour, the more often."""
    most = max((row.times for row in table.rows), default=1)

    def shade(row: KeyFigures) -> Shade:
        return "var(--c0)", row.times / most, ""

    legend = [("var(--c0)", part, f"{part * most:.0f}") for part in (0.0, 0.5, 1.0)]
    return _map(game, players, table, shade, f"{table.title}: how often", legend)


def win_map(game: str, players: int, table: TableFigures) -> str:
    """How often those who used a space won, beside their fair share: blue for more often, red for less."""
    fair = 1 / players

    def shade(row: KeyFigures) -> Shade:
        if row.times < _ENOUGH or row.wins is None or row.wins.low is None or row.wins.high is None:
            return "var(--soft)", 0.06, ""
        far = row.wins.mean - fair
        part = min(1.0, abs(far) / _FULL) * (_UNSURE if row.wins.low <= fair <= row.wins.high else 1.0)
        return "var(--c1)" if far > 0 else "var(--c3)", part, f"{100 * row.wins.mean:.0f}"

    legend = [
        ("var(--c3)", 1.0, f"≤ {100 * max(0.0, fair - _FULL):.0f} %"),
        ("var(--c3)", 0.0, f"{100 * fair:.0f} %"),
        ("var(--c1)", 1.0, f"≥ {100 * min(1.0, fair + _FULL):.0f} %"),
    ]
    return _map(game, players, table, shade, f"{table.title}: percent won", legend)


def _components(game: str) -> Mapping[str, Any]:
    part = games.part(game, "wire")
    return {} if part is None else cast("Mapping[str, Any]", part.components())


def _spaces(game: str) -> list[Mapping[str, Any]]:
    return [space for space in _components(game).get("spaces", []) if "x" in space]


def _map(
    game: str,
    players: int,
    table: TableFigures,
    shade: Callable[[KeyFigures], Shade],
    about: str,
    legend: list[Shade],
) -> str:
    in_play = getattr(games.part(game, "study"), "spaces", None)
    board = [space for space in _spaces(game) if in_play is None or space["name"] in in_play(players)]
    used = {row.key: row for row in table.rows}
    drawn = [_hex(space, "var(--strong)", 0.55) for space in _components(game).get("mountains", [])]
    for space in board:
        row = used.get(space["name"])
        colour, part, word = ("none", 0.0, "") if row is None else shade(row)
        drawn.append(_hex(space, colour, part, word, _about(space["name"], row)))
    left, right = (_SIZE * (edge(space["x"] for space in board) + by) for edge, by in ((min, -0.55), (max, 0.55)))
    top, bottom = (_SIZE * (edge(space["y"] for space in board) + by) for edge, by in ((min, -0.5), (max, 0.5)))
    foot = [_key(left + 14 + 92 * k, bottom + 22, *each) for k, each in enumerate(legend)]
    for k, mark in enumerate(sorted({space["mark"] for space in board if space.get("mark")})):
        at = left + 14 + 92 * (len(legend) + k)
        foot.append(_mark(at, bottom + 22, mark) + words(at + 10, bottom + 26, mark, 12, ink="var(--soft)"))
    return tag(
        "svg",
        defined(heat=hexagon(0.96 * _SIZE, stroke="var(--line)")) + "".join([*drawn, *foot]),
        viewBox=f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top + 36:.0f}",
        width="100%",
        style=f"min-width: {_LEAST * (right - left):.0f}px",
        role="img",
        aria_label=about,
    )


def _about(name: str, row: KeyFigures | None) -> str:
    if row is None:
        return f"{name}: never"
    won = "" if row.wins is None else f", won {100 * row.wins.mean:.0f} %"
    return f"{name}: {row.times:,} times{won}"


def _hex(space: Mapping[str, Any], colour: str, part: float, word: str = "", about: str = "") -> str:
    x, y = _SIZE * space["x"], _SIZE * space["y"]
    shape = copy("heat", x, y, fill=colour, fill_opacity=None if colour == "none" else part)
    said = _number(x, y + 4, word) if word else _mark(x, y, space["mark"]) if space.get("mark") else ""
    return group([shape, said], about) if about else shape + said


def _number(x: float, y: float, word: str) -> str:
    """A number with a rim of the ground's colour: it reads on strong colours, in light and in dark."""
    return tag(
        "text",
        word,
        x=x,
        y=y,
        font_size=11.5,
        text_anchor="middle",
        fill="var(--ink)",
        stroke="var(--panel)",
        stroke_width=2.5,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _mark(x: float, y: float, name: str) -> str:
    """What is printed on a space."""
    return tag("circle", cx=x, cy=y, r=3, fill=_MARKS.get(name, "var(--strong)"))


def _key(x: float, y: float, colour: str, part: float, word: str) -> str:
    shape = hexagon(20, x, y, fill=colour, fill_opacity=part, stroke="var(--line)")
    return shape + words(x + 16, y + 4, word, 12, ink="var(--soft)")
