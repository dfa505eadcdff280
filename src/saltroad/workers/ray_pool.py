"""A pool of workers on the machines of a Ray cluster, with the interface of the local `saltroad.workers.pool`.

One actor for each core of the cluster, and in each actor a worker process as anywhere else. Machines may come and go:
for every core that there is an actor is wanted, and the task of one that is lost is given to another. Needs Ray, and
the same version of Saltroad on every machine.
"""

from __future__ import annotations

import itertools
import logging
import os
import socket
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import Any

from saltroad.workers.pool import TaskDone, TaskLost, WorkReports, how_lost
from saltroad.workers.process import WorkerError, WorkerLost, WorkerProcess

_TRIES = 3
"""Workers that may be lost over one task before it is given up. One more than on one machine: a machine that goes away
is not the task's fault."""
_FAILED_STARTS = 3
"""Actors in a row that could not start a worker, after which the pool gives up."""
_ANSWER_SECONDS = 10.0
_LOOK_SECONDS = 2.0
"""Seconds between two looks at how many cores the cluster has."""


def work_on_ray(module: str, greeting: bytes, tasks: Iterable[bytes], address: str = "") -> WorkReports:
    """Do tasks in workers on all cores of a Ray cluster, each of which runs a module's `main`; yields their outcomes.

    The address is that of the cluster, HOST:PORT; without one it is the cluster that Ray finds, or else Ray is started
    on this machine alone. WorkerError, in one sentence, if there is no such cluster or no worker can start there.
    Otherwise it is like `work_in_processes`; closing the iterator ends all workers, and leaves the cluster.
    """
    left = iter(tasks)
    first = next(left, None)
    if first is None:
        return
    tasks = itertools.chain([first], left)
    with _connected(address) as ray:
        pool = _RayPool(ray, module, greeting, tasks)
        try:
            yield from pool.work()
        finally:
            pool.close()


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Connect this process to the cluster; yields the module ray, and disconnects at the end if it was not
    connected."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a Ray that is started here sends no usage reports
    os.environ.setdefault(
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0"
    )  # what Ray will do by itself, and warns of until then
    try:
        import ray
    except ImportError:
        raise WorkerError("Ray is not installed: pip install 'saltroad[ray]'.") from None
    if ray.is_initialized():
        yield ray
        return
    try:
        _expect_answer(address)
        ray.init(address=address or None, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError, ValueError) as error:
        where = f"at {address!r}" if address else "here"
        raise WorkerError(
            f"There is no Ray cluster {where} ({_why(error)}): start one with `ray start --head`, and run this command "
            "on one of its machines."
        ) from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _expect_answer(address: str) -> None:
    """Raise OSError if nothing listens at an address of the form HOST:PORT. Ray itself tries for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), _ANSWER_SECONDS).close()


class RayWorker:
    """A Ray actor that owns a worker process on its machine and passes messages on to it."""

    def __init__(self) -> None:
        self._worker: WorkerProcess | None = None

    async def start(self, version: str, module: str, greeting: bytes) -> str:
        """Start the worker; tells where it is once it is ready for tasks."""
        ray: Any = import_module("ray")  # half of it has no types
        where = f"{ray.util.get_node_ip_address()} (node {ray.get_runtime_context().get_node_id()[:8]})"
        if version != _version():
            raise WorkerError(f"{where} has Saltroad {_version()}, not {version}: install the same on all machines")
        self._worker = await WorkerProcess.start(module)
        await self._worker.send(greeting)
        await self._worker.receive()
        return where

    async def do(self, task: bytes) -> bytes:
        """The worker's answer to a task."""
        assert self._worker is not None
        await self._worker.send(task)
        return await self._worker.receive()


def _version() -> str:
    """The version of Saltroad that is installed on this machine."""
    return metadata.version("saltroad")


@dataclass(slots=True)
class _Actor:
    """An actor as its owner sees it."""

    handle: Any
    where: str = ""
    """Its machine; nothing as long as it is not ready."""
    task: bytes | None = None
    """The task that it is doing."""


