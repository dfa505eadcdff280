"""`saltroad dataset`: the decisions of games between bots as a Parquet file; and `saltroad dataset merge`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

import saltroad.games
from saltroad.cli.common import STOPPED, GameName, GameOptions, Json, Players, Seed, agree, print_json, working
from saltroad.cli.many_machines import Jobs, MergingCommand, Ray, quiet_ray, run_bar

if TYPE_CHECKING:
    from saltroad.dataset import DatasetHeader, DatasetProgress, DatasetRun

HELP = """Write every decision of games between bots to a Parquet file, for learning and for study.

[bold]A row[/bold] is a decision of a seat: what it knew (observation), what was legal (mask), what it played, what \
its search thought of it (visit shares and values, where the bot searches), and what came of it (win shares and points \
of every seat). The file tells what it is of, and where each field of an observation stands; docs/reference/dataset.md \
has every column.

[bold]Bots[/bold] are those of `saltroad arena`, with limits and all. One bot plays in all seats. Several take turns \
in every seat; where there are fewer than seats, the [bold]last[/bold] one fills those that are left. Limits in nodes \
give the same file again, with any number of jobs; limits in seconds, also those of merchant and master, do not.

[bold]Stopped[/bold] by Ctrl-C, the file has the games so far, and the same command goes on; after a crash or a power \
cut it goes on too, from FILE.parquet.part. More --games make a data set longer.

[bold]Many machines[/bold] make shards, which [bold]saltroad dataset merge[/bold] puts together, or are a cluster of \
[bold]Ray[/bold].

[bold]For example[/bold]

  saltroad dataset bazaar --bots trader --players 2 --games 1000 --jobs 2 --out bazaar.parquet

  saltroad dataset through_the_desert -b trader,greedy,random -p 3 -n 500 --out camels.parquet

  saltroad dataset desert_bazaar -b apprentice -p 3 -n 9000 --memory --shard 2/3 --out part-2.parquet

  saltroad dataset merge part-1.parquet part-2.parquet part-3.parquet --out whole.parquet

and then, in Python: saltroad.dataset.read("bazaar.parquet")
"""

MERGE_HELP = """Put the shards of one data set together, as `--shard I/N` has written them.

The file is what one run of the whole would have written, byte for byte if all limits are in nodes. Shards need not be \
merged to be read: `saltroad.dataset.read` takes several files.
"""

Out = Annotated[Path, typer.Option("--out", "--output", metavar="FILE.parquet", help="The file to be written.")]


def dataset(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option("--bots", "-b", metavar="A,B,…", help="The bots; name@nodes=200 gives one a limit of its own."),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="K", min=1, help="How many games; in shards, of all together.")
    ],
    out: Out,
    players: Players = None,
    seed: Seed = 0,
    limit: Annotated[
        str | None, typer.Option(metavar="nodes=…|seconds=…", help="The limit of each decision, for every bot.")
    ] = None,
    option: GameOptions = None,
    memory: Annotated[
        bool,
        typer.Option("--memory", help="Observe what a perfect memory knows, as bots do, and not only what is shown."),
    ] = False,
    form: Annotated[
        Literal["packed", "uint8", "float32"],
        typer.Option(
            help="The form of observations and masks: packed bits, which are smallest, or lists of numbers.",
        ),
    ] = "packed",
    jobs: Jobs = 1,
    shard: Annotated[
        str | None,
        typer.Option(
            metavar="I/N",
            help="Play every N-th game only, from the I-th on: one of N shards, for `saltroad dataset merge`.",
        ),
    ] = None,
    ray: Ray = None,
    as_json: Json = False,
) -> None:
    """Write every decision of games between bots to a Parquet file."""
    info = saltroad.games.info(game)
    options = agree(info, players, option)
    with working("Loading ..."):
        from saltroad import dataset as data_sets
        from saltroad.arena import read_shard

    settings = data_sets.configure(game, bots, options=options, seed=seed, limit=limit, memory=memory, form=form)
    part = None if shard is None else read_shard(shard)
    with quiet_ray(ray), _bar(f"{info.title}, {options.players} players") as tell:
        found = data_sets.run(settings, games, out, jobs=jobs, shard=part, ray=ray, tell=tell)
    if as_json:
        print_json(_as_plain(found, out))
    else:
        _show(found, out)
    if found.is_interrupted:
        raise typer.Exit(STOPPED)


@contextmanager
def _bar(text: str) -> Iterator[Callable[[DatasetProgress], None]]:
    """A progress bar; yields the function that is given the progress of a run."""
    with run_bar(text) as bar:
        is_writing = False

        def tell(progress: DatasetProgress) -> None:
            nonlocal is_writing
            if progress.is_start:
                bar.start(progress.done, progress.wanted)
            if progress.is_ready or (progress.is_writing and not is_writing):
                bar.ready(progress.done, progress.wanted)
            is_writing = progress.is_writing
            bar.update(progress.done, "Writing the file" if is_writing else None)
            if progress.note:
                bar.say(progress.note)

        yield tell


def _as_plain(found: DatasetRun, out: Path) -> dict[str, Any]:
    return {
        "file": str(out),
        "games": found.games,
        "rows": found.rows,
        "bytes": out.stat().st_size if found.header else 0,
        "wanted": found.wanted,
        "earlier": found.earlier,
        "kept": found.kept,
        "is_interrupted": found.is_interrupted,
    }


def _show(found: DatasetRun, out: Path) -> None:
    from saltroad.arena.words import count

    if found.header is not None:
        print(_summary(found.header, found.games, found.rows, out))
    if found.earlier == found.wanted and not found.is_interrupted:
        print("All of its games were played before.")
    elif found.earlier:
        print(f"{found.earlier:,} of these games {'was' if found.earlier == 1 else 'were'} played before.")
    if found.is_interrupted:
        kept = f" {count(found.kept, 'game')} more are kept in {out}.part." if found.kept else ""
        print(f"Stopped after {found.games:,} of {count(found.wanted, 'game')}.{kept} The same command goes on.")
    elif found.header is not None and found.header.shard is not None:
        print(f"This is shard {found.header.shard}: merge it with the others.")


def _summary(header: DatasetHeader, games: int, rows: int, out: Path) -> str:
    from saltroad.arena.words import count

    megabytes = out.stat().st_size / 1e6
    size = f"{megabytes:,.1f} MB" if megabytes >= 1 else f"{1000 * megabytes:,.0f} kB"
    decisions = f"{count(rows, 'decision')} of {count(games, 'game')}"
    return f"{out}: {decisions} of {header.title}, {header.players} players, {size}."


app = typer.Typer(add_completion=False, rich_markup_mode="rich")


@app.command(help=MERGE_HELP)
def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="The files of all shards.")],
    out: Out,
) -> None:
    """Put the shards of one data set together."""
    with working("Loading ..."):
        from saltroad import dataset as data_sets
        from saltroad.dataset.parquet_file import count_rows

    with run_bar("Reading shards") as bar:
        bar.ready(0, len(files))
        header = data_sets.merge(files, out, tell=bar.update)
    print(_summary(header, header.games, count_rows(out), out))


class DatasetCommand(MergingCommand):
    """`saltroad dataset GAME …` and `saltroad dataset merge …`."""

    merge_app = app
