"""The program of a bot worker: does one task after the other and answers each."""

from __future__ import annotations

import traceback

from saltroad.server.bot_pool.messages import MODULES, TaskFailed, pack_answer, read_task
from saltroad.server.bot_pool.tasks import run_task
from saltroad.workers import Channel

_LONGEST_TRACE = 4_000


def main(channel: Channel, arguments: list[str]) -> None:
    """Do tasks until the server closes its end."""
    modules = MODULES in arguments
    while True:
        try:
            for answer in run_task(read_task(channel.receive()), modules):
                channel.send(pack_answer(answer))
        except BaseException as error:  # a bot may do anything, sys.exit() too
            channel.send(pack_answer(_failed(error)))


def _failed(error: BaseException) -> TaskFailed:
    why = "".join(traceback.format_exception_only(error)).strip()
    trace = "".join(traceback.format_exception(error))
    return TaskFailed(_plain(why[:_LONGEST_TRACE]), _plain(trace[-_LONGEST_TRACE:]))


def _plain(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
