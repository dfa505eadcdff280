"""Subscriptions: the connections that follow a table. Each is sent what it does not know yet, as soon as it can take
it.

A slow connection gets fewer, larger updates, and never holds up a move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from saltroad.protocol.messages import Chat, Pulse, encode
from saltroad.server.tables.chat import ChatLog
from saltroad.server.tables.state import TableState
from saltroad.server.tables.updates import ClientState, UpdateBuilder

PULSE = 20.0
"""Seconds between two pulses of a connection. A page does not see the protocol's pings: by a pulse it knows that the
connection is alive and that nothing is missing."""


class Subscription:
    """One connection that follows a table: knows what the client has been sent. Made by `Table.subscribe`."""

    def __init__(
        self,
        subscriptions: Subscriptions,
        person: str | None,
        known: ClientState,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool],
        on_close: Callable[[Subscription], None],
    ) -> None:
        self._subscriptions = subscriptions
        self._state = subscriptions.state
        self._chat = subscriptions.chat
        self._updates = subscriptions.updates
        self.person = person
        self._send = send
        self._can_take = can_take
        self._on_close = on_close
        self._known = known
        self._seats: object = None
        self._viewer: int | None = None
        """The person's seat, as long as the seats are these."""
        self._lines_seen = 0
        self._kept_from: int | None = None
        """The line after which some are held back, until they may be read."""
        self._last_line = 0
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(PULSE, self._pulse)

    def push(self) -> None:
        """Send what is new, unless the connection is still busy with what it was sent: then it calls again."""
        state = self._state
        if not self._can_take():
            return
        if self._known.number != state.version:
            if state.is_sendable:
                self._push_update()
            else:
                self._subscriptions.push_once_made()
        if self._lines_seen < self._chat.last or self._kept_from is not None:
            self._push_lines()

    def close(self) -> None:
        """End it: the connection is gone."""
        self._timer.cancel()
        self._on_close(self)

    def _pulse(self) -> None:
        if self._can_take():
            self._send(encode(Pulse(self._known.number, self._last_line)))
        self._timer = self._loop.call_later(PULSE, self._pulse)

    def _push_update(self) -> None:
        state = self._state
        if self._seats is not state.seats:
            viewer = state.seat_of(self.person)
            if viewer != self._viewer:
                self._known = replace(self._known, view=None)
            self._seats, self._viewer = state.seats, viewer
        update, self._known = self._updates.update(self._viewer, is_host=state.is_host(self.person), known=self._known)
        self._send(update)

    def _push_lines(self) -> None:
        state, chat = self._state, self._chat
        hides_apart = state.seat_of(self.person) is not None and state.hides_hands()
        if self._kept_from is not None and not hides_apart:
            self._lines_seen, self._kept_from = self._kept_from, None
        lines = chat.lines(self._lines_seen, state.seats, hides_apart=hides_apart)
        if hides_apart and self._kept_from is None and chat.has_apart(self._lines_seen):
            self._kept_from = self._lines_seen
        self._lines_seen = chat.last
        if lines:
            self._last_line = lines[-1].number
            self._send(encode(Chat(lines)))


class Subscriptions:
    """All subscriptions to one table, and the tasks that wait for it to change."""

    def __init__(self, state: TableState, chat: ChatLog, updates: UpdateBuilder) -> None:
        self.state = state
        self.chat = chat
        self.updates = updates
        self._open: set[Subscription] = set()
        self._change: asyncio.Event | None = None
        """Only while a task waits for it."""
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, subscription: Subscription) -> None:
        """Add a subscription."""
        self._open.add(subscription)

    def remove(self, subscription: Subscription) -> bool:
        """Remove a subscription; False if it was removed already."""
        if subscription not in self._open:
            return False
        self._open.remove(subscription)
        return True

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self._open)

    async def next_change(self) -> None:
        """Wait for the next change of the table."""
        if self._change is None:
            self._change = asyncio.Event()
        await self._change.wait()

    def notify_waiting(self) -> None:
        """Resume the tasks that wait for a change."""
        if self._change is not None:
            self._change.set()
            self._change = None

    def push(self) -> None:
        """Send every client what it does not know."""
        for subscription in tuple(self._open):
            subscription.push()

    def push_once_made(self) -> None:
        """Make the events of the log, then send to the clients that waited for them."""

        async def make() -> None:
            if self.state.events is not None:
                await self.state.events.make()
            self.push()

        self.run_in_background(make())

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine that no client waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
