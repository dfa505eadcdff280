"""A table while it is being played: one writer, and those who watch.

Every change goes the same way: checked against the course, stored, made so, told. The lock makes the writer one; what
is not stored is never shown. Whoever watches is woken by a change and takes the newest update when it is ready for it:
a slow connection gets fewer, larger updates, and never holds up a move.
"""

from __future__ import annotations

import asyncio
import functools
import secrets
from collections.abc import Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, ParamSpec

from saltroad import games
from saltroad.kernel.actors import NOBODY
from saltroad.protocol.messages import Asked, Explained, Happened, SeatShown, Update, encode
from saltroad.records import Result
from saltroad.records.fairness import Dice
from saltroad.server.course import Course, Ply, Step
from saltroad.server.refusals import Refusal
from saltroad.server.store import Ending, PlyTaken, Seat, Store, StoreError, moment
from saltroad.server.store import Table as Row

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


P = ParamSpec("P")


def _outlives_its_caller(write: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, Coroutine[Any, Any, None]]:
    """What is on its way to the store is brought to its end though the connection that asked for it is gone."""

    @functools.wraps(write)
    async def whole(*arguments: P.args, **more: P.kwargs) -> None:
        await asyncio.shield(write(*arguments, **more))

    return whole


class Watch:
    """One connection's look at a table: knows what it has been told."""

    def __init__(self, table: Table, person: str | None, revision: int, seen: int) -> None:
        self._table = table
        self.person = person
        self._revision = revision
        self._seen = seen
        self._version = -1

    async def next(self) -> bytes:
        """The newest update, as soon as there is something that this connection has not been told."""
        table = self._table
        while self._version == table.version:
            await table.changed()
        if self._revision != table.revision:
            self._seen = 0
        update = table.update_for(table.seat_of(self.person), self._seen)
        self._version, self._revision, self._seen = table.version, table.revision, table.course.next_ply
        return update


