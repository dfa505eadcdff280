"""The worker: a process in which bots think, one question at a time. A desk starts it as `python -m` this module.

It reads questions from its standard input and answers on its standard output. When the input ends it ends at once, in
the middle of a thought too: that is how it dies with its server, however that died.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import BinaryIO

from saltroad.server.bot_pool.messages import HEAD, Ready, TaskFailed, pack, read_task

MODULES = "--modules"
"""Lets a bot be named `module:factory`; for tests."""

_NICENESS = 5
_LONGEST_TRACE = 4_000


def main(modules: bool) -> None:
    """Answer questions until there are no more."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # they may reach the whole process group; the server decides what ends
    if hasattr(os, "nice"):
        os.nice(_NICENESS)  # people's moves go first
    questions, answers = _pipes()
    asked: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions, asked), daemon=True).start()

    from saltroad.server.bot_pool.tasks import run_task  # numpy and numba: after the worker is nice and listens

    answers.write(pack(Ready()))
    while True:
        try:
            for answer in run_task(read_task(asked.get()), modules):
                answers.write(pack(answer))
        except BaseException as error:  # a bot may do anything, sys.exit() too
            answers.write(pack(_failed(error)))


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the server, out of a bot's way: what it prints goes to the log, what it reads is empty."""
    pipes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return pipes


def _listen(questions: BinaryIO, asked: SimpleQueue[bytes]) -> None:
    while len(head := questions.read(HEAD.size)) == HEAD.size:
        asked.put(questions.read(HEAD.unpack(head)[0]))
    os._exit(0)


def _failed(error: BaseException) -> TaskFailed:
    why = "".join(traceback.format_exception_only(error)).strip()
    trace = "".join(traceback.format_exception(error))
    return TaskFailed(_plain(why[:_LONGEST_TRACE]), _plain(trace[-_LONGEST_TRACE:]))


def _plain(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


if __name__ == "__main__":
    main(MODULES in sys.argv[1:])
