"""The clocks of a table: how long each seat has thought and may still think. Pure: every moment is given.

Four paces: none and shown count up and limit nothing; bank gives each seat some time for the whole game and an
increment a turn; days gives each turn its own time. A change makes a new clock; the old one stays as it was.
"""

from __future__ import annotations

from typing import Any

import msgspec

from saltroad.protocol.messages import Clocks
from saltroad.protocol.pages import Pace

SECOND = 1000
DAY = 24 * 3600 * SECOND
COME_BACK = 60 * SECOND
"""The least time of a player who comes back after their time was over, in milliseconds."""


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The clocks of all seats as they stood at the moment `at`."""

    pace: Pace
    at: int
    left: tuple[int | None, ...]
    used: tuple[int, ...]
    running: int | None = None
    paused: bool = False

    @classmethod
    def of(cls, pace: Pace, players: int, at: int) -> Clock:
        """The clocks before the first turn."""
        whole = {"bank": pace.seconds * SECOND, "days": pace.days * DAY}.get(pace.kind)
        return cls(pace=pace, at=at, left=(whole,) * players, used=(0,) * players)

    @classmethod
    def read(cls, data: bytes, at: int, ahead: int = 0) -> Clock:
        """The clocks as they were stored, by a clock that is `ahead` of the one that `at` is of. Downtime of the server
        is charged to no seat, unless a turn has days."""
        clock = msgspec.json.decode(data, type=cls)
        # A moment in the future was stored before the system's time was set back.
        since = min(at, clock.at - ahead) if clock.pace.kind == "days" else at
        return msgspec.structs.replace(clock, at=since)

    def __bytes__(self) -> bytes:
        return msgspec.json.encode(self)

    def shifted(self, ahead: int) -> Clock:
        """The same clocks, with moments by a clock that is `ahead` of this one."""
        return msgspec.structs.replace(self, at=self.at + ahead)

    @property
    def limits(self) -> bool:
        """Whether time can run out."""
        return self.pace.kind in ("bank", "days")

    def until(self) -> int | None:
        """The moment when the running clock is over; None if it has no limit."""
        if self.running is None or self.paused:
            return None
        left = self.left[self.running]
        return None if left is None else self.at + left

    def runs_for(self, seat: int | None, at: int) -> Clock:
        """Start the clock of a seat; None for no seat's: the game is over, or a bot thinks."""
        stopped = self.as_of(at)
        if seat == self.running:
            return stopped
        left = list(stopped.left)
        if self.running is not None and self.pace.kind == "bank":
            left[self.running] = (left[self.running] or 0) + self.pace.increment * SECOND
        if seat is not None and self.pace.kind == "days":
            left[seat] = self.pace.days * DAY
        return msgspec.structs.replace(stopped, left=tuple(left), running=seat)

    def pause(self, at: int) -> Clock:
        """Stop the clocks."""
        return msgspec.structs.replace(self.as_of(at), paused=True)

    def resume(self, at: int) -> Clock:
        """Let the clocks go on."""
        return msgspec.structs.replace(self.as_of(at), paused=False)

    def handed_to(self, seat: int | None, at: int) -> Clock:
        """Hand the running turn to a bot, whose time is charged to no seat, or back to the owner."""
        return msgspec.structs.replace(self.as_of(at), running=seat)

    def is_over(self, seat: int) -> bool:
        """Whether a seat has no time left."""
        return self.left[seat] == 0

    def topped_up(self, seat: int, at: int) -> Clock:
        """Give the owner of a seat, who is back after a bot has played for them, enough time to go on."""
        stopped = self.as_of(at)
        left = list(stopped.left)
        if left[seat] is not None:
            least = self.pace.days * DAY if self.pace.kind == "days" else COME_BACK
            left[seat] = max(left[seat] or 0, least)
        return msgspec.structs.replace(stopped, left=tuple(left))

    def as_of(self, at: int) -> Clock:
        """The clocks at a moment: the time since `at` is charged to the running seat."""
        at = max(at, self.at)
        if at == self.at:
            return self
        if self.running is None or self.paused:
            return msgspec.structs.replace(self, at=at)
        passed, seat = at - self.at, self.running
        left, used = list(self.left), list(self.used)
        used[seat] += passed
        remaining = left[seat]
        if remaining is not None:
            left[seat] = max(0, remaining - passed)
        return msgspec.structs.replace(self, at=at, left=tuple(left), used=tuple(used))

    def shown(self) -> Clocks:
        """The clocks as clients are sent them."""
        return Clocks(self.at, self.left, self.used, self.running, self.paused)


LIVE = 3600 * SECOND
"""How long after its last move a game whose players have a bank of time still counts as being played."""


def opens_at(stored: bytes, at: int) -> int | None:
    """The moment when a table has to be opened though no client asks for it, by the clocks that were stored with its
    last ply and the present moment `at`; None if it can wait for a client.

    With days for a turn the time goes on, and a bot that is to act must do so though no client follows: it may be a
    person's turn next. A bank of time stands still while the server is away; it goes on if the game was going on until
    then.
    """
    clock = msgspec.json.decode(stored, type=Clock)
    if clock.paused or not clock.limits:
        return None
    if clock.pace.kind == "days":
        return at if clock.running is None else clock.until()
    return at if at - clock.at < LIVE else None


def has_time(pace: Pace) -> bool:
    """Whether a pace that limits leaves any time to think."""
    return {"bank": pace.seconds, "days": pace.days}.get(pace.kind, 1) > 0


def pace_of(stored: Any) -> Pace:
    """The pace of a table, from how it is stored."""
    return msgspec.convert(dict(stored), Pace)
