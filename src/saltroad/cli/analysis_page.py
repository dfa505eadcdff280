"""The page of an analysis: one HTML file that loads nothing else, in the style of the arena's report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from saltroad.analysis import Analysis, PlyAnalysis
from saltroad.cli.analysis_words import PARTS, account_cells, points_of, reason_of
from saltroad.cli.telling import RecordTeller
from saltroad.kernel.actors import CHANCE
from saltroad.records import History, Record

_WIDTH, _HEIGHT = 1000, 260
_COLOURS = 6
_PATTERNS = ("", "M0 4H8", "M0 0L8 8", "M0 8L8 0", "M4 0V8", "M0 0L8 8M0 8L8 0")
"""Lines over the colours, so that bands are told apart without them."""


def page(record: Record, history: History, analysis: Analysis, language: str) -> str:
    """The page of one game."""
    teller = RecordTeller(record, history, language)
    style = files("saltroad.arena").joinpath("report.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(record.info.title)}</title>\n<style>\n{style}{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{''.join(_body(record, analysis, teller))}</main>\n</body>\n</html>\n"
    )


_STYLE = """
.shares path { stroke: none; } .shares .lines { stroke: rgb(0 0 0 / 35%); stroke-width: 1.2; fill: none; }
.shares .s0 { fill: #b5482f; } .shares .s1 { fill: #3f6fa3; } .shares .s2 { fill: #c79a2b; }
.shares .s3 { fill: #4f8a5b; } .shares .s4 { fill: #7d5a94; } .shares .s5 { fill: #6b6f76; }
.shares .turn { stroke: currentColor; stroke-width: 2; stroke-dasharray: 4 4; }
.key { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; list-style: none; padding: 0; }
.key li { display: flex; align-items: center; } .key svg { width: 1.1rem; height: 1.1rem; margin-right: .4rem; }
.plies td:nth-child(-n+3) { white-space: normal; text-align: left; min-width: 14rem; }
"""


def _body(record: Record, analysis: Analysis, teller: RecordTeller) -> Iterator[str]:
    say = teller.own.text
    yield (
        f"<header><p class='eyebrow'>{escape(say('analysis-title'))}</p><h1>{escape(record.info.title)}</h1>"
        f"<p class='lead'>{escape(', '.join(teller.names))}</p></header>\n"
    )
    yield f"<section><h2>{escape(say('analysis-shares'))}</h2>{_chart(analysis, teller)}</section>\n"
    yield f"<section><h2>{escape(say('analysis-account'))}</h2>{_accounts(analysis, teller)}"
    yield f"<p class='about'>{escape(say('analysis-how_to_read'))}</p></section>\n"
    yield f"<section><h2>{escape(say('analysis-turning_points'))}</h2><ol>"
    yield from (f"<li>{_told(ply, teller)}</li>" for ply in analysis.turning_points())
    yield "</ol></section>\n"
    rows = [
        (
            str(ply.ply),
            escape(str(teller.happened(ply.ply)) or ply.action),
            _verdict(ply, teller),
            *map(points_of, ply.after),
        )
        for ply in analysis.plies
    ]
    heads = (say("replay-ply"), say("replay-happened"), "", *teller.names)
    yield f"<section class='plies'><h2>{escape(say('analysis-plies'))}</h2>{_table(heads, rows)}</section>\n"


def _chart(analysis: Analysis, teller: RecordTeller) -> str:
    """Bands, one for each seat, that add up to the whole win at every ply. The table of plies has the same numbers."""
    columns = [analysis.plies[0].before, *(ply.after for ply in analysis.plies)]
    step = _WIDTH / max(len(columns) - 1, 1)
    defs, bands, key = [], [], []
    lower = [0.0] * len(columns)
    for seat, name in enumerate(teller.names):
        upper = [low + column[seat] for low, column in zip(lower, columns, strict=True)]
        points = [f"{k * step:.1f},{_HEIGHT * (1 - high):.1f}" for k, high in enumerate(upper)]
        back = [f"{k * step:.1f},{_HEIGHT * (1 - low):.1f}" for k, low in reversed([*enumerate(lower)])]
        outline = f"M{' L'.join([*points, *back])}Z"
        tone = seat % _COLOURS
        defs.append(
            f'<pattern id="p{seat}" width="8" height="8" patternUnits="userSpaceOnUse">'
            f'<path class="lines" d="{_PATTERNS[tone]}"/></pattern>'
        )
        bands.append(f'<path class="s{tone}" d="{outline}"/><path fill="url(#p{seat})" d="{outline}"/>')
        key.append(
            f'<li><svg class="shares" viewBox="0 0 16 16"><rect class="s{tone}" width="16" height="16"/>'
            f'<rect fill="url(#p{seat})" width="16" height="16"/></svg>{escape(name)}</li>'
        )
        lower = upper
    first = analysis.plies[0].ply
    turns = "".join(
        f'<line class="turn" x1="{(ply.ply - first + 1) * step:.1f}" x2="{(ply.ply - first + 1) * step:.1f}" y1="0" '
        f'y2="{_HEIGHT}"/>'
        for ply in analysis.turning_points()
    )
    about = escape(teller.own.text("analysis-shares"), quote=True)
    return (
        f'<svg class="shares" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="100%" preserveAspectRatio="none" role="img" '
        f'aria-label="{about}" style="height:16rem"><defs>{"".join(defs)}</defs>{"".join(bands)}{turns}</svg>'
        f"<ul class='key'>{''.join(key)}</ul>"
    )


def _accounts(analysis: Analysis, teller: RecordTeller) -> str:
    heads = ("", *map(teller.own.text, PARTS.values()))
    rows = [(name, *account_cells(seat)) for name, seat in zip(teller.names, analysis.seats, strict=True)]
    return _table(heads, rows)


def _told(ply: PlyAnalysis, teller: RecordTeller) -> str:
    return f"{escape(str(teller.happened(ply.ply)) or ply.action)} {_verdict(ply, teller)}"


def _verdict(ply: PlyAnalysis, teller: RecordTeller) -> str:
    """What a ply cost or brought, and why, as HTML."""
    if ply.actor == CHANCE:
        luck = ply.luck or ()
        seat = max(range(len(luck)), key=lambda each: abs(luck[each]))
        fields: dict[str, Any] = {"seat": seat, "share": points_of(luck[seat], signed=True)}
        return escape(str(teller.own.format("analysis-luck_of", fields, names=teller.names)))
    if ply.grade is None:
        return ""
    fields = {"grade": ply.grade, "share": points_of(-(ply.loss or 0.0), signed=True)}
    told = str(teller.own.format("analysis-graded", fields))
    if ply.reason and ply.best:
        told += f" {teller.own.format('analysis-better', {'action': ply.best[0].action})} {reason_of(ply, teller)}"
    return escape(told)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; all cells but the first of a row are HTML."""
    head = "".join(f"<th scope='col'>{escape(name)}" for name in heads)
    lines = "".join(
        f"<tr><th scope='row'>{escape(first)}" + "".join(f"<td>{cell}" for cell in rest) for first, *rest in rows
    )
    return f"<div class='scroll' tabindex='0'><table><thead><tr>{head}<tbody>{lines}</table></div>"
