"""The writer: collects the writes that come while a commit is under way, and stores them all in the next one.

A commit waits for the disk, 0.2 to 7 ms, whatever it holds: the more writes come, the more share one commit. A call
returns after the commit that holds its write. The refusal of one call leaves the others of its group alone.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Protocol, TypeVar

import structlog
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from saltroad.server.store.appends import Append, store_appends
from saltroad.server.store.engines import (
    WRITES,
    Cause,
    cause_of,
    is_caller_error,
    is_retryable,
    is_sqlite,
    prepare_sqlite,
    store_error,
)
from saltroad.server.store.errors import DatabaseInUse, StoreError
from saltroad.server.store.sqlite_appends import SqliteAppendThread

log = structlog.get_logger()

Value = TypeVar("Value")
Change = Callable[[AsyncConnection], Awaitable[Value]]
"""A write that is not an append: runs its statements on the connection, within a savepoint of its own."""

MAX_GROUP_SIZE = 1000
"""Calls in one commit: enough to share its cost, few enough that no call waits for long."""
_MAX_RETRIES = 5
_GROUP_TIMEOUT = 60.0
"""Seconds for a group; a database that does not answer for longer counts as failed."""


class WriteObserver(Protocol):
    """An observer of the outcome of writes."""

    def stored(self) -> None:
        """A group of writes is on disk."""

    def failed(self, cause: Cause) -> None:
        """Nothing can be stored, for a reason that concerns all calls."""


@dataclass(slots=True, eq=False)
class _Job:
    work: Append | Change[Any]
    answer: asyncio.Future[Any] = field(repr=False)


class Writer:
    """Owns the connection that writes, and the queue before it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: deque[_Job] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._connection: AsyncConnection | None = None
        self._append_thread = _append_thread_of(engine)
        self.observer: WriteObserver | None = None
        self.refusal: Callable[[], StoreError | None] = lambda: None
        """Why this server may not write at this moment; see `server_lock`."""
        self._task = asyncio.create_task(self._run(), name="saltroad store writer")

    async def append(self, call: Append) -> None:
        """Store plies; returns when they are on disk."""
        await self._enqueue(call)

    async def change(self, change: Change[Value]) -> Value:
        """Do any other write; returns what it returned, when it is on disk."""
        value: Value = await self._enqueue(change)
        return value

    async def close(self) -> None:
        """Store all pending writes, then close the connection."""
        self._closing = True
        self._wake.set()
        await asyncio.shield(self._task)

    def _enqueue(self, work: Append | Change[Any]) -> asyncio.Future[Any]:
        if self._closing:
            raise StoreError("The store is closed: nothing more can be written.")
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Job(work, answer))
        self._wake.set()
        return answer

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            await self._gather()
            group = [self._waiting.popleft() for _ in range(min(MAX_GROUP_SIZE, len(self._waiting)))]
            await self._store(group)
        await self._disconnect()
        if self._append_thread is not None:
            await self._append_thread.close()

    async def _gather(self) -> None:
        """Yield to the event loop while it brings more writes, so that they join this commit: it costs the same."""
        before = 0
        while before < len(self._waiting) < MAX_GROUP_SIZE:
            before = len(self._waiting)
            await asyncio.sleep(0)

    async def _store(self, group: Sequence[_Job]) -> None:
        """Store a group and answer all of it, whatever happens."""
        if (refusal := self.refusal()) is not None:
            _refuse(group, refusal)
            self._report("not_alone" if isinstance(refusal, DatabaseInUse) else "away")
            return
        error = await self._commit(group)
        if error is None:
            self._report(None)
            return
        if not is_caller_error(error):
            self._refuse_all(group, error)
            return
        # The database refused the value of one call, or another process was in the way: commit each call by itself.
        for k, job in enumerate(group):
            error = await self._commit([job])
            for _ in range(_MAX_RETRIES):
                if error is None or not is_retryable(error):
                    break
                error = await self._commit([job])
            if error is not None and not is_caller_error(error):
                self._refuse_all(group[k:], error)
                return
            if error is not None:
                _refuse([job], store_error(error, self._engine.url))

    def _refuse_all(self, group: Sequence[_Job], error: Exception) -> None:
        _refuse(group, store_error(error, self._engine.url))
        self._report(cause_of(error))

    def _report(self, cause: Cause | None) -> None:
        if self.observer is None:
            return
        if cause is None:
            self.observer.stored()
        else:
            self.observer.failed(cause)

    async def _commit(self, group: Sequence[_Job]) -> Exception | None:
        """Commit a group in one transaction and answer its calls; returns the error if it was not committed."""
        try:
            async with asyncio.timeout(_GROUP_TIMEOUT):
                outcomes = await self._commit_by_append_thread(group) or await self._transaction(group)
        except Exception as error:  # of any kind: the writer must survive it, and every caller get it
            await self._disconnect()
            return error
        for job, outcome in zip(group, outcomes, strict=True):
            if job.answer.done():  # cancelled: stored all the same
                continue
            if isinstance(outcome, Exception):
                job.answer.set_exception(outcome)
            else:
                job.answer.set_result(outcome)
        return None

    async def _commit_by_append_thread(self, group: Sequence[_Job]) -> list[Any] | None:
        """The fast path for a group of appends; None where there is none, or if it failed: the slow path tells why."""
        calls = [job.work for job in group if isinstance(job.work, Append)]
        if self._append_thread is None or len(calls) < len(group):
            return None
        try:
            return await self._append_thread.store(calls)
        except sqlite3.Error as error:
            log.warning("the append thread failed: plies go through SQLAlchemy", why=str(error))
            return None
        except TimeoutError:  # its thread may be stuck for good
            self._append_thread.abandon()
            self._append_thread = _append_thread_of(self._engine)
            raise

    async def _transaction(self, group: Sequence[_Job]) -> list[Any]:
        if self._connection is None:
            self._connection = await self._engine.execution_options(**{WRITES: True}).connect()
        connection = self._connection
        outcomes: list[Any] = []
        async with connection.begin():
            for run in _runs(group):
                outcomes += (
                    await store_appends(connection, run)
                    if isinstance(run, list)
                    else [await self._change(connection, run)]
                )
        return outcomes

    async def _change(self, connection: AsyncConnection, change: Change[Any]) -> Any:
        """The result of a change, or its refusal as a value: then nothing of it is stored."""
        first: DBAPIError | None = None
        try:
            async with connection.begin_nested():
                try:
                    return await change(connection)
                except DBAPIError as error:
                    first = error
                    raise
        except StoreError as refusal:
            return refusal
        except IntegrityError as error:
            return store_error(error, self._engine.url)
        except DBAPIError as error:
            # On a full disk SQLite has given the whole transaction up: then the end of the savepoint fails as well.
            raise first or error from None

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            # After an error the state of the connection is unknown: it is not used again.
            with suppress(Exception):
                await connection.invalidate()
            with suppress(Exception):
                await connection.close()


def _append_thread_of(engine: AsyncEngine) -> SqliteAppendThread | None:
    return SqliteAppendThread(str(engine.url.database), prepare_sqlite) if is_sqlite(engine.url) else None


def _runs(group: Sequence[_Job]) -> Iterator[list[Append] | Change[Any]]:
    """The group in order: appends that follow each other together, changes one by one."""
    for is_append, jobs in groupby(group, lambda job: isinstance(job.work, Append)):
        works = [job.work for job in jobs]
        if is_append:
            yield [work for work in works if isinstance(work, Append)]
        else:
            yield from (work for work in works if not isinstance(work, Append))


def _refuse(jobs: Sequence[_Job], why: StoreError) -> None:
    for job in jobs:
        if not job.answer.done():
            job.answer.set_exception(type(why)(*why.args) if type(why) is StoreError else why)
