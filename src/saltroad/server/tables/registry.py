"""The registry of open tables: loads them when they are asked for, runs their autoplay, and closes them when idle."""

from __future__ import annotations

import asyncio
import functools
import weakref
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import structlog

from saltroad.kernel.actors import NOBODY
from saltroad.protocol.pages import TableShown
from saltroad.server.bot_pool.pool import BotPool
from saltroad.server.bot_pool.warmup import Warmup
from saltroad.server.metrics import Metrics
from saltroad.server.refusals import Refusal
from saltroad.server.settings import AWAY_SECONDS
from saltroad.server.store import QUIET_AFTER, ListedTable, Store, StoreError, TableRow, moment
from saltroad.server.tables.autoplay import needs_autoplay, run_autoplay
from saltroad.server.tables.leases import Leases, LocalLeases, OwnedElsewhere
from saltroad.server.tables.listing import table_shown
from saltroad.server.tables.monotonic import MonotonicClock
from saltroad.server.tables.table import Table
from saltroad.server.tables.wakeups import TableWakeups

log = structlog.get_logger()

IDLE = 600.0
"""Seconds after which a table that no client follows is closed."""
IDLE_ENDED = 60.0
"""The same once its game is over: enough for players who come back to see how it ended."""
MOST_FINISHED = 50
"""Copies of finished tables that are kept in memory."""
RETRY = 10_000
"""Milliseconds after which a due table that could not be opened is tried again."""
SWEEP = 5.0
"""Seconds between two rounds of upkeep."""


