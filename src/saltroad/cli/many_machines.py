"""Helpers of `saltroad arena` and `saltroad dataset`: options for many machines, `merge`, and a bar for long runs."""

from __future__ import annotations

import io
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer
from typer.core import TyperCommand

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_PATIENT_SECONDS = 5.0
"""Seconds after which a line says what is taking so long."""
_COMPILING = (
    "Getting ready: how a bot searches is compiled, which takes a minute or two, once on this machine for each game."
)
_MERGE = "merge"
_RAY = "--ray"
_ADDRESS = re.compile(r"auto|local|(?!-).+:.+")
"""An address as `ray.init` takes it; anything else after `--ray` is a game, or the next option."""

Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="J", min=1, max=256, help="Worker processes.")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="[ADDRESS]",
        help="Play on all cores of a Ray cluster: the one at HOST:PORT, or without an address the one that Ray finds, "
        "else this machine.",
    ),
]


class MergingCommand(TyperCommand):
    """A command whose first argument is a game, or `merge` with arguments of its own.

    `--ray` may stand without an address, which Typer's options do not allow.
    """

    merge_app: ClassVar[typer.Typer]

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if args[:1] == [_MERGE]:
            command = typer.main.get_command(self.merge_app)
            return command.make_context(f"{info_name} {_MERGE}", args[1:], parent, **extra)
        return super().make_context(info_name, list(with_address(args)), parent, **extra)


def with_address(args: list[str]) -> Iterator[str]:
    """The arguments, with an empty address after a `--ray` that has none."""
    for word, following in zip_longest(args, args[1:], fillvalue=""):
        yield word
        if word == _RAY and not _ADDRESS.fullmatch(following):
            yield ""


def quiet_ray(ray: str | None) -> AbstractContextManager[Any]:
    """Discard standard output while Ray is used: Ray prints messages about lost machines to it."""
    return redirect_stdout(io.StringIO()) if ray is not None else nullcontext()


class RunBar:
    """A progress bar with the time that is left, on a terminal; elsewhere only notes are printed."""

    def __init__(self, bar: Bar, task: TaskID, console: Console) -> None:
        self._bar, self._task, self._console = bar, task, console
        self._waiting = threading.Timer(
            _PATIENT_SECONDS, console.print, [_COMPILING], {"style": "dim", "markup": False, "highlight": False}
        )
        self._waiting.daemon = True

    def start(self, done: int, wanted: int) -> None:
        """Begin the bar. What was done before says nothing of the time that is left."""
        self._waiting.start()
        self._bar.reset(self._task, total=wanted, completed=done)

    def ready(self, done: int, wanted: int) -> None:
        """Begin to measure the time that is left: all is compiled."""
        self.stop_waiting()
        self._bar.reset(self._task, total=wanted, completed=done)

    def stop_waiting(self) -> None:
        self._waiting.cancel()

    def update(self, done: int, text: str | None = None) -> None:
        self._bar.update(self._task, completed=done, description=text)

    def say(self, note: str) -> None:
        """Print a note about something out of the ordinary."""
        self._console.print(note, markup=False, highlight=False, style="yellow")


@contextmanager
def run_bar(text: str) -> Iterator[RunBar]:
    """A progress bar for a run that may compile before its first game."""
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
        shown = RunBar(bar, bar.add_task(text, total=None), console)
        try:
            yield shown
        finally:
            shown.stop_waiting()
