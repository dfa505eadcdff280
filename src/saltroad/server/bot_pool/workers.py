"""The server's end of the bot workers: one worker, and a slot in which a lost worker is replaced. Nothing here blocks
the event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
import structlog

from saltroad.server.bot_pool.messages import (
    MODULES,
    Choose,
    Chose,
    Load,
    Ready,
    Task,
    TaskFailed,
    pack_task,
    read_answer,
)
from saltroad.workers import WorkerError, WorkerLost, WorkerProcess

A = TypeVar("A", Ready, Chose)

log: Any = structlog.get_logger(__name__)

LOADING_SECONDS = 120.0
"""Seconds for starting a worker, compiling a game's rules or making a bot ready: none of it counts as thinking."""
SEARCH_SECONDS = 900.0
"""Seconds for compiling a search: it takes 40 on a fast processor with nothing else to do."""
_MODULE = "saltroad.server.bot_pool.worker"
_NICENESS = 5
"""The niceness of a worker process: the server's own work goes first."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0


class BotFailed(WorkerError):
    """The bot, or the loading of a game, raised an error. The worker goes on."""


class NoWorker(WorkerError):
    """No worker can be started for now."""


class Backoff:
    """Pauses between attempts, longer after each that fails."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._until = 0.0

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self._until

    def begin(self) -> None:
        """Note a failure: the next pause begins, longer than the one before."""
        self._seconds = min(max(_FIRST_PAUSE, 2 * self._seconds), _LONGEST_PAUSE)
        self._until = time.monotonic() + self._seconds

    def end(self) -> None:
        """Note a success: the next pause is short again."""
        self._seconds = self._until = 0.0


class BotWorker:
    """One worker process in which bots choose. A method that does not get its answer ends the process: a late answer
    would be taken for that of the next task."""

    def __init__(self, process: WorkerProcess) -> None:
        self._process = process
        self.loaded: set[str] = set()
        """The games that can be played at once."""

    @classmethod
    async def start(cls, modules: bool) -> BotWorker:
        """A worker that is ready; WorkerLost if it cannot be. With `modules` a bot may be named `module:factory`."""
        arguments = [MODULES] if modules else []
        process = await WorkerProcess.start(
            _MODULE, arguments, seconds=LOADING_SECONDS, niceness=_NICENESS, on_print=_log_print
        )
        return cls(process)

    @property
    def is_gone(self) -> bool:
        return self._process.is_gone

    async def load(self, game: str, search: bool = False) -> None:
        """Load a game and compile its rules and, if wanted, the search of its levels."""
        await self._ask(Load(game, search), SEARCH_SECONDS if search else LOADING_SECONDS)
        self.loaded.add(game)

    async def think(self, task: Choose, grace: float) -> Chose:
        """Let a bot choose; returns its answer `grace` seconds after its time is over at the latest."""
        await self._ask(task, LOADING_SECONDS)
        return await self._answer(Chose, task.seconds + grace)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    async def ended(self) -> None:
        """Wait for the end of a worker that was killed."""
        await self._process.ended()

    async def _ask(self, task: Task, seconds: float) -> None:
        with self._killed_if_cancelled():
            await self._process.send(pack_task(task), seconds)
        await self._answer(Ready, seconds)

    async def _answer(self, kind: type[A], seconds: float) -> A:
        with self._killed_if_cancelled():
            message = await self._process.receive(seconds)
        try:
            answer = read_answer(message)
        except msgspec.DecodeError as error:
            self.kill()
            raise WorkerLost(f"its answer cannot be read: {error}") from None
        if isinstance(answer, TaskFailed):
            raise BotFailed(answer.why, answer.trace)
        if not isinstance(answer, kind):
            self.kill()
            raise WorkerLost(f"it answered {answer} when {kind.__name__} was due")
        return answer

    @contextmanager
    def _killed_if_cancelled(self) -> Iterator[None]:
        try:
            yield
        except asyncio.CancelledError:
            self.kill()
            raise


def _log_print(pid: int, line: str) -> None:
    log.warning("a worker printed", pid=pid, line=line)


class WorkerSlot:
    """A place for one worker, started when it is first prepared for or needed. A worker that is gone is replaced; where
    none can start, tries become rarer."""

    def __init__(self, modules: bool) -> None:
        self._modules = modules
        self._start: asyncio.Task[BotWorker] | None = None
        self._endings: set[asyncio.Task[None]] = set()
        self._pause = Backoff()
        self._is_closed = False

    def prepare(self) -> None:
        """Begin to start a worker, if there is none and if it makes sense."""
        if self._start is not None and self._start.done() and not self._start.cancelled():
            if self._start.exception() is not None:
                return  # `worker` raises it
            if (worker := self._start.result()).is_gone:
                self._see_off(worker)
                self._start = None
        if self._start is None and not self._pause.is_on and not self._is_closed:
            self._start = asyncio.create_task(BotWorker.start(self._modules))

    async def worker(self) -> BotWorker:
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

    def _see_off(self, worker: BotWorker) -> None:
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
