"""The messages between the bot pool and a worker.

Tasks are pickled, as a view is a value of Python. Answers are not: whatever a bot does to its worker, the server reads
nothing from it but texts.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import msgspec

MODULES = "--modules"
"""The argument of a worker that lets a bot be named `module:factory`; for tests."""


class Load(msgspec.Struct, frozen=True):
    """Load a game and compile its rules: Ready when it can be played."""

    game: str
    search: bool = False
    """Compile what the bots of its levels search with, too."""


class Choose(msgspec.Struct, frozen=True):
    """Choose an action: Ready when the bot is there and its time begins, then Chose."""

    game: str
    bot: str
    seed: int | Sequence[int]
    view: Any
    legal: tuple[str, ...]
    seconds: float


Task = Load | Choose


class Ready(msgspec.Struct, frozen=True, tag=True):
    """Loaded, or about to choose."""


class Chose(msgspec.Struct, frozen=True, tag=True):
    """What the bot plays, and, if it searches, the share of the win that it expects then (`share`) and after the best
    of the other moves that it tried (`instead`)."""

    action: str
    share: float | None = None
    instead: float | None = None


class TaskFailed(msgspec.Struct, frozen=True, tag=True):
    """The task could not be done; the worker waits for the next one."""

    why: str
    trace: str


TaskAnswer = Ready | Chose | TaskFailed

_answers: msgspec.msgpack.Decoder[TaskAnswer] = msgspec.msgpack.Decoder(TaskAnswer)


def pack_task(task: Task) -> bytes:
    """A task as bytes."""
    return pickle.dumps(task)


def read_task(message: bytes) -> Task:
    """For the worker, which trusts the server."""
    task: Task = pickle.loads(message)
    return task


def pack_answer(answer: TaskAnswer) -> bytes:
    """An answer as bytes."""
    return msgspec.msgpack.encode(answer)


def read_answer(message: bytes) -> TaskAnswer:
    """For the server; msgspec.DecodeError for what is no answer."""
    return _answers.decode(message)
