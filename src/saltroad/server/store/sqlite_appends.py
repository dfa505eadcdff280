"""A thread with its own SQLite connection that stores a group of plies in one round trip.

Through SQLAlchemy a transaction takes eleven round trips to a thread, 2.5 ms together: more than a fast disk needs. And
whenever a thread returns from SQLite it waits for the GIL, up to a switch interval if the event loop is busy: so a
group is one statement, which is a transaction of its own; with a refusal or the end of a game it is a few more.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeAlias

import msgspec

from saltroad.server.store.appends import Append, AppendState, plan_appends
from saltroad.server.store.errors import StoreError

_INSERT_IF_VALID = (
    # Each row has: table, ply, actor, action, at, whether it is the first of its call. What cannot follow the log, or
    # has no open table, gets no table id: then nothing is stored, and the calls are looked at one by one.
    "INSERT INTO plies (table_id, ply, actor, action, at)"
    " SELECT CASE WHEN state IN ('open', 'playing') AND (NOT value ->> 5"
    " OR value ->> 1 = coalesce((SELECT max(ply) + 1 FROM plies WHERE table_id = tables.id), 0)) THEN tables.id END,"
    " value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) LEFT JOIN tables ON tables.id = value ->> 0"
)
_SELECT_STATES = (
    "SELECT json_group_array(json_array(id, state, (SELECT max(ply) FROM plies WHERE table_id = id)))"
    " FROM tables WHERE id IN (SELECT value FROM json_each(?))"
)
_INSERT = (
    "INSERT INTO plies (table_id, ply, actor, action, at)"
    " SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)"
)
_SET_CLOCKS = (
    "UPDATE tables SET clocks = CAST(new.value ->> 1 AS BLOB)"
    " FROM json_each(?) AS new WHERE tables.id = new.value ->> 0"  # json_each has an id of its own
)
_END = (
    "UPDATE tables SET state = 'over', result = new.value ->> 1, ended = new.value ->> 2"
    " FROM json_each(?) AS new WHERE tables.id = new.value ->> 0"
)


_CLOSE_TIMEOUT = 30.0
"""Seconds for the thread to close the file."""
_Answer: TypeAlias = "asyncio.Future[list[StoreError | None]]"
_Job: TypeAlias = "tuple[Sequence[Append], asyncio.AbstractEventLoop, _Answer]"


class SqliteAppendThread:
    """Stores groups of plies, one after the other; sqlite3.Error when nothing was stored."""

    def __init__(self, path: str, prepare: Callable[[Any, Any], None]) -> None:
        self._path = path
        self._prepare = prepare
        self._database: sqlite3.Connection | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        # Not an executor, whose futures bring locks and callbacks of their own to every group.
        self._thread = threading.Thread(target=self._work, name="saltroad plies", daemon=True)
        self._thread.start()

    async def store(self, group: Sequence[Append]) -> list[StoreError | None]:
        """For each call None, or why it was refused; returns when the group is on disk."""
        loop = asyncio.get_running_loop()
        answer: _Answer = loop.create_future()
        self._jobs.put((group, loop, answer))
        return await answer

    def abandon(self) -> None:
        """Close the file when the thread is done, if ever. Nothing may be stored afterwards."""
        self._jobs.put(None)

    async def close(self) -> None:
        """Close the file, and wait for it: a process that ends before leaves SQLite's log beside the file."""
        self.abandon()
        await asyncio.to_thread(self._thread.join, _CLOSE_TIMEOUT)

    # -- in the thread -------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            group, loop, answer = job
            outcome: list[StoreError | None] | Exception
            try:
                outcome = self._store(group)
            except Exception as error:
                outcome = error
            with suppress(RuntimeError):  # the loop is closed: no caller waits
                loop.call_soon_threadsafe(_resolve, answer, outcome)
        self._disconnect()

    def _store(self, group: Sequence[Append]) -> list[StoreError | None]:
        if self._database is None:
            # `mode=rw`: a file that was moved away is not made anew.
            address = f"file:{_quoted(self._path)}?mode=rw"
            self._database = sqlite3.connect(address, uri=True, check_same_thread=False)
            self._prepare(self._database, None)
        database = self._database
        if all(call.plies and call.ends is None and call.clocks is None for call in group):
            with suppress(sqlite3.IntegrityError):
                database.execute(_INSERT_IF_VALID, (_json(_rows(group)),))
                return [None] * len(group)
        if any(call.clocks is not None and not _fits_json(call.clocks) for call in group):
            raise sqlite3.NotSupportedError("only plain text goes by JSON")
        try:
            database.execute("BEGIN IMMEDIATE")
            (found,) = database.execute(_SELECT_STATES, (_json(sorted({call.table for call in group})),)).fetchone()
            states = {
                id: AppendState(state, 0 if last is None else last + 1) for id, state, last in _decode_states(found)
            }
            plan = plan_appends(group, states)
            if plan.rows:
                database.execute(_INSERT, (_json(plan.rows),))
            if plan.clocks:
                clocks = [(id, value.decode()) for id, value in plan.clocks.items()]
                database.execute(_SET_CLOCKS, (_json(clocks),))
            if plan.ends:
                database.execute(_END, (_json(plan.ends),))
            database.execute("COMMIT")
        except BaseException:
            self._disconnect()  # which rolls back
            raise
        return plan.answers

    def _disconnect(self) -> None:
        database, self._database = self._database, None
        if database is not None:
            with suppress(sqlite3.Error):
                database.close()


def _resolve(answer: _Answer, outcome: list[StoreError | None] | Exception) -> None:
    if answer.done():  # cancelled: stored all the same
        return
    if isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)


def _fits_json(clocks: bytes) -> bool:
    """Whether clocks can be sent as JSON text: ours can, but the store takes any bytes."""
    return clocks.isascii() and b"\0" not in clocks


def _rows(group: Sequence[Append]) -> list[tuple[str, int, int, str, int, bool]]:
    return [
        (call.table, ply, actor, action, at, ply == call.first_ply)
        for call in group
        for ply, (actor, action, at) in enumerate(call.plies, call.first_ply)
    ]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


_decode_states = msgspec.json.Decoder(list[tuple[str, str, int | None]]).decode


def _quoted(path: str) -> str:
    """A path as an SQLite address has it."""
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
