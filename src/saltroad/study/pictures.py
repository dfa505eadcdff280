"""The figures of a study as pictures: SVG files for papers and pages, in light and in dark colours, that load nothing.

The page of a study has charts of its own, which fit a phone; these are of one width and stand alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from saltroad.arena.charts import Axis, round_axis, share_axis
from saltroad.arena.intervals import Estimate
from saltroad.arena.words import figure, percent, share
from saltroad.drawing.svg import FONT, tag, words
from saltroad.study.heat_map import has_map, use_map, win_map
from saltroad.study.summary import CountFigures, Spread, StudySummary, TableFigures

_WIDTH = 760.0
_EDGE = 28.0
_LABEL = 140.0
"""The width of what stands before a row, and of the figures behind it."""
_FIGURE = 150.0
_TOP = 78.0
_ROW = 24.0
_BARS = 64.0
_INK, _SOFT, _LINE = "var(--ink)", "var(--soft)", "var(--line)"
_TONES = 6
_MUCH = 8
"""Values that differ by this factor are drawn on a logarithmic scale."""


def pictures(summary: StudySummary) -> Iterator[tuple[str, str]]:
    """Every picture of a study: its name, and the SVG."""
    counts = [figures for figures in summary.counts if figures.players > 1]
    if counts:
        yield "wins", _wins(summary, counts)
        yield "sources", _sources(summary, counts)
    yield "scores", _histograms(summary, "Scores", "of all players", [(f.players, f.scores) for f in summary.counts])
    yield "turns", _histograms(summary, "Length of a game", "in turns", [(f.players, f.turns) for f in summary.counts])
    yield "branching", _branching(summary)
    for figures in summary.counts if has_map(summary.game) else ():
        for table in figures.tables:
            if table.is_map and table.rows:
                yield f"{table.name}-{figures.players}", _maps(summary, figures, table)


def _sheet(title: str, about: str, height: float, parts: Sequence[str]) -> str:
    style = files("saltroad.arena").joinpath("report.css").read_text("utf-8")
    colours = style.partition("* {")[0]
    ground = tag("rect", width=_WIDTH, height=height, rx=14, fill="var(--panel)", stroke=_LINE)
    head = words(_EDGE, 38, title, 20, ink=_INK, bold=True) + words(_EDGE, 60, about, ink=_SOFT)
    return (
        tag(
            "svg",
            tag("style", colours) + tag("title", escape(f"{title}: {about}")) + ground + head + "".join(parts),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_WIDTH:g} {height:g}",
            width=_WIDTH,
            height=height,
            font_family=FONT,
        )
        + "\n"
    )


def _across(axis: Axis, value: float) -> float:
    return _EDGE + _LABEL + (_WIDTH - 2 * _EDGE - _LABEL - _FIGURE) * axis.at(value) / 100


def _lines(axis: Axis, top: float, bottom: float) -> Iterator[str]:
    """The lines of a scale, behind what is drawn."""
    for x in (_across(axis, tick) for tick in axis.ticks):
        yield tag("line", x1=x, x2=x, y1=top, y2=bottom, stroke=_LINE)


def _ticks(axis: Axis, y: float) -> Iterator[str]:
    """The numbers of a scale, below it."""
    for tick in axis.ticks:
        yield words(_across(axis, tick), y, axis.name(tick), 12, at="middle", ink=_SOFT)


def _tone(k: int) -> str:
    return f"var(--c{k % _TONES})"


def _dot(axis: Axis, estimate: Estimate, y: float, tone: str) -> str:
    low = estimate.mean if estimate.low is None else estimate.low
    high = estimate.mean if estimate.high is None else estimate.high
    x1, x, x2 = (_across(axis, value) for value in (low, estimate.mean, high))
    bar = tag("line", x1=x1, x2=x2, y1=y, y2=y, stroke=tone, stroke_width=6, stroke_linecap="round", opacity=0.38)
    return bar + tag("circle", cx=x, cy=y, r=5, fill=tone)


# -- the pictures ------------------------------------------------------------------------------------------------------


def _wins(summary: StudySummary, counts: Sequence[CountFigures]) -> str:
    axis = share_axis(max(place.wins.high or 0.0 for figures in counts for place in figures.places))
    parts: list[str] = []
    y = _TOP
    for figures in counts:
        height = _ROW * figures.players
        fair = _across(axis, 1 / figures.players)
        parts += _lines(axis, y, y + height + 8)
        parts.append(
            tag("line", x1=fair, x2=fair, y1=y, y2=y + height + 8, stroke="var(--accent)", stroke_dasharray="3 4")
        )
        parts.append(words(_EDGE, y + 18, f"{figures.players} players", 15, ink=_INK, bold=True))
        for k, place in enumerate(figures.places):
            row = y + _ROW * k + 16
            parts.append(words(_EDGE + _LABEL - 14, row + 5, _nth(k + 1), at="end", ink=_SOFT))
            parts.append(_dot(axis, place.wins, row, _tone(k)))
            parts.append(words(_WIDTH - _EDGE, row + 5, share(place.wins), 13, at="end", ink=_INK))
        y += height + 24
    parts += _ticks(axis, y + 18)
    about = "by place in the order of turns, with intervals that hold 95 %; the dashed line is a fair share"
    return _sheet(f"{summary.title}: who wins", about, y + 36, parts)


def _nth(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def _histograms(summary: StudySummary, title: str, about: str, spreads: Sequence[tuple[int, Spread]]) -> str:
    values = [value for _, spread in spreads for value, _ in spread.histogram]
    axis = round_axis(min(values), max(values) + 1)
    wide = max(1, round((axis.high - axis.low) / 60))
    parts: list[str] = []
    y = _TOP
    for k, (players, spread) in enumerate(spreads):
        parts += _lines(axis, y, y + _BARS)
        bins: dict[int, int] = {}
        for value, times in spread.histogram:
            bins[int((value - axis.low) // wide)] = bins.get(int((value - axis.low) // wide), 0) + times
        most = max(bins.values())
        for bin, times in bins.items():
            x1, x2 = (_across(axis, axis.low + wide * edge) for edge in (bin, bin + 1))
            high = _BARS * times / most
            bar = {"x": x1, "y": y + _BARS - high, "width": 0.88 * (x2 - x1), "height": high}
            parts.append(tag("rect", **bar, rx=1.5, fill=_tone(k), opacity=0.85))
        foot = y + _BARS
        parts.append(
            tag(
                "line",
                x1=_across(axis, axis.low),
                x2=_across(axis, axis.high),
                y1=foot,
                y2=foot,
                stroke="var(--strong)",
            )
        )
        parts.append(words(_EDGE, y + 40, f"{players} players", 15, ink=_INK, bold=True))
        low, *_, high = spread.quantiles
        parts.append(words(_WIDTH - _EDGE, y + 32, f"mean {figure(spread.mean, 1)}", 13, at="end", ink=_INK))
        parts.append(words(_WIDTH - _EDGE, y + 50, f"90 %: {low:.0f} to {high:.0f}", 13, at="end", ink=_SOFT))
        y += _BARS + 14
    parts += _ticks(axis, y + 10)
    return _sheet(f"{summary.title}: {title.lower()}", about, y + 26, parts)


def _sources(summary: StudySummary, counts: Sequence[CountFigures]) -> str:
    """The points of winners and of the others, in a bar each."""
    names = list(counts[0].points_of_winners)
    both = [(f"{f.players} players", f.points_of_winners, f.points_of_others) for f in counts]
    totals = [sum(each.mean for each in points.values()) for _, *kinds in both for points in kinds]
    axis = round_axis(0.0, max(totals))
    parts: list[str] = []
    x = _EDGE
    for k, name in enumerate(names):
        parts.append(tag("rect", x=x, y=_TOP, width=13, height=13, rx=3, fill=_tone(k)))
        parts.append(words(x + 19, _TOP + 12, name.replace("_", " "), 13, ink=_INK))
        x += 44 + 7.2 * len(name)
    y = _TOP + 34
    for label, *kinds in both:
        parts += _lines(axis, y, y + 2 * _ROW)
        parts.append(words(_EDGE, y + 18, label, 15, ink=_INK, bold=True))
        for row, (who, points) in enumerate(zip(("winners", "others"), kinds, strict=True)):
            foot, sum_so_far = y + _ROW * row + 3, 0.0
            for k, name in enumerate(names):
                value = points[name].mean if name in points else 0.0
                x1, x2 = _across(axis, sum_so_far), _across(axis, sum_so_far + value)
                parts.append(
                    tag("rect", x=x1, y=foot, width=x2 - x1, height=18, fill=_tone(k), opacity=0.85 - 0.3 * row)
                )
                sum_so_far += value
            parts.append(
                words(
                    _WIDTH - _EDGE, foot + 14, f"{who} {sum_so_far:.1f}", 13, at="end", ink=_INK if row == 0 else _SOFT
                )
            )
        y += 2 * _ROW + 14
    parts += _ticks(axis, y + 10)
    return _sheet(
        f"{summary.title}: where points come from",
        "mean points of a player who won, and of one who did not",
        y + 26,
        parts,
    )


def _branching(summary: StudySummary) -> str:
    """Legal actions over the course of a game, a line for each number of players."""
    lines = [(f.players, f.branching_by_part) for f in summary.counts if f.branching_by_part]
    axis = Axis(0.0, 10.0, tuple(range(0, 11, 2)), lambda value: f"{10 * value:.0f} %")
    scale = _upright([each.mean for _, parts in lines for each in parts])
    top, bottom = _TOP, _TOP + 240

    def height(value: float) -> float:
        return bottom - (bottom - top) * scale.at(value) / 100

    drawn = [*_lines(axis, top, bottom), *_ticks(axis, bottom + 18)]
    for tick in scale.ticks:
        y = height(tick)
        drawn.append(tag("line", x1=_across(axis, 0), x2=_across(axis, 10), y1=y, y2=y, stroke=_LINE))
        drawn.append(words(_EDGE + _LABEL - 14, y + 4, scale.name(tick), 12, at="end", ink=_SOFT))
    for k, (players, parts) in enumerate(lines):
        at = [f"{_across(axis, x + 0.5):.1f},{height(each.mean):.1f}" for x, each in enumerate(parts)]
        drawn.append(tag("polyline", points=" ".join(at), fill="none", stroke=_tone(k), stroke_width=2.5))
        drawn += [tag("circle", cx=p.split(",")[0], cy=p.split(",")[1], r=3.5, fill=_tone(k)) for p in at]
        y = top + 20 + 22 * k
        drawn.append(tag("circle", cx=_WIDTH - _EDGE - 100, cy=y - 5, r=5, fill=_tone(k)))
        drawn.append(words(_WIDTH - _EDGE, y, f"{players} players", 13, at="end", ink=_INK))
    about = "legal actions at a decision, on average, by the part of the game that is over"
    return _sheet(f"{summary.title}: choices", about, bottom + 36, drawn)


def _upright(values: Sequence[float]) -> Axis:
    """From 0 on; where values differ by much, in powers of ten."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low <= 0 or high / low < _MUCH:
        return round_axis(0.0, high)
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    ticks = [k * 10.0**power for power in range(first, last) for k in (1, 2, 5)]
    return Axis(10.0**first, 10.0**last, (*ticks, 10.0**last), lambda value: f"{value:g}", is_log=True)


