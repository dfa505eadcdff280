"""Bots that misbehave, for workers to run. They meet the test in a folder: a file says what has happened or may happen.

A bot is known by its seed: `begun-7` holds the process id of the worker in which the bot with seed 7 thinks.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from saltroad.bots import Choice, Limit

FOLDER = "SALTROAD_TEST_FOLDER"


class Gated:
    """Says that it has begun, then waits until it may go on."""

    def __init__(self, game: object, seed: int) -> None:
        self.folder = Path(os.environ[FOLDER])
        self.seed = seed

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        begin(self.folder, self.seed)
        self.wait()
        return Choice(legal[-1])

    def wait(self) -> None:
        while not (self.folder / "go").exists():
            time.sleep(0.005)


class Busy(Gated):
    """Computes all the while, and never looks at its limit."""

    def wait(self) -> None:
        while not (self.folder / "go").exists():
            sum(range(10_000))


class Breaks:
    """Raises."""

    def __init__(self, game: object, seed: int) -> None:
        pass

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        raise RuntimeError("lost in the \ud800 dunes")


class Leaves(Breaks):
    """Ends its process in the usual way."""

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        sys.exit(3)


class Dies(Breaks):
    """Ends its process as broken machine code does."""

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        ctypes.string_at(0)
        raise AssertionError


class Cheats(Breaks):
    """Chooses what no rule allows."""

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        return Choice("all of it")


class Talks(Breaks):
    """Prints by every way there is, and reads."""

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        assert sys.stdin.read() == ""
        print("printed")
        print("an error", file=sys.stderr)
        os.write(1, b"written\n" + b"." * 200_000 + b"\n")
        return Choice(legal[0])


class Warms(Breaks):
    """Takes its time to get ready, then is quick."""

    def warm(self) -> None:
        time.sleep(3)

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        return Choice(legal[0])


def begin(folder: Path, seed: int) -> None:
    with (folder / "order").open("a") as order:
        order.write(f"{seed}\n")
    half = folder / f"half-{seed}"
    half.write_text(str(os.getpid()))
    half.rename(folder / f"begun-{seed}")
