"""The supervisor of several processes on one port: starts them, restarts those that die, and stops them together.

The port is opened here and inherited, so that no connection is lost with the process that would have taken it. A
process that has died is taken out of those that are alive at once, and the others take its tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict

import msgspec
import structlog

from saltroad.server.cluster.redis_leases import FAILURES, Redis, RedisLeases, check_redis, connect, withdraw_all
from saltroad.server.serve import PATIENCE, Listening, listen, url_of
from saltroad.server.settings import Settings, secret_of
from saltroad.server.store import Store
from saltroad.server.store.server_lock import exclusive_server

log = structlog.get_logger()

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a process that could not start is started again; twice as many each time."""


class Supervisor:
    """The processes of one server."""

    def __init__(
        self, settings: Settings, client: Redis, listener: int, bot_pause: float, *, is_first: bool = False
    ) -> None:
        self._settings = settings
        self._redis = client
        self._listener = listener
        self._bot_pause = bot_pause
        self._is_first = is_first
        """Whether no other process was alive before."""
        self._stop = asyncio.Event()
        self._ready = asyncio.Semaphore(0)
        self._running: dict[str, asyncio.subprocess.Process] = {}

    async def run(self, ready: Callable[[], None]) -> None:
        """Keep all processes running until `stop` is called."""
        tasks = [asyncio.create_task(self._keep_one()) for _ in range(self._settings.workers)]
        waiting = asyncio.create_task(self._when_ready(ready))
        try:
            await asyncio.gather(*tasks)
        finally:
            waiting.cancel()

    async def _when_ready(self, ready: Callable[[], None]) -> None:
        for _ in range(self._settings.workers):
            await self._ready.acquire()
        ready()

    def stop(self) -> None:
        """Let the processes finish what is under way, then end."""
        self._stop.set()
        for process in self._running.values():
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)

    async def _keep_one(self) -> None:
        # At the first start the page opens at once, though on a new machine all of them compile for a minute.
        pause, warms_first = 0.0, False if self._is_first else None
        while not self._stop.is_set():
            name = secrets.token_hex(6)
            code, was_ready = await self._run_one(name, warms_first)
            warms_first = None
            if self._stop.is_set():
                if was_ready and code != 0:
                    log.error("a process did not end well", process=name, code=code)
                return
            log.error("a process has died and is started again", process=name, code=code)
            with contextlib.suppress(*FAILURES):  # else its leases run out by themselves
                await withdraw_all(self._redis, name)
            pause = 0.0 if was_ready else min(_LONGEST_PAUSE, max(_FIRST_PAUSE, 2 * pause))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._stop.wait()

    async def _run_one(self, name: str, warms_first: bool | None) -> tuple[int, bool]:
        """Start a process and wait for its end; its code, and whether it was ever ready."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "saltroad.server.processes.worker",
            stdin=pipe,
            stdout=pipe,
            pass_fds=[self._listener],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._running[name] = process
        try:
            # Through a pipe: others on the machine can read a command line, and the settings hold passwords. It stays
            # open: its end tells the process that this one is gone.
            start = WorkerStart(name, self._listener, self._bot_pause, asdict(self._settings), warms_first)
            process.stdin.write(msgspec.json.encode(start) + b"\n")
            with contextlib.suppress(OSError):
                await process.stdin.drain()
            if self._stop.is_set():
                process.terminate()
            was_ready = bool(await process.stdout.readline())
            if was_ready:
                self._ready.release()
            return await self._ended(process), was_ready
        finally:
            del self._running[name]

    async def _ended(self, process: asyncio.subprocess.Process) -> int:
        ending = asyncio.create_task(process.wait())
        stopping = asyncio.create_task(self._stop.wait())
        await asyncio.wait({ending, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        try:
            async with asyncio.timeout(2 * PATIENCE if self._stop.is_set() else None):
                return await ending
        except TimeoutError:
            log.error("a process does not stop, and is ended", pid=process.pid)
            process.kill()
            return await process.wait()


class WorkerStart(msgspec.Struct):
    """The message that a process is sent when it starts."""

    name: str
    listener: int
    bot_pause: float
    settings: dict[str, object]
    warms_first: bool | None
    """See `serving.serve`."""


async def serve_all(
    settings: Settings,
    *,
    bot_pause: float = 0.6,
    ready: Callable[[Listening], None] = lambda listening: None,
    until: asyncio.Event | None = None,
) -> None:
    """Serve in several processes until a signal or `until` says stop; calls `ready` when all of them answer."""
    assert settings.redis is not None
    with contextlib.closing(listen(settings)) as listener:
        client = connect(settings.redis)
        try:
            await _look_first(settings, client)
            is_first = not await RedisLeases(client, "parent").alive()
            workers = Supervisor(settings, client, listener.fileno(), bot_pause, is_first=is_first)
            port: int = listener.getsockname()[1]
            where = Listening(url_of(settings, port), port)
            async with _stopped_by_signals(workers, until):
                await workers.run(lambda: ready(where))
        finally:
            await client.aclose()


async def _look_first(settings: Settings, client: Redis) -> None:
    """Check once what would keep every process from starting: no Redis, no database or another server's, no secret."""
    await check_redis(client)
    async with exclusive_server(settings.database, shares=True):
        await (await Store.open(settings.database)).close()
    secret_of(settings)


@contextlib.asynccontextmanager
async def _stopped_by_signals(workers: Supervisor, until: asyncio.Event | None) -> AsyncIterator[None]:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, workers.stop)

    async def wait() -> None:
        if until is not None:
            await until.wait()
            workers.stop()

    waiting = asyncio.create_task(wait())
    try:
        yield
    finally:
        waiting.cancel()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
