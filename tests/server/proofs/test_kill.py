"""The server is killed again and again while people and bots play: what anybody was told stays, once, and play goes on.

`SALTROAD_PROOFS=full` has the whole size: fifty tables, more than fifty kills.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from saltroad import games
from server.proofs.browser import Patience
from server.proofs.meetings import Meeting, meet
from server.proofs.processes import FULL, PATIENCE, ServerProcess, logs_of
from services import NO_POSTGRESQL, PostgreSQL, postgresql_programs

TABLES = {"sqlite": 50 if FULL else 6, "postgresql": 20 if FULL else 5}
KILLS = {"sqlite": 55 if FULL else 4, "postgresql": 12 if FULL else 2}


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Iterator[str | None]:
    if request.param == "sqlite":
        yield None
        return
    programs = postgresql_programs()
    if programs is None:
        pytest.skip(NO_POSTGRESQL)
    postgresql = PostgreSQL(programs)
    try:
        yield postgresql.new_database()
    finally:
        postgresql.close()


class Killing:
    """A server under play, and whoever kills it."""

    def __init__(self, server: ServerProcess, http: httpx.AsyncClient, rng: random.Random) -> None:
        self.server = server
        self.era = 0
        self.meetings: list[Meeting] = []
        self.finished: list[Meeting] = []
        self._http = http
        self._rng = rng
        self._games = 0

    async def fill(self, tables: int) -> None:
        """As many games as that are under way; those that came to their end make room, and their people go home."""
        for meeting in [meeting for meeting in self.meetings if meeting.is_over]:
            await _settled(meeting)
            await meeting.end()
            self.meetings.remove(meeting)
            self.finished.append(meeting)
        while len(self.meetings) < tables:
            self._games += 1
            self.meetings.append(await self._begin(games.GAMES[self._games % len(games.GAMES)]))

    async def _begin(self, game: str) -> Meeting:
        rng = self._rng
        meeting = await meet(self.server, self._http, rng, game, watchers=rng.randrange(2))
        meeting.begin(
            lambda _: self.server.address,
            rng,
            era=lambda: self.era,
            patience=Patience(before_again=0.3 if FULL else 0.05),  # many who come back at once keep each other waiting
            pause=0.02,
            undoes=0.1,
        )
        return meeting

    @property
    def plies(self) -> int:
        """How many plies the browsers were told of."""
        return sum(meeting.ply for meeting in self.meetings)

    async def play(self, plies: int) -> None:
        """Wait until so many more plies were told."""
        until = self.plies + plies
        while self.plies < until and not all(meeting.is_over for meeting in self.meetings):
            await self.wait()

    async def wait(self) -> None:
        for meeting in self.meetings:
            meeting.check_failures()
        await asyncio.sleep(0.01)

    async def kill(self) -> None:
        """Kill, look into the store, start again."""
        self.server.kill()
        await asyncio.sleep(0.02)  # what had reached a browser's machine is still heard
        logs = await logs_of(self.server.database, [meeting.table for meeting in self.meetings])
        for meeting in self.meetings:
            meeting.check_kept(logs[meeting.table].plies)
        self.era += 1
        await asyncio.to_thread(self.server.start)


@pytest.mark.slow
@pytest.mark.timeout(7200 if FULL else 600)
@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_nothing_that_was_told_is_lost_by_a_kill(
    database: str | None, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    name = request.node.callspec.params["database"]
    asyncio.run(_kill_and_play(ServerProcess(tmp_path, database), TABLES[name], KILLS[name]))


async def _kill_and_play(server: ServerProcess, tables: int, kills: int) -> None:
    rng = random.Random(kills)
    await asyncio.to_thread(server.start)
    try:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            killing = Killing(server, http, rng)
            for _ in range(kills):
                await killing.fill(tables)
                if rng.random() < 0.8:  # else while it still takes up what the last kill left
                    await killing.play(rng.randrange(1, (3 if FULL else 12) * tables))  # the more tables, the sooner
                await asyncio.sleep(rng.random() * 0.1)
                await killing.kill()
            async with asyncio.timeout(PATIENCE * (5 if FULL else 1)):
                while not all(meeting.is_over for meeting in killing.meetings):
                    await killing.wait()
            for meeting in killing.meetings:
                await _settled(meeting)
                await meeting.end()
    finally:
        server.kill()
    everything = [*killing.finished, *killing.meetings]
    logs = await logs_of(server.database, [meeting.table for meeting in everything])
    for meeting in everything:
        meeting.check_kept(logs[meeting.table].plies)
        meeting.check_once(logs[meeting.table].plies)


async def _settled(meeting: Meeting) -> None:
    """The game is over: every browser comes to show what the server shows."""
    async with asyncio.timeout(PATIENCE):
        while True:
            meeting.check_failures()
            try:
                return await meeting.check_boards()
            except AssertionError:
                await asyncio.sleep(0.1)
