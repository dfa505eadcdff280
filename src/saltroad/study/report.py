"""The page of a study: one HTML file that loads nothing else, in the style and with the charts of the arena's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from saltroad.arena.charts import ChartRow, Dot, Pile, histograms, round_axis, rows, share_axis
from saltroad.arena.intervals import Estimate
from saltroad.arena.words import count, figure, percent, share
from saltroad.study.heat_map import has_map, use_map, win_map
from saltroad.study.run import Study
from saltroad.study.summary import CountFigures, GiftFigures, Spread, StudySummary, TableFigures

_MOST_ROWS = 30
"""Of a table; the rest is in the data."""


def page(study: Study, command: str = "") -> str:
    """The page, with the command that made it."""
    summary = study.summary
    style = files("saltroad.arena").joinpath("report.css").read_text("utf-8")
    body = "".join(_body(study, command)).replace(" %", "\N{NO-BREAK SPACE}%")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>A study of {escape(summary.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}"
        "</main>\n</body>\n</html>\n"
    )


def _body(study: Study, command: str) -> Iterator[str]:
    summary = study.summary
    words = " ".join(f"<span>{escape(word)}</span>" for word in command.split())
    yield (
        f"<header><p class='eyebrow'>Study</p><h1>{escape(summary.title)}</h1>"
        f"<p class='lead'>{count(len(study.games), 'game')}: {escape(_who(summary))}</p>"
        + (f"<pre><code>{words}</code></pre>" if words else "")
        + "</header>\n"
    )
    if study.is_interrupted:
        yield "<p class='note'>The run was stopped: this is what was played so far.</p>\n"
    if study.left_out:
        yield f"<p class='note'>{count(len(study.left_out), 'record')} left out. {escape(study.left_out[0])}</p>\n"
    yield _overview(summary)
    for figures in summary.counts:
        yield f"<h2 id='p{figures.players}'>{figures.players} players, {count(figures.games, 'game')}</h2>\n"
        yield "<div class='charts'>\n"
        yield from _sections(summary, figures)
        yield "</div>\n"
    yield (
        f"<footer><p>Rules version {summary.rules}; {escape(summary.source)}. A game is one observation; intervals "
        "hold 95 %: Wilson’s for shares, Student’s for means. What happens several times in a game enters by its mean "
        "over that game. Places are in the order of turns: place 1 begins.</p></footer>\n"
    )


def _who(summary: StudySummary) -> str:
    return ", ".join(dict.fromkeys(bot.name for figures in summary.counts for bot in figures.bots))


def _overview(summary: StudySummary) -> str:
    """All numbers of players side by side, each a link to its own part."""
    heads = ("players", "games", "% won by place", "score", "margin", "turns", "legal actions", "half-time leader wins")
    lines = []
    for figures in summary.counts:
        cells = (
            f"{figures.games:,}",
            " · ".join(f"{100 * place.wins.mean:.0f}" for place in figures.places),
            *(figure(spread.mean, 1) for spread in (figures.scores, figures.margins, figures.turns, figures.branching)),
            share(figures.half_time),
        )
        link = f"<a href='#p{figures.players}'>{figures.players} players</a>"
        lines.append(f"<tr><th scope='row'>{link}" + "".join(f"<td>{escape(cell)}" for cell in cells))
    head = "".join(f"<th scope='col'>{escape(name)}" for name in heads)
    table = f"<div class='scroll' tabindex='0'><table><thead><tr>{head}<tbody>{''.join(lines)}</table></div>"
    return _section("By number of players", "", table)


def _sections(summary: StudySummary, figures: CountFigures) -> Iterator[str]:
    places = [(f"place {k}", place) for k, place in enumerate(figures.places, 1)]
    fair = 1 / figures.players
    if figures.players > 1:
        yield _section("Who wins", "by place in the order of turns", _shares([(a, b.wins) for a, b in places], fair))
        if len(figures.bots) > 1:
            found = [(bot.name, bot.wins) for bot in figures.bots]
            yield _section("Who wins, by player", "for each seat they had", _shares(found, fair))
    yield _section("Scores", _spread(figures.scores), _piles("score", figures.scores, 0))
    yield _section("Mean score", "by place", _means([(name, place.score) for name, place in places]))
    yield _section("Where points come from", "winners and the others", _sources(figures))
    if figures.players > 1:
        yield _section(
            "Margins",
            f"points from the best to the second: {_spread(figures.margins)}",
            _piles("margin", figures.margins, 2),
        )
        yield _section("Leads, last acts and draws", "", _leads(figures))
    lengths = f"turns: {_spread(figures.turns)}; decisions: {_spread(figures.decisions)}"
    yield _section("Length", lengths, _piles("turns", figures.turns, 1))
    yield _section(
        "Branching",
        f"legal actions at a decision, by tenths of the game; over all: {_spread(figures.branching)}",
        _means([(f"{10 * k}–{10 * k + 10} %", each) for k, each in enumerate(figures.branching_by_part)], 1),
    )
    ends = [(reason.replace("_", " "), each) for reason, each in figures.ends.items()]
    yield _section("How games end", "", _table(("end", "games"), [(name, share(each)) for name, each in ends]))
    for gift in figures.gifts:
        yield _section(gift.title, gift.about, _gift(gift))
    for table in figures.tables:
        if table.rows:
            yield _section(table.title, table.about, _own(summary.game, figures.players, table))


def _section(title: str, about: str, body: str) -> str:
    small = f"<p class='about'>{escape(about)}</p>" if about else ""
    return f"<section><h2>{escape(title)}</h2>{small}{body}</section>\n" if body else ""


def _dot(estimate: Estimate) -> Dot:
    mean = estimate.mean
    low = mean if estimate.low is None else estimate.low
    return Dot(mean, low, mean if estimate.high is None else estimate.high)


def _shares(found: Sequence[tuple[str, Estimate]], fair: float) -> str:
    drawn = [ChartRow(name, share(each), k, (_dot(each),)) for k, (name, each) in enumerate(found)]
    axis = share_axis(max(dot.high for row in drawn for dot in row.dots))
    return rows(drawn, axis, "Shares of the wins with 95 % intervals", fair, f"fair {percent(fair)}")


def _means(found: Sequence[tuple[str, Estimate]], colour: int | None = None) -> str:
    if not found:
        return ""
    drawn = [
        ChartRow(name, figure(each, 2), k if colour is None else colour, (_dot(each),))
        for k, (name, each) in enumerate(found)
    ]
    dots = [dot for row in drawn for dot in row.dots]
    axis = round_axis(min(dot.low for dot in dots), max(dot.high for dot in dots))
    return rows(drawn, axis, "Means with 95 % intervals")


def _piles(name: str, spread: Spread, colour: int) -> str:
    values = [value for value, times in spread.histogram for _ in range(times)]
    return histograms([Pile(name, values, count(len(values), "value"), colour)], f"How often each {name} was reached")


def _spread(spread: Spread) -> str:
    low, _, middle, _, high = spread.quantiles
    return f"mean {figure(spread.mean, 1)}, median {middle:.1f}, nine in ten from {low:.1f} to {high:.1f}"


def _sources(figures: CountFigures) -> str:
    found = [
        (source.replace("_", " "), figure(each, 2), figure(figures.points_of_others.get(source), 2))
        for source, each in figures.points_of_winners.items()
    ]
    return _table(("source", "winners", "others"), found) if found else ""


def _leads(figures: CountFigures) -> str:
    return _table(
        ("", "games"),
        [
            (f"who leads alone at half-time wins ({figures.half_time_leads:,} games)", share(figures.half_time)),
            ("who acts last wins", share(figures.ended_by)),
            ("a victory is shared", share(figures.draws)),
        ],
    )


def _gift(gift: GiftFigures) -> str:
    return _table(
        ("to the player who is given it", f"{gift.games:,} games"),
        [
            ("points more", figure(gift.score, 2)),
            ("points more ahead of the others", figure(gift.lead, 2)),
            ("percent of the wins more", figure(_in_percent(gift.wins), 1)),
        ],
    )


def _in_percent(estimate: Estimate) -> Estimate:
    low, high = (None if x is None else 100 * x for x in (estimate.low, estimate.high))
    return Estimate(100 * estimate.mean, low, high)


def _own(game: str, players: int, table: TableFigures) -> str:
    if table.is_map and has_map(game):
        won = f"Percent of the games won, beside the fair share of {percent(1 / players)}: blue is more, red less, pale"
        return (
            f"<div class='map' tabindex='0'>{use_map(game, players, table)}</div>"
            "<p class='about'>How often a space was used.</p>"
            f"<div class='map' tabindex='0'>{win_map(game, players, table)}</div>"
            f"<p class='about'>{won} may be chance.</p>"
        )
    often = sorted(table.rows, key=lambda row: -row.times)[:_MOST_ROWS]
    shown = [row for row in table.rows if row in often]
    has_wins = players > 1 and any(row.wins is not None for row in shown)
    rows = [
        (row.key, f"{row.times:,}", figure(row.value, 2), *([share(row.wins)] if has_wins else [])) for row in shown
    ]
    return _table(("", "times", table.unit, *(["won"] if has_wins else [])), rows)


def _table(heads: Sequence[str], found: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th scope='col'>{escape(name)}" for name in heads)
    lines = "".join(
        f"<tr><th scope='row'>{escape(name)}" + "".join(f"<td>{escape(cell)}" for cell in cells)
        for name, *cells in found
    )
    return f"<div class='scroll' tabindex='0'><table><thead><tr>{head}<tbody>{lines}</table></div>"