def _maps(summary: StudySummary, figures: CountFigures, table: TableFigures) -> str:
    """How often spaces were used, and how often those who used them won, side by side."""
    half = (_WIDTH - 2 * _EDGE - 24) / 2
    drawn = [draw(summary.game, figures.players, table) for draw in (use_map, win_map)]
    box = [float(x) for x in drawn[0].partition('viewBox="')[2].partition('"')[0].split()]
    height = half * box[3] / box[2]
    heads = ("how often a space was used", "percent of the games won (pale: unsure)")
    parts = []
    for k, (svg, head) in enumerate(zip(drawn, heads, strict=True)):
        x = _EDGE + (half + 24) * k
        parts.append(words(x, _TOP + 12, head, 13, ink=_INK, bold=True))
        svg = re.sub(r"<title>.*?</title>", "", svg)  # a picture in a page shows none, and they take a third of it
        inner = svg.replace('width="100%"', f'x="{x:g}" y="{_TOP + 24:g}" width="{half:g}" height="{height:g}"', 1)
        parts.append(inner)
    about = (
        f"{table.about}; {figures.players} players, {figures.games:,} games, fair share {percent(1 / figures.players)}"
    )
    return _sheet(f"{summary.title}: {table.title.lower()}", about, _TOP + 24 + height + 24, parts)
