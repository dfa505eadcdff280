"""The caller's end of a worker process, for asyncio: starting it, messages both ways, and its end."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from saltroad.workers.framing import frame, receive_frame

OnPrint = Callable[[int, str], None]
"""A callback that is given the id of a worker's process and a line that was printed there."""
STARTED = b""
"""The first message of a worker: its module is loaded."""
_ENDING_SECONDS = 5.0
_EXIT_CODE_SECONDS = 1.0


class WorkerError(Exception):
    """A failure of a worker: why there is no answer, with a traceback if there is one."""

    def __init__(self, why: str, trace: str = "") -> None:
        super().__init__(why)
        self.trace = trace


class WorkerLost(WorkerError):
    """The worker ended, or had to be ended."""

    def __init__(self, why: str, status: int | None = None) -> None:
        super().__init__(why)
        self.status = status
        """What its process ended with, if it ended by itself."""


class WorkerProcess:
    """One worker process. After WorkerLost it is gone.

    A caller that is cancelled while it waits has to end the process: its answer would be taken for that of the next
    message.
    """

    def __init__(self, process: asyncio.subprocess.Process, on_print: OnPrint | None) -> None:
        self._process = process
        self._is_killed = False
        self._printing = None if on_print is None else asyncio.create_task(self._pass_on_prints(on_print))

    @classmethod
    async def start(
        cls,
        module: str,
        arguments: Sequence[str] = (),
        *,
        seconds: float | None = None,
        niceness: int = 0,
        on_print: OnPrint | None = None,
    ) -> WorkerProcess:
        """A worker that has loaded its module, within so many seconds; WorkerLost if it cannot.

        `on_print` is given what is printed in the worker; without it that goes to this process's standard error.
        """
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-P", "-X", "faulthandler", "-m", "saltroad.workers"]
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                str(niceness),
                module,
                *arguments,
                stdin=pipe,
                stdout=pipe,
                stderr=None if on_print is None else pipe,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        except OSError as error:
            raise WorkerLost(f"no process could be started: {error}") from None
        worker = cls(process, on_print)
        try:
            await worker.receive(seconds)
        except BaseException:
            worker.kill()
            await worker.ended()
            raise
        return worker

    @property
    def is_gone(self) -> bool:
        return self._is_killed or self._process.returncode is not None

    async def send(self, message: bytes, seconds: float | None = None) -> None:
        """Give the worker a message."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(frame(message))
            async with asyncio.timeout(seconds):
                await self._process.stdin.drain()
        except (OSError, TimeoutError):
            raise await self._loss() from None

    async def receive(self, seconds: float | None = None) -> bytes:
        """What the worker sends next."""
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                return await receive_frame(self._process.stdout)
        except TimeoutError:
            self.kill()
            raise WorkerLost(f"no answer within {seconds:g} s") from None
        except (OSError, asyncio.IncompleteReadError):
            raise await self._loss() from None

    def kill(self) -> None:
        """End it by force."""
        self._is_killed = True
        with suppress(ProcessLookupError):
            self._process.kill()

    async def close(self) -> None:
        """Have it end by itself, by force if it does not; waits for it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(_ENDING_SECONDS):
                await self._process.wait()
        self.kill()
        await self.ended()

    async def ended(self) -> None:
        """Wait for the end of a worker that was killed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_ENDING_SECONDS):
                await self._process.wait()
                if self._printing is not None:
                    await self._printing
        if self._printing is not None:
            self._printing.cancel()  # a child of the worker's may hold the pipe

    async def _loss(self) -> WorkerLost:
        """End a worker whose pipe is closed, and say how it ended by itself."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_EXIT_CODE_SECONDS):
                await self._process.wait()
        code = self._process.returncode
        self.kill()
        return WorkerLost("its process closed its pipe" if code is None else f"its process ended with {code}", code)

    async def _pass_on_prints(self, on_print: OnPrint) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        while True:
            try:
                line = await stderr.readline()
            except ValueError:
                line = b"(a line too long to log)\n"
            if not line:
                return
            on_print(self._process.pid, line.decode("utf-8", "replace").rstrip())
