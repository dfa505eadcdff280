"""The one writer of a table: every change is checked, stored, applied, and then published to the subscribers.

A lock lets one change at a time through; nothing is shown before it is stored. What clients may do is added by the
subclasses: `TableSetup` before the game, `Agreements` and `Table` while it is played.
"""

from __future__ import annotations

import asyncio
import math
import time
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import structlog

from saltroad import games
from saltroad.kernel.actors import NOBODY
from saltroad.records import Result
from saltroad.server.refusals import Refusal
from saltroad.server.store import Ending, PlyTaken, Store, StoreError, TableEnded, TableRow
from saltroad.server.tables import consent
from saltroad.server.tables.chat import ChatLog
from saltroad.server.tables.clocks import Clock, pace_of
from saltroad.server.tables.event_log import EventLog
from saltroad.server.tables.game import LiveGame, Ply, Transition
from saltroad.server.tables.monotonic import ClockStorage
from saltroad.server.tables.presence import Presence
from saltroad.server.tables.records import dice_of
from saltroad.server.tables.seats import Seats
from saltroad.server.tables.state import TableState
from saltroad.server.tables.subscriptions import Subscriptions
from saltroad.server.tables.updates import UpdateBuilder

log = structlog.get_logger()


class TableWriter:
    """The state of a table, the lock on it, and what is built from it."""

    def __init__(
        self, store: Store, state: TableState, now: Callable[[], int], tick: Callable[[], int], away_seconds: float
    ) -> None:
        self._store = store
        self.state = state
        self.now = now
        """The system's time: of all that is stored and shown."""
        self.tick = tick
        """The time that `state.clock` goes by, and nothing else: see `monotonic`."""
        self._clock_storage = ClockStorage(now, tick)
        self.chat = ChatLog(store, state.id)
        # A table must not hold itself: it is freed when it is closed, not when Python looks for circles.
        publish = weakref.WeakMethod(self.publish)

        def publish_if_alive() -> None:
            if (method := publish()) is not None:
                method()

        self.presence = Presence(state, away_seconds, publish_if_alive)
        self.updates = UpdateBuilder(state, self.presence, now, tick)
        self.subscriptions = Subscriptions(state, self.chat, self.updates)
        self.last_request = -math.inf
        """When a client last asked something of the table, by a clock that only goes forward."""
        self.on_change: Callable[[], None] = lambda: None
        """Called after every change, before the subscribers are sent it."""
        self.is_ours: Callable[[], bool] = lambda: True
        """Whether this process may write at this moment: see `leases`."""
        self._lock = asyncio.Lock()
        self._is_stale = False
        """Whether the store may hold something else than `state`."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.state.row.id

    def publish(self) -> None:
        """Number a change and send it to every subscriber."""
        state = self.state
        if state.asked is not None:
            state.asked = consent.request_after_return(state.asked, state.seats, self.presence.here())
        self.presence.note_turn()
        self.updates.invalidate()
        state.version += 1
        self.subscriptions.notify_waiting()
        self.on_change()
        self.subscriptions.push()

    def note_request(self) -> None:
        """Note a request of a client: a game of bots that rests goes on."""
        self.last_request = time.monotonic()
        self.on_change()

    async def make_events(self) -> None:
        """Make the events of the log, if no client has needed them yet."""
        if self.state.events is not None:
            await self.state.events.make()

    # -- the lock ------------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[None]:
        """Hold the lock of the writer, and publish what has changed at the end.

        When the store fails it is not known what it kept: the table is read again before anything else is done.
        """
        async with self._lock:
            before = self._fingerprint()
            try:
                if not self.is_ours():
                    raise Refusal("moving")
                if self._is_stale:
                    await self._reload()
                yield
            except StoreError as error:
                self._is_stale = True
                with suppress(StoreError):
                    await self._reload()
                if isinstance(error, TableEnded) and not self._is_stale:
                    raise Refusal("closed" if self.state.phase == "closed" else "over") from None
                if isinstance(error, PlyTaken) and not self._is_stale:
                    raise Refusal("stale", ply=self.state.game.next_ply) from None
                log.error("the store failed", table=self.id, why=str(error))
                raise Refusal("not_stored") from None
            finally:
                if self._fingerprint() != before:
                    self.publish()

    def _fingerprint(self) -> tuple[object, ...]:
        """A value that differs after every change that clients can see."""
        state = self.state
        ply = -1 if state.live_game is None else state.live_game.next_ply
        return (ply, state.revision, state.asked, state.seats, state.row, state.clock)

    # -- reading -------------------------------------------------------------------------------------------------------

    async def reload(self) -> None:
        """Read the table again: another process has changed what is stored."""
        async with self._writing():
            self._is_stale = True
            await self._reload()

    async def _reload(self) -> None:
        state, row = self.state, await self._store.table(self.id)
        if row is None:
            raise Refusal("no_table", table=self.id)
        state.row, state.seats = row, await self._store.seats(self.id)
        await self.chat.read()
        if row.started is not None:
            await self._read_game()
        self._is_stale = False
        state.asked = None
        state.revision += 1

    async def _read_game(self) -> None:
        state = self.state
        state.live_game = await read_game(self._store, state.row, state.seats)
        state.events = EventLog(state.live_game)
        if self.subscriptions:
            await self.make_events()
        state.clock = self._clock_storage.read(state.row.clocks, pace_of(state.row.pace), len(state.seats))
        if state.phase == "playing":
            state.clock = self._clock_for(state.live_game.actor)

    # -- writing -------------------------------------------------------------------------------------------------------

    async def _begin_game(self) -> None:
        """Read the game, and let chance decide what comes before the first seat acts, unless that is stored already."""
        await self._read_game()
        state = self.state
        if state.phase == "playing" and not state.game.plies:
            transition = state.game.begin()
            if transition.plies or state.clock is not None:
                await self._store_transition(transition)

    async def _store_transition(self, transition: Transition) -> None:
        """Store a transition, then apply it."""
        state, live_game, at = self.state, self.state.game, self.now()
        outcome = live_game.game.outcome(transition.positions[-1]) if transition.actor == NOBODY else None
        ends = None if outcome is None else Ending(str(Result.of(outcome)), at)
        plies = [(ply.actor, ply.action, at) for ply in transition.plies]
        clock = self._clock_for(transition.actor)
        clocks = self._clock_storage.stored(clock) if clock is not None and clock.pace.kind != "none" else None
        await self._store.append(self.id, transition.first_ply, plies, ends=ends, clocks=clocks)
        before = live_game.position
        live_game.commit(transition, at)
        if state.events is not None:
            state.events.extend(before, transition, at)
        state.clock = clock
        state.asked = None  # a player who plays on does not wait for an answer
        if ends is not None:
            state.row = replace(state.row, state="over", ended=at, result=ends.result)

    async def _go_back(self, to_ply: int, *, redraw: bool) -> None:
        state, live_game, at = self.state, self.state.game, self.now()
        clocks = self._clock_storage.stored(state.clock) if state.clock is not None and state.clock.limits else None
        await self._store.take_back(self.id, to_ply, at, noted=redraw, clocks=clocks, next_ply=live_game.next_ply)
        live_game.go_back(to_ply, redraw=redraw)
        if state.events is not None:
            state.events.cut(to_ply)
        state.clock = self._clock_for(live_game.actor)
        state.asked = None
        state.revision += 1

    async def _store_clock(self, clock: Clock) -> None:
        await self._store.append(self.id, self.state.game.next_ply, (), clocks=self._clock_storage.stored(clock))
        self.state.clock = clock

    def _clock_for(self, actor: int) -> Clock | None:
        """The clocks once it is that seat's turn: a bot's time is charged to no seat."""
        state = self.state
        thinks = actor if actor >= 0 and not state.seats[actor].bot else None
        return None if state.clock is None else state.clock.runs_for(thinks, self.tick())

    # -- what a change takes -------------------------------------------------------------------------------------------

    def _expect_seat(self, seat: int | None) -> int:
        """The seat; refused for a spectator, who has none."""
        if seat is None:
            raise Refusal("not_seated")
        return seat

    def _expect_ply(self, ply: int) -> None:
        """Refuse unless the client knows which ply is next."""
        at = self.state.game.next_ply
        if ply != at:
            raise Refusal("stale" if ply < at else "ahead", ply=at)

    def _expect_revision(self, revision: int | None) -> None:
        """Refuse another revision: the same ply after the game went back is another one."""
        if revision not in (None, self.state.revision):
            raise Refusal("stale", ply=self.state.game.next_ply)

    def _expect_running(self) -> None:
        """Refuse when the game has ended or is paused."""
        phase = self.state.phase
        if phase in ("over", "closed"):
            raise Refusal(phase)
        if self.state.is_paused:
            raise Refusal("paused")


async def read_game(store: Store, row: TableRow, seats: Seats) -> LiveGame:
    """The game of a table from its stored log. The rules are loaded and the log is replayed in a thread."""
    log = await store.log(row.id)
    dice = dice_of(row, seats, log)
    plies = [Ply(*ply) for ply in log.plies]

    def replay() -> LiveGame:
        game = games.load(row.game)
        return LiveGame.of_log(game, game.info.read(row.options), dice, plies)

    return await asyncio.to_thread(replay)