class _RayPool:
    """Keeps the actors of a cluster busy, one task each."""

    def __init__(self, ray: Any, module: str, greeting: bytes, tasks: Iterator[bytes]) -> None:
        self._ray = ray
        # A core each, or Ray would give it none. Not restarted by Ray: a worker that is lost is told of.
        self._actor_class = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(RayWorker)
        self._module = module
        self._greeting = greeting
        self._tasks = tasks
        self._has_more = True
        self._lost: deque[bytes] = deque()
        """Tasks that are to be given to another actor."""
        self._losses: Counter[bytes] = Counter()
        self._failed_starts = 0
        self._asked: dict[Any, _Actor] = {}
        """Actors that have not answered yet, by what they were asked: to start, or to do a task."""
        self._idle: list[_Actor] = []
        self._next_look = 0.0

    def work(self) -> WorkReports:
        """Do all tasks."""
        is_ready = False
        while True:
            self._give_tasks()
            if self._has_more or self._lost:
                self._want_actors()
            elif not any(actor.task for actor in self._asked.values()):
                return
            for ref in self._answered():
                report = self._report(ref, self._asked.pop(ref))
                if report is not None:
                    yield report
                elif self._idle and not is_ready:
                    is_ready = True
                    yield None

    def close(self) -> None:
        """End all actors. Their workers end with them."""
        for actor in (*self._asked.values(), *self._idle):
            self._end(actor)

    def _answered(self) -> list[Any]:
        """The actors that have answered; waits a while for the first."""
        if not self._asked:  # all machines are lost
            time.sleep(_LOOK_SECONDS)
            return []
        answered, others = self._ray.wait(list(self._asked), timeout=_LOOK_SECONDS)
        if answered and others:  # all that came meanwhile at once: a look at a thousand actors has its price
            answered += self._ray.wait(others, num_returns=len(others), timeout=0)[0]
        return answered  # type: ignore[no-any-return]

    def _give_tasks(self) -> None:
        """Give idle actors something to do."""
        while self._idle and (self._lost or self._has_more):
            task = self._lost.popleft() if self._lost else next(self._tasks, None)
            if task is None:
                self._has_more = False
                return
            actor = self._idle.pop()
            actor.task = task
            self._asked[actor.handle.do.remote(task)] = actor

    def _want_actors(self) -> None:
        """Start an actor for each core that has none, now and then: machines come and go."""
        now = time.monotonic()
        if now < self._next_look:
            return
        is_first = not self._next_look
        self._next_look = now + _LOOK_SECONDS
        cores = int(self._ray.cluster_resources().get("CPU", 0))
        if is_first and not cores:
            raise WorkerError("The Ray cluster has no cores: begin its nodes by `ray start --num-cpus N`.")
        for _ in range(cores - len(self._asked) - len(self._idle)):
            actor = _Actor(self._actor_class.remote())
            self._asked[actor.handle.start.remote(_version(), self._module, self._greeting)] = actor

    def _report(self, ref: Any, actor: _Actor) -> TaskDone | TaskLost | None:
        """The outcome of an actor's task; None if its answer was about its start."""
        task, actor.task = actor.task, None
        try:
            answer = self._ray.get(ref)
        except self._ray.exceptions.RayError as error:
            self._end(actor)
            if task is not None:
                return self._lose(task, f"its worker on {actor.where} was lost ({_why(error)})")
            self._count_failed_start(error)
            return None
        self._idle.append(actor)
        if task is not None:
            del self._losses[task]
            return TaskDone(task, answer)
        actor.where = answer
        self._failed_starts = 0
        return None

    def _lose(self, task: bytes, why: str) -> TaskLost:
        self._losses[task] += 1
        is_retried = self._losses[task] < _TRIES
        if is_retried:
            self._lost.append(task)
        return TaskLost(task, why, is_retried)

    def _count_failed_start(self, error: Exception) -> None:
        self._failed_starts += 1
        is_refusal = type(getattr(error, "cause", None)) is WorkerError
        is_hopeless = self._failed_starts >= _FAILED_STARTS and not any(
            actor.where for actor in (*self._asked.values(), *self._idle)
        )
        if is_refusal or is_hopeless:
            raise WorkerError(f"No worker can start on the Ray cluster: {_why(error)}.")

    def _end(self, actor: _Actor) -> None:
        with suppress(Exception):  # it is gone, or Ray is
            self._ray.kill(actor.handle)


def _why(error: Exception) -> str:
    """Ray's message of an error in one line: the end of a traceback, or the first of several sentences."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, WorkerLost):
        return how_lost(cause)
    if isinstance(cause, WorkerError):
        return str(cause)
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return lines[-1 if "Traceback" in str(error) else 0].rstrip(".:")
