"""All tables that this process has open: finds them, makes them, lets bots and clocks run, and puts them away again."""

from __future__ import annotations

import asyncio
import secrets
import weakref
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import msgspec
import structlog

from saltroad import games
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.errors import BadOptions, UnknownGame
from saltroad.protocol.pages import NewTable, Pace, TableShown
from saltroad.records.dice import SCHEME, commitment_of, new_seed
from saltroad.server.bot_pool.pool import BotMove, BotPool
from saltroad.server.bot_pool.warmup import Warmup
from saltroad.server.cluster.leases import Leases, LocalLeases, OwnedElsewhere
from saltroad.server.metrics import Metrics
from saltroad.server.rate_limits import Rate, RateLimiter
from saltroad.server.refusals import Refusal
from saltroad.server.refused_addresses import RefusedAddresses
from saltroad.server.settings import Settings
from saltroad.server.store import (
    QUIET_AFTER,
    AlreadyExists,
    ListedTable,
    Person,
    Seat,
    Store,
    StoreError,
    TooManyOpen,
    moment,
)
from saltroad.server.store import TableRow as Row
from saltroad.server.tables import seats as gathering
from saltroad.server.tables.autoplay import needs_autoplay, run_autoplay, suggestion
from saltroad.server.tables.clocks import has_time
from saltroad.server.tables.dormant import DormantTables
from saltroad.server.tables.monotonic import MonotonicClock
from saltroad.server.tables.seats import Seats, seat_of
from saltroad.server.tables.table import Table
from saltroad.server.tables.updates import seat_shown

log = structlog.get_logger()

IDLE = 600.0
"""Seconds after which a table that nobody looks at is put away."""
IDLE_ENDED = 60.0
"""The same once its game is over: enough for those who come back to see how it ended."""
MOST_FINISHED = 50
"""Finished games at hand for those who look back at them."""
AGAIN = 10_000
"""Milliseconds after which a table is tried once more that could not be taken up."""
SWEEP = 5.0
"""Seconds between two looks at whether a table was closed from outside, and whether one can be put away."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Of a table's id: none that is mistaken for another when it is read aloud."""


class RateLimits:
    """How fast one person may do things."""

    def __init__(self, settings: Settings) -> None:
        self.messages = RateLimiter(Rate(4 * settings.rate_requests, settings.rate_requests))
        self.moves = RateLimiter(Rate(4 * settings.rate_moves, settings.rate_moves))
        self.chat = RateLimiter(Rate(max(5, settings.rate_lines / 4), settings.rate_lines / 60))
        self.hints = RateLimiter(Rate(10, 0.5))
        self.tables = RateLimiter(Rate(max(5, settings.rate_tables / 4), settings.rate_tables / 3600))


