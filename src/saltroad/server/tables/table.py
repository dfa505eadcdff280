"""A table from its making to its last ply: one writer, and those who watch.

Every change goes the same way: checked, stored, made so, told. The lock makes the writer one; what is not stored is
never shown. What is shown is `showing`'s, who looks is `watching`'s, what a client may ask for is `asking`'s.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import structlog

from saltroad import games
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.record import Audience
from saltroad.protocol.messages import Asked, Explained
from saltroad.records import Result
from saltroad.records.dice import SCHEME
from saltroad.server.refusals import Refusal
from saltroad.server.shielding import shielded
from saltroad.server.store import Ending, PlyTaken, Seat, Store, StoreError, TableEnded, moment
from saltroad.server.store import TableRow as Row
from saltroad.server.tables import stand_in_rules as standing
from saltroad.server.tables.chat import ChatLog
from saltroad.server.tables.clocks import Clock, pace_of
from saltroad.server.tables.game import LiveGame, Ply, Transition
from saltroad.server.tables.monotonic import ClockStorage
from saltroad.server.tables.presence import AWAY, Presence
from saltroad.server.tables.records import dice_of
from saltroad.server.tables.seats import Seats, awaited
from saltroad.server.tables.setup import TableSetup
from saltroad.server.tables.stand_ins import StandIns
from saltroad.server.tables.subscriptions import Subscription, Subscriptions
from saltroad.server.tables.updates import Narration, UpdateBuilder
from saltroad.words.names import with_names

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

log = structlog.get_logger()


class Table(StandIns, TableSetup):
    """One table. Made by `load`."""

    def __init__(
        self,
        store: Store,
        row: Row,
        seats: Iterable[Seat],
        now: Callable[[], int],
        secret: bytes,
        tick: Callable[[], int] | None = None,
        away: float = AWAY,
    ) -> None:
        self._store = store
        self.row = row
        self.seats: Seats = tuple(seats)
        self._seated_as: tuple[Seats, dict[str, int]] = ((), {})
        """The seats by person, for just these seats: asked for with every update of everybody."""
        self.live_game: LiveGame | None = None
        self.clock: Clock | None = None
        self.now = now
        """The system's time: of all that is stored and shown."""
        self.tick = tick or now
        """What `clock` goes by, and nothing else: see `steady`."""
        self._keeping = ClockStorage(now, self.tick)
        self.secret = secret
        self.asked: Asked | None = None
        self.again: str | None = None
        self.revision = secrets.randbelow(1 << 30)
        """Rises when the game goes back. Begins anywhere, so that nobody mistakes it for that of an earlier process."""
        self.narration = Narration([seat.name for seat in self.seats])
        self.updates = UpdateBuilder(self)
        self.chat = ChatLog(store, row.id)
        self.subscriptions = Subscriptions(self)
        self.presence = Presence(self, away)
        self._returning = set()
        self.last_asked = -math.inf
        """When somebody last asked something of it, by a clock that only goes forward."""
        self.is_ours: Callable[[], bool] = lambda: True
        """Whether this process may write at this moment: see `leases`."""
        self._lock = asyncio.Lock()
        self._is_unsure = False
        """Whether the store may hold something else than what is known here."""

    @classmethod
    async def load(
        cls,
        store: Store,
        id: str,
        now: Callable[[], int] = moment,
        secret: bytes = b"",
        tick: Callable[[], int] | None = None,
        away: float = AWAY,
    ) -> Table:
        """The table as the store has it, its game begun if it should have; Refusal if there is none."""
        row = await store.table(id)
        if row is None:
            raise Refusal("no_table", table=id)
        table = cls(store, row, await store.seats(id), now, secret, tick, away)
        await table.chat.read()
        table.again = await store.again_table(id)
        if row.started is not None:
            await table._play()
        elif row.state == "open" and row.dice != SCHEME:
            # Made by an earlier version: nobody is bound by its dice, and nothing was drawn from them yet.
            await table._deal_anew(table.seats)
        table.presence.note_turn()
        table.updates.forget()
        return table

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def state(self) -> str:
        """`open`, `dealing`, `playing`, `over` or `closed`."""
        return self.row.phase

    def is_host(self, person: str | None) -> bool:
        """Whether that person made the table."""
        return person is not None and self.row.made_by == person

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person; None for whoever only watches."""
        if self._seated_as[0] is not self.seats:
            self._seated_as = (self.seats, {seat.person: seat.number for seat in self.seats if seat.person is not None})
        return None if person is None else self._seated_as[1].get(person)

    @property
    def game(self) -> LiveGame:
        """The course of the game; refused before it begins."""
        if self.live_game is None:
            raise Refusal("not_begun")
        return self.live_game

    # -- the beginning; what comes before it is `opening`'s ------------------------------------------------------------

    async def _play(self) -> None:
        await self._read_log()
        await self._begin()

    async def _begin(self) -> None:
        """What chance decides before the first seat acts, unless that is stored already."""
        if self.state == "playing" and not self.game.plies:
            step = self.game.begin()
            if step.plies or self.clock is not None:
                await self._store_step(step)

    # -- playing -------------------------------------------------------------------------------------------------------

    async def act(
        self, seat: int | None, ply: int, action: str, *, bot: bool = False, revision: int | None = None
    ) -> None:
        """Play an action for a seat. When this returns it is stored, and everybody can see it.

        Not to be cancelled half-way, as all else may be: a task for each move would cost too much. See `uncut`.
        """
        async with self._writing():
            mine = self._seated(seat)
            step = self.game.act(mine, ply, action)
            if step is None:
                return
            self._expect_revision(revision)
            if bool(self.seats[mine].bot) != bot:
                raise Refusal("time_over" if mine in self._returning else "bot_plays")
            self._expect_running()
            await self._store_step(step)
            if self._returning:
                await self._return_after_move(mine)

    async def _store_step(self, step: Transition) -> None:
        live_game, at = self.game, self.now()
        outcome = live_game.game.outcome(step.positions[-1]) if step.actor == NOBODY else None
        ends = None if outcome is None else Ending(str(Result.of(outcome)), at)
        plies = [(ply.actor, ply.action, at) for ply in step.plies]
        clock = self._clock_for(step.actor, self.seats)
        kept = self._keeping.stored(clock) if clock is not None and clock.pace.kind != "none" else None
        await self._store.append(self.id, step.first_ply, plies, ends=ends, clocks=kept)
        before = live_game.position
        live_game.commit(step, at)
        self.narration.tell(live_game.game, before, step)
        self.clock = clock
        self.asked = None  # whoever plays on does not wait for an answer
        if ends is not None:
            self.row = replace(self.row, state="over", ended=at, result=ends.result)

    def _clock_for(self, actor: int, seats: Seats) -> Clock | None:
        """The clocks once it is that seat's turn: a bot's time is nobody's."""
        thinks = actor if actor >= 0 and not seats[actor].bot else None
        return None if self.clock is None else self.clock.runs_for(thinks, self.tick())

    @shielded
    async def undo(self, seat: int | None, ply: int, revision: int | None = None) -> None:
        """Take back the seat's own last action of this turn."""
        async with self._writing():
            self._expect(ply)
            self._expect_revision(revision)
            self._expect_running()
            await self._go_back(self.game.undo(self._seated(seat)), redraw=False)

    async def _go_back(self, to_ply: int, *, redraw: bool) -> None:
        live_game, at = self.game, self.now()
        kept = self._keeping.stored(self.clock) if self.clock is not None and self.clock.limits else None
        await self._store.take_back(self.id, to_ply, at, noted=redraw, clocks=kept, next_ply=live_game.next_ply)
        live_game.go_back(to_ply, redraw=redraw)
        self.narration.cut(to_ply)
        self.clock = self._clock_for(live_game.actor, self.seats)
        self.asked = None
        self.revision += 1

    # -- by consent ----------------------------------------------------------------------------------------------------

    @shielded
    async def ask_back(self, seat: int | None, ply: int, *, redraw: bool = False) -> None:
        """Ask the others to go back to before the seat's last action; at once if nobody is to be asked.

        With `redraw` also that chance draws anew. That takes the word of every person at the table: a bot that stands
        in for one of them cannot give it.
        """
        async with self._writing():
            self._expect(ply)
            self._expect_running()
            asks = self._seated(seat)
            others = standing.asked_for_back(self.seats, asks)
            to_ply = self.game.take_back(asks)
            redraw = self.game.redraws(to_ply, redraw)
            away = next((s for s in self.seats if s.kind == "person" and s.bot), None)
            if redraw and away is not None:
                raise Refusal("redraw_stand_in", name=away.name)
            await self._ask(Asked("back", asks, to_ply, others, redraw=redraw))

    @shielded
    async def ask_pause(self, seat: int | None) -> None:
        """Ask the others to stop the clocks."""
        async with self._writing():
            self._expect_running()
            asks = self._seated(seat)
            if self.clock is None or self.clock.pace.kind == "none":
                raise Refusal("no_clock")
            await self._ask(Asked("pause", asks, self.game.next_ply, standing.asked_for_pause(self.seats, asks)))

    async def _ask(self, asked: Asked) -> None:
        self.asked = asked
        await self._settle_asked()

    @shielded
    async def answer(self, seat: int | None, what: str, to_ply: int, agree: bool) -> None:
        """Agree to what is asked, or not."""
        async with self._writing():
            answers, asked = self._seated(seat), self.asked
            if asked is None or asked.what != what or asked.to_ply != to_ply:
                raise Refusal("not_asked")
            if not agree:
                self.asked = None
            elif answers in asked.waits_for:
                left = tuple(other for other in asked.waits_for if other != answers)
                await self._ask(msgspec.structs.replace(asked, waits_for=left))

    async def _settle_asked(self) -> None:
        asked = self.asked
        if asked is None or asked.waits_for:
            return
        if asked.what == "back":
            await self._go_back(asked.to_ply, redraw=asked.redraw)
        elif asked.about is not None:
            await self._set_stand_in(asked.about, "away", asked.seat)
        elif self.clock is not None:
            await self._keep_clock(self.clock.pause(self.tick()))
        self.asked = None

    @shielded
    async def resume(self, seat: int | None) -> None:
        """End the pause."""
        async with self._writing():
            self._seated(seat)
            if self.clock is None or not self.clock.paused:
                raise Refusal("not_paused")
            await self._keep_clock(self.clock.resume(self.tick()))

    async def _keep_clock(self, clock: Clock) -> None:
        await self._store.append(self.id, self.game.next_ply, (), clocks=self._keeping.stored(clock))
        self.clock = clock

    # -- asking and talking --------------------------------------------------------------------------------------------

    def explain(self, seat: int | None, ply: int, action: str, language: str, to: int = 0) -> Explained:
        """Why the seat to act may or may not play something."""
        self._expect(ply)
        verdict = self.game.explain(self._seated(seat), action)
        sentence = self.with_names(verdict.sentence(language or "en"), language)
        return Explained(to, action, verdict.legal, verdict.rule, sentence)

    def with_names(self, sentence: str, language: str) -> str:
        """A sentence of the rules, with the names of those who sit here."""
        return with_names(sentence, [seat.name for seat in self.seats], language or "en")

    @shielded
    async def say(self, person: str, name: str, text: str) -> None:
        """Something said at the table."""
        await self.chat.say(person, name, text, self.now(), apart=self.seat_of(person) is None and self.hides_hands())
        self.subscriptions.push()

    def hides_hands(self) -> bool:
        """Whether a game is being played in which players may not know what those who watch know."""
        if self.live_game is None or self.state != "playing":
            return False
        return Audience.OWNER in self.live_game.game.audiences_in(self.live_game.position).values()

    # -- the writer ----------------------------------------------------------------------------------------------------

    def _seated(self, seat: int | None) -> int:
        if seat is None:
            raise Refusal("not_seated")
        return seat

    def _expect(self, ply: int) -> None:
        at = self.game.next_ply
        if ply != at:
            raise Refusal("stale" if ply < at else "ahead", ply=at)

    def _expect_revision(self, revision: int | None) -> None:
        """The same ply again after the game went back is another one."""
        if revision not in (None, self.revision):
            raise Refusal("stale", ply=self.game.next_ply)

    def _expect_running(self) -> None:
        if self.state in ("over", "closed"):
            raise Refusal(self.state)
        if self.clock is not None and self.clock.paused:
            raise Refusal("paused")

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[None]:
        """The one writer. When the store fails nobody knows what it kept: it is read again before all else."""
        async with self._lock:
            before = self._mark()
            try:
                if not self.is_ours():
                    raise Refusal("moving")
                if self._is_unsure:
                    await self._read_again()
                yield
            except StoreError as error:
                self._is_unsure = True
                with suppress(StoreError):
                    await self._read_again()
                if isinstance(error, TableEnded) and not self._is_unsure:
                    raise Refusal("closed" if self.state == "closed" else "over") from None
                if isinstance(error, PlyTaken) and not self._is_unsure:
                    raise Refusal("stale", ply=self.game.next_ply) from None
                log.error("the store failed", table=self.row.id, why=str(error))
                raise Refusal("not_stored") from None
            finally:
                if self._mark() != before:
                    self.tell()

    def _mark(self) -> tuple[object, ...]:
        ply = -1 if self.live_game is None else self.live_game.next_ply
        return (ply, self.revision, self.asked, self.seats, self.row, self.clock)

    async def read_again(self) -> None:
        """Something else than this process has changed what is stored."""
        async with self._writing():
            self._is_unsure = True
            await self._read_again()

    async def _read_again(self) -> None:
        """Everything as the store has it."""
        row = await self._store.table(self.id)
        if row is None:
            raise Refusal("no_table", table=self.id)
        self.row, self.seats = row, await self._store.seats(self.id)
        await self.chat.read()
        if row.started is not None:
            await self._read_log()
        self._is_unsure = False
        self.asked = None
        self.revision += 1

    async def _read_log(self) -> None:
        self.live_game = await read_game(self._store, self.row, self.seats)
        self.narration = Narration([seat.name for seat in self.seats])
        for language in self.subscriptions.languages():
            await self.narrate(language)
        self.clock = self._keeping.read(self.row.clocks, pace_of(self.row.pace), len(self.seats))
        if self.state == "playing":
            self.clock = self._clock_for(self.live_game.actor, self.seats)

    # -- those who watch -----------------------------------------------------------------------------------------------

    async def narrate(self, language: str) -> None:
        """Make ready to tell the log in a language; before the game begins there is nothing to tell."""
        if self.live_game is None and not self.narration.knows(language):
            self.narration.add(language, [])
        while self.live_game is not None and not self.narration.knows(language):
            live_game, narration, plies = self.live_game, self.narration, tuple(self.live_game.plies)
            sentences = await asyncio.to_thread(narration.learn, language, live_game, plies)
            if tuple(live_game.plies) == plies and narration is self.narration:  # else it went on meanwhile
                narration.add(language, sentences)

    def watch(
        self,
        person: str | None,
        language: str = "",
        revision: int = -1,
        seen: int = 0,
        *,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool] = lambda: True,
    ) -> Subscription:
        """A look at the table for a connection that has seen the log up to a ply of that revision; `narrate` first."""
        known = 0 if self.live_game is None else self.live_game.next_ply
        watch = self.subscriptions.add(Subscription(self, person, language, revision, min(seen, known), send, can_take))
        if person is not None and self._bot_plays_for(person):
            self.subscriptions.later(self._welcome(person))
        return watch

    def tell(self) -> None:
        """Something has changed."""
        self._drop_needless_wish()
        self.presence.note_turn()
        self.updates.forget()
        self.subscriptions.tell()

    def wake(self) -> None:
        """Somebody asks something: a game that rests goes on."""
        self.last_asked = time.monotonic()
        self.subscriptions.on_change(self)

    def waits_for(self, seat: int) -> bool:
        """Whether that seat is asked for something: its share of the dice, its move, or an answer."""
        if self.state == "dealing":
            return seat in awaited(self.seats)
        if self.live_game is None or self.state != "playing":
            return False
        return self.live_game.actor == seat or (self.asked is not None and seat in self.asked.waits_for)

    def is_actor_bot(self) -> bool:
        """Whether a bot is to act."""
        if self.live_game is None or self.state != "playing" or self.live_game.actor == NOBODY:
            return False
        return bool(self.seats[self.live_game.actor].bot) and not (self.clock is not None and self.clock.paused)


async def read_game(store: Store, row: Row, seats: Seats) -> LiveGame:
    """The course of a game as its log tells it. Loading the rules and replaying is done beside the event loop."""
    log = await store.log(row.id)
    dice = dice_of(row, seats, log)
    plies = [Ply(*ply) for ply in log.plies]

    def replay() -> LiveGame:
        game = games.load(row.game)
        return LiveGame.of_log(game, game.info.read(row.options), dice, plies)

    return await asyncio.to_thread(replay)
