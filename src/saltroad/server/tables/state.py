"""The state of a table: its row and seats, its game, its clocks, the open request.

Plain data with small properties. Only `TableWriter` and its subclasses change it; presence, updates, subscriptions and
autoplay read it.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from saltroad.kernel.actors import NOBODY
from saltroad.kernel.state_record import Audience
from saltroad.protocol.messages import Asked
from saltroad.server.refusals import Refusal
from saltroad.server.store import TableRow
from saltroad.server.tables.clocks import Clock
from saltroad.server.tables.event_log import EventLog
from saltroad.server.tables.game import LiveGame
from saltroad.server.tables.seats import Seats, missing_shares


@dataclass(slots=True, eq=False)
class TableState:
    """The state of one table."""

    row: TableRow
    seats: Seats
    secret: bytes = b""
    """The server's secret: keys of kept seats and seeds of bots are derived from it."""
    live_game: LiveGame | None = None
    """None before the game begins; `game` refuses instead."""
    events: EventLog | None = None
    """The log as clients are sent it; None before the game begins."""
    clock: Clock | None = None
    asked: Asked | None = None
    """The request that waits for the answers of players."""
    rematch: str | None = None
    """The id of the table of the next game with the same people."""
    revision: int = field(default_factory=lambda: secrets.randbelow(1 << 30))
    """Rises when the game goes back. Begins at random, so that no client takes it for that of an earlier process."""
    version: int = 0
    """The number of the newest update: rises with every change that a client can see."""
    _seat_by_person: tuple[Seats, dict[str, int]] = field(default=((), {}), init=False)
    """A cache of `seat_of` for exactly these seats: every update of every client looks it up."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.row.id

    @property
    def phase(self) -> str:
        """`open`, `dealing`, `playing`, `over` or `closed`."""
        return self.row.phase

    @property
    def game(self) -> LiveGame:
        """The game; refused before it begins."""
        if self.live_game is None:
            raise Refusal("not_begun")
        return self.live_game

    @property
    def next_ply(self) -> int:
        """The number of the ply to come; 0 before the game begins."""
        return 0 if self.live_game is None else self.live_game.next_ply

    @property
    def actor(self) -> int:
        """The seat to act, or NOBODY."""
        return NOBODY if self.live_game is None else self.live_game.actor

    @property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return [seat.name for seat in self.seats]

    @property
    def is_sendable(self) -> bool:
        """Whether the events that an update needs have been made: see `EventLog`."""
        return self.events is None or self.events.is_made

    @property
    def is_paused(self) -> bool:
        """Whether the clocks are stopped by agreement."""
        return self.clock is not None and self.clock.paused

    def is_host(self, person: str | None) -> bool:
        """Whether that person made the table."""
        return person is not None and self.row.made_by == person

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person; None for a spectator."""
        if self._seat_by_person[0] is not self.seats:
            by_person = {seat.person: seat.number for seat in self.seats if seat.person is not None}
            self._seat_by_person = (self.seats, by_person)
        return None if person is None else self._seat_by_person[1].get(person)

    def waits_for(self, seat: int) -> bool:
        """Whether that seat owes something: its share of the dice, its move, or an answer."""
        if self.phase == "dealing":
            return seat in missing_shares(self.seats)
        if self.live_game is None or self.phase != "playing":
            return False
        return self.live_game.actor == seat or (self.asked is not None and seat in self.asked.waits_for)

    def is_actor_bot(self) -> bool:
        """Whether a bot is to act now."""
        if self.live_game is None or self.phase != "playing" or self.live_game.actor == NOBODY:
            return False
        return bool(self.seats[self.live_game.actor].bot) and not self.is_paused

    def hides_hands(self) -> bool:
        """Whether a game is under way in which players have hands that others may not see."""
        if self.live_game is None or self.phase != "playing":
            return False
        return Audience.OWNER in self.live_game.game.audiences_in(self.live_game.position).values()