class TableRegistry:
    """The open tables of one process."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        warmup: Warmup,
        secret: bytes,
        *,
        metrics: Metrics,
        bot_pause: float = 0.6,
        now: Callable[[], int] = moment,
        away_seconds: float = AWAY_SECONDS,
        leases: Leases | None = None,
    ) -> None:
        self._store = store
        self._bot_pool = bot_pool
        self._warmup = warmup
        self._metrics = metrics
        self._away_seconds = away_seconds
        self._leases = leases or LocalLeases()
        self._secret = secret
        self._bot_pause = bot_pause
        self._now = now
        self._tick = MonotonicClock() if now is moment else now
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._releasing: dict[str, asyncio.Task[None]] = {}
        self._finished: dict[str, Table] = {}
        """Copies of finished tables, for those who look back at a game."""
        self._times_dropped = 0
        self._autoplay_tasks: dict[str, asyncio.Task[None]] = {}
        self._idle_since: dict[str, float] = {}
        self._wakeups = TableWakeups(store)
        self._has_read_wakeups = False
        self._sweeper: asyncio.Task[None] | None = None
        self._opener: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin the upkeep of tables in the background; stored tables are opened when they are due."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop bots and clocks; the store finishes the writes under way."""
        tasks = [*self._autoplay_tasks.values(), *self._loading.values(), *filter(None, [self._sweeper, self._opener])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- finding -------------------------------------------------------------------------------------------------------

    def table_here(self, id: str) -> Table | None:
        """A table, if it is open."""
        return self._tables.get(id)

    def ids(self) -> list[str]:
        """The ids of all open tables."""
        return list(self._tables)

    async def table(self, id: str) -> Table:
        """A table, loaded if need be; Refusal if there is none, OwnedElsewhere if another process has it."""
        table = self._tables.get(id)
        if table is not None:
            self._idle_since.pop(id, None)
            return table
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Table:
        try:
            await self._row_of(id)
            if id in self._releasing:
                await asyncio.wait({self._releasing[id]})
            times = self._times_dropped
            await self._leases.take(id)
            try:
                table = await Table.load(self._store, id, self._now, self._secret, self._tick, self._away_seconds)
                if times != self._times_dropped:
                    raise Refusal("moving")
            except BaseException:
                self._release(id)
                raise
            self._tables[id] = table
            # A table must not hold itself: it is freed when it is closed, not when Python looks for circles.
            this = weakref.ref(table)
            table.is_ours = lambda: self._leases.are_sure() and self._tables.get(id) is this()
            table.on_change = functools.partial(self._table_changed, id)
            self._table_changed(id)
            return table
        except StoreError as error:
            log.error("the store failed", table=id, why=str(error))
            raise Refusal("no_database") from None
        finally:
            del self._loading[id]

    async def _row_of(self, id: str) -> TableRow:
        """The stored row of a table, once the rules of its game are ready."""
        row = await self._store.table(id)
        if row is None:
            raise Refusal("no_table", table=id)
        if row.started is not None and row.game not in self._warmup.ready:
            # Only the process that has a table needs its rules.
            for owner in (await self._leases.elsewhere([id])).values():
                raise OwnedElsewhere(owner)
            await self._warmup.wait(row.game)
        return row

    def _release(self, id: str) -> None:
        """Give the lease on a table back: another process may have it from now on."""
        task = self._releasing[id] = asyncio.create_task(self._leases.release(id))
        task.add_done_callback(lambda done: self._releasing.pop(id, None))

    async def finished(self, id: str) -> Table:
        """A table whose game is over, to look back at: any process may have a copy of it."""
        table = self._tables.get(id) or self._finished.get(id)
        if table is None:
            try:
                if (await self._row_of(id)).state != "over":
                    raise Refusal("not_over")
                table = await Table.load(self._store, id, self._now, self._secret, self._tick, self._away_seconds)
            except StoreError as error:
                log.error("the store failed", table=id, why=str(error))
                raise Refusal("no_database") from None
            while len(self._finished) >= MOST_FINISHED:
                del self._finished[next(iter(self._finished))]
            self._finished[id] = table
        if table.state.phase != "over" or table.state.live_game is None:
            raise Refusal("not_over")
        return table

    # -- bots and clocks -----------------------------------------------------------------------------------------------

    def _table_changed(self, id: str) -> None:
        """Begin the autoplay of a table after a change, if it needs one and none runs."""
        table = self._tables.get(id)
        if table is not None and id not in self._autoplay_tasks and needs_autoplay(table):
            task = self._autoplay_tasks[id] = asyncio.create_task(run_autoplay(table, self._bot_pool, self._bot_pause))
            task.add_done_callback(functools.partial(self._autoplay_ended, id))

    def _autoplay_ended(self, id: str, task: asyncio.Task[None]) -> None:
        if self._autoplay_tasks.get(id) is task:
            del self._autoplay_tasks[id]
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("autoplay of a table failed", table=id, exc_info=error)
            asyncio.get_running_loop().call_later(5, self._table_changed, id)
        else:
            self._table_changed(id)  # something may have come up meanwhile

    # -- upkeep -------------------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Open the tables that are due, reload those that were closed, and close those that are idle, every few
        seconds."""
        while True:
            if self._has_read_wakeups:
                self._start_opener()
            else:
                await self.schedule_wakeups()
            await asyncio.sleep(SWEEP)
            try:
                await self._reload_closed()
                await self._note_active()
            except (StoreError, Refusal) as error:
                log.warning("the store does not answer", why=str(error))
            self._close_idle()
            self._metrics.tables(len(self._tables), "open here")
            self._metrics.queue(self._bot_pool.waiting, self._bot_pool.busy)

    async def schedule_wakeups(self) -> None:
        """Read from the store which tables have to be opened though no client asks for them, and when: at a start, and
        whenever another process has gone."""
        try:
            await self._wakeups.read(self._now())
            self._has_read_wakeups = True
        except StoreError as error:
            log.warning("the store does not answer", why=str(error))
            return
        self._start_opener()

    def _start_opener(self) -> None:
        if self._opener is None or self._opener.done():
            self._opener = asyncio.create_task(self._open_due())

    async def _open_due(self) -> None:
        """Open the due tables one after the other, with a pause as long as each took: requests of clients go first."""
        loop = asyncio.get_running_loop()
        while (id := self._wakeups.next_due(self._now())) is not None:
            if id in self._tables:
                continue
            began = loop.time()
            try:
                await self.table(id)
            except OwnedElsewhere:
                continue
            except Refusal as refusal:
                log.warning("a due table cannot be opened", table=id, why=str(refusal))
                self._wakeups.open_at(id, self._now() + RETRY)
            except Exception:
                # One table that cannot be loaded must not keep the others from going on.
                log.exception("a due table cannot be opened", table=id)
            await asyncio.sleep(loop.time() - began)

    def drop(self, tables: Collection[str] | None = None) -> None:
        """Drop tables that another process may have by now, None for all. The store decides about writes under way."""
        self._times_dropped += 1
        for id in list(self._tables) if tables is None else tables:
            self._remove(id)

    def _remove(self, id: str) -> None:
        self._tables.pop(id, None)
        self._idle_since.pop(id, None)
        autoplay = self._autoplay_tasks.pop(id, None)
        if autoplay is not None:
            autoplay.cancel()

    async def _reload_closed(self) -> None:
        live = [table for table in self._tables.values() if table.state.phase not in ("over", "closed")]
        states = await self._store.states([table.id for table in live])
        for table in live:
            if states.get(table.id) == "closed" and table.state.phase != "closed":
                await table.reload()

    async def _note_active(self) -> None:
        """Note at which of the tables that wait for players a person is present: those are listed first."""
        now = self._now()
        waiting = [table for table in self._tables.values() if table.state.phase == "open" and table.state.row.public]
        attended = [
            table
            for table in waiting
            if now - (table.state.row.last_active or table.state.row.made) > QUIET_AFTER // 5 and table.presence.here()
        ]
        if attended:
            await self._store.note_active([table.id for table in attended], now)
        for table in attended:
            table.state.row = replace(table.state.row, last_active=now)

    def _close_idle(self) -> None:
        now = asyncio.get_running_loop().time()
        for id, table in list(self._tables.items()):
            idle = IDLE_ENDED if table.state.phase in ("over", "closed") else IDLE
            if table.subscriptions or table.presence.here() or (id in self._autoplay_tasks and not _can_wait(table)):
                self._idle_since.pop(id, None)
            elif now - self._idle_since.setdefault(id, now) > idle:
                self._remove(id)
                clock = table.state.clock
                until = None if clock is None or table.state.phase != "playing" else clock.until()
                if until is not None:
                    self._wakeups.open_at(id, until)
                self._release(id)

    async def forget_person(self, person: str) -> None:
        """Take the name of a person who has left for good out of all open tables."""
        self._finished.clear()
        for table in list(self._tables.values()):
            if table.state.seat_of(person) is not None or table.chat.has_lines_of(person):
                await table.reload()

    # -- lists ---------------------------------------------------------------------------------------------------------

    async def turns(self, found: Sequence[ListedTable]) -> dict[str, int]:
        """The seats to act at those of these tables that are being played and not open here. None is opened for that;
        where a bot has to act and a person waits for it, the table is opened a moment later."""
        away = [listed for listed in found if listed.table.state == "playing" and listed.table.id not in self._tables]
        for game in {listed.table.game for listed in away}:
            await self._warmup.wait(game)
        turns = await self._wakeups.turns(away)
        for listed in away:
            actor = turns.get(listed.table.id, NOBODY)
            if actor >= 0 and listed.seats[actor].bot and not all(seat.bot for seat in listed.seats):
                self._wakeups.open_at(listed.table.id, self._now())
        return turns

    def shown(self, listed: ListedTable, person: str | None, actor: int | None = None) -> TableShown:
        """A table in a list; `actor` is the seat to act, if the table is not open here."""
        return table_shown(listed, self._tables.get(listed.table.id), person, actor)


def _can_wait(table: Table) -> bool:
    """Whether a table can be closed although its clock runs: its turns have days, and it is opened again in time."""
    clock = table.state.clock
    return clock is not None and clock.pace.kind == "days" and not table.state.is_actor_bot()
