"""`saltroad arena`: tournaments between bots, with figures that say how sure they are."""

from __future__ import annotations

import io
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import saltroad.games
from saltroad.cli.common import GameName, GameOptions, Json, Players, Seed, agree, print_json

if TYPE_CHECKING:
    from saltroad.arena import Progress, Summary, Tournament

_WIDE = 120
"""Columns of a terminal in which one table holds everything."""
_MOST_NOTES = 3
"""Faults of one bot and kind that are told when they happen; all are counted."""
_GAMES = 100
_GAMES_AGAINST = 2_000
"""A difference of five points in the win share takes about 800 games to be seen, great ones 20."""
_MARGIN = 0.05
_PATIENT_SECONDS = 5.0
"""After which somebody wants to know what is taking so long."""
_STOPPED = 130
"""The exit code after Ctrl-C, as everywhere."""

_COMPILING = (
    "Getting ready: how a bot searches is compiled, which takes a minute or two, once on this machine for each game."
)

HELP = """Let bots play each other over the same chance from every seat, and say how sure the result is.

[bold]Who sits where.[/bold] A deal is one stream of chance. It is played once in every rotation of the bots round the \
table, so that each bot has each seat equally often. With as many bots as seats all sit down. With fewer, each takes \
one seat and the [bold]last[/bold] one fills those that are left: two bots at a table of four are one against three. \
With more, every set of bots that fills the table plays every deal.

[bold]Bots[/bold] are random, greedy, uct, rate (in Bazaar only), novice, apprentice, trader, merchant, master, and \
your own: python:MODULE:NAME is made in Python from the game and a seed, exec:COMMAND is any program that speaks the \
lines of docs/reference/arena.md. One that crashes, answers too late or plays what is illegal loses that game. \
mine=exec:COMMAND gives a name.

[bold]Win share[/bold] is for each seat that a bot had, so that the fair share is 1 / players; a shared victory is a \
part of a win for each. Intervals hold 95 % and are taken over deals. Limits in nodes give the same games again, with \
any number of jobs; limits in seconds do not.

[bold]Many machines[/bold] play shards of one tournament, which [bold]saltroad arena merge[/bold] puts together, or \
are a cluster of [bold]Ray[/bold].

[bold]For example[/bold]

  saltroad arena bazaar --bots greedy,random --games 200

  saltroad arena desert_bazaar -b master,greedy -p 3 -n 30 --limit seconds=0.1 --jobs 2 --report page.html

  saltroad arena through_the_desert -b master@nodes=400,master@nodes=100 --against

  saltroad arena bazaar -b trader,greedy -n 9000 --shard 2/3 --results part-2.jsonl

  saltroad arena merge part-1.jsonl part-2.jsonl part-3.jsonl --output whole.jsonl
"""


