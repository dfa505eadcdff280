"""A worker: a process that plays games one after the other, with warm bots. `crew` starts it.

It reads lines of JSON from its standard input, the settings first, then a task each, and answers each with a line. When
the input ends it ends at once, in the middle of a game too, and takes the programs along that play in it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import BinaryIO

import msgspec

from saltroad.arena.program import end_all
from saltroad.arena.settings import Played, Settings


class Task(msgspec.Struct, frozen=True):
    """A game to play."""

    deal: int
    game: int


class Done(msgspec.Struct, frozen=True):
    """A task done, or why it could not be; after the settings, an empty one says that the worker is ready."""

    played: Played | None = None
    record: str = ""
    failed: str = ""
    again: bool = False
    """Whether it is tried once more."""


def do(settings: Settings, task: Task) -> Done:
    """Play one game. Bots and programs that fail lose it; whatever else goes wrong is told, not raised."""
    from saltroad.arena.play import play_game

    try:
        return Done(*play_game(settings, task.deal, task.game))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return Done(failed=f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})")


def main() -> None:
    """Do tasks until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the arena decides what ends
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # `crew` held it back until now
    tasks, answers = _pipes()
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(tasks, lines), daemon=True).start()
    settings = msgspec.json.decode(lines.get(), type=Settings)

    from saltroad.arena.play import warm_up  # numpy and numba: after the worker listens

    warm_up(settings)
    answers.write(msgspec.json.encode(Done()) + b"\n")
    while True:
        done = do(settings, msgspec.json.decode(lines.get(), type=Task))
        answers.write(msgspec.json.encode(done) + b"\n")


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the arena, out of a bot's way: what it prints goes to standard error, what it reads is empty."""
    pipes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return pipes


def _listen(tasks: BinaryIO, lines: SimpleQueue[bytes]) -> None:
    for line in tasks:
        lines.put(line)
    end_all()
    os._exit(0)