class Table:
    """One table that is being played or was. Made by `load`."""

    def __init__(self, store: Store, row: Row, seats: Iterable[Seat], course: Course, clock: Callable[[], int]) -> None:
        self._store = store
        self._row = row
        self.seats = tuple(seats)
        self.course = course
        self._clock = clock
        self._lock = asyncio.Lock()
        self._change = asyncio.Event()
        self._asked: Asked | None = None
        self._watches: set[Watch] = set()
        self._told: dict[tuple[int | None, int], bytes] = {}
        self._is_unsure = False
        """Whether the store may hold something else than the course."""
        self.version = 0
        """Rises with every change that anybody can see."""
        self.revision = secrets.randbelow(1 << 30)
        """Rises when the game goes back. Begins anywhere, so that nobody mistakes it for that of an earlier process."""

    @classmethod
    async def load(cls, store: Store, id: str, clock: Callable[[], int] = moment) -> Table:
        """The table as the store has it; Refusal if there is none, or it has not begun."""
        row = await store.table(id)
        if row is None:
            raise Refusal("no_table", table=id)
        if row.started is None:
            raise Refusal("not_begun")
        seats = await store.seats(id)
        return cls(store, row, seats, await _course(store, row, seats), clock)

    @property
    def id(self) -> str:
        return self._row.id

    @property
    def is_over(self) -> bool:
        return self.course.actor == NOBODY

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person; None for whoever only watches."""
        if person is None:
            return None
        return next((seat.number for seat in self.seats if seat.person == person), None)

    # -- playing -------------------------------------------------------------------------------------------------------

    @_outlives_its_caller
    async def begin(self) -> None:
        """What chance decides before the first seat acts, unless that is stored already."""
        async with self._writing():
            if not self.course.plies:
                await self._store_step(self.course.begin())

    @_outlives_its_caller
    async def act(self, seat: int | None, ply: int, action: str) -> None:
        """Play an action for a seat. When this returns it is stored, and everybody can see it."""
        async with self._writing():
            step = self.course.act(self._seated(seat), ply, action)
            if step is not None:
                await self._store_step(step)

    async def _store_step(self, step: Step) -> None:
        at = self._clock()
        outcome = self.course.game.outcome(step.position)
        ends = None if outcome is None else Ending(str(Result.of(outcome)), at)
        plies = [(ply.actor, ply.action, at) for ply in step.plies]
        await self._store.append(self.id, step.first_ply, plies, ends=ends)
        self.course.commit(step)
        self._asked = None  # whoever plays on does not wait for an answer

    @_outlives_its_caller
    async def undo(self, seat: int | None, ply: int) -> None:
        """Take back the seat's own last action of this turn."""
        async with self._writing():
            self._expect(ply)
            await self._go_back(self.course.undo(self._seated(seat)))

    @_outlives_its_caller
    async def ask_back(self, seat: int | None, ply: int) -> None:
        """Ask the others to go back to before the seat's last action; at once if nobody is to be asked."""
        async with self._writing():
            self._expect(ply)
            asks = self._seated(seat)
            if self.is_over:
                raise Refusal("over")
            to_ply = self.course.take_back(asks)
            others = tuple(s.number for s in self.seats if s.kind == "person" and s.number != asks)
            self._asked = Asked(asks, to_ply, others)
            await self._settle_asked()

    @_outlives_its_caller
    async def answer_back(self, seat: int | None, to_ply: int, agree: bool) -> None:
        """Agree to going back, or not."""
        async with self._writing():
            answers, asked = self._seated(seat), self._asked
            if asked is None or asked.to_ply != to_ply:
                raise Refusal("not_asked")
            if not agree:
                self._asked = None
            elif answers in asked.waits_for:
                left = tuple(other for other in asked.waits_for if other != answers)
                self._asked = Asked(asked.seat, asked.to_ply, left)
                await self._settle_asked()

    async def _settle_asked(self) -> None:
        if self._asked is not None and not self._asked.waits_for:
            await self._go_back(self._asked.to_ply)

    async def _go_back(self, to_ply: int) -> None:
        redraws = self.course.redraws(to_ply)
        await self._store.take_back(self.id, to_ply, self._clock(), noted=redraws)
        self.course.go_back(to_ply)
        self._asked = None
        self.revision += 1

    def explain(self, seat: int | None, ply: int, action: str, language: str) -> Explained:
        """Why the seat to act may or may not play something."""
        self._expect(ply)
        verdict = self.course.explain(self._seated(seat), action)
        return Explained(action, verdict.legal, verdict.rule, verdict.sentence(language))

    def _seated(self, seat: int | None) -> int:
        if seat is None:
            raise Refusal("not_seated")
        return seat

    def _expect(self, ply: int) -> None:
        if ply != self.course.next_ply:
            raise Refusal("stale" if ply < self.course.next_ply else "ahead", ply=self.course.next_ply)

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[None]:
        """The one writer. When the store fails nobody knows what it kept: the log is read again before all else."""
        async with self._lock:
            before = self._mark()
            try:
                if self._is_unsure:
                    await self._read_again()
                yield
            except StoreError as error:
                self._is_unsure = True
                with suppress(StoreError):
                    await self._read_again()
                if isinstance(error, PlyTaken) and not self._is_unsure:
                    raise Refusal("stale", ply=self.course.next_ply) from None
                raise Refusal("not_stored") from None
            finally:
                if self._mark() != before:
                    self._tell()

    def _mark(self) -> tuple[object, ...]:
        return (self.course.next_ply, self.revision, self._asked)

    async def _read_again(self) -> None:
        self.course = await _course(self._store, self._row, self.seats)
        self._is_unsure = False
        self._asked = None
        self.revision += 1

    # -- watching ------------------------------------------------------------------------------------------------------

    def watch(self, person: str | None, revision: int = -1, seen: int = 0) -> Watch:
        """A look at the table for a connection that has seen the log up to a ply of that revision."""
        watch = Watch(self, person, revision, min(seen, self.course.next_ply))
        self._watches.add(watch)
        if person is not None and self.seat_of(person) is not None:
            self._tell()  # they are here now
        return watch

    def unwatch(self, watch: Watch) -> None:
        """The connection is gone."""
        self._watches.discard(watch)
        if watch.person is not None and self.seat_of(watch.person) is not None:
            self._tell()

    async def changed(self) -> None:
        """Wait for the next change."""
        await self._change.wait()

    def _tell(self) -> None:
        self.version += 1
        self._told.clear()
        self._change.set()
        self._change = asyncio.Event()

    def update_for(self, viewer: int | None, first_ply: int) -> bytes:
        """Where the table stands, for a viewer who knows the log up to a ply; who knows the same shares the bytes."""
        told = self._told.get((viewer, first_ply))
        if told is None:
            told = self._told[viewer, first_ply] = encode(self._update(viewer, first_ply))
        return told

    def _update(self, viewer: int | None, first_ply: int) -> Update:
        course = self.course
        here = {watch.person for watch in self._watches}
        return Update(
            table=self.id,
            revision=self.revision,
            game=self._row.game,
            options=self._row.options,
            state="over" if self.is_over else "playing",
            seats=tuple(SeatShown(s.kind, s.name, s.kind == "bot" or s.person in here) for s in self.seats),
            seat=viewer,
            first_ply=first_ply,
            happened=tuple(Happened(ply.actor, ply.action) for ply in course.plies[first_ply:]),
            ply=course.next_ply,
            actor=course.actor,
            view=course.view(viewer),
            legal=course.legal(viewer),
            can_undo=viewer is not None and course.can_undo(viewer),
            asked=self._asked,
            outcome=course.outcome,
            commitment=self._row.commitment,
            seed=self._row.seed.hex() if self.is_over else None,
        )


async def _course(store: Store, row: Row, seats: Iterable[Seat]) -> Course:
    """The course of a game as its log tells it."""
    log = await store.log(row.id)
    game = games.load(row.game)
    shares = tuple(seat.share for seat in seats)
    dice = Dice(row.seed, row.id, shares, tuple(back.to_ply for back in log.taken_back))
    options = game.info.read(row.options)
    return Course.of_log(game, options, dice, [Ply(ply.actor, ply.action) for ply in log.plies])
