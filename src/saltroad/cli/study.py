"""`saltroad study`: what comes of many games, with intervals; from bots or from records."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import saltroad.games
from saltroad.cli.common import STOPPED, GameName, GameOptions, Json, Seed, choices_of, print_json
from saltroad.cli.many_machines import Jobs
from saltroad.cli.output_files import check_file, command_line, make_folder, write_file

if TYPE_CHECKING:
    from saltroad.study import CountFigures, Study

_REPORT, _DATA, _PICTURE = "The report", "The data", "The picture"
_BOTS = "A bot for all seats; or one for each, which take turns in every seat."


def study(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", "-b", metavar="A,B,…", help=_BOTS)] = "trader",
    players: Annotated[
        str,
        typer.Option(
            "--players", "-p", metavar="N,M,…", help="How many play; by default all numbers that the game allows."
        ),
    ] = "",
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="K", min=1, help="How many games, for each number of players.")
    ] = 100,
    seed: Seed = 0,
    option: GameOptions = None,
    jobs: Jobs = 1,
    from_records: Annotated[
        Path | None,
        typer.Option("--from", metavar="PATH", help="Play nothing: study a folder of records, or a file of --data."),
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write a record of every game to this folder.")
    ] = None,
    report: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with plots.")] = None,
    pictures: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write the plots as SVG files.")] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="FILE.jsonl", help="Keep what is found of every game; goes on from there.")
    ] = None,
    gifts: Annotated[
        bool, typer.Option("--gifts", help="Play every game again with a gift: what is it worth?")
    ] = False,
    as_json: Json = False,
) -> None:
    """Study a game: who wins, how long it takes, where points come from, by number of players, with intervals.

    From games of bots, or with --from from a folder of records. Intervals hold 95 %; places are in the order of turns.
    The same seed gives the same games with any number of jobs, as long as the bots do not think by the clock (merchant
    and master do).
    """
    from saltroad import study as studies

    info = saltroad.games.info(game)
    check_file(report, _REPORT)
    check_file(data, _DATA)
    if pictures is not None and pictures.exists() and not pictures.is_dir():
        raise studies.BadStudy(f"{str(pictures)!r} is a file: name a folder for the pictures.")
    with _bar(f"A study of {info.title}") as tell:
        if from_records is None:
            found = studies.of_bots(
                info.name,
                bots,
                players=_numbers(players),
                options=choices_of(option),
                games=games,
                seed=seed,
                jobs=jobs,
                gifts=gifts,
                data=data,
                records=records,
                tell=tell,
            )
        elif from_records.is_file():
            found = studies.of_data(info.name, from_records)
        else:
            found = studies.of_records(info.name, from_records, tell=tell)
    _write(found, report, data if from_records is not None else None, pictures)
    _print(found, as_json)
    if found.is_interrupted:
        raise typer.Exit(STOPPED)


def _numbers(text: str) -> list[int]:
    from saltroad.study import BadStudy

    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isascii() and part.isdecimal() for part in parts):
        raise BadStudy(f"Players are numbers such as 3 or 3,4, not {text[:40]!r}.")
    return [int(part) for part in parts]


def _write(found: Study, report: Path | None, data: Path | None, pictures: Path | None) -> None:
    """Write the page, the data and the plots, where they are wanted."""
    from saltroad import study as studies

    if report is not None:
        write_file(report, _REPORT, studies.page(found, command_line()))
    if data is not None:
        write_file(data, _DATA, studies.data_of(found))
    if pictures is not None:
        make_folder(pictures, "The pictures")
        for name, picture in studies.pictures(found.summary):
            write_file(pictures / f"{name}.svg", _PICTURE, picture)


def _print(found: Study, as_json: bool) -> None:
    """Print the figures, for people or as JSON."""
    import msgspec

    if as_json:
        print_json({**msgspec.to_builtins(found.summary), "is_interrupted": found.is_interrupted})
    else:
        _show(found)


@contextmanager
def _bar(text: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar with the time that is left, on a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, wanted: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=None)
        yield lambda done, wanted: bar.update(task, completed=done, total=wanted)


def _show(found: Study) -> None:
    from rich.console import Console

    console = Console()
    for figures in found.summary.counts:
        _show_count(console.print, figures)
    if found.left_out:
        console.print(f"Left out: {len(found.left_out)} records. {found.left_out[0]}", markup=False)
    if found.is_interrupted:
        console.print("Stopped: this is what was played so far.")


def _show_count(say: Callable[..., None], figures: CountFigures) -> None:
    from rich.table import Table

    from saltroad.arena.words import count, figure, percent, share

    names = ", ".join(bot.name for bot in figures.bots)
    say(f"\n{figures.players} players, {count(figures.games, 'game')} of {names}", style="bold", markup=False)
    for name, spread in (
        ("turns", figures.turns),
        ("decisions", figures.decisions),
        ("legal actions", figures.branching),
        ("scores", figures.scores),
        ("margin", figures.margins),
    ):
        low, *_, high = spread.quantiles
        say(f"  {name}: {figure(spread.mean, 1)}, nine in ten from {low:.1f} to {high:.1f}")
    for reason, each in figures.ends.items():
        say(f"  ends by {reason.replace('_', ' ')}: {share(each)}")
    say(f"  who acts last wins: {share(figures.ended_by)}")
    say(f"  shared victories: {share(figures.draws)}")
    say(f"  who leads alone at half-time wins: {share(figures.half_time)} of {count(figures.half_time_leads, 'game')}")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("place")
    for heading in ("wins (95 %)", "", "score"):
        table.add_column(heading, justify="left" if not heading else "right")
    for k, place in enumerate(figures.places, 1):
        table.add_row(str(k), share(place.wins), "█" * round(30 * place.wins.mean), figure(place.score, 2))
    say(table)
    say(f"  a fair share is {percent(1 / figures.players)}")
    points = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("points from", "winners", "others"):
        points.add_column(heading, justify="left" if heading == "points from" else "right")
    for source, won in figures.points_of_winners.items():
        points.add_row(source.replace("_", " "), figure(won, 2), figure(figures.points_of_others.get(source), 2))
    say(points)
    for gift in figures.gifts:
        wins = f"{100 * gift.wins.mean:+.1f} ±{100 * (gift.wins.margin or 0):.1f} percent of the wins"
        say(f"  {gift.title.lower()}: {wins}, {figure(gift.lead, 2)} points ahead")
