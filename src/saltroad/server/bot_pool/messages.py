"""What a desk and its worker tell each other: a length in four bytes, then the message.

Questions are pickled, as a view is a value of Python. Answers are not: whatever a bot does to its worker, the server
reads nothing from it but texts.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Sequence
from typing import Any

import msgspec

HEAD = struct.Struct(">I")


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
    """Started, or loaded, or about to think."""


class Chose(msgspec.Struct, frozen=True, tag=True):
    """What the bot plays, and, if it searches, the share of the win that it gives its seat then (`share`) and after the
    best of the other moves that it tried (`instead`)."""

    action: str
    share: float | None = None
    instead: float | None = None


class TaskFailed(msgspec.Struct, frozen=True, tag=True):
    """It could not be done; the worker waits for the next question."""

    why: str
    trace: str


TaskAnswer = Ready | Chose | TaskFailed

_answers: msgspec.msgpack.Decoder[TaskAnswer] = msgspec.msgpack.Decoder(TaskAnswer)


def pack(message: Task | TaskAnswer) -> bytes:
    """A message with its length before it."""
    body = pickle.dumps(message) if isinstance(message, Load | Choose) else msgspec.msgpack.encode(message)
    return HEAD.pack(len(body)) + body


def read_task(body: bytes) -> Task:
    """For the worker, which trusts the server."""
    question: Task = pickle.loads(body)
    return question


def read_answer(body: bytes) -> TaskAnswer:
    """For the server; msgspec.DecodeError for what is no answer."""
    return _answers.decode(body)
