"""One server at a database, or several that share it through Redis; what becomes of the lock when PostgreSQL goes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from saltroad.server.store import Store, StoreError, server_lock
from saltroad.server.store.server_lock import PostgresServerLock, ServerLock, exclusive_server
from server.store.support import Database, a_ply, a_table

END = (
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


@pytest.fixture
def where(database: Database, monkeypatch: pytest.MonkeyPatch) -> str:
    if database.server is None:
        pytest.skip("At an SQLite file nobody shares: see tests/cli/test_serve.py.")
    monkeypatch.setattr(server_lock, "_LOCK_TIMEOUT", 0.2)
    monkeypatch.setattr(server_lock, "_RETRY_INTERVAL", 0.05)
    return database.where


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        (False, False, r"Another server is running on the database .*give both the same setting 'redis'"),
        (True, False, r"Another server is running on the database .*give both the same setting 'redis'"),
        (False, True, r"Another server is running on the database .*it has no Redis"),
        (True, True, None),
    ],
)
def test_only_those_share_a_database_who_have_redis(where: str, first: bool, second: bool, why: str | None) -> None:
    async def go() -> None:
        async with exclusive_server(where, shares=first):
            if why is None:
                async with exclusive_server(where, shares=second) as lock:
                    assert lock.refusal() is None
                return
            with pytest.raises(StoreError, match=why):
                async with exclusive_server(where, shares=second):
                    pass
            await (await Store.open(where)).close()  # as `saltroad admin` does
        async with exclusive_server(where, shares=second):
            pass

    asyncio.run(go())


def test_a_start_waits_a_little_for_a_server_that_has_just_gone(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_lock, "_LOCK_TIMEOUT", 60)

    async def go() -> None:
        first = exclusive_server(where)
        await first.__aenter__()

        async def second() -> None:
            async with exclusive_server(where):
                pass

        starts = asyncio.create_task(second())
        await asyncio.sleep(0.1)
        assert not starts.done()
        await first.__aexit__(None, None, None)
        await starts

    asyncio.run(go())


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


def with_lock(database: Database, test: Callable[[ServerLock, Store], Awaitable[None]]) -> None:
    async def go() -> None:
        async with exclusive_server(database.where) as lock:
            store = await Store.open(database.where)
            store.guard_writes(lock.refusal)
            await store.add_table(a_table("t"))
            try:
                await test(lock, store)
            finally:
                await store.close()

    asyncio.run(go())


def end_lock(database: Database) -> None:
    """The connection of whoever has the lock is lost."""
    assert database.server is not None
    database.server.execute(END, database.where.split("/")[3].partition("?")[0])


def test_a_lock_that_is_lost_is_taken_again(where: str, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(lock: ServerLock, store: Store) -> None:
        assert isinstance(lock, PostgresServerLock)
        retake, loss_was_seen = lock._retake, asyncio.Event()

        async def once_seen() -> None:  # on a busy machine it is taken again before a look every 10 ms sees the loss
            await loss_was_seen.wait()
            await retake()

        monkeypatch.setattr(lock, "_retake", once_seen)
        await asyncio.to_thread(end_lock, database)
        await until(lambda: lock.refusal() is not None)
        loss_was_seen.set()
        await until(lambda: lock.refusal() is None)
        await store.append("t", 0, [a_ply(0)])

    with_lock(database, test)


def test_nothing_is_written_once_another_server_has_the_database(
    where: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(lock: ServerLock, store: Store) -> None:
        async def other() -> None:
            async with exclusive_server(where):
                await until(lambda: "Another server" in str(lock.refusal()))
                with pytest.raises(StoreError, match="Another server is running"):
                    await store.append("t", 0, [a_ply(0)])
                assert (await store.write_health()).cause == "not_alone"
                assert (await store.log("t")).plies == ()

        monkeypatch.setattr(server_lock, "_LOCK_TIMEOUT", 60)
        monkeypatch.setattr(lock, "_retake", _slowly(lock))
        others = asyncio.create_task(other())
        await asyncio.to_thread(end_lock, database)
        await others
        await until(lambda: lock.refusal() is None)
        await store.append("t", 0, [a_ply(0)])

    with_lock(database, test)


def _slowly(lock: ServerLock) -> Callable[[], Awaitable[None]]:
    """As if this server heard of its loss a little later than another one."""
    take = lock._retake  # type: ignore[attr-defined]

    async def take_again() -> None:
        await asyncio.sleep(1)
        await take()

    return take_again
