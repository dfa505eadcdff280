"""A clock that cannot be set, for the time of players. The system's own may be put forward or back at any time."""

from __future__ import annotations

import time
from collections.abc import Callable

from saltroad.protocol.pages import Pace
from saltroad.server.store import moment
from saltroad.server.tables.clocks import Clock


class MonotonicClock:
    """Milliseconds that begin as the system's time and then run on evenly, also if the system's time is changed."""

    def __init__(self, now: Callable[[], int] = moment, passed: Callable[[], int] = time.monotonic_ns) -> None:
        self._passed = passed
        self._begin = now() - passed() // 1_000_000

    def __call__(self) -> int:
        return self._begin + self._passed() // 1_000_000


class ClockStorage:
    """Stores a table's clocks by the system's time, which holds across restarts and processes."""

    def __init__(self, now: Callable[[], int], tick: Callable[[], int]) -> None:
        self._now = now
        self._tick = tick
        self._last: tuple[bytes, Clock] | None = None

    def stored(self, clock: Clock) -> bytes:
        """The bytes to store for clocks that go by `tick`."""
        data = bytes(clock.shifted(self._now() - self._tick()))
        self._last = (data, clock)
        return data

    def read(self, data: bytes | None, pace: Pace, players: int) -> Clock:
        """The clocks that were stored, or those of a game that has just begun."""
        at = self._tick()
        if not data:
            return Clock.of(pace, players, at)
        if pace.kind == "days" and self._last is not None and self._last[0] == data:
            return self._last[1]  # our own: the system's time may have been changed since
        return Clock.read(data, at, self._now() - at)
