"""Drawing tools of pictures: elements of SVG as text, words, hexes, the players' signs and tables of figures.

Lengths are pixels. The colours are those of the terminal boards, on paper, and every picture brings its own ground: it
reads the same on a light and on a dark page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from saltroad.terminal.paint import FAINT, INK, LINE, PAPER, TERRACOTTA, mixed, seat_colours

FONT = "'Atkinson Hyperlegible', 'Segoe UI', system-ui, sans-serif"
SOFT = FAINT
RULE = mixed(LINE, PAPER, 0.4)
_ID = "saltroad-"
"""The prefix of the names of defined elements: a page may have others."""
_LINE_HEIGHT = 22
"""Pixels from one row of a table to the next."""


def tag(name: str, inside: str = "", /, **attributes: str | float | None) -> str:
    """An element; `stroke_width=2` is the attribute stroke-width, and None leaves one out."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_shown(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{inside}</{name}>" if inside else f"<{name}{given}/>"


def _shown(value: str | float) -> str:
    return escape(value, quote=True) if isinstance(value, str) else f"{round(value, 2):g}"


def group(parts: Iterable[str], title: str = "", **attributes: str | float | None) -> str:
    """A group of elements; a browser shows the title where the pointer rests."""
    told = tag("title", escape(title)) if title else ""
    return tag("g", told + "".join(parts), **attributes)


def words(
    x: float, y: float, text: str, size: float = 14, *, at: str = "start", ink: str = INK, bold: bool = False
) -> str:
    """A line of text; `at` says which part of it stands at x: start, middle or end. y is its foot."""
    anchor = None if at == "start" else at
    weight = "700" if bold else None
    return tag("text", escape(text), x=x, y=y, font_size=size, text_anchor=anchor, fill=ink, font_weight=weight)


def points(corners: Iterable[tuple[float, float]]) -> str:
    """Corners as an element's attribute has them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def _corners(width: float, x: float, y: float) -> list[tuple[float, float]]:
    angles = [math.pi * k / 3 for k in range(6)]
    return [(x + width / 2 * math.cos(angle), y + width / 2 * math.sin(angle)) for angle in angles]


def hexagon(width: float, x: float = 0, y: float = 0, **attributes: str | float | None) -> str:
    """A hex with a flat top around a point, `width` from corner to corner."""
    return tag("polygon", points=points(_corners(width, x, y)), **attributes)


def outline(centres: Iterable[tuple[float, float]], width: float) -> str:
    """The border of hexes that lie together, as the data of a path: their sides without those that two share."""
    sides: dict[tuple[float, float], str] = {}
    for x, y in centres:
        corners = _corners(width, x, y)
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
            middle = round(x1 + x2), round(y1 + y2)
            if sides.pop(middle, None) is None:
                sides[middle] = f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    return "".join(sides.values())


def defined(**shapes: str) -> str:
    """Elements by name, for `copy`: what is drawn often is written once."""
    return tag("defs", "".join(tag("g", shape, id=f"{_ID}{name}") for name, shape in shapes.items()))


def copy(name: str, x: float, y: float, **attributes: str | float | None) -> str:
    """A defined element with its 0,0 at a point; it has the attributes that its definition leaves open."""
    return tag("use", href=f"#{_ID}{name}", x=x, y=y, **attributes)


def star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """The corners of a star around a point."""
    far = [radius * (1.0, 0.44)[k % 2] for k in range(10)]
    angles = [math.pi * (k / 5 - 0.5) for k in range(10)]
    return [(x + r * math.cos(angle), y + r * math.sin(angle)) for r, angle in zip(far, angles, strict=True)]


_SIGNS = (
    "M0 -.86A.86 .86 0 1 1 0 .86A.86 .86 0 1 1 0 -.86Z",
    "M0 -.92L.95 .76H-.95Z",
    "M-.76 -.76H.76V.76H-.76Z",
    "M0 -1L.82 0L0 1L-.82 0Z",
    f"M{'L'.join(f'{x:.2f} {y:.2f}' for x, y in star(0, 0, 1))}Z",
    "M.36 -.9A.94 .94 0 1 0 .36 .9A.76 .76 0 1 1 .36 -.9Z",
)
"""The same shapes as in the browser and, as characters, in the terminal: they tell seats apart without colour."""


def sign(seat: int, x: float, y: float, radius: float) -> str:
    """A player's sign around a point, in their colour; `sheet` defines it."""
    return tag("use", href=f"#{_ID}seat{seat % len(_SIGNS)}", transform=f"translate({x:.1f} {y:.1f}) scale({radius:g})")


