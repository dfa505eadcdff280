"""A worker's end of the pipes to its caller, kept apart from the standard streams that the code in the worker uses."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue

from saltroad.workers.framing import frame, read_frame


class Channel:
    """Receives messages and sends answers. When the caller closes its end, or dies, the process ends at once, in the
    middle of its work too."""

    def __init__(self) -> None:
        """Take over standard input and output: from now on what is printed goes to standard error, and reading gives
        nothing."""
        self._input = os.fdopen(os.dup(0), "rb")
        self._output = os.fdopen(os.dup(1), "wb", buffering=0)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        self.on_close: Callable[[], None] = lambda: None
        """Called before the process ends with its caller; to be set before there is anything to tidy up."""
        self._received: SimpleQueue[bytes] = SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def receive(self) -> bytes:
        """The next message, when there is one."""
        return self._received.get()

    def send(self, message: bytes) -> None:
        """Answer the caller."""
        rest = memoryview(frame(message))
        while rest:
            rest = rest[self._output.write(rest) :]

    def _listen(self) -> None:
        try:
            while (message := read_frame(self._input)) is not None:
                self._received.put(message)
            self.on_close()
        finally:
            os._exit(0)
