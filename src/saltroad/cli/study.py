"""`saltroad study`: what comes of many games, with intervals; from bots or from records."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import saltroad.games
from saltroad.cli.common import GameName, GameOptions, Json, Seed, choices_of, print_json

if TYPE_CHECKING:
    from saltroad.study import CountFigures, Study

_STOPPED = 130
"""The exit code after Ctrl-C, as everywhere."""
_BOTS = "A bot for all seats; or one for each, which take turns in every seat."


def study(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", "-b", metavar="A,B,…", help=_BOTS)] = "trader",
    players: Annotated[
        str, typer.Option("--players", "-p", metavar="N,M,…", help="How many play; all numbers unless told.")
    ] = "",
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="K", min=1, help="How many games, for each number of players.")
    ] = 100,
    seed: Seed = 0,
    option: GameOptions = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="J", min=1, max=256, help="Worker processes.")] = 1,
    from_records: Annotated[
        Path | None, typer.Option("--from", metavar="FOLDER", help="Study the records there, and play nothing.")
    ] = None,
    records: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write a record of every game there.")] = None,
    report: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with plots.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="FILE.jsonl", help="Write what was kept of every game.")] = None,
    as_json: Json = False,
) -> None:
    """Study a game: who wins, how long it takes, where points come from, by number of players, with intervals.

    From games of bots, or with --from from a folder of records. Intervals hold 95 %; places are in the order of turns.
    The same seed gives the same games with any number of jobs, as long as the bots do not think by the clock (merchant
    and master do).
    """
    import msgspec

    from saltroad import study as studies

    info = saltroad.games.info(game)
    for path in (report, data):
        _check_file(path)
    with _bar(f"A study of {info.title}") as tell:
        if from_records is not None:
            found = studies.of_records(info.name, from_records, tell=tell)
        else:
            found = studies.of_bots(
                info.name,
                bots,
                players=_numbers(players),
                options=choices_of(option),
                games=games,
                seed=seed,
                jobs=jobs,
                records=records,
                tell=tell,
            )
    if report is not None:
        from saltroad.cli.arena import command

        _write(report, studies.page(found, command()).encode())
    if data is not None:
        _write(data, b"".join(msgspec.json.encode(each) + b"\n" for each in found.games))
    if as_json:
        print_json({**msgspec.to_builtins(found.summary), "is_interrupted": found.is_interrupted})
    else:
        _show(found)
    if found.is_interrupted:
        raise typer.Exit(_STOPPED)


def _numbers(text: str) -> list[int]:
    from saltroad.study import BadStudy

    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isascii() and part.isdecimal() for part in parts):
        raise BadStudy(f"Players are numbers such as 3 or 3,4, not {text[:40]!r}.")
    return [int(part) for part in parts]


def _check_file(path: Path | None) -> None:
    """Refuse a file that cannot be written before anything is played."""
    from saltroad.study import BadStudy

    if path is not None and path.is_dir():
        raise BadStudy(f"{str(path)!r} is a folder: name a file in it.")
    if path is not None and not path.absolute().parent.is_dir():
        raise BadStudy(f"{str(path)!r} cannot be written: its folder is not there.")


def _write(path: Path, content: bytes) -> None:
    from saltroad.study import BadStudy

    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadStudy(f"{str(path)!r} cannot be written: {error.strerror}.") from None


@contextmanager
def _bar(text: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with the time that is left, on a terminal."""
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
