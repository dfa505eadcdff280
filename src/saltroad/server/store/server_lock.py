"""The lock that lets one server use a database: a server keeps its tables in memory, so a second one is refused unless
the two share tables through Redis.

For an SQLite file the lock is an abstract socket name of Linux, for PostgreSQL an advisory lock: a shared one for
servers with Redis, an exclusive one without.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from saltroad.server.store.engines import database_url, is_sqlite, store_error, without_password
from saltroad.server.store.errors import DatabaseInUse, StoreError
from saltroad.server.store.upgrade import create_file

log = structlog.get_logger()

_ADVISORY_LOCK = 0x5A17_5E2
"""An arbitrary number that no other lock of ours uses."""
_LOCK_TIMEOUT = 5.0
"""Seconds that a starting server waits: PostgreSQL may not have noticed yet that the last one is gone."""
_CHECK_INTERVAL = 3.0
"""Seconds between two checks that the lock is still ours."""
_RETRY_INTERVAL = 0.5
_ANSWER_TIMEOUT = 10.0
# PostgreSQL lets go of the lock of a machine that has lost its power after a minute.
_KEEPALIVES = {"tcp_keepalives_idle": "30", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}


class ServerLock:
    """The lock of a server on its database."""

    def refusal(self) -> StoreError | None:
        """The error that refuses writes at this moment; None while the lock is ours."""
        return None


@contextlib.asynccontextmanager
async def exclusive_server(where: str | Path, *, shares: bool = False) -> AsyncIterator[ServerLock]:
    """Hold the lock of a database, or with `shares` a shared one; StoreError if another server has it. Reading,
    backups and `saltroad admin` need no lock."""
    url = database_url(where)
    if is_sqlite(url):
        with _sqlite_lock(url):
            yield ServerLock()
        return
    lock = PostgresServerLock(url, shares=shares)
    await lock.take()
    try:
        yield lock
    finally:
        await lock.close()


@contextlib.contextmanager
def _sqlite_lock(url: URL) -> Iterator[None]:
    """Hold the lock of an SQLite file: a socket name, which is gone with its process, however that ends, and leaves no
    file beside the database. On other systems than Linux there is no lock.
    """
    if sys.platform != "linux":
        yield
        return
    path = Path(str(url.database))
    try:
        create_file(path)
        file = os.stat(path)
    except OSError as error:
        raise store_error(error, url) from None
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as name:
        try:
            name.bind(_socket_name(file))
        except OSError:
            raise DatabaseInUse(
                f"Another server is running on the database {without_password(url)}. Stop it first, or name another"
                " file with --database."
            ) from None
        yield


def _socket_name(file: os.stat_result) -> str:
    return f"\0saltroad {file.st_dev} {file.st_ino}"


def is_served(path: Path) -> bool:
    """Whether a server may be running on an SQLite file; True where that cannot be known."""
    if sys.platform != "linux":
        return True
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as name:
        try:
            name.bind(_socket_name(path.stat()))
        except OSError:
            return True
    return False


class PostgresServerLock(ServerLock):
    """An advisory lock of a PostgreSQL database, held by a connection of its own as long as the server runs.

    When the connection is lost it is taken again in the background. Until then nothing is written: another server may
    have come meanwhile.
    """

    def __init__(self, url: URL, *, shares: bool) -> None:
        self._url = url
        self._shares = shares
        settings = {"application_name": "saltroad lock", **_KEEPALIVES}
        self._engine = create_async_engine(url, poolclass=NullPool, connect_args={"server_settings": settings})
        self._connection: AsyncConnection | None = None
        self._raw: Any = None
        self._is_ours = False
        self._is_taken = False
        """Whether another server has the lock by now."""
        self._holder: asyncio.Task[None] | None = None

    def refusal(self) -> StoreError | None:
        if self._is_ours:
            return None
        if self._is_taken:
            return DatabaseInUse(self._sentence())
        return StoreError(
            f"The database {without_password(self._url)} failed: its lock was lost and is not ours again yet."
        )

    async def take(self) -> None:
        """Take the lock; StoreError if another server has it."""
        until = asyncio.get_running_loop().time() + _LOCK_TIMEOUT
        while not await self._try_lock():
            if asyncio.get_running_loop().time() >= until:
                await self.close()
                raise DatabaseInUse(self._sentence())
            await asyncio.sleep(_RETRY_INTERVAL)
        self._holder = asyncio.create_task(self._hold())

    async def close(self) -> None:
        """Release the lock."""
        if self._holder is not None:
            self._holder.cancel()
            await asyncio.gather(self._holder, return_exceptions=True)
        await self._disconnect()
        await self._engine.dispose()

    def _sentence(self) -> str:
        where = without_password(self._url)
        if self._shares:
            return (
                f"Another server is running on the database {where}, and it has no Redis: two servers can share a"
                " database only if both are given the same setting 'redis'. Stop the other one first."
            )
        return (
            f"Another server is running on the database {where}. Stop it first, name another database with --database,"
            " or give both the same setting 'redis' to let them share it."
        )

    async def _try_lock(self) -> bool:
        """Whether the lock is ours now; StoreError if PostgreSQL does not answer."""
        try:
            async with asyncio.timeout(_ANSWER_TIMEOUT):
                if self._connection is None:
                    self._connection = await self._engine.connect()
                # Past SQLAlchemy, which would open a transaction, and does not report that a connection ended.
                self._raw = (await self._connection.get_raw_connection()).driver_connection
                how = "pg_try_advisory_lock_shared" if self._shares else "pg_try_advisory_lock"
                self._is_ours = await self._raw.fetchval(f"SELECT {how}({_ADVISORY_LOCK})")
        except Exception as error:
            await self._disconnect()
            raise store_error(error, self._url) from None
        return self._is_ours

    async def _hold(self) -> None:
        while True:
            try:
                if self._is_ours:
                    async with asyncio.timeout(_ANSWER_TIMEOUT):
                        await self._raw.fetchval("SELECT 1")
                    await self._wait_for_loss(_CHECK_INTERVAL)
                else:
                    await self._retake()
                    await asyncio.sleep(_RETRY_INTERVAL)
            except Exception as error:  # whatever it was, the lock has to be retaken
                log.error(
                    "the lock of the database is lost: nothing is written until it is taken again", why=str(error)
                )
                await self._disconnect()

    async def _wait_for_loss(self, seconds: float) -> None:
        """Wait for some seconds; ConnectionError as soon as the connection is lost."""
        lost = asyncio.Event()

        def on_lost(_: object) -> None:
            self._is_ours = False
            lost.set()

        self._raw.add_termination_listener(on_lost)
        try:
            async with asyncio.timeout(seconds):
                await lost.wait()
        except TimeoutError:
            return
        finally:
            self._raw.remove_termination_listener(on_lost)
        raise ConnectionError("the connection was closed")

    async def _retake(self) -> None:
        try:
            is_ours = await self._try_lock()
        except StoreError:
            return  # PostgreSQL does not answer: no other server can have the lock either
        if is_ours:
            log.info("the lock of the database is ours again")
        elif not self._is_taken:
            log.error("another server has the database now: this one writes nothing any more", why=self._sentence())
        self._is_taken = not is_ours

    async def _disconnect(self) -> None:
        connection, self._connection, self._raw, self._is_ours = self._connection, None, None, False
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()
