"""A whole server to be started by tests, with bots that do not pause: settings as JSON, the port as its first line."""

from __future__ import annotations

import json
import sys

import uvloop

from saltroad.server.logs import set_up_logs
from saltroad.server.processes.supervisor import serve_all
from saltroad.server.serve import Listening, serve
from saltroad.server.settings import read_settings


def say(listening: Listening) -> None:
    print(listening.port, flush=True)


if __name__ == "__main__":
    settings = read_settings(json.loads(sys.argv[1]), {})
    set_up_logs("human", "info")
    work = serve_all if settings.workers > 1 else serve
    uvloop.run(work(settings, bot_pause=0.0, ready=say))
