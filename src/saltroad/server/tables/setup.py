"""The setup of a table: seats are taken, the dice are dealt, the game begins.

A deal is what makes the dice no single player's choice. When the table is made its seed is drawn, and the commitment to
it shown. Players give hashes of their shares while they gather. `start` fixes seats and hashes; from then on the table
is *dealing*: each player sends the share of their hash, and with the last one the game begins. If one never comes there
is no game by this seed: the deal is given up, and the next one has another seed, which everybody sees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from saltroad.protocol.messages import SetSeat
from saltroad.records.dice import SCHEME, commitment_of, new_seed
from saltroad.server.refusals import Refusal
from saltroad.server.shielding import shielded
from saltroad.server.tables import seats as seating
from saltroad.server.tables.seats import Seats
from saltroad.server.tables.writer import TableWriter

GRACE = 60_000
"""Milliseconds that a player has to send their share before the host may give their seat to another."""


class TableSetup(TableWriter):
    """The part of a table that comes before its game."""

    @shielded
    async def change_seats(self, change: Callable[[Seats], Seats]) -> None:
        """Take, leave or change seats, or give hashes of shares."""
        async with self._writing():
            self._expect_open()
            await self._store_seats(change(self.state.seats))

    @shielded
    async def leave_seat(self, person: str) -> None:
        """Free the seat of a person. While the dice are dealt that ends the deal."""
        async with self._writing():
            seats = seating.stand(self.state.seats, person)
            if self.state.row.phase == "dealing":
                await self._deal_anew(seats)
            else:
                self._expect_open()
                await self._store_seats(seats)

    @shielded
    async def set_seat(self, wanted: SetSeat) -> None:
        """Set what an empty seat is for, as the host says. While the dice are dealt: take it from a player whose share
        does not come, which ends the deal."""
        async with self._writing():
            if self.state.row.dealing is None or self.state.row.phase != "dealing":
                self._expect_open()
                await self._store_seats(seating.set_seat(self.state.seats, wanted))
                return
            if wanted.seat not in seating.missing_shares(self.state.seats):
                raise Refusal("dealing")
            left = self.state.row.dealing + GRACE - self.now()
            if left > 0:
                raise Refusal("share_awaited", seat=wanted.seat, seconds=-(-left // 1000))
            await self._deal_anew(seating.set_seat(seating.without_owner(self.state.seats, wanted.seat), wanted))

    async def _store_seats(self, seats: Seats) -> None:
        if seats != self.state.seats:
            await self._store.save_seats(self.state.row.id, seats, was=self.state.seats)
            self.state.seats = seats

    @shielded
    async def start(self) -> None:
        """Begin the game; first the dice are dealt, if any player has a share in them."""
        async with self._writing():
            self._expect_open()
            seating.check_ready(self.state.seats)
            if not seating.missing_shares(self.state.seats):
                await self._start_with(self.state.seats)
                return
            at = self.now()
            await self._store.begin_deal(self.state.row.id, at)
            self.state.row = replace(self.state.row, dealing=at)

    @shielded
    async def reveal(self, person: str, share: str) -> None:
        """Add the share of a player. With the last one the game begins, in the same transaction."""
        async with self._writing():
            seat = seating.seat_of(self.state.seats, person)
            if seat is None:
                raise Refusal("not_seated")
            if self.state.seats[seat].share == share:
                return  # sent again: it is stored already
            if self.state.row.phase != "dealing":
                self._expect_open()
                raise Refusal("not_dealing")
            seats = seating.reveal(self.state.seats, seat, share, self.state.row.id, self.state.row.commitment)
            if seating.missing_shares(seats):
                await self._store_seats(seats)
            else:
                await self._start_with(seats)

    async def _start_with(self, seats: Seats) -> None:
        at, seats = self.now(), seating.with_distinct_names(seats)
        if self.state.row.drawn:
            seats = seating.in_drawn_order(seats, self.state.row.seed, self.state.row.id)
        await self._store.set_state(self.state.row.id, "playing", at=at, seats=seats, was="open")
        self.state.row, self.state.seats = replace(self.state.row, state="playing", started=at, dealing=None), seats
        await self._begin_game()

    async def _deal_anew(self, seats: Seats) -> None:
        """Give a deal up: another seed, of which nothing was shown, and hashes and shares all over again."""
        seats, seed = seating.without_shares(seats), new_seed()
        commitment, deals = commitment_of(seed, self.state.row.id), self.state.row.deals + 1
        row = replace(self.state.row, dice=SCHEME, seed=seed, commitment=commitment, deals=deals, dealing=None)
        await self._store.deal_anew(row, seats)
        self.state.row, self.state.seats = row, seats

    @shielded
    async def close(self) -> None:
        """Close the table before its game."""
        async with self._writing():
            if self.state.row.phase == "dealing":
                raise Refusal("dealing")
            if self.state.row.state in ("open", "playing"):
                at = self.now()
                await self._store.set_state(self.state.row.id, "closed", at=at)
                self.state.row = replace(self.state.row, state="closed", ended=at)

    def _expect_open(self) -> None:
        phase = self.state.row.phase
        if phase != "open":
            raise Refusal(phase if phase in ("closed", "over", "dealing") else "begun")
