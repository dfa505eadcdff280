"""Who plays the games: this process or several workers. A worker that dies is replaced, its game is tried again."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator
from queue import SimpleQueue
from typing import IO, Literal

import msgspec

from saltroad.arena.settings import Settings
from saltroad.arena.worker import Done, Task, do

_TRIES = 2
"""A game whose workers died so many times is given up."""
_ENDING_SECONDS = 5.0
_START = "from saltroad.arena.worker import main; main()"


class Tasks:
    """The games still to be played, taken by several threads; `stop` leaves the rest."""

    def __init__(self, tasks: Iterator[Task]) -> None:
        self._tasks = tasks
        self._lock = threading.Lock()
        self._stopped = False

    def take(self) -> Task | None:
        with self._lock:
            return None if self._stopped else next(self._tasks, None)

    def stop(self) -> None:
        self._stopped = True

    @property
    def is_stopped(self) -> bool:
        return self._stopped


Crew = Generator[tuple[Task, Done] | None, None, None]
"""Each game when it is over. The first, once, is None: all is compiled, and the games have begun."""


def alone(settings: Settings, tasks: Tasks) -> Crew:
    """The games, played in this process."""
    from saltroad.arena.play import warm_up

    warm_up(settings)
    yield None
    while (task := tasks.take()) is not None:
        yield task, do(settings, task)


def together(settings: Settings, tasks: Tasks, jobs: int) -> Crew:
    """The games, played by so many workers. Closing the iterator ends them."""
    done: SimpleQueue[_Said] = SimpleQueue()
    hands = [_Hand(settings, tasks, done) for _ in range(jobs)]
    try:
        for hand in hands:
            hand.start()
        working, is_ready = len(hands), False
        while working:
            found = done.get()
            if found == _ENDED:
                working -= 1
            elif found != _READY:
                yield found
            elif not is_ready:
                is_ready = True
                yield None
    finally:
        tasks.stop()
        for hand in hands:
            hand.end()


_READY: Literal["ready"] = "ready"
_ENDED: Literal["ended"] = "ended"
_Said = tuple[Task, Done] | Literal["ready", "ended"]


class _Hand(threading.Thread):
    """Keeps one worker busy."""

    def __init__(self, settings: Settings, tasks: Tasks, done: SimpleQueue[_Said]) -> None:
        super().__init__(daemon=True)
        self._settings = settings
        self._tasks = tasks
        self._done = done
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._failed_starts = 0
        """In a row."""

    def run(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            # a worker inherits this, and Ctrl-C does not reach it before it has learned to leave that to us
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            while (task := self._tasks.take()) is not None:
                self._do(task)
        finally:
            self._done.put(_ENDED)

    def end(self) -> None:
        """End the worker: it goes by itself when nothing more can come."""
        with self._lock:
            process = self._process
        if process is None:
            return
        with contextlib.suppress(OSError):
            _pipe(process.stdin).close()
        try:
            process.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self.join(_ENDING_SECONDS)
        _close(process)

    def _do(self, task: Task) -> None:
        for left in reversed(range(_TRIES)):
            try:
                self._done.put((task, _talk(self._worker(), msgspec.json.encode(task))))
                return
            except _Lost as lost:
                if self._tasks.is_stopped:
                    return
                self._forget()
                self._done.put((task, Done(failed=str(lost), again=left > 0)))
        if self._failed_starts >= _TRIES:
            self._tasks.stop()  # no other game would fare better

    def _forget(self) -> None:
        """The worker is dead: the next one takes its place."""
        with self._lock:
            if self._process is not None:
                _close(self._process)
            self._process = None

    def _worker(self) -> subprocess.Popen[bytes]:
        """The worker, started if there is none."""
        with self._lock:
            if self._tasks.is_stopped:
                raise _Lost("the arena is over")
            if self._process is not None:
                return self._process
            path = os.pathsep.join(filter(None, sys.path))
            process = self._process = subprocess.Popen(
                [sys.executable, "-P", "-X", "faulthandler", "-c", _START],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
            )
        self._failed_starts += 1
        _talk(process, msgspec.json.encode(self._settings))
        self._failed_starts = 0
        self._done.put(_READY)
        return process


class _Lost(Exception):
    """A worker that does not answer any more."""


def _talk(process: subprocess.Popen[bytes], line: bytes) -> Done:
    """Say a line to a worker and hear its answer."""
    with contextlib.suppress(OSError, ValueError):  # ValueError: its pipe was closed by `end`
        _pipe(process.stdin).write(line + b"\n")
        _pipe(process.stdin).flush()
        answer = _pipe(process.stdout).readline()
        if answer.endswith(b"\n"):
            return msgspec.json.decode(answer, type=Done)
    process.kill()  # it may only have closed its end
    raise _Lost(f"a worker died with status {process.wait()}")


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _close(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            _pipe(pipe).close()
