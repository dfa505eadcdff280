"""A table before its game: seats are taken, the dice are dealt, the game begins.

A deal is what makes the dice nobody's choice. When the table is made its seed is drawn, and the commitment to it shown.
Players give hashes of their shares while they gather. `start` fixes seats and hashes; from then on the table is
*dealing*: each player sends the share of their hash, and with the last one the game begins. If one never comes there
is no game by this seed: the deal is given up, and the next one has another seed, which everybody sees.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from saltroad.protocol.messages import SetSeat
from saltroad.records.dice import SCHEME, commitment_of, new_seed
from saltroad.server.refusals import Refusal
from saltroad.server.shielding import shielded
from saltroad.server.store import Store
from saltroad.server.store import TableRow as Row
from saltroad.server.tables import seats as gathering
from saltroad.server.tables.seats import Seats

GRACE = 60_000
"""Milliseconds that a player has to send their share before the host may give their seat to somebody else."""


class TableSetup(ABC):
    """What a table does before its game begins."""

    _store: Store
    row: Row
    seats: Seats
    now: Callable[[], int]

    @abstractmethod
    def _writing(self) -> AbstractAsyncContextManager[None]:
        """Be the one writer, for as long as the block."""

    @abstractmethod
    async def _play(self) -> None:
        """The game has just begun: chance decides what comes before the first seat acts."""

    @shielded
    async def gather(self, change: Callable[[Seats], Seats]) -> None:
        """Seats are taken, left or changed, or hashes of shares given."""
        async with self._writing():
            self._expect_open()
            await self._save(change(self.seats))

    @shielded
    async def leave(self, person: str) -> None:
        """A person stands up. While the dice are dealt that ends the deal."""
        async with self._writing():
            seats = gathering.stand(self.seats, person)
            if self.row.phase == "dealing":
                await self._deal_anew(seats)
            else:
                self._expect_open()
                await self._save(seats)

    @shielded
    async def set_seat(self, wanted: SetSeat) -> None:
        """The host says what an empty seat is for. While the dice are dealt: takes it from somebody whose share does
        not come, which ends the deal."""
        async with self._writing():
            if self.row.dealing is None or self.row.phase != "dealing":
                self._expect_open()
                await self._save(gathering.set_seat(self.seats, wanted))
                return
            if wanted.seat not in gathering.awaited(self.seats):
                raise Refusal("dealing")
            left = self.row.dealing + GRACE - self.now()
            if left > 0:
                raise Refusal("share_awaited", name=self.seats[wanted.seat].name, seconds=-(-left // 1000))
            await self._deal_anew(gathering.set_seat(gathering.emptied(self.seats, wanted.seat), wanted))

    async def _save(self, seats: Seats) -> None:
        if seats != self.seats:
            await self._store.save_seats(self.row.id, seats, was=self.seats)
            self.seats = seats

    @shielded
    async def start(self) -> None:
        """Begin the game; first the dice are dealt, if anybody has a share in them."""
        async with self._writing():
            self._expect_open()
            gathering.check_ready(self.seats)
            if not gathering.awaited(self.seats):
                await self._begin_with(self.seats)
                return
            at = self.now()
            await self._store.begin_deal(self.row.id, at)
            self.row = replace(self.row, dealing=at)

    @shielded
    async def reveal(self, person: str, share: str) -> None:
        """A player sends their share. With the last one the game begins, in the same transaction."""
        async with self._writing():
            seat = gathering.seat_of(self.seats, person)
            if seat is None:
                raise Refusal("not_seated")
            if self.seats[seat].share == share:
                return  # sent again: it is stored already
            if self.row.phase != "dealing":
                self._expect_open()
                raise Refusal("not_dealing")
            seats = gathering.reveal(self.seats, seat, share, self.row.id, self.row.commitment)
            if gathering.awaited(seats):
                await self._save(seats)
            else:
                await self._begin_with(seats)

    async def _begin_with(self, seats: Seats) -> None:
        at, seats = self.now(), gathering.named_apart(seats)
        if self.row.drawn:
            seats = gathering.in_order(seats, self.row.seed, self.row.id)
        await self._store.set_state(self.row.id, "playing", at=at, seats=seats, was="open")
        self.row, self.seats = replace(self.row, state="playing", started=at, dealing=None), seats
        await self._play()

    async def _deal_anew(self, seats: Seats) -> None:
        """Give a deal up: another seed, of which nobody has seen anything, and hashes and shares all over again."""
        seats, seed = gathering.undealt(seats), new_seed()
        commitment, deals = commitment_of(seed, self.row.id), self.row.deals + 1
        row = replace(self.row, dice=SCHEME, seed=seed, commitment=commitment, deals=deals, dealing=None)
        await self._store.deal_anew(row, seats)
        self.row, self.seats = row, seats

    @shielded
    async def close(self) -> None:
        """Give the table up."""
        async with self._writing():
            if self.row.phase == "dealing":
                raise Refusal("dealing")
            if self.row.state in ("open", "playing"):
                at = self.now()
                await self._store.set_state(self.row.id, "closed", at=at)
                self.row = replace(self.row, state="closed", ended=at)

    def _expect_open(self) -> None:
        phase = self.row.phase
        if phase != "open":
            raise Refusal(phase if phase in ("closed", "over", "dealing") else "begun")
