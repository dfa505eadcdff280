"""Those who look at a table: each connection is told what it does not know yet, as soon as it can take it.

A slow connection gets fewer, larger updates, and never holds up a move.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from saltroad.protocol.messages import Chat, Pulse, encode
from saltroad.server.tables.updates import ClientState

if TYPE_CHECKING:
    from saltroad.server.tables.table import Table

PULSE = 20.0
"""Seconds between two pulses of a connection. A browser sees no ping of the protocol: by this it knows that the line is
alive and that nothing is missing."""


class Subscription:
    """One connection's look at a table: knows what it has been told. Made by `Table.watch`."""

    def __init__(
        self,
        table: Table,
        person: str | None,
        language: str,
        revision: int,
        seen: int,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool],
    ) -> None:
        self._table = table
        self.person = person
        self.language = language
        self._send = send
        self._can_take = can_take
        self._told = ClientState(revision=revision, seen=seen)
        self._seats: object = None
        self._viewer: int | None = None
        """The person's seat, if the seats are these."""
        self._lines_seen = 0
        self._kept_from: int | None = None
        """The line after which some are held back, until they may be read."""
        self._last_line = 0
        self._loop = asyncio.get_running_loop()
        self._beat = self._loop.call_later(PULSE, self._pulse)

    def push(self) -> None:
        """Tell what is new, unless the connection is still busy with what it was told: then it calls again."""
        table = self._table
        if not self._can_take():
            return
        if self._told.number != table.subscriptions.version:
            if table.narration.knows(self.language):
                self._push_update()
            else:
                table.subscriptions.narrate_later(self.language)
        if self._lines_seen < table.chat.last or self._kept_from is not None:
            self._push_lines()

    def close(self) -> None:
        """The connection is gone."""
        self._beat.cancel()
        self._table.subscriptions.remove(self)

    def _pulse(self) -> None:
        if self._can_take():
            self._send(encode(Pulse(self._told.number, self._last_line)))
        self._beat = self._loop.call_later(PULSE, self._pulse)

    def _push_update(self) -> None:
        table = self._table
        if self._seats is not table.seats:
            viewer = table.seat_of(self.person)
            if viewer != self._viewer:
                self._told = replace(self._told, view=None)
            self._seats, self._viewer = table.seats, viewer
        update, self._told = table.updates.update(
            self._viewer, is_host=table.is_host(self.person), language=self.language, told=self._told
        )
        self._send(update)

    def _push_lines(self) -> None:
        table = self._table
        hides_apart = table.seat_of(self.person) is not None and table.hides_hands()
        if self._kept_from is not None and not hides_apart:
            self._lines_seen, self._kept_from = self._kept_from, None
        lines = table.chat.lines(self._lines_seen, table.seats, hides_apart=hides_apart)
        if hides_apart and self._kept_from is None and table.chat.has_apart(self._lines_seen):
            self._kept_from = self._lines_seen
        self._lines_seen = table.chat.last
        if lines:
            self._last_line = lines[-1].number
            self._send(encode(Chat(lines)))


class Subscriptions:
    """All connections to one table, and whoever waits for it to change."""

    def __init__(self, table: Table) -> None:
        self._of = weakref.ref(table)
        self._watches: set[Subscription] = set()
        self._here: frozenset[str] | None = None
        self._unseated: tuple[object, int] = (None, 0)
        """Who is connected, and how many of them have none of just these seats: asked for with every update."""
        self._change: asyncio.Event | None = None
        """Only while somebody waits for it."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.version = 0
        """Rises with every change that anybody can see."""
        self.on_change: Callable[[Table], None] = lambda table: None
        """Called after every change, before anybody else is told."""

    @property
    def _table(self) -> Table:
        table = self._of()  # the table has this: no circle, so that both go together
        assert table is not None
        return table

    def add(self, watch: Subscription) -> Subscription:
        """Somebody has come: everybody sees that."""
        self._watches.add(watch)
        self._forget()
        self._table.tell()
        return watch

    def remove(self, watch: Subscription) -> None:
        """Somebody has gone."""
        self._watches.discard(watch)
        self._forget()
        if watch.person is not None and watch.person not in self.here():
            self._table.presence.disconnected(watch.person)
        self._table.tell()

    def _forget(self) -> None:
        self._here, self._unseated = None, (None, 0)

    def __bool__(self) -> bool:
        """Whether anybody looks."""
        return bool(self._watches)

    def here(self) -> frozenset[str]:
        """Who is connected."""
        if self._here is None:
            self._here = frozenset(watch.person for watch in self._watches if watch.person is not None)
        return self._here

    def languages(self) -> set[str]:
        """What they read."""
        return {watch.language for watch in self._watches if watch.language}

    def unseated(self) -> int:
        """How many look on without a seat."""
        table = self._table
        if self._unseated[0] is not table.seats:
            self._unseated = table.seats, sum(table.seat_of(watch.person) is None for watch in self._watches)
        return self._unseated[1]

    async def changed(self) -> None:
        """Wait for the next change."""
        if self._change is None:
            self._change = asyncio.Event()
        await self._change.wait()

    def tell(self) -> None:
        """Something has changed."""
        self.version += 1
        if self._change is not None:
            self._change.set()
            self._change = None
        self.on_change(self._table)
        self.push()

    def push(self) -> None:
        """Tell everybody what they do not know."""
        for watch in tuple(self._watches):
            watch.push()

    def narrate_later(self, language: str) -> None:
        """Learn a language, then tell those who waited for it."""

        async def narrate() -> None:
            await self._table.narrate(language)
            self.push()

        self.later(narrate())

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that whoever looks does not wait for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