class TableRegistry:
    """The open tables of one process."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        secret: bytes,
        *,
        metrics: Metrics | None = None,
        bot_pause: float = 0.6,
        now: Callable[[], int] = moment,
        settings: Settings | None = None,
        leases: Leases | None = None,
    ) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.metrics = metrics or Metrics()
        self.warmup = Warmup(bot_pool)
        self.refused_addresses = RefusedAddresses()
        settings = settings or Settings()
        self.rates = RateLimits(settings)
        self._away_seconds = settings.away_seconds
        self._most_open = settings.most_open_tables
        self._leases = leases or LocalLeases()
        self._secret = secret
        self._bot_pause = bot_pause
        self._now = now
        self._tick = MonotonicClock() if now is moment else now
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._finished: dict[str, Table] = {}
        self._times_given_up = 0
        self._autoplay_tasks: dict[str, asyncio.Task[None]] = {}
        self._idle_since: dict[str, float] = {}
        self._dormant = DormantTables(store)
        self._has_taken_up = False
        self._sweeper: asyncio.Task[None] | None = None
        self._opener: asyncio.Task[None] | None = None
        self._again = asyncio.Lock()

    async def warm(self, *, searches: bool = True) -> None:
        """Have the rules of all games loaded before anybody comes; `open` follows."""
        self.warmup.begin(searches=searches)
        await self.warmup.wait_all()

    async def open(self, *, searches: bool = True) -> None:
        """Begin to look after tables, in the background: those of before are opened when their time has come."""
        self.warmup.begin(searches=searches)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop bots and clocks; what is being stored is brought to its end by the store."""
        tasks = [*self._autoplay_tasks.values(), *self._loading.values(), *filter(None, [self._sweeper, self._opener])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.warmup.close()

    # -- finding -------------------------------------------------------------------------------------------------------

    def table_here(self, id: str) -> Table | None:
        """A table, if this process has it open."""
        return self._tables.get(id)

    def ids(self) -> list[str]:
        """Of all tables that this process has open."""
        return list(self._tables)

    async def table(self, id: str) -> Table:
        """An open table; it is loaded if need be. Refusal if there is none; Elsewhere if another process has it."""
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
            if id in self._leaving:
                await asyncio.wait({self._leaving[id]})
            times = self._times_given_up
            await self._leases.take(id)
            try:
                table = await Table.load(self.store, id, self._now, self._secret, self._tick, self._away_seconds)
                if times != self._times_given_up:
                    raise Refusal("moving")
            except BaseException:
                self._leave(id)
                raise
            self._tables[id] = table
            # A table must not hold itself: it is freed when it is put away, not when Python looks for circles.
            this = weakref.ref(table)
            table.is_ours = lambda: self._leases.are_sure() and self._tables.get(id) is this()
            table.subscriptions.on_change = self._changed
            self._changed(table)
            return table
        except StoreError as error:
            log.error("the store failed", table=id, why=str(error))
            raise Refusal("no_database") from None
        finally:
            del self._loading[id]

    async def _row_of(self, id: str) -> Row:
        """What the store has of a table, once its game can be played."""
        row = await self.store.table(id)
        if row is None:
            raise Refusal("no_table", table=id)
        if row.started is not None and row.game not in self.warmup.ready:
            # Only the process that has a table needs its rules.
            for owner in (await self._leases.elsewhere([id])).values():
                raise OwnedElsewhere(owner)
            await self.warmup.wait(row.game)
        return row

    def _leave(self, id: str) -> None:
        """Another process may have the table from now on."""
        task = self._leaving[id] = asyncio.create_task(self._leases.release(id))
        task.add_done_callback(lambda done: self._leaving.pop(id, None))

    async def finished(self, id: str) -> Table:
        """A table whose game is over, to look back at: any process may have a copy of it."""
        table = self._tables.get(id) or self._finished.get(id)
        if table is None:
            try:
                if (await self._row_of(id)).state != "over":
                    raise Refusal("not_over")
                table = await Table.load(self.store, id, self._now, self._secret, self._tick, self._away_seconds)
            except StoreError as error:
                log.error("the store failed", table=id, why=str(error))
                raise Refusal("no_database") from None
            while len(self._finished) >= MOST_FINISHED:
                del self._finished[next(iter(self._finished))]
            self._finished[id] = table
        if table.state != "over" or table.live_game is None:
            raise Refusal("not_over")
        return table

    # -- making --------------------------------------------------------------------------------------------------------

    async def make(self, host: Person, wanted: NewTable) -> Table:
        """A new table; with `start` its game begins at once."""
        self.rates.tables.spend(host.id)
        try:
            info = games.info(wanted.game)
            options = info.agree(len(wanted.seats), dict(wanted.options))
        except UnknownGame:
            raise Refusal("no_game", game=wanted.game, games=", ".join(games.GAMES)) from None
        except BadOptions as error:
            raise Refusal("bad_options", why=error) from None
        if not has_time(wanted.pace):
            raise Refusal("bad_pace")
        seats = gathering.laid(wanted.seats, host)
        if wanted.start:
            gathering.check_ready(seats)
        await self.warmup.wait(info.name)
        row = self._row(info.name, str(options), info.rules_version, host, wanted.public, wanted.pace, wanted.drawn)
        table = await self._add(row, seats)
        if wanted.start:
            await table.start()
        return table

    def _row(
        self, game: str, options: str, rules_version: int, host: Person, public: bool, pace: Pace, drawn: bool
    ) -> Row:
        id, seed = "".join(secrets.choice(_LETTERS) for _ in range(10)), new_seed()
        return Row(
            id=id,
            game=game,
            options=options,
            rules_version=rules_version,
            made=self._now(),
            made_by=host.id,
            public=public,
            pace=msgspec.to_builtins(pace),
            seed=seed,
            commitment=commitment_of(seed, id),
            drawn=drawn,
            dice=SCHEME,
        )

    async def _add(self, row: Row, seats: Seats) -> Table:
        try:
            await self.store.add_table(row, seats, most_open=self._most_open)
        except AlreadyExists:
            raise Refusal("not_stored") from None
        except TooManyOpen as error:
            raise Refusal("too_many_open", most=error.most) from None
        return await self.table(row.id)

    async def again(self, table: Table, person: Person, *, start: bool = True) -> str:
        """Another game with the same people; whoever asks is its host. With `start` it begins at once if the others are
        bots."""
        async with self._again:  # several may ask at the same time
            return table.again or await self._make_again(table, person, start)

    async def _make_again(self, table: Table, person: Person, start: bool) -> str:
        if table.state != "over":
            raise Refusal("not_over")
        if table.seat_of(person.id) is None:
            raise Refusal("not_seated")
        self.rates.tables.spend(person.id)
        seats = gathering.named_apart([await self._seat_again(seat) for seat in table.seats])
        old = table.row
        info = games.info(old.game)
        pace = msgspec.convert(dict(old.pace), Pace)
        row = self._row(old.game, old.options, info.rules_version, person, False, pace, old.drawn)
        new = await self._add(replace(row, again_of=old.id), seats)
        table.again = new.id
        table.tell()
        if start and all(seat.kind == "bot" or seat.person == person.id for seat in seats):
            await new.start()
        return new.id

    async def _seat_again(self, seat: Seat) -> Seat:
        """A seat of a table as it is at the next one; whoever has left for good leaves it open."""
        if seat.kind == "bot":
            return replace(seat, drawn_from=None)
        person = None if seat.person is None else await self.store.person(seat.person)
        if person is None or person.gone:
            return Seat(seat.number)
        return Seat(seat.number, "person", person.id, None, person.name)

    # -- bots and clocks -----------------------------------------------------------------------------------------------

    def _changed(self, table: Table) -> None:
        """After every change of a table: somebody minds it, if need be."""
        is_here = self._tables.get(table.id) is table
        if is_here and table.id not in self._autoplay_tasks and needs_autoplay(table):
            task = asyncio.create_task(run_autoplay(table, self.bot_pool, self._bot_pause))
            self._autoplay_tasks[table.id] = task
            task.add_done_callback(lambda done: self._autoplay_ended(table, done))

    def _autoplay_ended(self, table: Table, task: asyncio.Task[None]) -> None:
        if self._autoplay_tasks.get(table.id) is task:
            del self._autoplay_tasks[table.id]
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("minding a table failed", table=table.id, exc_info=error)
            asyncio.get_running_loop().call_later(5, self._changed, table)
        else:
            self._changed(table)  # something may have come up meanwhile

    async def suggest(self, table: Table, seat: int) -> BotMove:
        """What a good player would play for a seat."""
        person, bot, seconds = table.seats[seat].person, gathering.ADVISER, gathering.ADVISER_SECONDS
        return await suggestion(table, self.bot_pool, seat, bot, person, lambda: True, seconds)

    # -- keeping house -------------------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Again and again look for what must go on by itself, what was closed and what can be put away."""
        while True:
            if self._has_taken_up:
                self._open_due()
            else:
                await self.take_up()
            await asyncio.sleep(SWEEP)
            try:
                await self._look_for_closed()
                await self._note_active()
            except (StoreError, Refusal) as error:
                log.warning("the store does not answer", why=str(error))
            self._put_away()
            self.metrics.tables(len(self._tables), "open here")
            self.metrics.queue(self.bot_pool.waiting, self.bot_pool.busy)

    async def take_up(self) -> None:
        """Find out which tables have to go on though nobody asks for them, and when: at a start, and whenever another
        process has gone."""
        try:
            await self._dormant.read(self._now())
            self._has_taken_up = True
        except StoreError as error:
            log.warning("the store does not answer", why=str(error))
            return
        self._open_due()

    def _open_due(self) -> None:
        if self._opener is None or self._opener.done():
            self._opener = asyncio.create_task(self._open_those_due())

    async def _open_those_due(self) -> None:
        """One after the other, with a pause as long as each took: whoever is here goes first."""
        loop = asyncio.get_running_loop()
        while (id := self._dormant.next_due(self._now())) is not None:
            if id in self._tables:
                continue
            began = loop.time()
            try:
                await self.table(id)
            except OwnedElsewhere:
                continue
            except Refusal as refusal:
                log.warning("a table cannot be taken up", table=id, why=str(refusal))
                self._dormant.open_at(id, self._now() + AGAIN)
            except Exception:
                # One table that cannot be loaded must not keep the others from going on.
                log.exception("a table cannot be taken up", table=id)
            await asyncio.sleep(loop.time() - began)

    def give_up(self, tables: Collection[str] | None = None) -> None:
        """Forget tables that another process may have by now, None for all. What is being stored, the store judges."""
        self._times_given_up += 1
        for id in list(self._tables) if tables is None else tables:
            self._forget_table(id)

    def _forget_table(self, id: str) -> None:
        self._tables.pop(id, None)
        self._idle_since.pop(id, None)
        minder = self._autoplay_tasks.pop(id, None)
        if minder is not None:
            minder.cancel()

    async def _look_for_closed(self) -> None:
        live = [table for table in self._tables.values() if table.state not in ("over", "closed")]
        states = await self.store.states([table.id for table in live])
        for table in live:
            if states.get(table.id) == "closed" and table.state != "closed":
                await table.read_again()

    async def _note_active(self) -> None:
        """Note at which of the tables that wait for players somebody is, so that those stand first in the list."""
        now = self._now()
        waiting = [table for table in self._tables.values() if table.state == "open" and table.row.public]
        attended = [
            table
            for table in waiting
            if now - (table.row.last_active or table.row.made) > QUIET_AFTER // 5 and table.presence.here()
        ]
        if attended:
            await self.store.note_active([table.id for table in attended], now)
        for table in attended:
            table.row = replace(table.row, last_active=now)

    def _put_away(self) -> None:
        now = asyncio.get_running_loop().time()
        for id, table in list(self._tables.items()):
            idle = IDLE_ENDED if table.state in ("over", "closed") else IDLE
            if table.subscriptions or table.presence.here() or (id in self._autoplay_tasks and not _can_wait(table)):
                self._idle_since.pop(id, None)
            elif now - self._idle_since.setdefault(id, now) > idle:
                self._forget_table(id)
                until = None if table.clock is None or table.state != "playing" else table.clock.until()
                if until is not None:
                    self._dormant.open_at(id, until)
                self._leave(id)

    async def forget(self, person: str) -> None:
        """Somebody has left for good: no open table shows their name any more."""
        self._finished.clear()
        for table in list(self._tables.values()):
            if table.seat_of(person) is not None or table.chat.has(person):
                await table.read_again()

    # -- lists ---------------------------------------------------------------------------------------------------------

    async def turns(self, found: Sequence[ListedTable]) -> dict[str, int]:
        """Who is to act at those of these tables that are being played and not open here. None of them is opened for
        that, except, in a moment, where a bot has to act and somebody waits for it."""
        away = [listed for listed in found if listed.table.state == "playing" and listed.table.id not in self._tables]
        for game in {listed.table.game for listed in away}:
            await self.warmup.wait(game)
        turns = await self._dormant.turns(away)
        for listed in away:
            actor = turns.get(listed.table.id, NOBODY)
            if actor >= 0 and listed.seats[actor].bot and not all(seat.bot for seat in listed.seats):
                self._dormant.open_at(listed.table.id, self._now())
        return turns

    def shown(self, listed: ListedTable, person: str | None, actor: int | None = None) -> TableShown:
        """A table in a list; `actor` is who is to act there, if it is not open here."""
        row, live = listed.table, self._tables.get(listed.table.id)
        seats = live.seats if live is not None else listed.seats
        # Of a game that is over every process may have a copy, and only one knows who still talks there.
        is_over = live is not None and live.state == "over"
        here = frozenset[str]() if live is None or is_over else live.presence.here()
        mine = seat_of(seats, person)
        return TableShown(
            id=row.id,
            game=row.game,
            options=row.options,
            state=live.state if live is not None else row.phase,
            public=row.public,
            pace=row.pace,
            seats=tuple(seat_shown(seat, here) for seat in seats),
            made=row.made,
            started=row.started,
            ended=row.ended,
            result=row.result,
            seat=mine,
            waits=mine is not None and (actor == mine if live is None else live.waits_for(mine)),
            imported=row.is_imported,
            commitment=row.commitment if live is None else live.row.commitment,
        )


def _can_wait(table: Table) -> bool:
    """Whether all that goes on at a table is that somebody has days for a turn: that goes on in the store too."""
    return table.clock is not None and table.clock.pace.kind == "days" and not table.is_actor_bot()
