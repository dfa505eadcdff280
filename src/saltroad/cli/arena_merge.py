"""`saltroad arena merge`: the shards of a tournament as one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from saltroad.cli.arena_output import check_report, print_outcome
from saltroad.cli.common import Json, progress, working
from saltroad.cli.many_machines import MergingCommand

app = typer.Typer(add_completion=False, rich_markup_mode="rich")


@app.command()
def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="The results files of all shards.")],
    output: Annotated[
        Path, typer.Option("--output", metavar="FILE", help="The results file of the whole, to be written.")
    ],
    report: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with plots.")] = None,
    as_json: Json = False,
) -> None:
    """Put the shards of one tournament together, as `--shard I/N` has written them, and sum it up.

    The output is the results file that one run of the whole would have written: byte for byte if it was `--untimed` and
    all limits are in nodes.
    """
    from saltroad.arena import ShardSet

    check_report(report, [output, *files])
    shards = ShardSet()
    for file in progress(files, len(files), "Reading shards"):
        shards.add(file)
    with working("Summing up ..."):
        tournament = shards.merge(output)
    print_outcome(tournament, output, report, as_json)


class ArenaCommand(MergingCommand):
    """`saltroad arena GAME …` and `saltroad arena merge …`."""

    merge_app = app
