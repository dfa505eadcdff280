"""Server processes for the proofs, people who come to them, and the audit of what a store holds in the end."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from saltroad import games
from saltroad.kernel.actors import CHANCE
from saltroad.server.store import Log, Store
from saltroad.server.store import TableRow as Row
from saltroad.server.tables.records import dice_of, record_of
from server.whole import whole

FULL = os.environ.get("SALTROAD_PROOFS") == "full"
TESTS = Path(__file__).resolve().parent.parent.parent
RATES = ("requests", "moves", "lines", "tables", "people", "logins")
PATIENCE = 120
"""Seconds after which a proof that waits for something fails: a guard, not a measure."""


COMMAND = Path(sys.executable).parent / "saltroad"
"""`saltroad`, as it is installed beside the Python of the tests."""


def _free_port() -> int:
    """One that the system gives to nobody who connects: it must still be free when a killed server comes back."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class ServerProcess:
    """A server that is started and killed again and again, always on the same database and port."""

    def __init__(self, folder: Path, database: str | None = None, pulse: float = 20.0) -> None:
        self.database = database or str(folder / "store.sqlite")
        self.log = folder / "log"
        self.port = _free_port()
        self._pulse = pulse
        self._settings = {
            "database": self.database,
            "secret_file": str(folder / "secret"),
            "log_format": "json",
            "most_connections": "100000",
            **{f"rate_{name}": "100000" for name in RATES},
        }
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def settings(self) -> dict[str, str]:
        return {**self._settings, "port": str(self.port)}

    def command(self) -> list[str]:
        """What starts it."""
        settings = [f"{name}={value}" for name, value in self.settings.items()]
        return [sys.executable, "-m", "server.proofs.launch", str(self._pulse), *settings]

    def start(self) -> None:
        """Start, and wait until it answers."""
        with self.log.open("ab") as log:
            before = log.tell()
            self.process = subprocess.Popen(
                self.command(),
                env={**os.environ, "PYTHONPATH": _path()},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                text=True,
                cwd=TESTS,
            )
        # Not by a wait without end: it would be in a thread that no test's own limit reaches.
        end = time.monotonic() + PATIENCE
        while not self._is_ready(before):
            waits = time.monotonic() < end and self.process.poll() is None
            assert waits, self.log.read_text("utf-8")[-4000:]
            time.sleep(0.02)

    def _is_ready(self, before: int) -> bool:
        """Whether it has said so, in what was logged from there on."""
        with self.log.open("rb") as log:
            log.seek(before)
            return b'"Saltroad is ready"' in log.read()

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As a host would; the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, signal: int) -> int:
        process, self.process = self.process, None
        if process is None:
            return 0
        process.send_signal(signal)
        return process.wait(PATIENCE)


class PlainServer(ServerProcess):
    """The same by the command that a host uses, as it is."""

    def command(self) -> list[str]:
        flags = [f"--{name.replace('_', '-')}={value}" for name, value in self.settings.items()]
        return [str(COMMAND), "serve", *flags]


def _path() -> str:
    """Where the process finds its own module, besides what this one was told."""
    return os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])


class Guest:
    """Somebody who came in by their name, over HTTP; tries again while the server is away."""

    def __init__(self, server: ServerProcess, http: httpx.AsyncClient) -> None:
        self._server = server
        self._http = http
        self.id = ""
        self.cookie = ""

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"saltroad={self.cookie}"} if self.cookie else {}

    async def add_guest(self, name: str) -> Guest:
        answer = await self.request("POST", "/api/me", json={"name": name})
        self.id, self.cookie = answer.json()["id"], answer.cookies["saltroad"]
        return self

    async def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """An answer that went well."""
        while True:
            try:
                url = f"http://{self._server.address}{path}"
                answer = await self._http.request(method, url, headers=self.headers, **more)
            except httpx.TransportError:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code == 503:  # the store is being closed, or a table is on its way
                await asyncio.sleep(0.05)
                continue
            assert answer.is_success, f"{path}: {answer.status_code} {answer.text}"
            return answer

    async def make(self, game: str, seats: list[dict[str, str]], **more: Any) -> str:
        """A new table."""
        made = await self.request("POST", "/api/tables", json={"game": game, "seats": seats, **more})
        return str(made.json()["id"])

    async def ask(self, table: str, type: str, **fields: Any) -> dict[str, Any]:
        """A message over HTTP, until it is answered; with what a repetition is refused for."""
        while True:
            url = f"http://{self._server.address}/api/tables/{table}"
            try:
                answer = await self._http.post(url, json={"type": type, **fields}, headers=self.headers)
            except httpx.TransportError:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code == 503:
                await asyncio.sleep(0.05)
                continue
            reply: dict[str, Any] = answer.json()
            return reply

    async def look(self, table: str) -> dict[str, Any]:
        """The whole update."""
        update: dict[str, Any] = whole((await self.request("GET", f"/api/tables/{table}")).json())
        return update


async def logs_of(database: str, tables: list[str]) -> dict[str, Log]:
    """What the store holds, each log checked: every ply legal, by whom the rules say, chance as the dice say."""
    store = await Store.open(database)
    try:
        found = {}
        for id in tables:
            row = await store.table(id)
            assert row is not None, f"table {id} is lost"
            found[id] = await store.log(id)
            if row.started is not None:
                _audit(row, tuple(await store.seats(id)), found[id])
        return found
    finally:
        await store.close()


def _audit(row: Row, seats: Any, log: Log) -> None:
    dice = dice_of(row, seats, log)
    game = games.load(row.game)
    history = record_of(row, seats, log).history()
    assert len(history) == len(log.plies)
    for number, (ply, actor) in enumerate(zip(log.plies, history.actors, strict=True)):
        assert ply.actor == actor, f"ply {number} of {row.id} was stored as another's"
        if actor == CHANCE:
            position = history.positions[number]
            drawn = game.legal(position)[dice.draw(number, game.weights(position))]
            assert str(drawn) == ply.action, f"ply {number} of {row.id} is not what the dice say"
    assert (history.outcome is not None) == (row.state == "over"), row.id
