"""A server in a process of its own, to be killed: bots that do not wait, pulses that come as fast as a test wants.

`python -m server.proofs.launch PULSE name=value …`, as `saltroad serve` takes them. Says `ready PORT`, and logs it.
"""

from __future__ import annotations

import asyncio
import sys

import structlog
import uvloop

from saltroad.server.analysis_jobs import jobs
from saltroad.server.logs import set_up_logs
from saltroad.server.serve import Running, serve
from saltroad.server.settings import read_settings
from saltroad.server.tables import subscriptions as watching
from saltroad.server.variations import position_analyses


def main(pulse: str, *settings: str) -> None:
    watching.PULSE = float(pulse)
    # On a busy machine a worker of lowest priority would wait for hours.
    jobs.NICENESS = position_analyses.NICENESS = 0
    read = read_settings(dict(setting.split("=", 1) for setting in settings), {})
    set_up_logs(read.log_format, read.log_level)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(read, bot_pause=0.0, ready=_say, searches=False))


def _say(running: Running) -> None:
    print("ready", running.port, flush=True)
    structlog.get_logger().info("Saltroad is ready", url=running.url)


if __name__ == "__main__":
    main(*sys.argv[1:])
