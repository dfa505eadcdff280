"""Wake-ups: which stored tables have to be opened though no client asks for them, and when; and whose turn it is there.

A server that starts opens nothing: 4,000 games untouched for weeks cost it 50 seconds. A table is opened
when a client asks for it, when one of its clocks runs out, or when a bot has to move so that a person can.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Sequence

import msgspec
import structlog

from saltroad.server.store import ListedTable, Store
from saltroad.server.tables.clocks import opens_at
from saltroad.server.tables.writer import read_game

log = structlog.get_logger()

MOST_TURNS = 10_000
"""Tables whose seat to act is cached; above this the oldest are dropped."""


class TableWakeups:
    """The schedule by which one process opens tables that it does not have open."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._due: list[tuple[int, str]] = []
        """When which table is to be opened, the first first. One that was opened meanwhile may still be there."""
        self._turns: dict[str, tuple[int, int]] = {}
        """The number of plies of a table, and who is to act after them."""

    async def read(self, now: int) -> None:
        """Read the schedule from the store, with one query and without opening a table."""
        due: list[tuple[int, str]] = []
        for id, clocks in await self._store.clocks():
            try:
                at = opens_at(clocks, now)
            except msgspec.DecodeError as error:  # one table must not keep the others from going on
                log.error("the clocks of a table cannot be read", table=id, why=str(error))
                continue
            if at is not None:
                due.append((at, id))
        heapq.heapify(due)
        self._due = due

    def open_at(self, id: str, at: int) -> None:
        """Schedule a table to be opened at a moment."""
        heapq.heappush(self._due, (at, id))

    def next_due(self, now: int) -> str | None:
        """The next table that is to be opened now, removed from the schedule; None if there is none."""
        return heapq.heappop(self._due)[1] if self._due and self._due[0][0] <= now else None

    async def turns(self, found: Sequence[ListedTable]) -> dict[str, int]:
        """The seats to act at these tables, which are being played. Each game is replayed once for it, and again only
        after it has gone on."""
        plies = await self._store.lengths([listed.table.id for listed in found])
        actors: dict[str, int] = {}
        for listed in found:
            id = listed.table.id
            known = self._turns.get(id)
            if known is None or known[0] != plies.get(id, 0):
                try:
                    live_game = await read_game(self._store, listed.table, listed.seats)
                except Exception:  # it may be of other rules: the list shows it without a turn
                    log.exception("a table cannot be replayed", table=id)
                    continue
                known = live_game.next_ply, live_game.actor
                while len(self._turns) >= MOST_TURNS:
                    del self._turns[next(iter(self._turns))]
                self._turns[id] = known
                await asyncio.sleep(0)
            actors[id] = known[1]
        return actors
