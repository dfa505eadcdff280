"""Whole servers of several processes, and people whose sockets are in a process of their choice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx

from saltroad import games
from server.serving import PATIENCE, Json, Person, Server, Tab, connect_to, settings_for

TESTS = Path(__file__).resolve().parent.parent.parent

_WORKER = b"saltroad.server.processes.worker"
"""In the command line of every worker."""


class Processes(Server):
    """A server of one or several processes, none of them this one."""

    def __init__(self, folder: Path, database: str, redis: str, workers: int = 2, **more: str) -> None:
        settings = settings_for(folder, database=database, redis=redis, workers=str(workers), **more)
        given = {
            name: str(getattr(settings, name))
            for name in ("database", "redis", "workers", "secret_file", "port", "thinkers", "bot_seconds")
        }
        rates = {name: "100000" for name in vars(settings) if name.startswith(("rate_", "most_"))}
        self._log = folder / "log"
        self._clients: list[httpx.Client] = []
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "server.cluster.a_server", json.dumps({**given, **rates})],
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])},
                cwd=TESTS,
                text=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self.log()
        self._port = int(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *more: object) -> None:
        if self._process.poll() is None:
            self.stop() if kind is None else self.kill()

    @property
    def port(self) -> int:
        return self._port

    def log(self) -> str:
        return self._log.read_text("utf-8")

    @property
    def pid(self) -> int:
        return self._process.pid

    def stop(self) -> None:
        """By a signal; it ends well, and leaves nothing behind."""
        for client in self._clients:
            client.close()
        assert self._process.stdout is not None
        self._process.stdout.close()
        if self._process.poll() is None:
            workers = self.workers()
            self._process.send_signal(signal.SIGTERM)
            assert self._process.wait(PATIENCE) == 0, self.log()
            assert not [pid for pid in workers if _is_alive(pid)], self.log()
            assert "did not end well" not in self.log(), self.log()
            assert "Traceback" not in self.log(), self.log()

    def kill(self) -> None:
        for client in self._clients:
            client.close()
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def workers(self) -> list[int]:
        """The ids, for the system, of the processes that serve."""
        return workers_of(self._process.pid)

    def health(self) -> Json:
        """Of whichever process answers."""
        with httpx.Client(base_url=self.url, timeout=PATIENCE) as client:
            return dict(client.get("/health").json())

    def names(self, games_ready: int = 0) -> set[str]:
        """The processes that answer and have so many games ready, by their names; as many as there should be."""
        found: set[str] = set()
        while len(found) < len(self.workers()) or not found:
            with httpx.Client(base_url=self.url, timeout=PATIENCE) as client:
                answer = client.get("/health")
                if len(answer.json()["games_ready"]) >= games_ready:
                    found.add(answer.headers["saltroad-process"])
        return found

    def warm(self) -> Self:
        """The same, once nothing is left to be loaded: on a busy machine that may take them longer than they are
        believed alive, and they begin anew."""
        self.names(len(games.GAMES))
        return self


def workers_of(parent: int) -> list[int]:
    """The children of a process that are workers."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(status[1]) == parent and status[0] != "Z" and _WORKER in command:
            found.append(int(folder.name))
    return sorted(found)


def _is_alive(pid: int) -> bool:
    """Whether a worker still runs: an id may have gone to another program since."""
    try:
        return _WORKER in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


@contextmanager
def tab_in(process: str, person: Person, table: str, **query: Any) -> Iterator[Tab]:
    """A tab whose socket is in the process of that name."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with connect_to(person.server, table, person.cookies(), **query) as socket:
            assert socket.response is not None
            if socket.response.headers["saltroad-process"] == process:
                yield Tab(socket)
                return
    raise AssertionError(f"no connection to {process}")


def until(holds: Callable[[], object]) -> None:
    """Wait for something; fail when it does not come."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)
