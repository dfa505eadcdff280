"""Reads: repeated when their connection is lost, and waited for when the store closes."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from saltroad.server.store import Store, engines
from server.store.support import Database, a_table


def test_a_process_that_stood_still_in_a_read_reads_once_more(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database.server is None:
        pytest.skip("SQLite ends no connection.")
    monkeypatch.setattr(engines, "_IDLE_TIMEOUT", 1)

    async def go() -> None:
        store = await Store.open(database.where)
        await store.add_table(a_table("t"))
        attempts = 0

        async def read(connection: AsyncConnection) -> str | None:
            nonlocal attempts
            attempts += 1
            await connection.execute(text("SELECT 1"))
            if attempts == 1:
                await asyncio.sleep(3)  # PostgreSQL ends the connection after one second
            found: str | None = await connection.scalar(text("SELECT id FROM tables"))
            return found

        assert await store._read(read) == "t"
        assert attempts == 2
        await store.close()

    asyncio.run(go())


def test_closing_waits_for_a_read_under_way(database: Database) -> None:
    """An engine that is disposed of leaves the connections in use open: nobody would close this one."""

    async def go() -> None:
        store = await Store.open(database.where)
        begun, may_end = asyncio.Event(), asyncio.Event()

        async def read(connection: AsyncConnection) -> int | None:
            begun.set()
            await may_end.wait()
            found: int | None = await connection.scalar(text("SELECT 1"))
            return found

        reading = asyncio.create_task(store._read(read))
        await begun.wait()
        closing = asyncio.create_task(store.close())
        done, _ = await asyncio.wait({closing}, timeout=0.2)
        assert not done
        may_end.set()
        assert await reading == 1
        await closing

    asyncio.run(go())
