"""The report page of a tournament: one HTML file that loads nothing else, in light and dark colours.

Owns the page's words and style; `charts` draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from saltroad import games
from saltroad.arena.charts import ChartRow, Dot, Pile, histograms, log_axis, round_axis, rows, share_axis
from saltroad.arena.intervals import Estimate
from saltroad.arena.settings import PlayedGame
from saltroad.arena.summary import Summary, whole_deals
from saltroad.arena.tournament import Tournament
from saltroad.arena.words import (
    adjusted_share,
    by_seat,
    count,
    duration,
    faults,
    figure,
    games_saved,
    is_luck_measured,
    luck_in_words,
    percent,
    share,
    verdict_in_words,
)


def page(tournament: Tournament, command: str) -> str:
    """The page, with the command that made it."""
    summary = tournament.summary
    title = games.info(summary.settings.game).title
    style = files(__package__).joinpath("report.css").read_text("utf-8")
    body = "".join(_body(tournament, title, command)).replace(" %", "\N{NO-BREAK SPACE}%")
    names = escape(" · ".join(standing.bot for standing in summary.standings))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}: {names}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n"
        "</body>\n</html>\n"
    )


def _body(tournament: Tournament, title: str, command: str) -> Iterator[str]:
    summary = tournament.summary
    players = summary.settings.seating.players
    words = " ".join(f"<span>{escape(word)}</span>" for word in command.split())
    yield (
        f"<header><p class='eyebrow'>Arena</p><h1>{escape(title)}</h1>"
        f"<p class='lead'>{count(summary.games, 'game')} in {count(summary.deals, 'deal')}, {players} players. "
        f"The fair share of the wins is {percent(summary.fair_share)}.</p>"
        f"<pre><code>{words}</code></pre></header>\n"
    )
    if tournament.is_interrupted:
        yield "<p class='note'>The run was stopped: this is what was played so far.</p>\n"
    if summary.verdict is not None:
        yield f"<p class='note'>{escape(verdict_in_words(summary))}</p>\n"
    if not summary.deals:
        yield "<p class='note'>No deal is whole yet: there is nothing to show.</p>\n"
        return
    if is_luck_measured(summary):
        yield f"<p class='note'>{escape(luck_in_words(summary))}</p>\n"
    yield _section("Standings", "", _table(summary), wide=True)
    yield "<div class='charts'>\n"
    yield _section("Rating", "openskill, Plackett–Luce, 25 at the start", _ratings(summary))
    yield _section("Win share", "for each seat a bot had", _wins(summary))
    yield _section("Win share without luck", "as true, with less spread", _without_luck(summary))
    yield _section("Win share by seat", "from the first seat to the last", _seats(summary))
    yield _section("Time for a decision", "the mean, and the time within which 99 % were made", _times(summary))
    yield _section("Scores", "of games that were played to their end", _scores(tournament))
    yield _section("Length of a game", "in plies, those of chance included", _lengths(tournament))
    yield _section("How games ended", "", _endings(summary))
    yield _lost(tournament)
    yield "</div>\n"
    yield _method(summary)


def _section(title: str, about: str, body: str, *, wide: bool = False) -> str:
    if not body:
        return ""
    small = f"<p class='about'>{escape(about)}</p>" if about else ""
    return f"<section{' class=wide' * wide}><h2>{escape(title)}</h2>{small}{body}</section>\n"


def _table(summary: Summary) -> str:
    luck = ("without luck", "games saved") if is_luck_measured(summary) else ()
    heads = (
        "bot",
        "games",
        "win share",
        "95 %",
        *luck,
        "score",
        "rating",
        "% by seat",
        "a decision",
        "99 % within",
        "faults",
    )
    head = "".join(f"<th scope='col'>{escape(name)}" for name in heads)
    rows = []
    for standing in summary.standings:
        wins = standing.wins
        cells = (
            f"{standing.games:,}",
            "–" if wins is None else percent(wins.mean),
            _span(wins),
            *((adjusted_share(standing), games_saved(standing)) if luck else ()),
            figure(standing.score, 2),
            figure(standing.rating, 1),
            by_seat(standing),
            duration(standing.seconds),
            duration(standing.seconds_99),
            f"{sum(standing.faults.values()):,}",
        )
        rows.append(f"<tr><th scope='row'>{escape(standing.bot)}" + "".join(f"<td>{escape(cell)}" for cell in cells))
    return f"<div class='scroll' tabindex='0'><table><thead><tr>{head}<tbody>{''.join(rows)}</table></div>"


def _span(estimate: Estimate | None) -> str:
    if estimate is None or estimate.low is None or estimate.high is None:
        return "–"
    return f"{100 * estimate.low:.1f}–{100 * estimate.high:.1f}"


def _dot(estimate: Estimate, name: str = "") -> Dot:
    low = estimate.mean if estimate.low is None else estimate.low
    high = estimate.mean if estimate.high is None else estimate.high
    return Dot(estimate.mean, low, high, name)


def _ratings(summary: Summary) -> str:
    order = sorted(enumerate(summary.standings), key=lambda item: -item[1].rating.mean)
    found = [ChartRow(each.bot, figure(each.rating, 1), k, (_dot(each.rating),)) for k, each in order]
    every = [dot for row in found for dot in row.dots]
    axis = round_axis(min(dot.low for dot in every), max(dot.high for dot in every))
    return rows(found, axis, "Ratings with 95 % intervals")


def _wins(summary: Summary) -> str:
    found = [
        ChartRow(standing.bot, share(standing.wins), k, (_dot(standing.wins),))
        for k, standing in enumerate(summary.standings)
        if standing.wins is not None
    ]
    return _shares(found, summary, "Win shares with 95 % intervals")


def _without_luck(summary: Summary) -> str:
    found = [
        ChartRow(standing.bot, adjusted_share(standing), k, (_dot(standing.adjusted.wins),))
        for k, standing in enumerate(summary.standings)
        if standing.adjusted
    ]
    return _shares(found, summary, "Win shares without luck, with 95 % intervals") if found else ""


def _seats(summary: Summary) -> str:
    found = []
    for k, standing in enumerate(summary.standings):
        seats = [(seat, each) for seat, each in enumerate(standing.by_seat, 1) if each is not None]
        found.append(
            ChartRow(standing.bot, f"{by_seat(standing)} %", k, tuple(_dot(each, str(seat)) for seat, each in seats))
        )
    return _shares(found, summary, "Win shares by seat with 95 % intervals")


def _shares(found: list[ChartRow], summary: Summary, about: str) -> str:
    axis = share_axis(max(dot.high for row in found for dot in row.dots))
    return rows(found, axis, about, summary.fair_share, f"fair {percent(summary.fair_share)}")


def _times(summary: Summary) -> str:
    timed = [
        (k, standing.bot, standing.seconds, max(standing.seconds, standing.seconds_99))
        for k, standing in enumerate(summary.standings)
        if standing.seconds is not None and standing.seconds_99 is not None
    ]
    if not timed:
        return ""
    axis = log_axis(min(mean for _, _, mean, _ in timed), max(late for *_, late in timed))
    found = [
        ChartRow(bot, f"{duration(mean)} – {duration(late)}", k, (Dot(mean, mean, late),))
        for k, bot, mean, late in timed
    ]
    return rows(found, axis, "Time for a decision: the mean and the 99th percentile")


def _scores(tournament: Tournament) -> str:
    summary = tournament.summary
    finished = [game for game in _counted(tournament) if game.fault is None]
    piles = [
        Pile(
            standing.bot,
            [score for game in finished for score, bot in zip(game.scores, game.seats, strict=True) if bot == k],
            figure(standing.score, 2),
            k,
        )
        for k, standing in enumerate(summary.standings)
    ]
    return histograms([pile for pile in piles if pile.values], "How often each score was reached")


def _lengths(tournament: Tournament) -> str:
    plies = [game.plies for game in _counted(tournament) if game.fault is None]
    return (
        histograms([Pile("plies", plies, figure(tournament.summary.plies, 1), 1)], "How long games were")
        if plies
        else ""
    )


def _counted(tournament: Tournament) -> Iterator[PlayedGame]:
    deals, _ = whole_deals(tournament.summary.settings, tournament.games)
    for deal in deals[: tournament.summary.deals]:
        yield from deal


def _endings(summary: Summary) -> str:
    items = "".join(
        f"<dt>{escape(reason.replace('_', ' '))}<dd>{games:,} <span>({percent(games / summary.games)})</span>"
        for reason, games in summary.reasons.items()
    )
    return f"<dl>{items}</dl>"


def _lost(tournament: Tournament) -> str:
    summary = tournament.summary
    faulty = [standing for standing in summary.standings if standing.faults]
    items = [f"{standing.bot}: {faults(standing)}" for standing in faulty]
    items += [
        f"{standing.bot}, the first {kind.replace('_', ' ')}: {why}"
        for standing in faulty
        for kind, why in standing.first_faults.items()
    ]
    items += [*tournament.lost]
    if summary.left_out:
        items.append(f"Not counted: {count(summary.left_out, 'game')} of other deals.")
    if not items:
        return ""
    return _section("Faults and losses", "", "<ul>" + "".join(f"<li>{escape(item)}" for item in items) + "</ul>")


def _method(summary: Summary) -> str:
    settings = summary.settings
    limits = ", ".join(f"{bot.label}: {str(bot.limit) or 'its own measure'}" for bot in settings.bots)
    return (
        f"<footer><p>Seed {settings.seed}; {escape(settings.options)}; rules version {settings.rules}. "
        f"Limits for a decision: {escape(limits)}.</p>"
        "<p>Every deal is played once in each rotation of the bots round the table, over one stream of chance. "
        "Intervals hold 95 % and are taken over deals: Wilson’s for shares, with as many games as the deals are worth, "
        "Student’s for scores and plies; the rating’s is the model’s own.</p></footer>\n"
    )
