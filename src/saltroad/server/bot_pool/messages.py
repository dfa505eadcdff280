"""The messages between the bot pool and a worker.

Tasks are pickled, because a view is a Python object. Answers are JSON: a bot may do anything to its worker, and the
server must not unpickle what comes from there.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import msgspec

MODULES = "--modules"
"""The argument of a worker that lets a bot be named `module:factory`; for tests."""


class Load(msgspec.Struct, frozen=True):
    """Load a game and compile its rules. Answered by Ready when it can be played."""

    game: str
    search: bool = False
    """Whether to compile the search of its levels as well."""


class Choose(msgspec.Struct, frozen=True):
    """Choose an action. Answered by Ready when the bot is made and its time begins, then by Chose."""

    game: str
    bot: str
    seed: int | Sequence[int]
    view: Any
    legal: tuple[str, ...]
    seconds: float


Task = Load | Choose


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The game is loaded, or the bot is about to choose."""


class Chose(msgspec.Struct, frozen=True, tag=True):
    """The bot's action. If it searches: the share of the win that it expects after it (`share`), and after the best of
    the other moves that it tried (`instead`)."""

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
    """A task from bytes; only for the worker, which trusts the server."""
    task: Task = pickle.loads(message)
    return task


def pack_answer(answer: TaskAnswer) -> bytes:
    """An answer as bytes."""
    return msgspec.msgpack.encode(answer)


def read_answer(message: bytes) -> TaskAnswer:
    """An answer from bytes; msgspec.DecodeError if it is none."""
    return _answers.decode(message)
