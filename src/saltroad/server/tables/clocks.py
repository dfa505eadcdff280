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
"""What a player who comes back after their time was over has at least."""


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
        """Before the first turn."""
        whole = {"bank": pace.seconds * SECOND, "days": pace.days * DAY}.get(pace.kind)
        return cls(pace=pace, at=at, left=(whole,) * players, used=(0,) * players)

    @classmethod
    def read(cls, data: bytes, at: int, ahead: int = 0) -> Clock:
        """As it was stored, by a clock that is so far ahead of the one that `at` is of. Downtime of the
        server is charged to no seat, unless a turn has days."""
        clock = msgspec.json.decode(data, type=cls)
        # A moment that is yet to come was stored before the system's time was put back.
        since = min(at, clock.at - ahead) if clock.pace.kind == "days" else at
        return msgspec.structs.replace(clock, at=since)

    def __bytes__(self) -> bytes:
        return msgspec.json.encode(self)

    def shifted(self, ahead: int) -> Clock:
        """The same by a clock that is so far ahead."""
        return msgspec.structs.replace(self, at=self.at + ahead)

    @property
    def limits(self) -> bool:
        """Whether time can run out."""
        return self.pace.kind in ("bank", "days")

    def until(self) -> int | None:
        """The moment when the running clock is over; None if none can be."""
        if self.running is None or self.paused:
            return None
        left = self.left[self.running]
        return None if left is None else self.at + left

    def runs_for(self, seat: int | None, at: int) -> Clock:
        """From now on it is that seat's time; None for no seat's: the game is over, or a bot thinks."""
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
        """Stop."""
        return msgspec.structs.replace(self.as_of(at), paused=True)

    def resume(self, at: int) -> Clock:
        """Go on."""
        return msgspec.structs.replace(self.as_of(at), paused=False)

    def handed_to(self, seat: int | None, at: int) -> Clock:
        """The same turn is played on by a bot, whose time is charged to no seat, or by the owner."""
        return msgspec.structs.replace(self.as_of(at), running=seat)

    def is_over(self, seat: int) -> bool:
        """Whether a seat has no time left."""
        return self.left[seat] == 0

    def topped_up(self, seat: int, at: int) -> Clock:
        """The owner of a seat is back after a bot has played for them: they get enough to go on with."""
        stopped = self.as_of(at)
        left = list(stopped.left)
        if left[seat] is not None:
            least = self.pace.days * DAY if self.pace.kind == "days" else COME_BACK
            left[seat] = max(left[seat] or 0, least)
        return msgspec.structs.replace(stopped, left=tuple(left))

    def as_of(self, at: int) -> Clock:
        """As they stand at a moment: what has passed is the running seat's."""
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
        """As everybody sees it."""
        return Clocks(self.at, self.left, self.used, self.running, self.paused)


LIVE = 3600 * SECOND
"""How long after its last move a game whose players have a bank of time still counts as being played."""


def opens_at(stored: bytes, at: int) -> int | None:
    """When a table that is not open has to be opened by itself, judged at the moment `at` by the clocks that were
    stored with its last ply; None if it can wait for a client.

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
    """A pace as a table keeps it."""
    return msgspec.convert(dict(stored), Pace)
