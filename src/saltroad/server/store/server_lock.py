"""One server at a database, unless all of them share tables through Redis: each keeps its tables in memory and believes
it is alone, so a second one is sent away.

At an SQLite file by a name in Linux's own list of sockets, at a PostgreSQL database by a lock of that database: shared
by servers that have Redis, for oneself alone without it.
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

from saltroad.server.store.engines import address_of, is_sqlite, sentence_of, shown
from saltroad.server.store.errors import NotAlone, StoreError
from saltroad.server.store.upgrade import make_file

log = structlog.get_logger()

_LOCK = 0x5A17_5E2
"""The number of the lock: any that nothing else here uses."""
_PATIENCE = 5.0
"""Seconds that a start waits for the lock: PostgreSQL may not have noticed yet that the last server is gone."""
_EVERY = 3.0
"""Seconds between two looks at whether the lock is still ours."""
_AGAIN = 0.5
_ANSWER = 10.0
# PostgreSQL lets go of the lock of a machine that has lost its power after a minute.
_KEEPALIVES = {"tcp_keepalives_idle": "30", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}


class ServerLock:
    """The right to be a server of a database."""

    def refusal(self) -> StoreError | None:
        """Why nothing may be written at this moment; None while we have the right."""
        return None


@contextlib.asynccontextmanager
async def exclusive_server(where: str | Path, *, shares: bool = False) -> AsyncIterator[ServerLock]:
    """Be the one server of a database, or with `shares` one of those that share it; StoreError if another is in the
    way. Reading, backing up and `saltroad admin` stay open to all."""
    url = address_of(where)
    if is_sqlite(url):
        with _only_at_file(url):
            yield ServerLock()
        return
    lock = PostgresServerLock(url, shares=shares)
    await lock.take()
    try:
        yield lock
    finally:
        await lock.close()


@contextlib.contextmanager
def _only_at_file(url: URL) -> Iterator[None]:
    """A name, not a file: it is gone with its process, however that ends, and leaves nothing beside the database. On
    other systems than Linux nobody is sent away."""
    if sys.platform != "linux":
        yield
        return
    path = Path(str(url.database))
    try:
        make_file(path)
        file = os.stat(path)
    except OSError as error:
        raise sentence_of(error, url) from None
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as name:
        try:
            name.bind(_name_of(file))
        except OSError:
            raise NotAlone(
                f"Another server is running on the database {shown(url)}. Stop it first, or name another file with"
                " --database."
            ) from None
        yield


def _name_of(file: os.stat_result) -> str:
    return f"\0saltroad {file.st_dev} {file.st_ino}"


def is_served(path: Path) -> bool:
    """Whether a server may be running on an SQLite file."""
    if sys.platform != "linux":
        return True
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as name:
        try:
            name.bind(_name_of(path.stat()))
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
        self._held_by: AsyncConnection | None = None
        self._raw: Any = None
        self._is_ours = False
        self._is_taken = False
        """Whether another server has it by now."""
        self._keeper: asyncio.Task[None] | None = None

    def refusal(self) -> StoreError | None:
        if self._is_ours:
            return None
        if self._is_taken:
            return NotAlone(self._sentence())
        return StoreError(f"The database {shown(self._url)} failed: its lock was lost and is not ours again yet.")

    async def take(self) -> None:
        """Have it from now on; StoreError if another server has it."""
        until = asyncio.get_running_loop().time() + _PATIENCE
        while not await self._try():
            if asyncio.get_running_loop().time() >= until:
                await self.close()
                raise NotAlone(self._sentence())
            await asyncio.sleep(_AGAIN)
        self._keeper = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Let another have it."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        await self._let_go()
        await self._engine.dispose()

    def _sentence(self) -> str:
        where = shown(self._url)
        if self._shares:
            return (
                f"Another server is running on the database {where}, and it has no Redis: two servers can share a"
                " database only if both are given the same setting 'redis'. Stop the other one first."
            )
        return (
            f"Another server is running on the database {where}. Stop it first, name another database with --database,"
            " or give both the same setting 'redis' to let them share it."
        )

    async def _try(self) -> bool:
        """Whether the lock is ours now; StoreError if PostgreSQL does not answer."""
        try:
            async with asyncio.timeout(_ANSWER):
                if self._held_by is None:
                    self._held_by = await self._engine.connect()
                # Past SQLAlchemy, which would open a transaction, and tells nobody when a connection ends.
                self._raw = (await self._held_by.get_raw_connection()).driver_connection
                how = "pg_try_advisory_lock_shared" if self._shares else "pg_try_advisory_lock"
                self._is_ours = await self._raw.fetchval(f"SELECT {how}({_LOCK})")
        except Exception as error:
            await self._let_go()
            raise sentence_of(error, self._url) from None
        return self._is_ours

    async def _keep(self) -> None:
        while True:
            try:
                if self._is_ours:
                    async with asyncio.timeout(_ANSWER):
                        await self._raw.fetchval("SELECT 1")
                    await self._lost_or(_EVERY)
                else:
                    await self._take_again()
                    await asyncio.sleep(_AGAIN)
            except Exception as error:  # whatever it was, the lock is to be had again
                log.error(
                    "the lock of the database is lost: nothing is written until it is taken again", why=str(error)
                )
                await self._let_go()

    async def _lost_or(self, seconds: float) -> None:
        """Wait for so long, or until the connection is gone."""
        lost = asyncio.Event()

        def tell(_: object) -> None:
            self._is_ours = False
            lost.set()

        self._raw.add_termination_listener(tell)
        try:
            async with asyncio.timeout(seconds):
                await lost.wait()
        except TimeoutError:
            return
        finally:
            self._raw.remove_termination_listener(tell)
        raise ConnectionError("the connection was closed")

    async def _take_again(self) -> None:
        try:
            is_ours = await self._try()
        except StoreError:
            return  # PostgreSQL is away: nobody else can have it either
        if is_ours:
            log.info("the lock of the database is ours again")
        elif not self._is_taken:
            log.error("another server has the database now: this one writes nothing any more", why=self._sentence())
        self._is_taken = not is_ours

    async def _let_go(self) -> None:
        connection, self._held_by, self._raw, self._is_ours = self._held_by, None, None, False
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()
