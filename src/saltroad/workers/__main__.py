"""A worker process: `python -m saltroad.workers NICENESS MODULE ARGUMENT …`, as `WorkerProcess.start` runs it."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module

from saltroad.workers.channel import Channel
from saltroad.workers.process import STARTED


def main(niceness: int, module: str, arguments: list[str]) -> None:
    """Run the module's `main`, with a channel to the caller."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # they may reach the whole process group; the caller decides what ends
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # a caller may have held it back until now
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    channel = Channel()
    work = import_module(module).main  # may load numpy and numba: after the worker is nice and listens
    channel.send(STARTED)
    work(channel, arguments)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
