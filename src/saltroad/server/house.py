"""All tables that this process has open: finds them, makes them, lets bots and clocks run, and puts them away again."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Collection
from dataclasses import replace

import msgspec
import structlog

from saltroad import games
from saltroad.kernel.errors import BadOptions, UnknownGame
from saltroad.protocol.messages import SeatShown
from saltroad.protocol.pages import NewTable, Pace, TableShown
from saltroad.records.fairness import commitment_of, new_seed
from saltroad.server import gathering
from saltroad.server.clocks import has_time
from saltroad.server.gathering import Seats, seat_of
from saltroad.server.leases import Alone, Elsewhere, Leases
from saltroad.server.metrics import Metrics
from saltroad.server.minding import mind, needs_minding, suggestion
from saltroad.server.rates import Rate, Rates
from saltroad.server.refusals import Refusal
from saltroad.server.settings import Settings
from saltroad.server.store import AlreadyThere, Listed, Person, Seat, Store, StoreError, moment
from saltroad.server.store import Table as Row
from saltroad.server.tables import Table
from saltroad.server.thinkers import Thinkers, Thought
from saltroad.server.warming import Warming

log = structlog.get_logger()

IDLE = 600.0
"""Seconds after which a table that nobody looks at is put away."""
MOST_FINISHED = 50
"""Finished games at hand for those who look back at them."""
SWEEP = 5.0
"""Seconds between two looks at whether a table was closed from outside, and whether one can be put away."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Of a table's id: none that is mistaken for another when it is read aloud."""


class HouseRates:
    """How fast one person may do things."""

    def __init__(self, settings: Settings) -> None:
        self.messages = Rates(Rate(4 * settings.rate_requests, settings.rate_requests))
        self.moves = Rates(Rate(4 * settings.rate_moves, settings.rate_moves))
        self.chat = Rates(Rate(max(5, settings.rate_lines / 4), settings.rate_lines / 60))
        self.logins = Rates(Rate(settings.rate_logins, settings.rate_logins / 60))
        """By login: one address is not enough to guess from."""
        self.hints = Rates(Rate(10, 0.5))
        self.tables = Rates(Rate(max(5, settings.rate_tables / 4), settings.rate_tables / 3600))