def arena(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="A,B,…",
            help="Who plays; name@nodes=200 gives one a limit of its own, and +explore=2 another way to search.",
        ),
    ],
    players: Players = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            metavar="K",
            min=1,
            help=f"How many games, rounded up to whole deals; {_GAMES} unless told. With --against at most so many, "
            f"{_GAMES_AGAINST:,} unless told.",
        ),
    ] = None,
    seed: Seed = 0,
    limit: Annotated[
        str | None, typer.Option(metavar="nodes=…|seconds=…", help="For each decision of every bot.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="J", min=1, max=256, help="Worker processes.")] = 1,
    option: GameOptions = None,
    against: Annotated[
        bool, typer.Option("--against", help="Stop as soon as a sequential test has decided between two bots.")
    ] = False,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="M", help=f"With --against: the difference in win share that is looked for; {_MARGIN} unless told."
        ),
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(
            "--results", "--resume", metavar="FILE", help="Keep every game there, and go on where it stopped."
        ),
    ] = None,
    records: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write a record of every game there.")] = None,
    shard: Annotated[
        str | None,
        typer.Option(
            metavar="I/N",
            help="Play each N-th deal only, from the I-th on: one of N parts, for `saltroad arena merge`.",
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help="Play on all cores of a Ray cluster: that at HOST:PORT, or without an address the one that Ray finds, "
            "else this machine.",
        ),
    ] = None,
    untimed: Annotated[
        bool,
        typer.Option(
            "--untimed",
            help="Leave out how long decisions took, and end with the games in the order of the deals: the same run "
            "gives the same file, byte for byte.",
        ),
    ] = False,
    patience: Annotated[
        float,
        typer.Option(metavar="SECONDS", help="For exec: – to start, and to decide where no limit is in seconds."),
    ] = 30.0,
    report: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with plots.")] = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other over the same chance from every seat."""
    from saltroad.arena import BadArena, configure, read_shard, run

    options = agree(saltroad.games.info(game), players, option)
    settings = configure(game, bots, options=options, seed=seed, limit=limit, patience=patience)
    part = None if shard is None else read_shard(shard)
    check_report(report, [] if results is None else [results])
    if margin is not None and not against:
        raise BadArena("--margin is for --against: name both, or neither.")
    # Ray prints what it says of lost machines, and standard output is for the results
    quiet = redirect_stdout(io.StringIO()) if ray is not None else nullcontext()
    with quiet, _bar(f"{saltroad.games.info(game).title}, {options.players} players") as tell:
        tournament = run(
            settings,
            games or (_GAMES_AGAINST if against else _GAMES),
            jobs=jobs,
            results=results,
            records=records,
            margin=(_MARGIN if margin is None else margin) if against else None,
            shard=part,
            untimed=untimed,
            ray=ray,
            tell=tell,
        )
    tell_outcome(tournament, results, report, as_json)
    if tournament.is_interrupted:
        raise typer.Exit(_STOPPED)


def tell_outcome(tournament: Tournament, results: Path | None, report: Path | None, as_json: bool) -> None:
    """The table or JSON, and the page if one is wanted."""
    if as_json:
        print_json(as_plain(tournament))
    else:
        show(tournament, results)
    if report is not None:
        _write(report, tournament)


def check_report(report: Path | None, results: Sequence[Path]) -> None:
    """BadArena if the page could not be written, or would take the place of results."""
    from saltroad.arena import BadArena

    if report is None:
        return
    if report.resolve() in [path.resolve() for path in results]:
        raise BadArena(f"The results and the report cannot both be kept in {str(report)!r}: name two files.")
    if report.is_dir():
        raise BadArena(f"The report cannot be written to {str(report)!r}: it is a folder. Name a file in it.")
    if not report.absolute().parent.is_dir():
        raise BadArena(f"The report cannot be written to {str(report)!r}: its folder is not there.")


def as_plain(tournament: Tournament) -> dict[str, Any]:
    """The summary as plain values, for JSON."""
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(tournament.summary)
    return {**plain, "lost": list(tournament.lost), "is_interrupted": tournament.is_interrupted}


def _write(path: Path, tournament: Tournament) -> None:
    from saltroad.arena import BadArena
    from saltroad.arena.report import page

    try:
        path.write_text(page(tournament, command()), "utf-8")
    except OSError as error:
        raise BadArena(f"The report cannot be written to {str(path)!r}: {error.strerror}.") from None


def command() -> str:
    """The command that was given, as one would type it again."""
    import shlex

    return shlex.join(["saltroad", *sys.argv[1:]])


