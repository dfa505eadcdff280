"""`saltroad arena`: tournaments between bots, with figures that say how sure they are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import saltroad.games
from saltroad.cli.arena_output import check_report, print_outcome, progress_bar
from saltroad.cli.common import STOPPED, GameName, GameOptions, Json, Players, Seed, agree
from saltroad.cli.many_machines import Jobs, Ray, quiet_ray

_GAMES = 100
_GAMES_AGAINST = 2_000
"""The most games of `--against` by default: a difference of five points in the win share takes about 800, a great one
20."""
_MARGIN = 0.05

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
            help="The bots; name@nodes=200 gives one a limit of its own, and +explore=2 changes a search setting.",
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
            help=f"How many games, rounded up to whole deals; {_GAMES} by default. With --against, the most games; "
            f"{_GAMES_AGAINST:,} by default.",
        ),
    ] = None,
    seed: Seed = 0,
    limit: Annotated[
        str | None, typer.Option(metavar="nodes=…|seconds=…", help="The limit of each decision, for every bot.")
    ] = None,
    jobs: Jobs = 1,
    option: GameOptions = None,
    against: Annotated[
        bool, typer.Option("--against", help="Stop as soon as a sequential test has decided between two bots.")
    ] = False,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="M", help=f"With --against: the difference in win share to look for; {_MARGIN} by default."
        ),
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(
            "--results", "--resume", metavar="FILE", help="Keep every game in this file, and continue where it stopped."
        ),
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write a record of every game to this folder.")
    ] = None,
    shard: Annotated[
        str | None,
        typer.Option(
            metavar="I/N",
            help="Play every N-th deal only, from the I-th on: one of N shards, for `saltroad arena merge`.",
        ),
    ] = None,
    ray: Ray = None,
    untimed: Annotated[
        bool,
        typer.Option(
            "--untimed",
            help="Leave out how long decisions took, and end with the games in the order of the deals: the same run "
            "gives the same file, byte for byte.",
        ),
    ] = False,
    luck_adjusted: Annotated[
        bool,
        typer.Option(
            "--luck-adjusted",
            help="Measure the luck of every seat, and add win shares without it: as true, with less spread.",
        ),
    ] = False,
    patience: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", help="For exec: – the time to start, and to decide where no limit is in seconds."
        ),
    ] = 30.0,
    report: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with plots.")] = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other over the same chance from every seat."""
    from saltroad.arena import configure, read_shard, run

    info = saltroad.games.info(game)
    options = agree(info, players, option)
    settings = configure(game, bots, options=options, seed=seed, limit=limit, patience=patience)
    part = None if shard is None else read_shard(shard)
    check_report(report, [] if results is None else [results])
    sought = _margin(against, margin)
    with quiet_ray(ray), progress_bar(f"{info.title}, {options.players} players") as tell:
        tournament = run(
            settings,
            games or (_GAMES_AGAINST if against else _GAMES),
            jobs=jobs,
            results=results,
            records=records,
            margin=sought,
            shard=part,
            untimed=untimed,
            luck_adjusted=luck_adjusted,
            ray=ray,
            tell=tell,
        )
    print_outcome(tournament, results, report, as_json)
    if tournament.is_interrupted:
        raise typer.Exit(STOPPED)


def _margin(against: bool, margin: float | None) -> float | None:
    """The margin of the sequential test; None without `--against`."""
    from saltroad.arena import BadArena

    if against:
        return _MARGIN if margin is None else margin
    if margin is not None:
        raise BadArena("--margin is for --against: name both, or neither.")
    return None
