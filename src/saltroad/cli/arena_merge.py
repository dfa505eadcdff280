"""`saltroad arena merge`: the shards of a tournament as one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from saltroad.cli.arena import check_report, tell_outcome
from saltroad.cli.common import Json, progress, working

_MERGE = "merge"
_RAY = "--ray"
_ADDRESS = re.compile(r"auto|local|(?!-).+:.+")
"""What `ray.init` takes for an address; anything else after `--ray` is a game, or the next option."""

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
    tell_outcome(tournament, output, report, as_json)


class ArenaCommand(TyperCommand):
    """`saltroad arena`: a command whose first argument is a game, or `merge` and then what that takes.

    `--ray` may stand without an address, for which Typer has no option.
    """

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if args[:1] == [_MERGE]:
            command = typer.main.get_command(app)
            return command.make_context(f"{info_name} {_MERGE}", args[1:], parent, **extra)
        return super().make_context(info_name, list(with_address(args)), parent, **extra)


def with_address(args: list[str]) -> Iterator[str]:
    """The arguments, with an empty address after a `--ray` that has none."""
    for word, following in zip_longest(args, args[1:], fillvalue=""):
        yield word
        if word == _RAY and not _ADDRESS.fullmatch(following):
            yield ""
