"""The reader: each read of the database from one snapshot, repeated once if its connection is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from saltroad.server.store.engines import cause_of, is_sqlite, store_error

_CLOSE_PATIENCE = 10
"""Seconds that `close` waits for reads under way; a database that hangs must not keep a server from stopping."""

P = ParamSpec("P")
T = TypeVar("T")


class Reader:
    """Runs the functions of `reads` on connections of the engine's pool."""

    def __init__(self, engine: AsyncEngine, on_damage: Callable[[], None]) -> None:
        # Several statements of one read see one snapshot; SQLite does so anyway.
        self._engine = engine if is_sqlite(engine.url) else engine.execution_options(isolation_level="REPEATABLE READ")
        self._on_damage = on_damage
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def read(
        self, read: Callable[Concatenate[AsyncConnection, P], Awaitable[T]], *args: P.args, **more: P.kwargs
    ) -> T:
        """The result of a function of `reads`, from one snapshot of the database.

        If the connection is lost on the way it is read once more: PostgreSQL ends one whose process stood still, and
        a read can be repeated.
        """

        async def attempt() -> T:
            async with self._engine.connect() as connection:
                return await read(connection, *args, **more)

        self._under_way += 1
        self._idle.clear()
        try:
            try:
                return await attempt()
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return await attempt()
        except (DBAPIError, PoolTimeout, OSError) as error:
            if cause_of(error) == "damaged":
                self._on_damage()
            raise store_error(error, self._engine.url) from error
        finally:
            self._under_way -= 1
            if self._under_way == 0:
                self._idle.set()

    async def close(self) -> None:
        """Wait for the reads under way: an engine that is disposed of does not close the connections in use."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_PATIENCE):
                await self._idle.wait()
