"""A worker process: messages both ways, what is printed in it, and every way in which it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from saltroad.workers import WorkerLost, WorkerProcess

MODULE = "workers.echo"
LONG = 60.0

Play = Callable[[WorkerProcess], Coroutine[None, None, None]]


def run(play: Play, *arguments: str, niceness: int = 0, printed: list[str] | None = None) -> None:
    async def main() -> None:
        worker = await WorkerProcess.start(
            MODULE,
            arguments,
            seconds=LONG,
            niceness=niceness,
            on_print=None if printed is None else lambda pid, line: printed.append(line),
        )
        try:
            await play(worker)
        finally:
            worker.kill()
            await worker.ended()

    asyncio.run(main())


@pytest.mark.parametrize("message", [b"hello", b"x" * 1_000_000, b"\x00\x00\x00\x05"])
def test_messages_of_any_size_come_back(message: bytes) -> None:
    async def play(worker: WorkerProcess) -> None:
        for _ in range(2):
            await worker.send(message)
            assert await worker.receive() == message

    run(play)


def test_what_is_printed_is_no_message_and_there_is_nothing_to_read() -> None:
    printed: list[str] = []

    async def play(worker: WorkerProcess) -> None:
        await worker.send(b"print")
        assert await worker.receive() == b""
        await worker.close()
        assert printed == ["printed", "written"]

    run(play, printed=printed)


def test_a_worker_is_as_nice_as_it_is_told() -> None:
    async def play(worker: WorkerProcess) -> None:
        await worker.send(b"niceness")
        assert int(await worker.receive()) == min(19, os.nice(0) + 3)

    run(play, niceness=3)


def test_a_worker_that_ends_is_lost_with_its_status() -> None:
    async def play(worker: WorkerProcess) -> None:
        await worker.send(b"leave")
        with pytest.raises(WorkerLost, match="ended with 3") as caught:
            await worker.receive()
        assert caught.value.status == 3
        assert worker.is_gone

    run(play)


def test_a_worker_that_does_not_answer_is_ended() -> None:
    async def play(worker: WorkerProcess) -> None:
        await worker.send(b"wait")
        with pytest.raises(WorkerLost, match=r"no answer within 0\.1 s"):
            await worker.receive(0.1)
        assert worker.is_gone

    run(play)


def test_a_module_that_cannot_be_loaded_is_a_worker_lost() -> None:
    async def main() -> None:
        with pytest.raises(WorkerLost, match="ended with 1"):
            await WorkerProcess.start("workers.no_such_module", on_print=lambda pid, line: None)

    asyncio.run(main())


@pytest.mark.parametrize("order", [b"hello", b"wait"])
def test_closing_lets_a_worker_tidy_up_in_the_middle_of_its_work_too(order: bytes, tmp_path: Path) -> None:
    async def play(worker: WorkerProcess) -> None:
        await worker.send(b"hello")
        await worker.receive()
        await worker.send(order)
        await worker.close()
        assert (tmp_path / "goodbye").read_text() == "closed"

    run(play, str(tmp_path / "goodbye"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_to_the_whole_group_leave_a_worker_to_its_caller(number: signal.Signals) -> None:
    async def play(worker: WorkerProcess) -> None:
        await worker.send(b"pid")
        os.kill(int(await worker.receive()), number)
        await worker.send(b"still there")
        assert await worker.receive() == b"still there"

    run(play)


def test_a_worker_dies_with_its_caller(tmp_path: Path) -> None:
    goodbye = tmp_path / "goodbye"
    code = (
        "import asyncio, os, signal\n"
        "from saltroad.workers import WorkerProcess\n"
        "async def main():\n"
        f"    worker = await WorkerProcess.start({MODULE!r}, [{str(goodbye)!r}])\n"
        "    await worker.send(b'hello')\n"
        "    await worker.receive()\n"
        "    await worker.send(b'wait')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, check=False)
    assert done.returncode == -signal.SIGKILL
    until = time.monotonic() + LONG
    while not goodbye.exists():
        assert time.monotonic() < until
        time.sleep(0.01)
