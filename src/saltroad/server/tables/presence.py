"""Presence: who is at a table, and since when a player is away. What follows from that is in `stand_in_rules`.

A person with an open connection to the table is present. A player who uses HTTP alone has none: they count as present
for a while after each request. Kept in memory: after a restart all count as away since the table was loaded. All times
are those of the event loop, which a change of the system's clock does not touch.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from saltroad.server.tables.state import TableState


class Presence:
    """Who is present at one table."""

    def __init__(self, state: TableState, away_seconds: float, on_change: Callable[[], None]) -> None:
        self._state = state
        self._on_change = on_change
        """Called when a player appears by HTTP or is no longer counted as present. Must not hold the table."""
        self._loop = asyncio.get_running_loop()
        self.away_seconds = away_seconds
        """Seconds of absence that do not count."""
        self._loaded = self._loop.time()
        self._connections: Counter[str | None] = Counter()
        """Open connections by person; None for people without a name."""
        self._connected: frozenset[str] | None = None
        self._spectators: tuple[object, int] = (None, 0)
        """Answers of `connected` and, for exactly these seats, of `spectators`: asked for with every update."""
        self._present_until: dict[str, float] = {}
        """By person: when their last connection closed, or until when their last request counts."""
        self._by_http: dict[str, asyncio.TimerHandle] = {}
        """Players who are present by HTTP alone, each with the timer that checks whether they still are."""
        self._turn: tuple[object, ...] = ()
        self._turn_began = self._loaded

    # -- connections ---------------------------------------------------------------------------------------------------

    def connect(self, person: str | None) -> None:
        """Count a connection of a person."""
        self._connections[person] += 1
        self._connected, self._spectators = None, (None, 0)

    def disconnect(self, person: str | None) -> None:
        """Count a connection as closed; with a player's last one their absence begins."""
        self._connections[person] -= 1
        if not self._connections[person]:
            del self._connections[person]
            if self._state.seat_of(person) is not None and person is not None:
                self._present_until[person] = max(self._loop.time(), self._present_until.get(person, 0.0))
        self._connected, self._spectators = None, (None, 0)

    def connected(self) -> frozenset[str]:
        """The people with an open connection."""
        if self._connected is None:
            self._connected = frozenset(person for person in self._connections if person is not None)
        return self._connected

    def spectators(self) -> int:
        """How many connections are of people without a seat."""
        seats, seat_of = self._state.seats, self._state.seat_of
        if self._spectators[0] is not seats:
            self._spectators = seats, sum(n for who, n in self._connections.items() if seat_of(who) is None)
        return self._spectators[1]

    def here(self) -> frozenset[str]:
        """The people who are present, with a seat or without."""
        return self.connected().union(self._by_http) if self._by_http else self.connected()

    # -- requests by HTTP ----------------------------------------------------------------------------------------------

    def note_request(self, person: str) -> None:
        """Note a request of a person: a player without a connection is present for a while."""
        if self._state.seat_of(person) is None or person in self.connected():
            return
        self._present_until[person] = self._loop.time() + self.away_seconds
        if person not in self._by_http:
            self._by_http[person] = self._loop.call_later(self.away_seconds, self._check_absence, person)
            self._on_change()

    def _check_absence(self, person: str) -> None:
        left = self._present_until[person] - self._loop.time()
        if left > 0:
            self._by_http[person] = self._loop.call_later(left, self._check_absence, person)
            return
        del self._by_http[person]
        self._on_change()

    # -- absence -------------------------------------------------------------------------------------------------------

    def note_turn(self) -> None:
        """Note a change of the table: if another seat is to act now, its turn begins."""
        state = self._state
        turn = (None if state.live_game is None else state.live_game.actor, state.revision, state.phase)
        if turn != self._turn:
            self._turn, self._turn_began = turn, self._loop.time()

    def has_just_left(self, person: str | None) -> bool:
        """Whether a person is away since a moment ago."""
        return person is not None and self._loop.time() < self._away_since(person) + self.away_seconds

    def _away_since(self, person: str) -> float:
        return max(self._loaded, self._present_until.get(person, 0.0))

    def waited_since(self, person: str) -> float:
        """Since when the table waits for a person who is away and is to act, by the event loop's clock."""
        return max(self._away_since(person), self._turn_began)