@contextmanager
def _bar(text: str) -> Iterator[Callable[[Progress], None]]:
    """A bar with the time that is left, on a terminal; elsewhere only what is out of the ordinary is said."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left", style="dim"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(text, total=None)
        told: Counter[tuple[int, str]] = Counter()
        waiting = threading.Timer(
            _PATIENT_SECONDS, console.print, [_COMPILING], {"style": "dim", "markup": False, "highlight": False}
        )
        waiting.daemon = True

        def tell(progress: Progress) -> None:
            if progress.is_start:
                waiting.start()
            if progress.is_start or progress.is_ready:  # what came before says nothing of the time that is left
                bar.reset(task, total=progress.wanted, completed=progress.done)
            if progress.is_ready:
                waiting.cancel()
            bar.update(task, completed=progress.done)
            fault = None if progress.played is None else progress.played.fault
            if fault is not None and progress.played is not None:
                kind = progress.played.seats[fault.seat], fault.kind
                told[kind] += 1
                if told[kind] > _MOST_NOTES:
                    return
            if progress.note:
                console.print(progress.note, markup=False, highlight=False, style="yellow")

        try:
            yield tell
        finally:
            waiting.cancel()
        for (_, kind), count in told.items():
            if count > _MOST_NOTES:
                more = f"{count - _MOST_NOTES:,} more games were lost by such a fault ({kind})."
                console.print(more, markup=False, highlight=False, style="yellow")


# -- for people --------------------------------------------------------------------------------------------------------


def show(tournament: Tournament, results: Path | None = None) -> None:
    """The table of a tournament on the terminal."""
    from rich.console import Console

    from saltroad.arena.words import count, verdict_in_words

    console, summary = Console(), tournament.summary
    if tournament.is_interrupted:
        rest = "" if results is None else f" The same command goes on from {results}."
        console.print(f"Stopped. This is what was played so far.{rest}", highlight=False, markup=False)
    _head(console, tournament)
    for table in _tables(summary, console.width) if summary.deals else ():
        console.print(table)
    if summary.verdict is not None:
        console.print(verdict_in_words(summary), highlight=False, markup=False)
    if summary.left_out:
        console.print(f"Not counted: {count(summary.left_out, 'game')} of other deals.", style="dim", highlight=False)
    for lost in tournament.lost:
        console.print(lost, style="yellow", markup=False, highlight=False)


def _head(console: Any, tournament: Tournament) -> None:
    from saltroad.arena.words import count, percent

    summary = tournament.summary
    info = saltroad.games.info(summary.settings.game)
    players = summary.settings.seating.players
    console.print(
        f"{info.title}, {players} players: {count(summary.games, 'game')} in {count(summary.deals, 'deal')}, "
        f"fair share {percent(summary.fair_share)}",
        highlight=False,
    )
    if tournament.shard is not None:
        console.print(f"This is shard {tournament.shard}: merge it with the others.", highlight=False, style="dim")
    if tournament.earlier:
        console.print(f"{count(tournament.earlier, 'game')} of them from before.", highlight=False, style="dim")
    if not summary.deals:
        console.print("No deal is whole yet: there is nothing to sum up.", highlight=False)


def _tables(summary: Summary, width: int) -> list[Any]:
    """One table where there is room, else the results first and the rest below."""
    from rich.table import Table
    from rich.text import Text

    from saltroad.arena import words

    results = {
        "games": [f"{each.games:,}" for each in summary.standings],
        "win share (95 %)": [words.share(each.wins) for each in summary.standings],
        "score": [words.figure(each.score, 2) for each in summary.standings],
        "rating": [words.figure(each.rating, 1) for each in summary.standings],
    }
    details = {
        "% by seat": [words.by_seat(each) for each in summary.standings],
        "a decision": [words.duration(each.seconds) for each in summary.standings],
        "99 % within": [words.duration(each.seconds_99) for each in summary.standings],
        "faults": [words.faults(each) for each in summary.standings],
    }
    tables = []
    for columns in [{**results, **details}] if width >= _WIDE else [results, details]:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("bot", overflow="fold", min_width=6)
        for heading in columns:
            table.add_column(heading, justify="right", no_wrap=heading != "faults")
        for k, standing in enumerate(summary.standings):
            table.add_row(Text(standing.bot), *(cells[k] for cells in columns.values()))
        tables.append(table)
    return tables
