"""Decisions of a table's players together: take-backs, pauses, and bots that stand in for players.

No seat is taken from its owner at once: `stand_in_rules` says when it may be, `consent` who has to agree. A notice in
the chat tells who put a bot in, and when a player plays again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import structlog

from saltroad.protocol.messages import Asked
from saltroad.server.refusals import Refusal
from saltroad.server.shielding import shielded
from saltroad.server.store import StandInReason, Store
from saltroad.server.tables import consent, stand_in_rules
from saltroad.server.tables.seats import STAND_IN
from saltroad.server.tables.state import TableState
from saltroad.server.tables.writer import TableWriter

log = structlog.get_logger()


class Agreements(TableWriter):
    """The part of a table that asks players for their consent and lets bots stand in for them."""

    def __init__(
        self, store: Store, state: TableState, now: Callable[[], int], tick: Callable[[], int], away: float
    ) -> None:
        super().__init__(store, state, now, tick, away)
        self._returning: set[int] = set()
        """Seats whose owners are back, but whose time is over: they play again once the bot has made this move."""

    # -- requests ------------------------------------------------------------------------------------------------------

    @shielded
    async def ask_back(self, seat: int | None, ply: int, *, redraw: bool = False) -> None:
        """Ask the others to go back to before the seat's last action; done at once where no other person plays.

        With `redraw`, chance also draws anew. Either takes the consent of every person at the table: a bot that
        stands in for one of them cannot give it.
        """
        async with self._writing():
            self._expect_ply(ply)
            self._expect_running()
            state, mine = self.state, self._expect_seat(seat)
            others = consent.asked_for_back(state.seats, mine)
            to_ply = state.game.take_back(mine)
            redraw = state.game.redraws(to_ply, redraw)
            await self._open_request(Asked("back", mine, to_ply, others, redraw=redraw))

    @shielded
    async def ask_pause(self, seat: int | None) -> None:
        """Ask the others to stop the clocks."""
        async with self._writing():
            self._expect_running()
            state, mine = self.state, self._expect_seat(seat)
            if state.clock is None or state.clock.pace.kind == "none":
                raise Refusal("no_clock")
            others = consent.asked_for_pause(state.seats, mine)
            await self._open_request(Asked("pause", mine, state.game.next_ply, others))

    @shielded
    async def answer(self, seat: int | None, what: str, to_ply: int, agree: bool) -> None:
        """Agree to the request, or not."""
        async with self._writing():
            mine, asked = self._expect_seat(seat), self.state.asked
            if asked is None or asked.what != what or asked.to_ply != to_ply:
                raise Refusal("not_asked")
            if not agree:
                self.state.asked = None
            elif mine in asked.waits_for:
                left = tuple(other for other in asked.waits_for if other != mine)
                await self._open_request(msgspec.structs.replace(asked, waits_for=left))

    @shielded
    async def resume(self, seat: int | None) -> None:
        """End the pause."""
        async with self._writing():
            self._expect_seat(seat)
            clock = self.state.clock
            if clock is None or not clock.paused:
                raise Refusal("not_paused")
            await self._store_clock(clock.resume(self.tick()))

    async def _open_request(self, asked: Asked) -> None:
        self.state.asked = asked
        await self._grant_if_agreed()

    async def _grant_if_agreed(self) -> None:
        """Carry the request out once all answers are there."""
        state, asked = self.state, self.state.asked
        if asked is None or asked.waits_for:
            return
        if asked.what == "back":
            await self._go_back(asked.to_ply, redraw=asked.redraw)
        elif asked.about is not None:
            await self._set_stand_in(asked.about, "away", asked.seat)
        elif state.clock is not None:
            await self._store_clock(state.clock.pause(self.tick()))
        state.asked = None

    # -- stand-ins -----------------------------------------------------------------------------------------------------

    @shielded
    async def stand_in(self, seat: int | None, other: int, *, bot: bool) -> None:
        """Let a bot play for a seat whose owner leaves it or is away; or give the owner their seat back."""
        async with self._writing():
            state, mine = self.state, self._expect_seat(seat)
            if state.phase != "playing":
                raise Refusal("over" if state.phase == "over" else "not_begun")
            if not 0 <= other < len(state.seats) or state.seats[other].kind != "person":
                raise Refusal("no_seat", player=other + 1, players=len(state.seats))
            if other == mine:
                await self._set_stand_in(mine, "left" if bot else None, mine)
            elif not bot:
                raise Refusal("not_yours")
            elif not state.seats[other].bot:
                stand_in_rules.expect_away(state, self.presence, mine, other)
                is_host = state.is_host(state.seats[mine].person)
                others = () if is_host else consent.asked_for_bot(state.seats, self.presence, mine, other)
                await self._open_request(Asked("stand_in", mine, state.game.next_ply, others, other))

    @shielded
    async def time_over(self) -> None:
        """Let a bot play for the seat whose time is over, until its owner is back."""
        async with self._writing():
            clock = self.state.clock
            until = None if clock is None or self.state.phase != "playing" else clock.until()
            if until is not None and until <= self.tick() and clock is not None and clock.running is not None:
                await self._set_stand_in(clock.running, "time", None)

    async def note_player_active(self, person: str) -> None:
        """Note that a person has sent a command: they are present, and play again if a bot stood in while they were
        away."""
        self.presence.note_request(person)
        if self._is_replaced_until_return(person):
            await self._take_seat_back(person)

    def _is_replaced_until_return(self, person: str) -> bool:
        """Whether a bot plays for a person until they are back."""
        state = self.state
        number = state.seat_of(person)
        return number is not None and state.phase == "playing" and stand_in_rules.ends_by_return(state.seats[number])

    @shielded
    async def _take_seat_back(self, person: str) -> None:
        async with self._writing():
            number = self.state.seat_of(person)
            if number is None or not self._is_replaced_until_return(person):
                return
            try:
                await self._set_stand_in(number, None, number)
            except Refusal as refusal:
                if refusal.code != "time_over":  # then it is noted that they are back
                    raise

    async def _take_seat_back_quietly(self, person: str) -> None:
        """Give a player who has just connected their seat back; if that fails, their next message tries again."""
        try:
            await self._take_seat_back(person)
        except Refusal as refusal:
            log.warning("a player who is back could not take over from a bot", table=self.id, why=str(refusal))

    async def _return_after_move(self, number: int) -> None:
        """Give the owner of a seat it back after the bot's move, if they were waiting for that."""
        if number in self._returning and self.state.phase == "playing" and self.state.game.actor != number:
            await self._set_stand_in(number, None, number)

    async def _set_stand_in(self, number: int, reason: StandInReason | None, by: int | None) -> None:
        """Put a bot in for a seat for that reason, by the owner of the seat `by`, None for the clock; or, without a
        reason, let the owner play again."""
        state = self.state
        at, seat, clock = self.tick(), state.seats[number], state.clock
        changed = replace(seat, bot=STAND_IN if reason else None, stand_in_reason=reason)
        if changed == seat:
            return
        if clock is not None and state.game.actor == number:
            if not reason and clock.is_over(number):
                self._returning.add(number)
                raise Refusal("time_over")
            clock = clock.handed_to(None if reason else number, at)
        elif clock is not None and not reason and clock.is_over(number):
            clock = clock.topped_up(number, at)
        seats = (*state.seats[:number], changed, *state.seats[number + 1 :])
        await self._store.save_seats(self.id, seats, was=state.seats)
        state.seats = seats
        if clock is not None and clock.limits:
            await self._store_clock(clock)
        state.clock = clock
        self._returning.discard(number)
        doer = None if by is None else seats[by]
        person, name = (None, "") if doer is None else (doer.person, doer.name)
        await self.chat.note(stand_in_rules.NOTICES[reason], number, person, name, self.now())
        state.asked = consent.request_after_stand_in(state.asked, number, bot=bool(reason))
        await self._grant_if_agreed()
