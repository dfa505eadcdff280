"""Leases: of several processes one has a table, as long as it is alive."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from saltroad.server.cluster import redis_leases as module
from saltroad.server.cluster.redis_leases import RedisLeases, connect, withdraw_all
from saltroad.server.refusals import Refusal
from saltroad.server.tables.leases import OwnedElsewhere
from services import Redis


def run(redis: Redis, test: Callable[[RedisLeases, RedisLeases], Awaitable[None]]) -> None:
    """Run a test with two processes that are alive."""

    async def go() -> None:
        client = connect(redis.url)
        try:
            await client.flushall()
            one, other = RedisLeases(client, "one"), RedisLeases(client, "other")
            await one.join()
            assert await other.join() == {"one.1", "other.1"}
            await test(one, other)
        finally:
            await client.aclose()

    asyncio.run(go())


async def owner_seen_by(leases: RedisLeases, table: str) -> str:
    try:
        await leases.take(table)
    except OwnedElsewhere as elsewhere:
        return elsewhere.owner
    return leases.id


def test_one_has_a_table_until_it_lets_go(redis: Redis) -> None:
    async def test(one: RedisLeases, other: RedisLeases) -> None:
        assert await owner_seen_by(one, "t") == "one.1"
        assert await owner_seen_by(other, "t") == "one.1"
        assert await owner_seen_by(one, "t") == "one.1"
        assert await other.elsewhere(["t", "u"]) == {"t": "one.1"}
        assert await one.elsewhere(["t", "u"]) == {}
        await other.release("t")  # it is not hers
        assert await owner_seen_by(other, "t") == "one.1"
        await one.release("t")
        assert await owner_seen_by(other, "t") == "other.1"

    run(redis, test)


def test_of_many_who_want_a_table_at_once_one_gets_it(redis: Redis) -> None:
    async def test(one: RedisLeases, other: RedisLeases) -> None:
        for k in range(50):
            owners = await asyncio.gather(*(owner_seen_by(who, f"t{k}") for who in (one, other) * 3))
            assert len(set(owners)) == 1

    run(redis, test)


def test_the_tables_of_the_dead_are_free_at_once_if_somebody_says_so(redis: Redis) -> None:
    async def test(one: RedisLeases, other: RedisLeases) -> None:
        await one.take("t")
        client = connect(redis.url)
        await withdraw_all(client, "one")
        await client.aclose()
        assert await owner_seen_by(other, "t") == "other.1"
        assert await other.stay() == {"other.1"}
        # Should it live after all: it has nothing any more, and finds so.
        with pytest.raises(Refusal, match="is moving to another process"):
            await one.take("u")
        assert await one.stay() is None
        assert not one.are_sure()
        assert await one.join() == {"one.2", "other.1"}
        assert one.are_sure()
        assert await owner_seen_by(one, "t") == "other.1"

    run(redis, test)


def test_who_is_silent_for_too_long_is_dead(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TTL", 0.6)

    async def test(one: RedisLeases, other: RedisLeases) -> None:
        await one.take("t")
        while "one.1" in (await other.join()):
            assert await other.elsewhere(["t"]) in ({"t": "one.1"}, {})
        assert not one.are_sure()  # it knows before the others do
        assert await other.elsewhere(["t"]) == {}
        assert await owner_seen_by(other, "t") == other.id
        assert await one.stay() is None

    run(redis, test)


def test_a_lease_that_was_lost_is_found_so_when_it_is_renewed(redis: Redis) -> None:
    async def test(one: RedisLeases, other: RedisLeases) -> None:
        tables = [f"t{k}" for k in range(600)]
        await asyncio.gather(*(one.take(table) for table in tables))
        assert await one.renew(tables) == []
        await one.release("t7")
        await other.take("t7")
        await one.release("t550")
        assert await one.renew(tables) == ["t7", "t550"]

    run(redis, test)


def test_without_redis_nobody_gets_a_table(redis: Redis) -> None:
    async def test(one: RedisLeases, other: RedisLeases) -> None:
        redis.crash()
        try:
            with pytest.raises(Refusal, match="is moving to another process"):
                await one.take("t")
            await one.release("t")
            assert await one.elsewhere(["t"]) == {}
        finally:
            redis.start()
        assert await one.stay() is None

    run(redis, test)
