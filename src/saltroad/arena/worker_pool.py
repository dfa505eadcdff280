"""Playing the games of a tournament: in this process, or in a pool of worker processes.

A worker that dies is replaced, and its game is tried again.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Generator, Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import Literal

import msgspec

from saltroad.arena.settings import TournamentSettings
from saltroad.arena.worker import GameReport, GameTask, run_task
from saltroad.workers import WorkerLost, WorkerProcess

_TRIES = 2
"""A game whose workers died so many times is given up."""
_MODULE = "saltroad.arena.worker"


class TaskQueue:
    """The games still to be played, taken by several threads; `stop` leaves the rest."""

    def __init__(self, tasks: Iterator[GameTask]) -> None:
        self._tasks = tasks
        self._lock = threading.Lock()
        self._is_stopped = False

    def take(self) -> GameTask | None:
        with self._lock:
            return None if self._is_stopped else next(self._tasks, None)

    def stop(self) -> None:
        self._is_stopped = True

    @property
    def is_stopped(self) -> bool:
        return self._is_stopped


Reports = Generator[tuple[GameTask, GameReport] | None, None, None]
"""Each game when it is over. The first item is None: all is compiled, and the games have begun."""


def play_here(settings: TournamentSettings, tasks: TaskQueue) -> Reports:
    """The games, played in this process."""
    from saltroad.arena.play import warm_up_all

    warm_up_all(settings)
    yield None
    while (task := tasks.take()) is not None:
        yield task, run_task(settings, task)


def play_in_workers(settings: TournamentSettings, tasks: TaskQueue, jobs: int) -> Reports:
    """The games, played by so many workers. Closing the iterator ends them."""
    pool = _WorkerPool(settings, tasks, jobs)
    try:
        pool.start()
        is_ready = False
        while (news := pool.news.get()) != _ENDED:
            if news != _READY:
                yield news
            elif not is_ready:
                is_ready = True
                yield None
    finally:
        tasks.stop()
        pool.close()


_READY: Literal["ready"] = "ready"
_ENDED: Literal["ended"] = "ended"
_News = tuple[GameTask, GameReport] | Literal["ready", "ended"]


class _WorkerPool(threading.Thread):
    """Keeps workers busy. An event loop in a thread of its own, so that the caller hears Ctrl-C at once."""

    def __init__(self, settings: TournamentSettings, tasks: TaskQueue, jobs: int) -> None:
        super().__init__(daemon=True)
        self._settings = settings
        self._tasks = tasks
        self._jobs = jobs
        self._loop = asyncio.new_event_loop()
        self._playing: asyncio.Task[None] | None = None
        self.news: SimpleQueue[_News] = SimpleQueue()
        """What happened: a worker is ready, a game is over; _ENDED comes last."""

    def run(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            # A worker inherits this: Ctrl-C does not reach it before it has learned to leave that to the arena.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            with suppress(asyncio.CancelledError), asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._play())
        finally:
            self.news.put(_ENDED)

    def close(self) -> None:
        """End all workers, and wait for that. The queue has to be stopped by now."""
        with suppress(RuntimeError):  # the loop is closed: they have ended
            self._loop.call_soon_threadsafe(self._cancel)
        self.join()

    def _cancel(self) -> None:
        if self._playing is not None:  # else it finds no game to play
            self._playing.cancel()

    async def _play(self) -> None:
        self._playing = asyncio.current_task()
        async with asyncio.TaskGroup() as group:
            for _ in range(self._jobs):
                group.create_task(self._work())

    async def _work(self) -> None:
        """Play games in one worker after the other."""
        worker: WorkerProcess | None = None
        failed_starts = 0
        try:
            while (task := self._tasks.take()) is not None:
                for tries_left in reversed(range(_TRIES)):
                    try:
                        if worker is None:
                            failed_starts += 1
                            worker = await WorkerProcess.start(_MODULE)
                            await self._prepare(worker)
                            failed_starts = 0
                        self.news.put((task, await _play_in(worker, task)))
                        break
                    except WorkerLost as lost:
                        if worker is not None:
                            await worker.ended()
                        worker = None
                        if self._tasks.is_stopped:
                            return
                        why = str(lost) if lost.status is None else f"a worker died with status {lost.status}"
                        self.news.put((task, GameReport(failed=why, is_retried=tries_left > 0)))
                if failed_starts >= _TRIES:
                    self._tasks.stop()  # no other game would fare better
        finally:
            if worker is not None:
                await worker.close()

    async def _prepare(self, worker: WorkerProcess) -> None:
        """Have a worker compile, or load, all that it needs."""
        await worker.send(msgspec.json.encode(self._settings))
        await worker.receive()
        self.news.put(_READY)


async def _play_in(worker: WorkerProcess, task: GameTask) -> GameReport:
    await worker.send(msgspec.json.encode(task))
    return msgspec.json.decode(await worker.receive(), type=GameReport)
