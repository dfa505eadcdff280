"""Making tables: new ones, and rematches of those whose game is over."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace

import msgspec

from saltroad import games
from saltroad.kernel.errors import BadOptions, UnknownGame
from saltroad.protocol.pages import NewTable, Pace
from saltroad.records.dice import SCHEME, commitment_of, new_seed
from saltroad.server.bot_pool.warmup import Warmup
from saltroad.server.rate_limits import RateLimiter
from saltroad.server.refusals import Refusal
from saltroad.server.store import AlreadyExists, Person, Seat, Store, TableRow, TooManyOpen, moment
from saltroad.server.tables import seats as seating
from saltroad.server.tables.clocks import has_time
from saltroad.server.tables.registry import TableRegistry
from saltroad.server.tables.seats import Seats
from saltroad.server.tables.table import Table

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters and digits of a table's id: none that is mistaken for another when it is read aloud."""


class TableCreator:
    """Makes tables; they are open in the registry afterwards."""

    def __init__(
        self,
        store: Store,
        registry: TableRegistry,
        warmup: Warmup,
        limit: RateLimiter,
        *,
        most_open: int,
        now: Callable[[], int] = moment,
    ) -> None:
        self._store = store
        self._registry = registry
        self._warmup = warmup
        self._limit = limit
        """By person: how many tables they may make."""
        self._most_open = most_open
        """By person: how many of their public tables may wait for players. Counted in `store.writes`."""
        self._now = now
        self._rematch_lock = asyncio.Lock()

    async def create(self, host: Person, wanted: NewTable) -> Table:
        """A new table; with `start` its game begins at once."""
        self._limit.spend(host.id)
        try:
            info = games.info(wanted.game)
            options = info.agree(len(wanted.seats), dict(wanted.options))
        except UnknownGame:
            raise Refusal("no_game", game=wanted.game, games=", ".join(games.GAMES)) from None
        except BadOptions as error:
            raise Refusal("bad_options", why=error) from None
        if not has_time(wanted.pace):
            raise Refusal("bad_pace")
        seats = seating.seats_wanted(wanted.seats, host)
        if wanted.start:
            seating.check_ready(seats)
        await self._warmup.wait(info.name)
        row = self._row(info.name, str(options), info.rules_version, host, wanted.public, wanted.pace, wanted.drawn)
        table = await self._store_and_open(row, seats)
        if wanted.start:
            await table.start()
        return table

    async def rematch(self, table: Table, person: Person, *, start: bool = True) -> str:
        """The id of the rematch table with the same people, made if there is none; the person who asks first is its
        host. With `start` its game begins at once if the others are bots."""
        async with self._rematch_lock:  # several players may ask at the same time
            return table.state.rematch or await self._make_rematch(table, person, start)

    async def _make_rematch(self, table: Table, person: Person, start: bool) -> str:
        if table.state.phase != "over":
            raise Refusal("not_over")
        if table.state.seat_of(person.id) is None:
            raise Refusal("not_seated")
        self._limit.spend(person.id)
        seats = seating.with_distinct_names([await self._seat_for_rematch(seat) for seat in table.state.seats])
        old = table.state.row
        info = games.info(old.game)
        pace = msgspec.convert(dict(old.pace), Pace)
        row = self._row(old.game, old.options, info.rules_version, person, False, pace, old.drawn)
        new = await self._store_and_open(replace(row, again_of=old.id), seats)
        table.state.rematch = new.id
        table.publish()
        if start and all(seat.kind == "bot" or seat.person == person.id for seat in seats):
            await new.start()
        return new.id

    async def _seat_for_rematch(self, seat: Seat) -> Seat:
        """The same seat at the next table; it is open if its owner has left for good."""
        if seat.kind == "bot":
            return replace(seat, drawn_from=None)
        person = None if seat.person is None else await self._store.person(seat.person)
        if person is None or person.gone:
            return Seat(seat.number)
        return Seat(seat.number, "person", person.id, None, person.name)

    def _row(
        self, game: str, options: str, rules_version: int, host: Person, public: bool, pace: Pace, drawn: bool
    ) -> TableRow:
        id, seed = "".join(secrets.choice(_LETTERS) for _ in range(10)), new_seed()
        return TableRow(
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

    async def _store_and_open(self, row: TableRow, seats: Seats) -> Table:
        try:
            await self._store.add_table(row, seats, most_open=self._most_open)
        except AlreadyExists:
            raise Refusal("not_stored") from None
        except TooManyOpen as error:
            raise Refusal("too_many_open", most=error.most) from None
        return await self._registry.table(row.id)
