"""A pool of worker processes on this machine: tasks are handed out one by one, answers come as they are ready.

A worker that dies is replaced, and its task is given to another. `saltroad.workers.ray_pool` does the same on many
machines.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue

from saltroad.workers.process import WorkerLost, WorkerProcess

_TRIES = 2
"""Workers that may die over one task before it is given up."""


@dataclass(frozen=True, slots=True)
class TaskDone:
    """A task with its answer."""

    task: bytes
    answer: bytes


@dataclass(frozen=True, slots=True)
class TaskLost:
    """A task whose worker died."""

    task: bytes
    why: str
    is_retried: bool
    """Whether another worker tries it; if not, the task is given up."""


WorkReports = Generator[TaskDone | TaskLost | None, None, None]
"""The outcome of each task, as they end. The first item is None: a worker is ready for tasks."""


def work_in_processes(module: str, greeting: bytes, tasks: Iterable[bytes], jobs: int) -> WorkReports:
    """Do tasks in a number of worker processes that run a module's `main`; yields the outcome of each.

    A worker is sent the greeting first, and answers it when it is ready. Tasks are taken as workers come free, in
    another thread. If workers cannot even start, the rest is not done. Closing the iterator ends all workers.
    """
    pool = _ProcessPool(module, greeting, tasks, jobs)
    pool.start()
    try:
        is_ready = False
        while not isinstance(news := pool.news.get(), _Ended):
            if not isinstance(news, _Ready):
                yield news
            elif not is_ready:
                is_ready = True
                yield None
    finally:
        pool.close()


@dataclass(frozen=True, slots=True)
class _Ready:
    """A worker is ready for tasks."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """All workers have ended."""


class _ProcessPool(threading.Thread):
    """Keeps workers busy. An event loop in a thread of its own, so that the caller hears Ctrl-C at once."""

    def __init__(self, module: str, greeting: bytes, tasks: Iterable[bytes], jobs: int) -> None:
        super().__init__(daemon=True)
        self._module = module
        self._greeting = greeting
        self._tasks = iter(tasks)
        self._jobs = jobs
        self._is_stopped = False
        self._loop = asyncio.new_event_loop()
        self._working: asyncio.Task[None] | None = None
        self.news: SimpleQueue[TaskDone | TaskLost | _Ready | _Ended] = SimpleQueue()
        """What happened; _Ended comes last."""

    def run(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            # A worker inherits this: Ctrl-C does not reach it before it has learned to leave that to its caller.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            with suppress(asyncio.CancelledError), asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._work_in_all())
        finally:
            self.news.put(_Ended())

    def close(self) -> None:
        """End all workers, and wait for that."""
        self._is_stopped = True
        with suppress(RuntimeError):  # the loop is closed: they have ended
            self._loop.call_soon_threadsafe(self._cancel)
        self.join()

    def _cancel(self) -> None:
        if self._working is not None:  # else it finds itself stopped
            self._working.cancel()

    async def _work_in_all(self) -> None:
        self._working = asyncio.current_task()
        async with asyncio.TaskGroup() as group:
            for _ in range(self._jobs):
                group.create_task(self._work())

    async def _work(self) -> None:
        """Do tasks in one worker after the other."""
        worker: WorkerProcess | None = None
        failed_starts = 0
        try:
            while not self._is_stopped and (task := next(self._tasks, None)) is not None:
                for tries_left in reversed(range(_TRIES)):
                    try:
                        if worker is None:
                            failed_starts += 1
                            worker = await WorkerProcess.start(self._module)
                            await worker.send(self._greeting)
                            await worker.receive()
                            self.news.put(_Ready())
                            failed_starts = 0
                        await worker.send(task)
                        self.news.put(TaskDone(task, await worker.receive()))
                        break
                    except WorkerLost as lost:
                        if worker is not None:
                            await worker.ended()
                        worker = None
                        if self._is_stopped:
                            return
                        self.news.put(TaskLost(task, how_lost(lost), tries_left > 0))
                if failed_starts >= _TRIES:
                    self._is_stopped = True  # no other task would fare better
        finally:
            if worker is not None:
                await worker.close()


def how_lost(lost: WorkerLost) -> str:
    """How a worker was lost, in words that go on after a task's name and a colon."""
    return str(lost) if lost.status is None else f"a worker died with status {lost.status}"