class House:
    """The open tables of one process."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        secret: bytes,
        *,
        metrics: Metrics | None = None,
        bot_pause: float = 0.6,
        now: Callable[[], int] = moment,
        settings: Settings | None = None,
        leases: Leases | None = None,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics or Metrics()
        self.warming = Warming(thinkers)
        self.rates = HouseRates(settings or Settings())
        self._leases = leases or Alone()
        self._secret = secret
        self._bot_pause = bot_pause
        self._now = now
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._finished: dict[str, Table] = {}
        self._times_given_up = 0
        self._minders: dict[str, asyncio.Task[None]] = {}
        self._idle_since: dict[str, float] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._again = asyncio.Lock()

    async def open(self, *, searches: bool = True) -> None:
        """Take up what a restart left, in the background: bots go on, clocks run."""
        self.warming.begin(searches=searches)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop bots and clocks; what is being stored is brought to its end by the store."""
        tasks = [*self._minders.values(), *self._loading.values(), *filter(None, [self._sweeper])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.warming.close()

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
                table = await Table.load(self.store, id, self._now, self._secret)
                if times != self._times_given_up:
                    raise Refusal("moving")
            except BaseException:
                self._leave(id)
                raise
            self._tables[id] = table
            table.is_ours = lambda: self._leases.are_sure() and self._tables.get(id) is table
            table.onlookers.on_change = self._changed
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
        if row.started is not None:
            await self.warming.wait(row.game)
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
                table = await Table.load(self.store, id, self._now, self._secret)
            except StoreError as error:
                log.error("the store failed", table=id, why=str(error))
                raise Refusal("no_database") from None
            while len(self._finished) >= MOST_FINISHED:
                del self._finished[next(iter(self._finished))]
            self._finished[id] = table
        if table.state != "over" or table.course is None:
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
        seats = gathering.laid(wanted.seats, host, wanted.share)
        if wanted.start:
            gathering.ready(seats, drawn=False)
        await self.warming.wait(info.name)
        row = self._row(info.name, str(options), info.rules_version, host, wanted.public, wanted.pace, wanted.drawn)
        table = await self._add(row, seats)
        if wanted.start:
            await table.start()
        return table

    def _row(
        self, game: str, options: str, rules_version: int, host: Person, public: bool, pace: Pace, drawn: bool
    ) -> Row:
        seed = new_seed()
        return Row(
            id="".join(secrets.choice(_LETTERS) for _ in range(10)),
            game=game,
            options=options,
            rules_version=rules_version,
            made=self._now(),
            made_by=host.id,
            public=public,
            pace=msgspec.to_builtins(pace),
            seed=seed,
            commitment=commitment_of(seed),
            drawn=drawn,
        )

    async def _add(self, row: Row, seats: Seats) -> Table:
        try:
            await self.store.add_table(row, seats)
        except AlreadyThere:
            raise Refusal("not_stored") from None
        return await self.table(row.id)

    async def again(self, table: Table, person: Person, share: str) -> str:
        """Another game with the same people; whoever asks is its host. It begins at once if the others are bots."""
        async with self._again:  # several may ask at the same time
            return table.again or await self._make_again(table, person, share)

    async def _make_again(self, table: Table, person: Person, share: str) -> str:
        if table.state != "over":
            raise Refusal("not_over")
        if table.seat_of(person.id) is None:
            raise Refusal("not_seated")
        self.rates.tables.spend(person.id)
        seats = tuple([await self._seat_again(seat, share if seat.person == person.id else "") for seat in table.seats])
        old = table.row
        info = games.info(old.game)
        pace = msgspec.convert(dict(old.pace), Pace)
        row = self._row(old.game, old.options, info.rules_version, person, False, pace, old.drawn)
        new = await self._add(replace(row, again_of=old.id), seats)
        table.again = new.id
        table.tell()
        if all(seat.kind == "bot" or seat.person == person.id for seat in seats):
            await new.start()
        return new.id

    async def _seat_again(self, seat: Seat, share: str) -> Seat:
        """A seat of a table as it is at the next one; whoever has left for good leaves it open."""
        if seat.kind == "bot":
            return seat
        person = None if seat.person is None else await self.store.person(seat.person)
        if person is None or person.gone:
            return Seat(seat.number)
        return Seat(seat.number, "person", person.id, None, person.name, share)

    # -- bots and clocks -----------------------------------------------------------------------------------------------

    def _changed(self, table: Table) -> None:
        """After every change of a table: somebody minds it, if need be."""
        is_here = self._tables.get(table.id) is table
        if is_here and table.id not in self._minders and needs_minding(table):
            task = asyncio.create_task(mind(table, self.thinkers, self._bot_pause))
            self._minders[table.id] = task
            task.add_done_callback(lambda done: self._minded(table, done))

    def _minded(self, table: Table, task: asyncio.Task[None]) -> None:
        if self._minders.get(table.id) is task:
            del self._minders[table.id]
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("minding a table failed", table=table.id, exc_info=error)
            asyncio.get_running_loop().call_later(5, self._changed, table)
        else:
            self._changed(table)  # something may have come up meanwhile

    async def suggest(self, table: Table, seat: int) -> Thought:
        """What a good player would play for a seat."""
        return await suggestion(table, self.thinkers, seat, gathering.ADVISER, gathering.ADVISER_SECONDS)

    # -- keeping house -------------------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Load what must go on by itself; then, again and again, look for what was closed and what can be put away."""
        await self.take_up()
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._look_for_closed()
            except (StoreError, Refusal) as error:
                log.warning("the store does not answer", why=str(error))
            self._put_away()
            self.metrics.tables(len(self._tables), "open here")
            self.metrics.queue(self.thinkers.waiting, self.thinkers.busy)

    async def take_up(self) -> None:
        """Load what bots or clocks have to go on with and no other process has."""
        try:
            unfinished = await self.store.unfinished()
        except StoreError as error:
            log.warning("the store does not answer", why=str(error))
            return
        ids = [listed.table.id for listed in unfinished if _goes_on_by_itself(listed)]
        elsewhere = await self._leases.elsewhere(ids)
        random.shuffle(ids)  # processes that do the same now meet less often
        for id in ids:
            if id in elsewhere or id in self._tables:
                continue
            try:
                await self.table(id)
            except Elsewhere:
                pass
            except Refusal as refusal:
                log.warning("a table cannot be taken up", table=id, why=str(refusal))
            except Exception:
                # One table that cannot be loaded must not keep the others from going on.
                log.exception("a table cannot be taken up", table=id)

    def give_up(self, tables: Collection[str] | None = None) -> None:
        """Forget tables that another process may have by now, None for all. What is being stored, the store judges."""
        self._times_given_up += 1
        for id in list(self._tables) if tables is None else tables:
            self._tables.pop(id, None)
            self._idle_since.pop(id, None)
            minder = self._minders.pop(id, None)
            if minder is not None:
                minder.cancel()

    async def _look_for_closed(self) -> None:
        live = [table for table in self._tables.values() if table.state in ("open", "playing")]
        states = await self.store.states([table.id for table in live])
        for table in live:
            if states.get(table.id) == "closed" and table.state != "closed":
                await table.read_again()

    def _put_away(self) -> None:
        now = asyncio.get_running_loop().time()
        for id, table in list(self._tables.items()):
            if table.onlookers or id in self._minders:
                self._idle_since.pop(id, None)
            elif now - self._idle_since.setdefault(id, now) > IDLE:
                del self._tables[id], self._idle_since[id]
                self._leave(id)

    async def forget(self, person: str) -> None:
        """Somebody has left for good: no open table shows their name any more."""
        self._finished.clear()
        for table in list(self._tables.values()):
            if table.seat_of(person) is not None or table.talk.has(person):
                await table.read_again()

    # -- lists ---------------------------------------------------------------------------------------------------------

    def shown(self, listed: Listed, person: str | None) -> TableShown:
        """A table in a list."""
        row, live = listed.table, self._tables.get(listed.table.id)
        seats = live.seats if live is not None else listed.seats
        here = live.onlookers.here() if live is not None else frozenset()
        mine = seat_of(seats, person)
        return TableShown(
            id=row.id,
            game=row.game,
            options=row.options,
            state=live.state if live is not None else row.state,
            public=row.public,
            pace=row.pace,
            seats=tuple(SeatShown(s.kind, s.name, s.kind == "bot" or s.person in here, s.bot or "") for s in seats),
            made=row.made,
            started=row.started,
            ended=row.ended,
            result=row.result,
            seat=mine,
            waits=mine is not None and live is not None and live.waits_for(mine),
        )


def _goes_on_by_itself(listed: Listed) -> bool:
    """Whether something may happen at a table that nobody looks at."""
    limited = listed.table.pace.get("kind") in ("bank", "days")
    return listed.table.state == "playing" and (limited or any(seat.bot for seat in listed.seats))
