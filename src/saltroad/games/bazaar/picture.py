"""Bazaar as a picture: the stalls with their wares, the posted rate cards, the bank, and a row for each player.

Draws a view and decides nothing: what a ware scores is asked of the rules' own functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from saltroad.drawing.svg import RULE, SOFT, bar, cut, points, sheet, sign, star, tag, words
from saltroad.games.bazaar.components import (
    EQUATIONS,
    EQUATIONS_PER_CARD,
    LETTERS,
    TOKEN_LIMIT,
    TOKENS_PER_COLOUR,
    WARE_TEXTS,
    WARES_PER_STALL,
)
from saltroad.games.bazaar.rules import column_of, points_for
from saltroad.games.bazaar.views import BazaarView, StallView
from saltroad.messages import Catalogue
from saltroad.terminal.paint import (
    AMBER,
    EMERALD,
    INK,
    IVORY,
    LAMP,
    LINE,
    RUBY,
    SAND,
    SAPPHIRE,
    SNOW,
    TERRACOTTA,
    mixed,
)

_WIDTH = 860.0
_EDGE = 24.0
_STALL, _STALL_HEIGHT = 194.0, 168.0
_STRIPES = 7
_CARD, _CARD_HEIGHT = 290.0, 206.0
_ROW = 38.0
_TOKEN = 11.5
"""The radius of a token, which stands on twice as much and a little more."""
_STEP = 25.0
_GLASS = {"R": (RUBY, SNOW), "W": (IVORY, INK), "B": (SAPPHIRE, SNOW), "G": (EMERALD, SNOW), "Y": (AMBER, INK)}
"""The colour of each token and of the letter on it."""
_LEFT_SHOWN = ("0", "1", "2", "3+")


def picture(view: BazaarView, names: Sequence[str], catalogue: Catalogue) -> str:
    """The view as SVG."""
    y = 70.0
    parts: list[str] = []
    gap = (_WIDTH - 2 * _EDGE - 4 * _STALL) / 3
    for number, stall in enumerate(view.stalls):
        parts += _stall(view, stall, number, catalogue, _EDGE + (_STALL + gap) * number, y)
    y += _STALL_HEIGHT + 24
    for k, card in enumerate(view.rates):
        parts += _rate_card(card, catalogue, _EDGE + (_CARD + 16) * k, y)
    parts += _bank(view, catalogue, _EDGE + 2 * (_CARD + 16), y)
    y += _CARD_HEIGHT + 20
    parts += _players(view, names, catalogue, y)
    y += 26 + _ROW * view.players
    return sheet(_WIDTH, y + 18, "Bazaar", _how_far(view, catalogue), parts)


def _how_far(view: BazaarView, catalogue: Catalogue) -> str:
    if view.players == 1:
        return catalogue.text("label-turn", number=view.turns + (view.phase != "over"))
    return catalogue.text("label-round", number=view.turns // view.players + 1)


def _token(letter: str, x: float, y: float, radius: float = _TOKEN) -> str:
    glass, ink = _GLASS[letter]
    return tag("circle", cx=x, cy=y, r=radius, fill=glass, stroke=mixed(glass, INK, 0.7), stroke_width=1.5) + words(
        x, y + 4.5, letter, 13, at="middle", ink=ink, bold=True
    )


def _tokens(letters: str, x: float, y: float, step: float = _STEP) -> Iterator[str]:
    for k, letter in enumerate(letters):
        yield _token(letter, x + step * k, y)


def _stall(view: BazaarView, stall: StallView, number: int, catalogue: Catalogue, x: float, y: float) -> Iterator[str]:
    wide = _STALL / _STRIPES
    yield tag("rect", x=x + 8, y=y + 20, width=_STALL - 16, height=_STALL_HEIGHT - 20, rx=4, fill=SNOW, stroke=LINE)
    for k in range(_STRIPES):
        left = x + wide * k
        cloth = f"M{left:.1f} {y:.1f}h{wide:.1f}v26a{wide / 2:.1f} 9 0 0 1 -{wide:.1f} 0Z"
        yield tag("path", d=cloth, fill=SAND if k % 2 else TERRACOTTA, stroke=LINE, stroke_width=0.8)
    middle = x + _STALL / 2
    if view.players > 1:
        yield words(x + 18, y + 56, str(number + 1), bold=True)
        for k in range(WARES_PER_STALL):
            fill = LINE if k < stall.left else "none"
            yield tag("rect", x=x + _STALL - 74 + 11 * k, y=y + 46, width=8, height=11, rx=1.5, fill=fill, stroke=LINE)
    if stall.top is None:
        lines = catalogue.text("label-empty_stall").split("\n") if stall.left == 0 else ["?"]
        for k, line in enumerate(lines):
            yield words(middle, y + 100 + 18 * k, line.strip(), at="middle", ink=SOFT)
        return
    if stall.starred:
        yield tag("circle", cx=middle, cy=y + 51, r=11, fill=LAMP, stroke=LINE)
        yield tag("polygon", points=points(star(middle, y + 51, 8)), fill=INK)
    yield from _tokens(stall.top, middle - 2 * _STEP, y + 84)
    if view.players > 1:
        column = column_of(WARE_TEXTS.index(stall.top), sum(each.left == 0 for each in view.stalls))
        yield words(x + 16, y + 126, catalogue.text("label-left"), 12, ink=SOFT)
        yield words(x + 16, y + 150, catalogue.text("label-points_short"), 12, ink=SOFT)
        for left, shown in enumerate(_LEFT_SHOWN):
            at = x + 68 + 33 * left
            yield words(at, y + 126, shown, 12, at="middle", ink=SOFT)
            yield words(at, y + 150, str(points_for(column, left)), 15, at="middle", bold=True)


def _rate_card(card: int, catalogue: Catalogue, x: float, y: float) -> Iterator[str]:
    yield tag("rect", x=x, y=y, width=_CARD, height=_CARD_HEIGHT, rx=8, fill=SNOW, stroke=RULE)
    yield words(x + 18, y + 28, catalogue.text("label-rate_card", number=card), 15, bold=True)
    first = EQUATIONS_PER_CARD * (card - 1)
    middle = x + _CARD * 0.4
    for k, (left, right) in enumerate(EQUATIONS[first : first + EQUATIONS_PER_CARD]):
        line = y + 56 + 31 * k
        yield from _tokens(left, middle - 26 - _STEP * (len(left) - 1), line)
        yield words(middle, line + 5, "=", 17, at="middle", ink=SOFT)
        yield from _tokens(right, middle + 26, line)


def _bank(view: BazaarView, catalogue: Catalogue, x: float, y: float) -> Iterator[str]:
    width = _WIDTH - _EDGE - x
    yield tag("rect", x=x, y=y, width=width, height=_CARD_HEIGHT, rx=8, fill=SNOW, stroke=RULE)
    yield words(x + 18, y + 28, catalogue.text("label-bank"), 15, bold=True)
    for k, (letter, count) in enumerate(zip(LETTERS, view.bank, strict=True)):
        line = y + 56 + 31 * k
        yield _token(letter, x + 30, line)
        yield bar(x + 52, line + 6, width - 100, count / TOKENS_PER_COLOUR, _GLASS[letter][0])
        yield words(x + width - 16, line + 5, str(count), at="end")


def _players(view: BazaarView, names: Sequence[str], catalogue: Catalogue, y: float) -> Iterator[str]:
    columns = {"held": _WIDTH - 190, "wares": _WIDTH - 110, "points": _WIDTH - _EDGE}
    for name, at in columns.items():
        if name == "held" or view.players > 1:
            yield words(at, y + 12, catalogue.text(f"label-{name}"), 12, at="end", ink=SOFT)
    for seat, hand in enumerate(view.hands):
        line = y + 26 + _ROW * seat + _ROW / 2
        on_turn = seat == view.seat and view.phase != "over"
        yield tag("line", x1=_EDGE, x2=_WIDTH - _EDGE, y1=line - _ROW / 2, y2=line - _ROW / 2, stroke=RULE)
        if on_turn:
            arrow = ((_EDGE, line - 5), (_EDGE + 8, line), (_EDGE, line + 5))
            yield tag("polygon", points=points(arrow), fill=TERRACOTTA)
        yield sign(seat, _EDGE + 22, line, 8)
        yield words(_EDGE + 40, line + 5, cut(names[seat], 14), bold=on_turn)
        letters = "".join(letter * count for letter, count in zip(LETTERS, hand, strict=True))
        yield from _tokens(letters, 190, line, min(_STEP + 2, 430 / max(len(letters), 1)))
        yield words(columns["held"], line + 5, f"{len(letters)}/{TOKEN_LIMIT}", at="end")
        if view.players > 1:
            yield words(columns["wares"], line + 5, str(len(view.wares[seat])), at="end")
            yield words(columns["points"], line + 5, str(view.scores[seat]), 16, at="end", bold=True)
