"""Worker processes: a library for code that may crash, hang or print, as bots do, without harm to its caller.

    pool         tasks for many workers, on this machine; those that die are replaced
    ray_pool     the same on the machines of a Ray cluster
    process      the caller's end: start a worker, send it messages, receive its answers, end it
    channel      the worker's end of the pipes, guarded against what the code in it prints or reads
    framing      messages on a pipe: a length in four bytes, then the bytes
    locked_file  a file that one process at a time writes to

A worker runs `main(channel, arguments)` of a module that the caller names, and ends with its caller, however that ends.
What the messages say is between the caller and that module. Imports nothing else of Saltroad.
"""

from __future__ import annotations

from saltroad.workers.channel import Channel
from saltroad.workers.process import WorkerError, WorkerLost, WorkerProcess

__all__ = ["Channel", "WorkerError", "WorkerLost", "WorkerProcess"]
