"""A server in a process of its own, on SQLite in a folder, that a test may kill and start again on the same port."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from saltroad.server.http.static_files import FOLDER

TESTS = Path(__file__).parent.parent
NOT_BUILT = f"The pages of the browser are not built: there is no {FOLDER.name}/index.html. Run: make web"
READY_TIMEOUT = 300.0
"""Seconds for loading the rules of all games from the cache."""
_RATES = ("requests", "moves", "lines", "tables", "people", "logins")


class House:
    """The server. Bots do not wait, and think for a moment at most; no rate is reached."""

    def __init__(self, folder: Path, path: Path | None = None) -> None:
        """`path` is where the server finds packages besides those of its environment."""
        if not (FOLDER / "index.html").is_file():
            raise AssertionError(NOT_BUILT)
        self.folder = folder
        self._path = os.pathsep.join(map(str, filter(None, [path, TESTS, os.environ.get("PYTHONPATH")])))
        self.port = 0
        self.start()
        self._await_games()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        settings = {
            "port": str(self.port),
            "database": str(self.folder / "store.sqlite"),
            "secret_file": str(self.folder / "secret"),
            "bot_seconds": "0.3",
            "away_seconds": "6",
            "analysis_nodes": "48",
            "log_level": "warning",
            **{f"rate_{what}": "100000" for what in _RATES},
        }
        # Whatever happens to the tests, the server ends with them.
        with_us = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
        command = [
            *with_us,
            sys.executable,
            "-m",
            "server.proofs.launch",
            "20",
            *(f"{k}={v}" for k, v in settings.items()),
        ]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": self._path}
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline().split()
        assert line[:1] == ["ready"], "the server did not start"
        self.port = int(line[1])

    def _await_games(self) -> None:
        """Wait until every game is loaded: on a busy machine that takes longer than a person in a test waits."""
        end = time.monotonic() + READY_TIMEOUT
        with httpx.Client(base_url=self.url) as client:
            while not all(game["ready"] for game in client.get("/api/games").json()):
                assert time.monotonic() < end, "the server did not get its games ready"
                time.sleep(0.1)

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Nothing is heard or answered from now on; to be killed."""
        self._process.send_signal(signal.SIGSTOP)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(60)
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextmanager
def house_in(folder: Path, path: Path | None = None) -> Iterator[House]:
    """A server that runs as long as the block."""
    house = House(folder, path)
    try:
        yield house
    finally:
        house.stop()
