"""Desks: a place for one worker process each, with the server's end of its pipes. Nothing here blocks the loop."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
import structlog

from saltroad.server.bot_pool.messages import HEAD, Choose, Chose, Load, Ready, Task, TaskFailed, pack, read_answer
from saltroad.server.bot_pool.worker import MODULES

A = TypeVar("A", Ready, Chose)

log: Any = structlog.get_logger(__name__)

LOADING_SECONDS = 120.0
"""For starting, for compiling a game's rules and for making a bot ready: none of it is thinking."""
SEARCH_SECONDS = 900.0
"""For compiling a search: 40 seconds of a processor, which may be slow and have other things to do."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
_ENDING_SECONDS = 5.0


class WorkerError(Exception):
    """Why there is no answer, and where it went wrong if that is known."""

    def __init__(self, why: str, trace: str = "") -> None:
        super().__init__(why)
        self.trace = trace


class BotFailed(WorkerError):
    """The bot, or the loading of a game, raised something. The worker is well."""


class WorkerLost(WorkerError):
    """The worker ended, or had to be ended."""


class NoWorker(WorkerError):
    """No worker can help for now."""


class Backoff:
    """Longer and longer pauses between tries that fail."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._until = 0.0

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self._until

    def begin(self) -> None:
        """It failed again."""
        self._seconds = min(max(_FIRST_PAUSE, 2 * self._seconds), _LONGEST_PAUSE)
        self._until = time.monotonic() + self._seconds

    def end(self) -> None:
        """It works."""
        self._seconds = self._until = 0.0


class WorkerProcess:
    """One process. Any method that does not get its answer ends the process: it would not know what it hears next."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._killed = False
        self._printed = asyncio.create_task(self._log_what_is_printed())
        self.loaded: set[str] = set()

    @classmethod
    async def start(cls, modules: bool) -> WorkerProcess:
        """A worker that is ready; WorkerLost if it cannot be."""
        path = os.pathsep.join(filter(None, sys.path))
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-P", "-X", "faulthandler", "-m", "saltroad.server.bot_pool.worker"]
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                *[MODULES] * modules,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                env={**os.environ, "PYTHONPATH": path},
            )
        except OSError as error:
            raise WorkerLost(f"no process could be started: {error}") from None
        worker = cls(process)
        try:
            await worker._hear(Ready, LOADING_SECONDS)
        except BaseException:
            worker.kill()
            await worker.ended()
            raise
        return worker

    @property
    def is_gone(self) -> bool:
        return self._killed or self._process.returncode is not None

    async def load(self, game: str, search: bool = False) -> None:
        """Have a game loaded and its rules compiled, and what its levels search with."""
        await self._ask(Load(game, search), SEARCH_SECONDS if search else LOADING_SECONDS)
        self.loaded.add(game)

    async def think(self, question: Choose, grace: float) -> Chose:
        """What a bot chooses, `grace` seconds after its time is over at the latest."""
        await self._ask(question, LOADING_SECONDS)
        return await self._hear(Chose, question.seconds + grace)

    def kill(self) -> None:
        """End it at once."""
        self._killed = True
        with suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        """Wait for the end of a worker that was killed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_ENDING_SECONDS):
                await self._process.wait()
                await self._printed
        self._printed.cancel()  # a child of the bot's may hold the pipe

    async def _ask(self, question: Task, seconds: float) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(pack(question))
            async with asyncio.timeout(seconds):
                await self._process.stdin.drain()
        except (OSError, TimeoutError):
            raise WorkerLost(await self._end()) from None
        except BaseException:
            self.kill()
            raise
        await self._hear(Ready, seconds)

    async def _hear(self, kind: type[A], seconds: float) -> A:
        stdout = self._process.stdout
        assert stdout is not None
        try:
            async with asyncio.timeout(seconds):
                (size,) = HEAD.unpack(await stdout.readexactly(HEAD.size))
                answer = read_answer(await stdout.readexactly(size))
        except TimeoutError:
            self.kill()
            raise WorkerLost(f"no answer within {seconds:g} s") from None
        except (OSError, asyncio.IncompleteReadError):
            raise WorkerLost(await self._end()) from None
        except msgspec.DecodeError as error:
            self.kill()
            raise WorkerLost(f"its answer cannot be read: {error}") from None
        except BaseException:
            self.kill()
            raise
        if isinstance(answer, TaskFailed):
            raise BotFailed(answer.why, answer.trace)
        if not isinstance(answer, kind):
            self.kill()
            raise WorkerLost(f"it answered {answer} when {kind.__name__} was due")
        return answer

    async def _end(self) -> str:
        """End a worker whose pipe is closed, and say how it ended by itself."""
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self._process.wait()
        code = self._process.returncode
        self.kill()
        return "its process closed its pipe" if code is None else f"its process ended with {code}"

    async def _log_what_is_printed(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        while True:
            try:
                line = await stderr.readline()
            except ValueError:
                line = b"(a line too long to log)\n"
            if not line:
                return
            log.warning("a worker printed", pid=self._process.pid, line=line.decode("utf-8", "replace").rstrip())


class WorkerSlot:
    """A place for one worker, which is started when it is first prepared for or needed: one that is gone is followed by
    another; where none can start, tries become rarer."""

    def __init__(self, modules: bool) -> None:
        self._modules = modules
        self._start: asyncio.Task[WorkerProcess] | None = None
        self._endings: set[asyncio.Task[None]] = set()
        self._pause = Backoff()
        self._is_closed = False

    def prepare(self) -> None:
        """Begin to start a worker, if there is none and if it makes sense."""
        if self._start is not None and self._start.done() and not self._start.cancelled():
            if self._start.exception() is not None:
                return  # `worker` tells whoever needs it
            if (worker := self._start.result()).is_gone:
                self._see_off(worker)
                self._start = None
        if self._start is None and not self._pause.is_on and not self._is_closed:
            self._start = asyncio.create_task(WorkerProcess.start(self._modules))

    async def worker(self) -> WorkerProcess:
        """The worker, when it is ready; NoWorker if none can be started for now."""
        self.prepare()
        if self._start is None:
            raise NoWorker("no worker can be started; the next try is later")
        try:
            worker = await asyncio.shield(self._start)
        except (BotFailed, WorkerLost) as error:
            self._start = None
            self._pause.begin()
            log.error("no worker can be started", why=str(error), trace=error.trace)
            raise NoWorker(f"no worker can be started: {error}") from None
        self._pause.end()
        return worker

    def _see_off(self, worker: WorkerProcess) -> None:
        ending = asyncio.create_task(worker.ended())
        self._endings.add(ending)
        ending.add_done_callback(self._endings.discard)

    async def close(self) -> None:
        """End the worker at once."""
        self._is_closed = True
        if self._start is not None:
            self._start.cancel()
            await asyncio.wait({self._start})
            if not self._start.cancelled() and self._start.exception() is None:
                self._start.result().kill()
                self._see_off(self._start.result())
        await asyncio.gather(*self._endings)
