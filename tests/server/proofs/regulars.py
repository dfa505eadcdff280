"""People who play one game after the other, each at a table of their own: what a server sees in a long evening."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import connect

from server.proofs.processes import PATIENCE, Guest, ServerProcess
from server.whole import WIRE, whole

GAMES = (("bazaar", 3), ("through_the_desert", 3), ("desert_bazaar", 3))
"""Games and their numbers of players."""
PAUSE = 0.5
"""Seconds between what a person is told and their move: sixty of them leave a machine of two cores some room, and play
a hundred games a minute."""


class Evening:
    """So many people at once; each begins the next game when one is over, and never comes back to it."""

    def __init__(self, server: ServerProcess, tables: int, seed: int = 1) -> None:
        self._server = server
        self._rng = random.Random(seed)
        self._tables = tables
        self._people: list[asyncio.Task[None]] = []
        self.games = 0
        """How many were played to their end."""

    async def __aenter__(self) -> Evening:
        self._http = httpx.AsyncClient(timeout=PATIENCE, limits=httpx.Limits(max_connections=8))
        self._people = [asyncio.create_task(self._play(number)) for number in range(self._tables)]
        return self

    async def __aexit__(self, *about: object) -> None:
        for task in self._people:
            task.cancel()
        await asyncio.gather(*self._people, return_exceptions=True)
        await self._http.aclose()

    def check(self) -> None:
        """Somebody who fell over is a failure of the proof."""
        for task in self._people:
            if task.done():
                task.result()

    async def until_games(self, games: int) -> None:
        """Wait for so many games."""
        while self.games < games:
            self.check()
            await asyncio.sleep(0.05)

    async def _play(self, number: int) -> None:
        guest = await Guest(self._server, self._http).add_guest(f"Regular {number}")
        while True:
            game, players = self._rng.choice(GAMES)
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * (players - 1)]
            await self._game(guest, await guest.make(game, seats, start=True))
            self.games += 1

    async def _game(self, guest: Guest, table: str) -> None:
        url = f"ws://{self._server.address}/api/tables/{table}/socket?{WIRE}"
        async with connect(
            url, additional_headers=guest.headers, compression=None, ping_interval=None, max_size=None, proxy=None
        ) as socket:
            update: dict[str, Any] | None = None
            async for message in socket:
                told = json.loads(message)
                if told["type"] != "update":
                    continue
                update = whole(told, update)
                if update["state"] == "over":
                    return
                if update["offers"]:
                    await asyncio.sleep(PAUSE)
                    action = self._rng.choice(update["offers"])[0]
                    await socket.send(json.dumps({"type": "act", "ply": update["ply"], "action": action}))


def resident(server: ServerProcess) -> float:
    """What the process has in memory, in megabytes."""
    assert server.process is not None
    with open(f"/proc/{server.process.pid}/status") as status, suppress(StopIteration):
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1024
    return 0.0
