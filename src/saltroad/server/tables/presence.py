"""Who of those who sit at a table is here, and from when on a bot may be asked to play for somebody who is away.

Here is whoever has a connection that looks at the table. A player who uses HTTP alone has none: they count as here for
a while after each request. Kept in memory: after a restart everybody is away since the table was loaded. All times are
those of the event loop, which a change of the system's clock does not touch.
"""

from __future__ import annotations

import asyncio
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from saltroad.server.tables.table import Table

AWAY = 60.0
"""Seconds that somebody has to come back before a bot may be asked to play for them, if the settings say nothing."""


class Presence:
    """Who is here at one table."""

    def __init__(self, table: Table, grace: float) -> None:
        self._of = weakref.ref(table)
        self._loop = asyncio.get_running_loop()
        self.grace = grace
        self._loaded = self._loop.time()
        self._here_until: dict[str, float] = {}
        """By person: when their last connection closed, or until when their last request counts."""
        self._by_http: dict[str, asyncio.TimerHandle] = {}
        """Who is here by HTTP, and what will look whether they still are."""
        self._turn: tuple[object, ...] = ()
        self._turn_began = self._loaded

    @property
    def _table(self) -> Table:
        table = self._of()  # the table has this: no circle, so that both go together
        assert table is not None
        return table

    def here(self) -> frozenset[str]:
        """Everybody who is here, with a seat or without."""
        connected = self._table.subscriptions.here()
        return connected.union(self._by_http) if self._by_http else connected

    def seen(self, person: str) -> None:
        """A request of somebody came by HTTP, or a message."""
        table = self._table
        if table.seat_of(person) is None or person in table.subscriptions.here():
            return
        self._here_until[person] = self._loop.time() + self.grace
        if person not in self._by_http:
            self._by_http[person] = self._loop.call_later(self.grace, self._look_again, person)
            table.tell()

    def _look_again(self, person: str) -> None:
        if self._of() is None:  # put away meanwhile
            return
        left = self._here_until[person] - self._loop.time()
        if left > 0:
            self._by_http[person] = self._loop.call_later(left, self._look_again, person)
            return
        del self._by_http[person]
        self._table.tell()

    def disconnected(self, person: str) -> None:
        """Somebody's last connection has closed."""
        if self._table.seat_of(person) is not None:
            self._here_until[person] = max(self._loop.time(), self._here_until.get(person, 0.0))

    def note_turn(self) -> None:
        """The table has changed: if another seat is to act now, its turn began."""
        table = self._table
        turn = (None if table.live_game is None else table.live_game.actor, table.revision, table.state)
        if turn != self._turn:
            self._turn, self._turn_began = turn, self._loop.time()

    def has_just_left(self, person: str | None) -> bool:
        """Whether somebody is away, but not for long."""
        return person is not None and self._loop.time() < self._away_since(person) + self.grace

    def _away_since(self, person: str) -> float:
        return max(self._loaded, self._here_until.get(person, 0.0))

    def seconds_to_go(self) -> float | None:
        """Seconds until a bot may be asked to play for the seat that is to act, 0 from then on; None if none may be:
        see `standing`."""
        at = self.may_stand_in_at()
        return None if at is None else max(0.0, at[1] - self._loop.time())

    def may_stand_in_at(self) -> tuple[int, float] | None:
        """The seat for which the table waits though its owner is away, and from when on a bot may be asked to play."""
        table = self._table
        if table.state != "playing" or table.live_game is None or table.live_game.actor < 0:
            return None
        seat = table.seats[table.live_game.actor]
        is_stopped = table.clock is not None and (table.clock.paused or table.clock.pace.kind == "days")
        if is_stopped or seat.kind != "person" or seat.bot or seat.person is None or seat.person in self.here():
            return None
        return seat.number, max(self._away_since(seat.person), self._turn_began) + self.grace

    def moment_of_bot(self, seat: int) -> int | None:
        """The same for one seat, as a moment of the wall clock in milliseconds: what a client counts down to."""
        at = self.may_stand_in_at()
        if at is None or at[0] != seat:
            return None
        return self._table.now() + round((at[1] - self._loop.time()) * 1000)
