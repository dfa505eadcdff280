"""The program of one of several processes that serve one port. `supervisor` starts it and sends it the settings on its
standard input."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading

import msgspec
import uvloop

from saltroad.kernel.errors import SaltroadError
from saltroad.server.logs import set_up_logs
from saltroad.server.processes.supervisor import WorkerStart
from saltroad.server.serve import Running, serve
from saltroad.server.settings import Settings


def main() -> int:
    """Serve with the parent's settings until the parent says stop."""
    # Ctrl-C reaches every process of a terminal; this one waits for its parent's word.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    start = msgspec.json.decode(sys.stdin.buffer.readline(), type=WorkerStart)
    settings = msgspec.convert(start.settings, Settings)
    set_up_logs(settings.log_format, settings.log_level)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner, socket.socket(fileno=start.listener) as port:
            work = serve(
                settings,
                bot_pause=start.bot_pause,
                ready=_say_ready,
                listener=port,
                name=start.name,
                warms_first=start.warms_first,
            )
            runner.run(work)
            # All is stored and closed. A thread that still loads rules would be waited for, on a busy machine until the
            # parent loses its patience.
            sys.stdout.flush()
            os._exit(0)
    except SaltroadError as error:
        print(error, file=sys.stderr)
        return 2


def _say_ready(running: Running) -> None:
    print("ready", flush=True)


def _end_with_parent() -> None:
    """Stop when the pipe to the parent ends: the parent is gone, by a crash too."""
    # Not through sys.stdin: a thread that holds it when Python ends makes it end badly.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
