"""The `saltroad` command and what happens when something is refused: one sentence, exit code 2, no traceback."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from saltroad import __version__
from saltroad.cli import (
    admin,
    analyse,
    arena,
    arena_merge,
    bench,
    dataset,
    games,
    perft,
    play,
    puzzles,
    replay,
    rules,
    serve,
    simulate,
    study,
    verify,
)
from saltroad.kernel.errors import SaltroadError

app = typer.Typer(
    name="saltroad",
    help="Desert trading games at one table: to play, to study and to learn from.\n\n"
    "Begin with [bold]saltroad play bazaar[/bold]; [bold]saltroad games[/bold] says what there is.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(play.play)
app.command()(serve.serve)
app.command()(games.games)
app.command()(rules.rules)
app.command()(simulate.simulate)
app.command(help=arena.HELP, cls=arena_merge.ArenaCommand)(arena.arena)
app.command()(study.study)
app.command(help=dataset.HELP, cls=dataset.DatasetCommand)(dataset.dataset)
app.command()(replay.replay)
app.command()(analyse.analyse)
app.command()(puzzles.puzzles)
app.command()(verify.verify)
app.command()(perft.perft)
app.add_typer(admin.app, name="admin")
app.add_typer(bench.app, name="bench")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"saltroad {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Handle the options before the command."""


def main() -> None:
    """Run the command line."""
    try:
        app()
    except SaltroadError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # `saltroad replay … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
