"""Processes are killed and stopped, Redis is taken away: what anybody was told is stored, and every table plays on."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest

from server.cluster.crowd import Crowd
from server.cluster.support import Processes
from services import PostgreSQL, Redis

FULL = os.environ.get("SALTROAD_PROOFS") == "full"
KILLS = 50 if FULL else 8
TABLES = 50 if FULL else 9

# Below faulthandler_timeout, so that a table that never moves again fails its test and leaves the others alone.
pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600 if FULL else 600)]


async def until_all_answer(server: Processes, not_these: set[int]) -> None:
    """Wait until two processes serve, none of them one of these."""
    while True:
        workers = set(server.workers())
        if len(workers) == 2 and not workers & not_these:
            break
        await asyncio.sleep(0.05)
    await asyncio.to_thread(server.names)


def test_killing_one_of_two_loses_nothing(tmp_path: Path, postgresql: PostgreSQL, redis: Redis) -> None:
    database, rng = postgresql.new_database(), random.Random(7)
    server = Processes(tmp_path, database, redis.url)
    crowd = Crowd([server.port], TABLES)

    async def kill_again_and_again() -> None:
        for _ in range(KILLS):
            await asyncio.sleep(rng.random())
            victim = rng.choice(server.workers())
            os.kill(victim, signal.SIGKILL)
            moves = crowd.moves
            await until_all_answer(server, {victim})
            while crowd.moves < moves + 5:
                await asyncio.sleep(0.05)

    with server:
        asyncio.run(crowd.during(kill_again_and_again))
    asyncio.run(crowd.compare(database))
    assert crowd.moves >= 5 * KILLS  # which the loop has waited for: a slow machine makes no more
    assert server.log().count("a process has died") == KILLS


def test_a_process_that_stands_still_and_goes_on_does_no_harm(
    tmp_path: Path, postgresql: PostgreSQL, redis: Redis
) -> None:
    database = postgresql.new_database()
    server = Processes(tmp_path, database, redis.url)
    crowd = Crowd([server.port], 6)

    async def stop_each_for_a_while() -> None:
        for worker in server.workers():
            given_up = server.log().count("silent for too long")
            os.kill(worker, signal.SIGSTOP)
            try:
                await asyncio.sleep(9)  # longer than it is believed to be alive
                moves = crowd.moves
                while crowd.moves < moves + 10:  # the other has its tables
                    await asyncio.sleep(0.05)
            finally:
                os.kill(worker, signal.SIGCONT)
            while server.log().count("silent for too long") == given_up:
                await asyncio.sleep(0.05)
            await until_all_answer(server, set())

    with server:
        asyncio.run(crowd.during(stop_each_for_a_while))
    asyncio.run(crowd.compare(database))


@pytest.mark.parametrize("seconds", [0.5, 8.0])
def test_a_redis_that_comes_back_empty_does_no_harm(
    tmp_path: Path, postgresql: PostgreSQL, redis: Redis, seconds: float
) -> None:
    database = postgresql.new_database()
    server = Processes(tmp_path, database, redis.url)
    crowd = Crowd([server.port], 6)

    async def take_redis_away() -> None:
        redis.crash()
        try:
            await asyncio.sleep(seconds)
            if seconds > 6:
                health = await asyncio.to_thread(server.health)
                assert (health["status"], health["redis"]) == ("no redis", False)
        finally:
            redis.start()
        while not (await asyncio.to_thread(server.health))["redis"]:
            await asyncio.sleep(0.1)

    with server:
        asyncio.run(crowd.during(take_redis_away))
    asyncio.run(crowd.compare(database))


def test_of_two_servers_without_a_common_parent_one_may_die(
    tmp_path: Path, postgresql: PostgreSQL, redis: Redis
) -> None:
    database = postgresql.new_database()
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
        (folder / "secret").write_bytes(b"s" * 32)
    one, other = (Processes(folder, database, redis.url, workers=1) for folder in folders)
    ports = [one.port, other.port]
    crowd = Crowd(ports, 6)

    async def kill_one() -> None:
        one.kill()
        ports.remove(one.port)

    with one, other:
        asyncio.run(crowd.during(kill_one))
    asyncio.run(crowd.compare(database))
