"""The one writer: gathers what is asked for while a commit is under way, and stores it all in the next one.

A commit waits for the disk, 0.2 to 7 ms, whatever it holds; so the more is asked for, the more fits into one.
Nobody is answered before the commit that holds their write. One call's refusal leaves the others of its group alone.
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
    sentence_of,
)
from saltroad.server.store.errors import NotAlone, StoreError
from saltroad.server.store.sqlite_append_thread import SqliteAppendThread

log = structlog.get_logger()

Value = TypeVar("Value")
Change = Callable[[AsyncConnection], Awaitable[Value]]
"""A write that is not an append: does its statements on the connection, within a savepoint of its own."""

MOST_TOGETHER = 1000
"""Calls in one commit: enough to be carried by it, few enough that nobody waits for long."""
_TRIES = 5
_PATIENCE = 60.0
"""Seconds that a group may take; a database that says nothing for longer counts as failed."""


class WriteObserver(Protocol):
    """What is told how writes end."""

    def stored(self) -> None:
        """A group is on disk."""

    def failed(self, cause: Cause) -> None:
        """Nothing can be stored, for a reason that concerns all."""


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
        self.noting: WriteObserver | None = None
        self.keeps_out: Callable[[], StoreError | None] = lambda: None
        """Why this server may not write at all at this moment; see `only`."""
        self._task = asyncio.create_task(self._run(), name="saltroad store writer")

    async def append(self, call: Append) -> None:
        """Store plies; returns when they are on disk."""
        await self._ask(call)

    async def change(self, change: Change[Value]) -> Value:
        """Do any other write; returns what it returned, when it is on disk."""
        value: Value = await self._ask(change)
        return value

    async def close(self) -> None:
        """Store what was asked for, then let go of the connection."""
        self._closing = True
        self._wake.set()
        await asyncio.shield(self._task)

    def _ask(self, work: Append | Change[Any]) -> asyncio.Future[Any]:
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
            await self._gathered()
            group = [self._waiting.popleft() for _ in range(min(MOST_TOGETHER, len(self._waiting)))]
            await self._store(group)
        await self._let_go()
        if self._append_thread is not None:
            await self._append_thread.close()

    async def _gathered(self) -> None:
        """Let those ask who are about to: they are on the event loop already, and a commit costs the same for all."""
        before = 0
        while before < len(self._waiting) < MOST_TOGETHER:
            before = len(self._waiting)
            await asyncio.sleep(0)

    async def _store(self, group: Sequence[_Job]) -> None:
        """Store a group and answer all of it, whatever happens."""
        if (kept_out := self.keeps_out()) is not None:
            _refuse(group, kept_out)
            self._note("not_alone" if isinstance(kept_out, NotAlone) else "away")
            return
        error = await self._try(group)
        if error is None:
            self._note(None)
            return
        if not is_caller_error(error):
            self._refuse_all(group, error)
            return
        # Somebody's value was not to the database's liking, or another process stood in the way: each on its own.
        for k, job in enumerate(group):
            error = await self._try([job])
            for _ in range(_TRIES):
                if error is None or not is_retryable(error):
                    break
                error = await self._try([job])
            if error is not None and not is_caller_error(error):
                self._refuse_all(group[k:], error)
                return
            if error is not None:
                _refuse([job], sentence_of(error, self._engine.url))

    def _refuse_all(self, group: Sequence[_Job], error: Exception) -> None:
        _refuse(group, sentence_of(error, self._engine.url))
        self._note(cause_of(error))

    def _note(self, cause: Cause | None) -> None:
        if self.noting is None:
            return
        if cause is None:
            self.noting.stored()
        else:
            self.noting.failed(cause)

    async def _try(self, group: Sequence[_Job]) -> Exception | None:
        """One transaction, and answers if it was committed; the error if it was not."""
        try:
            async with asyncio.timeout(_PATIENCE):
                outcomes = await self._by_append_thread(group) or await self._transact(group)
        except Exception as error:  # any at all: the writer must outlive it, and every caller hear of it
            await self._let_go()
            return error
        for job, outcome in zip(group, outcomes, strict=True):
            if job.answer.done():  # cancelled: stored all the same
                continue
            if isinstance(outcome, Exception):
                job.answer.set_exception(outcome)
            else:
                job.answer.set_result(outcome)
        return None

    async def _by_append_thread(self, group: Sequence[_Job]) -> list[Any] | None:
        """The short way for plies alone; None where there is none, or it failed: then the long one says why."""
        calls = [job.work for job in group if isinstance(job.work, Append)]
        if self._append_thread is None or len(calls) < len(group):
            return None
        try:
            return await self._append_thread.store(calls)
        except sqlite3.Error as error:
            log.warning("plies go the long way", why=str(error))
            return None
        except TimeoutError:  # its thread may be stuck for good
            self._append_thread.give_up()
            self._append_thread = _append_thread_of(self._engine)
            raise

    async def _transact(self, group: Sequence[_Job]) -> list[Any]:
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
        """What a change returns, or its refusal as a value: then nothing of it is stored."""
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
            return sentence_of(error, self._engine.url)
        except DBAPIError as error:
            # On a full disk SQLite has given the whole transaction up: then the end of the savepoint fails as well.
            raise first or error from None

    async def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            # After an error the connection's state is anybody's guess: it is not used again.
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
