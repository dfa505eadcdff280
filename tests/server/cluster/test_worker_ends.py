"""A process of several ends when its work is done, whatever its threads still do."""

from __future__ import annotations

import socket
import subprocess
import sys
from dataclasses import asdict

import msgspec

from saltroad.server.processes.supervisor import WorkerStart
from saltroad.server.settings import Settings
from server.serving import PATIENCE

_PROGRAM = """
import asyncio, sys, time
from saltroad.server.processes import worker

async def serve(*given, **named):
    asyncio.get_running_loop().run_in_executor(None, time.sleep, 10_000)

worker.serve = serve
sys.exit(worker.main())
"""
"""A worker that is stopped at once, in the middle of something slow."""


def test_a_thread_that_still_loads_rules_does_not_keep_a_process_from_ending() -> None:
    with socket.socket() as listener:
        start = WorkerStart("w", listener.fileno(), 0.0, asdict(Settings()), False)
        process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM], stdin=subprocess.PIPE, pass_fds=[listener.fileno()], bufsize=0
        )
        with process:
            assert process.stdin is not None
            process.stdin.write(msgspec.json.encode(start) + b"\n")
            try:
                assert process.wait(PATIENCE) == 0
            finally:
                process.kill()
