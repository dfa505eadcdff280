"""The part of a table that lets bots play for people and gives people their seats back. `Table` is the whole of it.

Nobody's seat is taken at once: see `standing` for when it may be, and `presence` for who is here. Who put in a bot, and
when somebody plays again, is told in a line that is stored with the chat.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import TYPE_CHECKING

import structlog

from saltroad.protocol.messages import Asked
from saltroad.server.refusals import Refusal
from saltroad.server.shielding import shielded
from saltroad.server.store import StandInReason, Store
from saltroad.server.tables import stand_in_rules as standing
from saltroad.server.tables.chat import ChatLog
from saltroad.server.tables.clocks import Clock
from saltroad.server.tables.game import LiveGame
from saltroad.server.tables.presence import Presence
from saltroad.server.tables.seats import STAND_IN, Seats

log = structlog.get_logger()


class StandIns:
    """What a table does for seats whose owners are away."""

    seats: Seats
    clock: Clock | None
    asked: Asked | None
    now: Callable[[], int]
    tick: Callable[[], int]
    """The time that clocks run by: it never jumps."""
    presence: Presence
    chat: ChatLog
    _store: Store
    _returning: set[int]
    """Seats whose owners are back, but whose time is over: they play again once the bot has made this move."""

    if TYPE_CHECKING:

        @property
        def id(self) -> str: ...
        @property
        def state(self) -> str: ...
        @property
        def game(self) -> LiveGame: ...
        def is_host(self, person: str | None) -> bool: ...
        def seat_of(self, person: str | None) -> int | None: ...
        def _seated(self, seat: int | None) -> int: ...
        def _writing(self) -> AbstractAsyncContextManager[None]: ...
        async def _ask(self, asked: Asked) -> None: ...
        async def _settle_asked(self) -> None: ...
        async def _keep_clock(self, clock: Clock) -> None: ...

    @shielded
    async def stand_in(self, seat: int | None, other: int, *, bot: bool) -> None:
        """A bot plays for a seat whose owner leaves it or is away; or the owner takes it back."""
        async with self._writing():
            mine = self._seated(seat)
            if self.state != "playing":
                raise Refusal("over" if self.state == "over" else "not_begun")
            if not 0 <= other < len(self.seats) or self.seats[other].kind != "person":
                raise Refusal("no_seat", player=other + 1, players=len(self.seats))
            if other == mine:
                await self._set_stand_in(mine, "left" if bot else None, mine)
            elif not bot:
                raise Refusal("not_yours")
            elif not self.seats[other].bot:
                standing.expect_away(self, mine, other)
                is_host = self.is_host(self.seats[mine].person)
                others = () if is_host else standing.asked_for_bot(self, mine, other)
                await self._ask(Asked("stand_in", mine, self.game.next_ply, others, other))

    @shielded
    async def time_over(self) -> None:
        """A bot takes the seat whose time is over, until its owner is back."""
        async with self._writing():
            until = None if self.clock is None or self.state != "playing" else self.clock.until()
            if until is not None and until <= self.tick() and self.clock is not None and self.clock.running is not None:
                await self._set_stand_in(self.clock.running, "time", None)

    async def heard_from(self, person: str) -> None:
        """Somebody asks for something: they are here, and play for themselves if a bot did while they were away."""
        self.presence.seen(person)
        if self._bot_plays_for(person):
            await self._come_back(person)

    def _bot_plays_for(self, person: str | None) -> bool:
        """Whether a bot plays for somebody until they are back."""
        number = self.seat_of(person)
        return number is not None and self.state == "playing" and standing.ends_by_return(self.seats[number])

    @shielded
    async def _come_back(self, person: str) -> None:
        async with self._writing():
            number = self.seat_of(person)
            if number is None or not self._bot_plays_for(person):
                return
            try:
                await self._set_stand_in(number, None, number)
            except Refusal as refusal:
                if refusal.code != "time_over":  # then it is noted that they are back
                    raise

    async def _welcome(self, person: str) -> None:
        """Somebody has connected for whom a bot plays."""
        try:
            await self._come_back(person)
        except Refusal as refusal:  # their next message tries again
            log.warning("a player who is back could not take over from a bot", table=self.id, why=str(refusal))

    async def _return_after_move(self, number: int) -> None:
        """A bot has moved for a seat: if its owner was only waiting for that, they play again."""
        if number in self._returning and self.state == "playing" and self.game.actor != number:
            await self._set_stand_in(number, None, number)

    def _drop_needless_wish(self) -> None:
        """Who was asked to be played for by a bot because they were away is back: nobody need agree to that."""
        about = None if self.asked is None else self.asked.about
        if about is not None and self.seats[about].person in self.presence.here():
            self.asked = None

    async def _set_stand_in(self, number: int, reason: StandInReason | None, by: int | None) -> None:
        """A bot plays for a seat for that reason, put in by the owner of the seat `by`, None for the clock; or, without
        a reason, the owner plays again."""
        at, seat = self.tick(), self.seats[number]
        changed = replace(seat, bot=STAND_IN if reason else None, stand_in_reason=reason)
        if changed == seat:
            return
        clock = self.clock
        if clock is not None and self.game.actor == number:
            if not reason and clock.is_over(number):
                self._returning.add(number)
                raise Refusal("time_over")
            clock = clock.handed(None if reason else number, at)
        elif clock is not None and not reason and clock.is_over(number):
            clock = clock.came_back(number, at)
        seats = (*self.seats[:number], changed, *self.seats[number + 1 :])
        await self._store.save_seats(self.id, seats, was=self.seats)
        self.seats = seats
        if clock is not None and clock.limits:
            await self._keep_clock(clock)
        self.clock = clock
        self._returning.discard(number)
        doer = None if by is None else seats[by]
        person, name = (None, "") if doer is None else (doer.person, doer.name)
        await self.chat.note(standing.NOTICES[reason], number, person, name, self.now())
        self.asked = standing.wish_after(self.asked, number, bot=bool(reason))
        await self._settle_asked()
