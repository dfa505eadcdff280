"""What games between bots of level `trader` tell: plays them, and makes docs/studies/<game>.md with its pictures.

`python docs/studies/trader.py` writes the pages from the figures that are kept in docs/studies/<game>.json. `--minutes
60 --jobs 2` first plays on for so long, always the game that has the smallest part of what is wanted, into
build/studies, which goes on where it stopped, and sums it up. `trader` thinks by simulations, not by the clock: the
same games come of it on any machine. After a change of the rules or of the bot, remove both files and play again.
"""

from __future__ import annotations

import argparse
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb, sqrt
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from saltroad import study
from saltroad.arena.intervals import Estimate
from saltroad.arena.words import figure, share
from saltroad.bots.level_bots import levels_of
from saltroad.study.play import gifts_of
from saltroad.study.summary import CountFigures, KeyFigures, StudySummary, TableFigures

HERE = Path(__file__).parent
PLAYED = HERE.parents[1] / "build" / "studies"
SEED = 2026
BOT = "trader"
WANTED = {"through_the_desert": 200, "desert_bazaar": 200, "bazaar": 200}
"""How many games, for each number of players."""
_STEP = 50
"""So many are played at a time."""
_FEW = 20
"""What happened less often than this says nothing."""
_MOST_ROWS = 24


def kept(game: str) -> Path:
    return HERE / f"{game}.json"


def read(game: str) -> StudySummary:
    return msgspec.json.decode(kept(game).read_bytes(), type=StudySummary)


# -- playing -----------------------------------------------------------------------------------------------------------


