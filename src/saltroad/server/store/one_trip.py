"""The plies of a group into SQLite in one trip to a thread: a connection of their own, one call for a transaction.

By SQLAlchemy a transaction makes eleven trips, 2.5 ms together: more than a fast disk needs. And whenever a thread
comes back from SQLite it waits for Python's lock, up to a switch interval if the event loop is busy: so a group is looked up,
inserted and ended by one statement each, whatever its size.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import msgspec

from saltroad.server.store.appends import Append, Standing, settle
from saltroad.server.store.errors import StoreError

_LOOK = (
    "SELECT json_group_array(json_array(id, state, (SELECT max(ply) FROM plies WHERE table_id = id)))"
    " FROM tables WHERE id IN (SELECT value FROM json_each(?))"
)
_INSERT = (
    "INSERT INTO plies (table_id, ply, actor, action, at)"
    " SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)"
)
_SET_CLOCKS = (
    "UPDATE tables SET clocks = CAST(new.value ->> 1 AS BLOB) FROM json_each(?) AS new WHERE id = new.value ->> 0"
)
_END = (
    "UPDATE tables SET state = 'over', result = new.value ->> 1, ended = new.value ->> 2"
    " FROM json_each(?) AS new WHERE id = new.value ->> 0"
)


class OneTrip:
    """Stores groups of plies, one after the other; sqlite3.Error when nothing was stored."""

    def __init__(self, path: str, prepare: Callable[[Any, Any], None]) -> None:
        self._path = path
        self._prepare = prepare
        self._database: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "saltroad plies")

    async def store(self, group: Sequence[Append]) -> list[StoreError | None]:
        """For each call None, or why it was refused; returns when the group is on disk."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._store, group)

    def close(self) -> None:
        """Let go of the file, when the thread is done. Nothing may be stored afterwards."""
        self._thread.submit(self._let_go)
        self._thread.shutdown(wait=False)

    # -- in the thread -------------------------------------------------------------------------------------------------

    def _store(self, group: Sequence[Append]) -> list[StoreError | None]:
        if self._database is None:
            # `mode=rw`: a file that was moved away is not made anew.
            self._database = sqlite3.connect(f"file:{_quoted(self._path)}?mode=rw", uri=True)
            self._prepare(self._database, None)
        database = self._database
        try:
            database.execute("BEGIN IMMEDIATE")
            (found,) = database.execute(_LOOK, (_json(sorted({call.table for call in group})),)).fetchone()
            standings = {id: Standing(state, 0 if last is None else last + 1) for id, state, last in _read(found)}
            settled = settle(group, standings)
            if settled.rows:
                database.execute(_INSERT, (_json(settled.rows),))
            if settled.clocks:
                clocks = [(id, value.decode()) for id, value in settled.clocks.items()]
                database.execute(_SET_CLOCKS, (_json(clocks),))
            if settled.ends:
                database.execute(_END, (_json(settled.ends),))
            database.execute("COMMIT")
        except BaseException:
            self._let_go()  # which rolls back
            raise
        return settled.answers

    def _let_go(self) -> None:
        database, self._database = self._database, None
        if database is not None:
            with suppress(sqlite3.Error):
                database.close()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


_read = msgspec.json.Decoder(list[tuple[str, str, int | None]]).decode


def _quoted(path: str) -> str:
    """A path as an SQLite address has it."""
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