def _defined_signs() -> str:
    return defined(
        **{
            f"seat{seat}": tag("path", d=path, fill=seat_colours(seat)[0], stroke=INK, stroke_width=0.16)
            for seat, path in enumerate(_SIGNS)
        }
    )


def players(
    x: float, y: float, width: float, names: Sequence[str], scores: Sequence[int | None], on_turn: int | None
) -> str:
    """The players with their points, a line each; who is on turn has a mark before their sign."""
    parts = []
    for seat, (name, score) in enumerate(zip(names, scores, strict=True)):
        foot = y + _LINE_HEIGHT * (seat + 1)
        if seat == on_turn:
            arrow = ((x, foot - 10), (x + 8, foot - 5), (x, foot))
            parts.append(tag("polygon", points=points(arrow), fill=TERRACOTTA))
        parts.append(sign(seat, x + 20, foot - 5, 7.5))
        parts.append(words(x + 36, foot, cut(name, (width - 76) / 7.5), bold=seat == on_turn))
        parts.append(words(x + width, foot, "–" if score is None else str(score), 16, at="end", bold=True))
    return "".join(parts)


def seat_table(
    x: float, y: float, width: float, title: str, rows: Sequence[tuple[str, Sequence[str]]], *, seats: int
) -> str:
    """Figures by seat, the players' signs above them; a figure that ends with an asterisk stands out."""
    step = min(40.0, (width - 90) / seats)
    at = [x + width - step * (seats - 1 - seat) - 10 for seat in range(seats)]
    parts = [words(x, y + _LINE_HEIGHT, title, bold=True)]
    parts += [sign(seat, at[seat], y + _LINE_HEIGHT - 5, 5.5) for seat in range(seats)]
    for k, (name, cells) in enumerate(rows, 2):
        foot = y + _LINE_HEIGHT * k
        parts.append(words(x, foot, name, ink=SOFT))
        for seat, cell in enumerate(cells):
            parts.append(words(at[seat], foot, cell.rstrip("*"), at="middle", bold=cell.endswith("*")))
    return "".join(parts)


def bar(x: float, y: float, width: float, part: float, colour: str) -> str:
    """How much of something is left, as a part of the whole; y is the foot of the words beside it."""
    frame = tag("rect", x=x, y=y - 12, width=width, height=13, rx=4, fill="none", stroke=RULE)
    return frame + tag("rect", x=x, y=y - 12, width=width * part, height=13, rx=4, fill=colour, stroke=LINE)


def height_of(rows: int) -> float:
    """The height of a table of so many rows, with the room below them."""
    return _LINE_HEIGHT * rows + 16


def cut(text: str, most: float) -> str:
    """A text of at most so many letters."""
    return text if len(text) <= most else text[: max(1, int(most) - 1)] + "…"


def sheet(width: float, height: float, title: str, note: str, parts: Iterable[str]) -> str:
    """A whole picture: a sheet of paper with the game's name and how far it has come, and what is drawn on it."""
    head = (
        tag("rect", width=width, height=height, rx=14, fill=PAPER, stroke=RULE)
        + words(24, 36, title, 20, bold=True)
        + words(width - 24, 36, note, at="end", ink=SOFT)
        + tag("line", x1=24, x2=width - 24, y1=50, y2=50, stroke=RULE)
    )
    said = tag("title", escape(f"{title}, {note}" if note else title))
    return tag(
        "svg",
        said + _defined_signs() + head + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
        font_family=FONT,
    )
