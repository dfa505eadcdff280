"""One of two processes is killed: who takes its tables, and how long nobody can play there."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saltroad import games
from saltroad.server.bot_pool import warmup as warmup
from saltroad.server.bot_pool.pool import BotPool
from saltroad.server.bot_pool.warmup import Warmup
from saltroad.server.cluster.redis_leases import EVERY, RedisLeases, connect
from server.cluster.crowd import Crowd, Story
from server.cluster.support import Processes
from server.serving import PATIENCE, Server, settings_for
from services import PostgreSQL, Redis

FULL = os.environ.get("SALTROAD_PROOFS") == "full"
KILLS = 10 if FULL else 2
TABLES = 20 if FULL else 6
LONGEST = 5.0
"""Seconds that a table may stand still when the process that had it is killed. Looked at in full size only."""


class Other:
    """Another process that is alive, as far as Redis knows; in a thread of its own."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._end = threading.Event()
        self._joined = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live()), daemon=True)

    def __enter__(self) -> Other:
        self._thread.start()
        assert self._joined.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    async def _live(self) -> None:
        client = connect(self._redis.url)
        await client.flushall()
        leases = RedisLeases(client, "other")
        await leases.join()
        self._joined.set()
        while not await asyncio.to_thread(self._end.wait, EVERY / 3):
            await leases.stay()
        await leases.leave()
        await client.aclose()


def alive(redis: Redis) -> set[str]:
    async def ask() -> set[str]:
        client = connect(redis.url)
        try:
            return await RedisLeases(client, "asks").alive()
        finally:
            await client.aclose()

    return asyncio.run(ask())


def test_a_process_beside_others_lets_nobody_in_before_its_rules_are_loaded(
    tmp_path: Path, postgresql: PostgreSQL, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def touch(game: str) -> None:
        begun.set()
        assert may_end.wait(PATIENCE)

    monkeypatch.setattr(warmup, "exercise", touch)
    settings = settings_for(tmp_path, database=postgresql.new_database(), redis=redis.url)
    started: list[Server] = []
    with Other(redis):
        starting = threading.Thread(target=lambda: started.append(Server(settings)), daemon=True)
        starting.start()
        try:
            assert begun.wait(PATIENCE)
            assert alive(redis) == {"other.1"}
            assert not started
        finally:
            may_end.set()
            starting.join(PATIENCE)
        server = started[0]
        try:
            with server.client() as http:
                assert http.get("/health").json()["games_ready"] == sorted(games.GAMES)
            assert len(alive(redis)) == 2
        finally:
            server.stop()


def test_the_rules_of_all_games_come_before_any_search(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Any] = []

    async def go() -> None:
        bot_pool = await BotPool.open(1)
        for name, search in (("warm", False), ("warm_search", True)):

            async def note(game: str, search: bool = search) -> None:
                done.append((game, search))

            monkeypatch.setattr(bot_pool, name, note)
        monkeypatch.setattr(warmup, "exercise", lambda game: None)
        warm = Warmup(bot_pool)
        warm.begin()
        await warm.wait(games.GAMES[-1])  # somebody's table is loaded while all is cold
        while len(warm.bots_ready) < len(games.GAMES):
            await asyncio.sleep(0.01)
        await warm.close()
        await bot_pool.close()

    asyncio.run(go())
    assert done[0] == (games.GAMES[-1], False)
    assert [search for _, search in done] == [False] * len(games.GAMES) + [True] * len(games.GAMES)


@pytest.mark.slow
@pytest.mark.timeout(3600 if FULL else 600)
def test_every_table_plays_on_when_a_process_is_killed(
    tmp_path: Path,
    postgresql: PostgreSQL,
    redis: Redis,
    record_property: Callable[[str, object], None],
) -> None:
    database, rng = postgresql.new_database(), random.Random(3)
    server = Processes(tmp_path, database, redis.url).warm()
    crowd = Crowd([server.port], TABLES, pause=0.2)
    pauses: list[float] = []

    async def moved_on(stories: list[Story], since: float) -> None:
        while waits := [story.table for story in stories if not story.is_over and story.moved <= since]:
            assert asyncio.get_running_loop().time() < since + PATIENCE, f"{waits} stand still"
            await asyncio.sleep(0.02)

    async def kill_again_and_again() -> None:
        loop = asyncio.get_running_loop()
        for kill in range(KILLS):
            victim = rng.choice(server.workers())
            stories = [story for story in crowd.stories if not story.is_over]
            since = loop.time()
            os.kill(victim, signal.SIGKILL)
            await moved_on(stories, since)
            pauses.append(max(story.moved for story in stories) - since)
            while server.log().count("Application startup complete") < 2 + kill + 1:
                await asyncio.sleep(0.05)

    with server:
        asyncio.run(crowd.during(kill_again_and_again))
    asyncio.run(crowd.compare(database))
    record_property("pauses", [round(pause, 2) for pause in pauses])
    print("\nThe longest pauses of a table after each kill, in seconds:", [round(pause, 2) for pause in pauses])
    if FULL:
        assert max(pauses) <= LONGEST
