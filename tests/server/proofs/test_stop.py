"""A server that is asked to stop finishes what is in flight: nothing that anybody was told is lost, and it says so."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import httpx
import pytest

from saltroad import games
from server.proofs.meetings import Meeting, meet
from server.proofs.processes import FULL, PATIENCE, PlainServer, logs_of

STOPS = 5 if FULL else 1
TABLES = 6


@pytest.mark.slow
def test_a_stop_under_play_loses_nothing(tmp_path: Path) -> None:
    asyncio.run(_stop_and_play(PlainServer(tmp_path)))


async def _stop_and_play(server: PlainServer) -> None:
    rng = random.Random(7)
    era = 0
    meetings: list[Meeting] = []
    await asyncio.to_thread(server.start)
    try:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            for number in range(TABLES):
                game = games.GAMES[number % len(games.GAMES)]
                meetings.append(await meet(server, http, rng, game, (3, 0)))
            for meeting in meetings:
                meeting.begin(lambda _: server.address, rng, era=lambda: era)
            for stop in range(STOPS):
                until = [meeting.ply + rng.randrange(10, 30) for meeting in meetings]
                async with asyncio.timeout(PATIENCE):
                    while not all(m.is_over or m.ply >= ply for m, ply in zip(meetings, until, strict=True)):
                        for meeting in meetings:
                            meeting.check_failures()
                        await asyncio.sleep(0.01)
                assert await asyncio.to_thread(server.stop) == 0
                logs = await logs_of(server.database, [meeting.table for meeting in meetings])
                for meeting in meetings:
                    meeting.check_kept(logs[meeting.table].plies)
                    meeting.check_once(logs[meeting.table].plies)
                era += 1
                if stop < STOPS - 1:
                    await asyncio.to_thread(server.start)
            for meeting in meetings:
                await meeting.end()
    finally:
        server.kill()
    said = server.log.read_text("utf-8")
    assert '"level": "error"' not in said, said
    assert "Traceback" not in said, said