def play(minutes: float, jobs: int) -> None:
    """Play for so long, and sum up what there is."""
    end = time.monotonic() + 60 * minutes
    PLAYED.mkdir(parents=True, exist_ok=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as shown:
        bars = {game: shown.add_task(game, total=None) for game in WANTED}
        games = dict.fromkeys(WANTED, 0)
        while time.monotonic() < end and any(games[game] < WANTED[game] for game in WANTED):
            game = min(WANTED, key=lambda game: games[game] / WANTED[game])
            games[game] = min(WANTED[game], games[game] + _STEP)

            def tell(done: int, wanted: int, bar: Any = bars[game]) -> None:
                shown.update(bar, completed=done, total=wanted)

            found = study.of_bots(
                game,
                BOT,
                games=games[game],
                seed=SEED,
                jobs=jobs,
                gifts=bool(gifts_of(game)),
                data=PLAYED / f"{game}.jsonl",
                tell=tell,
            )
            keep(found.summary)
            if found.is_interrupted:
                break


def keep(summary: StudySummary) -> None:
    """The figures, with as many digits as they are worth."""
    text = msgspec.json.encode(_rounded(msgspec.to_builtins(summary)))
    kept(summary.game).write_bytes(text.replace(b"},{", b"},\n{") + b"\n")


def _rounded(value: Any) -> Any:
    match value:
        case float():
            return float(f"{value:.5g}")
        case dict():
            return {key: _rounded(each) for key, each in value.items()}
        case list() | tuple():
            return [_rounded(each) for each in value]
    return value


# -- the pages ---------------------------------------------------------------------------------------------------------


def files() -> Iterator[tuple[Path, str]]:
    """Every file that is made, with its text."""
    for game in WANTED:
        summary = read(game)
        yield HERE / f"{game}.md", "\n".join(_page(summary)) + "\n"
        for name, svg in study.pictures(summary):
            yield HERE / game / f"{name}.svg", svg


def _page(summary: StudySummary) -> Iterator[str]:
    game, counts = summary.game, summary.counts
    yield f"<!-- Made by docs/studies/trader.py from {game}.json. -->"
    yield f"# {summary.title}: what games of `{BOT}` tell"
    yield ""
    games = {figures.games for figures in counts}
    many = f"{min(games):,}" if len(games) == 1 else f"{min(games):,} to {max(games):,}"
    level = next(level for level in levels_of(game) if level.name == BOT)
    yield _filled(
        f"{many} games for each number of players, all seats played by `{BOT}`, the middle one of five levels, with "
        f"{level.limit.nodes:,} simulations at a decision ([how strong it is](../reference/strength.md)). It is no "
        "master, and people play differently: what follows is true of these games, and a hint for others. Intervals, "
        "in parentheses or after ±, hold 95 %: one in twenty misses. What wins often need not win because of it "
        "([how this is counted](../reference/study.md))."
    )
    yield from ("", "## In short", "")
    yield from _in_short(summary)
    yield from ("", "## Seats", "", _picture(summary, "wins", "Who wins, by place"), "")
    yield from _by_count(summary, [(_nth(k), _place(k)) for k in range(max(figures.players for figures in counts))])
    yield from ("", "The share of the wins by place in the order of turns.")
    yield from ("", "## Scores and margins", "", _picture(summary, "scores", "Scores"), "")
    yield from _by_count(summary, _SCORES)
    yield from ("", "## Length and choices", "", _picture(summary, "turns", "Turns"), "")
    yield from (_picture(summary, "branching", "Legal actions in the course of a game"), "")
    yield from _by_count(summary, _LENGTHS)
    yield from ("", "## How games end", "")
    ends = dict.fromkeys(reason for figures in counts for reason in figures.ends)
    yield from _by_count(summary, [*((reason.replace("_", " "), _end(reason)) for reason in ends), *_ENDS])
    yield from ("", "## Where points come from", "", _picture(summary, "sources", "Points by source"), "")
    yield from _by_count(summary, [row for source in counts[0].points_of_winners for row in _source(source)])
    yield from _gifts(summary)
    for k, table in enumerate(counts[-1].tables):
        yield from _own(summary, k, table)
    yield from ("", "## How it was made", "")
    gifts = " --gifts" * bool(counts[0].gifts)
    yield _filled(
        f"`saltroad study {game} --bots {BOT} --games {max(games)} --seed {SEED}{gifts} --report {game}.html` makes "
        "these figures as one page, and `--json` prints them. This page is made by `python docs/studies/trader.py` "
        f"from [{game}.json]({game}.json); with `--minutes 60 --jobs 2` it plays on before. "
        f"Rules version {summary.rules}."
    )


def _filled(text: str, indent: str = "") -> str:
    return textwrap.fill(" ".join(text.split()), 118, subsequent_indent=indent, break_on_hyphens=False)


def _picture(summary: StudySummary, name: str, about: str) -> str:
    return f"![{about}]({summary.game}/{name}.svg)"


Cell = Callable[[CountFigures], str]


def _by_count(summary: StudySummary, rows: Sequence[tuple[str, Cell]]) -> Iterator[str]:
    """A table with a column for each number of players."""
    yield "| | " + " | ".join(f"{figures.players} players" for figures in summary.counts) + " |"
    yield "|---" + "|--:" * len(summary.counts) + "|"
    for name, cell in rows:
        yield f"| {name} | " + " | ".join(cell(figures) for figures in summary.counts) + " |"


def _place(k: int) -> Cell:
    return lambda figures: share(figures.places[k].wins) if k < figures.players else ""


def _nth(k: int) -> str:
    return f"{k + 1}{ {0: 'st', 1: 'nd', 2: 'rd'}.get(k, 'th') }"


def _range(spread: study.Spread) -> str:
    low, *_, high = spread.quantiles
    return f"{low:.0f} to {high:.0f}"


_SCORES: list[tuple[str, Cell]] = [
    ("score", lambda figures: figure(figures.scores.mean, 1)),
    ("nine scores in ten", lambda figures: _range(figures.scores)),
    ("highest score", lambda figures: f"{figures.scores.most:.0f}"),
    ("margin of the winner", lambda figures: figure(figures.margins.mean, 1)),
    ("nine margins in ten", lambda figures: _range(figures.margins)),
    ("shared victories", lambda figures: share(figures.draws)),
]
_LENGTHS: list[tuple[str, Cell]] = [
    ("turns", lambda figures: figure(figures.turns.mean, 1)),
    ("nine games in ten", lambda figures: _range(figures.turns)),
    ("turns of a player", lambda figures: f"{figures.turns.mean.mean / figures.players:.1f}"),
    ("decisions", lambda figures: figure(figures.decisions.mean, 1)),
    ("legal actions at a decision", lambda figures: figure(figures.branching.mean, 1)),
    ("in the first tenth of a game", lambda figures: figure(figures.branching_by_part[0], 1)),
    ("in the last tenth", lambda figures: figure(figures.branching_by_part[-1], 1)),
]
_ENDS: list[tuple[str, Cell]] = [
    ("who acts last wins", lambda figures: share(figures.ended_by)),
    ("who leads alone at half-time wins", lambda figures: share(figures.half_time)),
]


def _end(reason: str) -> Cell:
    return lambda figures: share(figures.ends.get(reason)) if reason in figures.ends else "never"


def _source(source: str) -> Iterator[tuple[str, Cell]]:
    name = source.replace("_", " ")
    yield f"{name}: winners", lambda figures: figure(figures.points_of_winners.get(source), 2)
    yield f"{name}: others", lambda figures: figure(figures.points_of_others.get(source), 2)


def _gifts(summary: StudySummary) -> Iterator[str]:
    for k, gift in enumerate(summary.counts[0].gifts):
        yield from ("", f"## {gift.title}: what is it worth?", "", gift.about, "")
        rows: list[tuple[str, Cell]] = [
            ("points more", lambda figures, k=k: figure(figures.gifts[k].score, 2)),  # type: ignore[misc]
            ("points more ahead of the others", lambda figures, k=k: figure(figures.gifts[k].lead, 2)),  # type: ignore[misc]
            ("percent of the wins more", lambda figures, k=k: figure(_percent(figures.gifts[k].wins), 1)),  # type: ignore[misc]
        ]
        yield from _by_count(summary, rows)


def _percent(estimate: Estimate) -> Estimate:
    low, high = (None if x is None else 100 * x for x in (estimate.low, estimate.high))
    return Estimate(100 * estimate.mean, low, high)


def _own(summary: StudySummary, k: int, table: TableFigures) -> Iterator[str]:
    """A table of the game's own: a map for each number of players, or a row for each key."""
    yield from ("", f"## {table.title}", "")
    if table.is_map:
        yield f"{table.about[0].upper()}{table.about[1:]}."
        for figures in summary.counts:
            about = f"{table.title}, {figures.players} players"
            yield from ("", _picture(summary, f"{table.name}-{figures.players}", about))
        return
    tables = [figures.tables[k] for figures in summary.counts]
    most: dict[str, int] = {}
    for each in tables:
        for row in each.rows:
            most[row.key] = max(most.get(row.key, 0), row.times)
    shown = [key for key in most if most[key] >= _FEW]
    often = sorted(shown, key=lambda key: -most[key])[:_MOST_ROWS]
    is_won = table.unit == "score"
    what = "percent won, with the mean score" if is_won else table.unit
    fewer = f" The {_MOST_ROWS} most frequent of {len(shown)}." if len(often) < len(shown) else ""
    yield f"{table.about[0].upper()}{table.about[1:]}: {what}.{fewer}"
    yield ""
    yield from _by_count(summary, [(key, _value(k, key, is_won)) for key in study.in_order(often)])


def _value(k: int, key: str, is_won: bool) -> Cell:
    def cell(figures: CountFigures) -> str:
        row = next((row for row in figures.tables[k].rows if row.key == key), None)
        if row is None or row.times < _FEW:
            return "·"
        if is_won and row.wins is not None:
            return f"{share(row.wins)}, {row.value.mean:.1f}"
        return figure(row.value, 2)

    return cell


# -- in short: sentences, with the numbers of the games ----------------------------------------------------------------

_IN_SHORT = {
    "through_the_desert": """
**Seats.** {seats}

**Who ends the game wins it.** The player who placed the last camel won {last[2]:.0f} % of the games with two,
{last[3]:.0f} % with three, {last[4]:.0f} % with four and {last[5]:.0f} % with five. A game ends when a pile is empty,
and the bots empty one when they are ahead: watch the piles, and who gains by them.

**Half-time says little.** Who is alone in the lead after half of the decisions wins {half[2]:.0f} % of the games with
two players and {half[5]:.0f} % with five. Caravans are counted at the end.

**Caravans and areas set winners apart, oases do not.** With four players a winner has
{winners[largest_caravans][4]:.1f} points for largest caravans, another player {others[largest_caravans][4]:.1f}; for
oases {winners[oases][4]:.1f} and {others[oases][4]:.1f}. With two, areas make the difference:
{winners[areas][2]:.1f} and {others[areas][2]:.1f}.

**Leaders go where oases are near.** {part[oasis_distance][2 spaces][2]:.0f} % of them with two players, and
{part[oasis_distance][2 spaces][5]:.0f} % with five, stand two spaces from an oasis, as near as they may. {openings}
""",
    "desert_bazaar": """
**Seats.** {seats} [Why the last of three loses](last_seat.md) is a study of its own, with other seeds.

**A free isolated tent** is worth {lead[3]:.1f} points of lead with three players, {lead[4]:.1f} with four and
{lead[5]:.1f} with five. It raises a player's share of the wins by {gift[3]}, {gift[4]} and {gift[5]} percent, which is
much: a winner is {margin[3]:.1f}, {margin[4]:.1f} and {margin[5]:.1f} points ahead on average.

**Isolated tents decide.** With three players, who raised two more than the others did on average won
{won[isolated_lead][+2][3]:.0f} % of the games, who raised two fewer {won[isolated_lead][-2][3]:.0f} %. They cost
{value[tent_prices][alone][3]:.1f} cards and bring 3 points. A tent in a camp costs
{value[tent_prices][in a camp][3]:.1f} and brings 1; one that completes a camp costs
{value[tent_prices][completes a camp][3]:.1f} and brings 2, which is the best that a card can buy.

**The first tent goes to the edge**, in {part[first_tent_ring][0, the edge][3]:.0f} % of the cases with three players
and in {part[first_tent_ring][0, the edge][5]:.0f} % with five; there it has the fewest neighbours. {openings}

**Players save, then build.** A turn in which tents are raised has {burst[3]:.1f} of them on average with three players,
{burst[4]:.1f} with four and {burst[5]:.1f} with five.

**Who fills the board** has won {last[3]:.0f} % of the games with three players, {last[4]:.0f} % with four and
{last[5]:.0f} % with five. Who is alone in the lead at half-time wins {half[3]:.0f}, {half[4]:.0f} and {half[5]:.0f} %.
""",
    "bazaar": """
**Seats.** {seats}

**Tokens left over are what it is about.** A purchase that leaves none brings {value[tokens_left][0 left][4]:.1f} points
with four players, one that leaves three or more {value[tokens_left][3 or more left][4]:.1f}; but only
{part[tokens_left][0 left][4]:.0f} % leave none, and {part[tokens_left][3 or more left][4]:.0f} % leave three or more.

**Starred wares pay, the others are all the same.** With four players, wares with four tokens alike bring
{value[patterns][4+1][4]:.1f} points and with five {value[patterns][all alike][4]:.1f}; with three and two
{value[patterns][3+2][4]:.1f}, and the most mixed ones {value[patterns][2+1+1+1][4]:.1f}.

**Begin early.** With four players, who first bought in round 4 won {won[first_purchase][round 4][4]:.0f} % of the
games, in round 7 {won[first_purchase][round 7][4]:.0f} %.

**Who buys the last ware has mostly won**: {last[2]:.0f} % of the games with two players, {last[6]:.0f} % with six. The
bots take care to end a game while they are ahead.

**A lead holds with two, not with many.** Who is alone in the lead at half-time wins {half[2]:.0f} % of the games with
two players, {half[4]:.0f} % with four and {half[6]:.0f} % with six.

**Rate cards.** {cards}
""",
}


def _in_short(summary: StudySummary) -> Iterator[str]:
    for sentences in _IN_SHORT[summary.game].format_map(_facts(summary)).strip().split("\n\n"):
        yield _filled(f"- {sentences}", "  ")


def _facts(summary: StudySummary) -> dict[str, Any]:
    """The numbers that the sentences name: by number of players, in percent where they are shares."""
    counts = {figures.players: figures for figures in summary.counts}
    tables = [(f.players, table.name, row) for f in summary.counts for table in f.tables for row in table.rows]
    facts: dict[str, Any] = {
        "seats": _seats(summary),
        "margin": {n: f.margins.mean.mean for n, f in counts.items()},
        "last": {n: 100 * f.ended_by.mean for n, f in counts.items()},
        "half": {n: 100 * f.half_time.mean for n, f in counts.items() if f.half_time is not None},
        "winners": _turned({n: f.points_of_winners for n, f in counts.items()}),
        "others": _turned({n: f.points_of_others for n, f in counts.items()}),
        "won": _nested((name, row.key, n, 100 * row.wins.mean) for n, name, row in tables if row.wins is not None),
        "value": _nested((name, row.key, n, row.value.mean) for n, name, row in tables),
        "part": _nested((name, row.key, n, 100 * row.times / _sum(counts[n], name)) for n, name, row in tables),
        "lead": {n: gift.lead.mean for n, f in counts.items() for gift in f.gifts},
        "gift": {n: figure(_percent(gift.wins), 0) for n, f in counts.items() for gift in f.gifts},
    }
    if summary.game == "bazaar":
        facts["cards"] = _cards(summary)
    else:
        facts["openings"] = _openings(summary, "leaders" if summary.game == "through_the_desert" else "first_tents")
    if summary.game == "desert_bazaar":
        facts["burst"] = {n: _burst(figures) for n, figures in counts.items()}
    return facts


def _turned(by_count: dict[int, dict[str, Estimate]]) -> dict[str, dict[int, float]]:
    return {key: {n: found[key].mean for n, found in by_count.items()} for key in next(iter(by_count.values()))}


def _nested(found: Iterable[tuple[str, str, int, float]]) -> dict[str, dict[str, dict[int, float]]]:
    nested: dict[str, dict[str, dict[int, float]]] = {}
    for table, key, players, number in found:
        nested.setdefault(table, {}).setdefault(key, {})[players] = number
    return nested


def _rows(figures: CountFigures, name: str) -> Sequence[KeyFigures]:
    return next(table.rows for table in figures.tables if table.name == name)


def _sum(figures: CountFigures, name: str) -> int:
    return sum(row.times for row in _rows(figures, name))


def _burst(figures: CountFigures) -> float:
    """The tents of a turn in which some were raised."""
    rows = _rows(figures, "tents_in_a_turn")
    return sum(int(row.key.split()[0]) * row.times for row in rows) / _sum(figures, "tents_in_a_turn")


def _holds(estimate: Estimate | None, value: float) -> bool:
    """Whether an interval leaves a value possible."""
    return estimate is None or estimate.low is None or estimate.high is None or estimate.low <= value <= estimate.high


def _seats(summary: StudySummary) -> str:
    """The places whose interval leaves out a fair share."""
    places = [(f.players, k, place.wins) for f in summary.counts for k, place in enumerate(f.places)]
    clear = [(n, k, wins) for n, k, wins in places if not _holds(wins, 1 / n)]
    if not clear:
        return "None is better than another, as far as so many games can show."
    told = [
        f"with {n} players the {_nth(k)} wins {share(wins)}, {'more' if wins.mean > 1 / n else 'less'} than "
        f"{100 / n:.0f} %"
        for n, k, wins in clear
    ]
    return (
        f"In the order of turns, {'; '.join(told)}. For the other {len(places) - len(clear)} places so many games show "
        "no advantage; and of twenty places without one, one seems to have it by chance."
    )


def _openings(summary: StudySummary, name: str) -> str:
    """Whether more spaces of a map win clearly often, or seldom, than chance would make seem so."""
    rows = [(f.players, row) for f in summary.counts for row in _rows(f, name) if row.times >= _FEW]
    clear = sum(not _holds(row.wins, 1 / n) for n, row in rows)
    so_many = sum(comb(len(rows), k) * 0.05**k * 0.95 ** (len(rows) - k) for k in range(clear, len(rows) + 1))
    verdict = (
        "so it matters which space it is" if so_many < 0.01 else "too few to say that it matters which space it is"
    )
    return (
        f"Of {len(rows)} spaces that were used {_FEW} times or more (counted for each number of players), {clear} won "
        "clearly more or less than a fair share; chance alone would make about "
        f"{len(rows) / 20:.0f} seem so: {verdict}."
    )


def _cards(summary: StudySummary) -> str:
    """The rate cards with which games are shortest and longest, and what they do to scores."""

    def ratio(name: str, key: str, what: Callable[[CountFigures], float]) -> Estimate:
        found = [(row.value, what(f)) for f in summary.counts for row in _rows(f, name) if row.key == key]
        mean = 100 * (sum(each.mean / of_all for each, of_all in found) / len(found) - 1)
        half = 100 * sqrt(sum(((each.margin or 0.0) / of_all) ** 2 for each, of_all in found)) / len(found)
        return Estimate(mean, mean - half, mean + half)

    def told(estimate: Estimate) -> str:
        return f"{estimate.mean:+.0f} ±{estimate.margin or 0:.0f} %"

    keys = [row.key for row in _rows(summary.counts[0], "rate_cards")]
    turns = {key: ratio("rate_card_turns", key, lambda f: f.turns.mean.mean) for key in keys}
    scores = {key: ratio("rate_cards", key, lambda f: f.scores.mean.mean) for key in keys}
    quick, slow = min(turns, key=lambda key: turns[key].mean), max(turns, key=lambda key: turns[key].mean)
    rich, poor = max(scores, key=lambda key: scores[key].mean), min(scores, key=lambda key: scores[key].mean)
    return (
        f"They change less than one thinks. With {quick} on the table games are shortest ({told(turns[quick])} turns), "
        f"with {slow} longest ({told(turns[slow])}). Players score most with {rich} ({told(scores[rich])}) and least "
        f"with {poor} ({told(scores[poor])}); over all numbers of players, and the extremes of ten cards."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=0, help="play for so long first (default 0)")
    parser.add_argument("--jobs", type=int, default=1, help="worker processes (default 1)")
    given = parser.parse_args()
    if given.minutes:
        play(given.minutes, given.jobs)
    for path, text in files():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    print(f"written: {', '.join(f'{game}.md' for game in WANTED)}")


if __name__ == "__main__":
    main()
