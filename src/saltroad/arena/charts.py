"""Small charts for the report page: rows of dots with intervals, and histograms, drawn as SVG.

Everything across is in percent and everything down in pixels, so that a chart is as wide as the page lets it be. Words
stand in HTML above each row, where long names break as they must. Colours come from the page's style, by class.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from saltroad.arena.words import duration

_LANE = 18
"""The height of a row of dots."""
_BARS = 64
"""The height of a histogram."""
_EDGE = 8
"""The distance from the edge below which there is no room for a word, in percent."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A mean and its interval."""

    mean: float
    low: float
    high: float
    name: str = ""
    """A word beside it, where a row has several."""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A name, a figure in words, and what is drawn below them."""

    label: str
    shown: str
    colour: int
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale across."""

    low: float
    high: float
    ticks: tuple[float, ...]
    name: Callable[[float], str]
    is_log: bool = False

    def at(self, value: float) -> float:
        """Where a value stands, in percent of the width; what lies outside stands at the edge."""
        low, high, value = (math.log10(max(x, 1e-12)) if self.is_log else x for x in (self.low, self.high, value))
        return 100 * min(1.0, max(0.0, (value - low) / (high - low)))


def share_axis(highest: float) -> Axis:
    """An axis of win shares in percent, from 0."""
    top = 1.0 if highest > 0.6 else 0.6 if highest > 0.4 else 0.4
    return Axis(0.0, top, tuple(k * top / 4 for k in range(5)), lambda value: f"{100 * value:.0f} %")


def round_axis(low: float, high: float, most: int = 6) -> Axis:
    """An axis from below `low` to above `high`, with ticks at round numbers."""
    span = max(high - low, 1.0)
    step = 10.0 ** math.floor(math.log10(span / most))
    step = next(step * k for k in (1, 2, 5, 10, 20) if span / (step * k) <= most)
    first, last = math.floor(low / step), math.ceil(high / step)
    if first == last:
        last += 1
    return Axis(first * step, last * step, tuple(k * step for k in range(first, last + 1)), lambda value: f"{value:g}")


def log_axis(low: float, high: float) -> Axis:
    """A logarithmic axis around two times, with ticks at powers of ten."""
    first = math.floor(math.log10(low))
    last = max(first + 1, math.ceil(math.log10(high)))
    ticks = tuple(10.0**k for k in range(first, last + 1))
    return Axis(10.0**first, 10.0**last, ticks, duration, is_log=True)


def rows(all_rows: Sequence[ChartRow], axis: Axis, about: str, mark: float | None = None, marked: str = "") -> str:
    """Rows of dots, each with its interval as a line; `mark` is a line down through all."""
    parts = []
    for row in all_rows:
        height = _LANE * len(row.dots)
        lines = [_line_down(axis.at(tick), height) for tick in axis.ticks]
        if mark is not None:
            lines.append(_line_down(axis.at(mark), height, "mark"))
        drawn = [_dot(dot, row, axis, _LANE * k + _LANE // 2) for k, dot in enumerate(row.dots)]
        parts.append(_words(row.label, row.shown) + _svg(height, [*lines, *drawn]))
    return _chart(about, [*parts, _ticks(axis, mark, marked)])


def _dot(dot: Dot, row: ChartRow, axis: Axis, y: int) -> str:
    low, mean, high = axis.at(dot.low), axis.at(dot.mean), axis.at(dot.high)
    tone = f"c{row.colour % 6}"
    word = ""
    if dot.name:  # before the interval, or behind it where there is no room
        at, by, anchor = (low, -8, "end") if low > _EDGE else (high, 8, "start")
        word = (
            f'<text x="{at:.2f}%" dx="{by}" y="{y + 4}" class="tick" text-anchor="{anchor}">{escape(dot.name)}</text>'
        )
    return (
        f'<line class="span {tone}" x1="{low:.2f}%" x2="{high:.2f}%" y1="{y}" y2="{y}"/>'
        f'<circle class="dot {tone}" cx="{mean:.2f}%" cy="{y}" r="5"/>{word}'
    )


@dataclass(frozen=True, slots=True)
class Pile:
    """The values of one histogram, with its title."""

    label: str
    values: Sequence[float]
    shown: str
    colour: int


def histograms(piles: Sequence[Pile], about: str) -> str:
    """One histogram below the other, over one scale."""
    values = [value for pile in piles for value in pile.values]
    if not values:
        return ""
    low, high = min(values), max(values)
    axis = round_axis(low, high + 1e-9)
    bins = _bins(axis)
    lines = [_line_down(axis.at(tick), _BARS) for tick in axis.ticks]
    parts = [_words(pile.label, pile.shown) + _svg(_BARS, [*lines, _bars(pile, axis, bins)]) for pile in piles]
    return _chart(about, [*parts, _ticks(axis)])


def _bins(axis: Axis) -> int:
    """The bars of a histogram: about thirty, never narrower than 1, as scores and plies are whole numbers."""
    wide = max(1, round((axis.high - axis.low) / 30))
    return max(1, math.ceil((axis.high - axis.low) / wide))


def _bars(pile: Pile, axis: Axis, bins: int) -> str:
    counts = [0] * bins
    for value in pile.values:
        counts[min(bins - 1, int(axis.at(value) / 100 * bins + 1e-9))] += 1
    most = max(counts, default=0) or 1
    width = 100 / bins
    drawn = [
        f'<rect class="bar c{pile.colour % 6}" x="{k * width:.2f}%" width="{0.9 * width:.2f}%" '
        f'y="{_BARS - _BARS * count / most:.1f}" height="{_BARS * count / most:.1f}" rx="1.5"/>'
        for k, count in enumerate(counts)
        if count
    ]
    return "".join(drawn) + f'<line class="base" x1="0" x2="100%" y1="{_BARS}" y2="{_BARS}"/>'


def _line_down(at: float, height: float, kind: str = "grid") -> str:
    return f'<line class="{kind}" x1="{at:.2f}%" x2="{at:.2f}%" y1="0" y2="{height}"/>'


def _ticks(axis: Axis, mark: float | None = None, marked: str = "") -> str:
    found = []
    for tick in axis.ticks:
        at = axis.at(tick)
        anchor = "start" if at < 1 else "end" if at > 99 else "middle"
        if mark is None or abs(axis.at(mark) - at) > 2 * _EDGE:  # the mark's own word needs room
            found.append(f'<text class="tick" x="{at:.2f}%" y="14" text-anchor="{anchor}">{axis.name(tick)}</text>')
    if mark is not None:
        at_mark = f'x="{axis.at(mark):.2f}%" y="14"'
        found.append(f'<text class="tick marked" {at_mark} text-anchor="middle">{escape(marked)}</text>')
    return _svg(18, found)


def _words(label: str, shown: str) -> str:
    return f"<p class='row'><b>{escape(label)}</b><span>{escape(shown)}</span></p>"


def _svg(height: int, parts: Sequence[str]) -> str:
    return f'<svg width="100%" height="{height}" aria-hidden="true">{"".join(parts)}</svg>'


def _chart(about: str, parts: Sequence[str]) -> str:
    """A whole chart as HTML. Its rows have the figures in words, so that the drawing alone tells nothing."""
    return f"<div class='chart' role='group' aria-label='{escape(about, quote=True)}'>{''.join(parts)}</div>"
