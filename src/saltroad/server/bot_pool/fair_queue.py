"""The queue for bot workers: fair by person, games that are watched first.

A person has as much of the workers as any other, whatever the number of their tables: what they have used so far
decides, not how often they ask. So fifteen tables of one person cost all others the wait for one thought at most.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

D = TypeVar("D")

PATIENCE = 30.0
"""Seconds without a worker after which a turn that is not watched counts like one that is: it comes late, not never."""
HOLD = 1.0
"""Seconds that a worker is held free after a turn that is watched: the next bot of that game follows at once, and must
not wait for a bot that began to think at a table that is not watched."""


@dataclass(slots=True, eq=False)
class _Request(Generic[D]):
    """One request for a worker."""

    person: str
    is_watched: Callable[[], bool]
    since: float
    worker: asyncio.Future[D] = field(repr=False)


class FairQueue(Generic[D]):
    """Gives workers to tables in turn. A table has at most one, so that its second request never overtakes the
    first."""

    def __init__(
        self, workers: Iterable[D], clock: Callable[[], float] = time.monotonic, *, hold: float = HOLD
    ) -> None:
        """A queue for some workers; `hold` is 0 where turns are too short for a worker to be held free."""
        self._free = list(workers)
        self._hold = hold
        self._clock = clock
        self._lines: dict[str, deque[_Request[D]]] = {}
        """The requests of each table, the one that was served longest ago first."""
        self._thinking: dict[str, tuple[str, float, bool]] = {}
        """Tables that have a worker: for whom, since when, and whether that is watched."""
        self._used: dict[str, float] = {}
        """The seconds that each person has used, since the workers were last idle."""
        self._served: dict[str, float] = {}
        """When each person last got a worker, while that matters."""
        self._held_until = 0.0
        self._look_again: asyncio.TimerHandle | None = None
        self._reached = 0.0
        """What the person served last had used. A new person begins there: turns are not saved up by staying away."""

    @property
    def waiting(self) -> int:
        """How many requests wait for a worker."""
        return sum(map(len, self._lines.values()))

    @property
    def busy(self) -> int:
        """How many workers are in use."""
        return len(self._thinking)

    def people_waiting(self, besides: str) -> int:
        """How many people wait at a table that they watch, besides one."""
        return len({wait.person for line in self._lines.values() for wait in line if wait.is_watched()} - {besides})

    async def take(self, table: str, person: str | None = None, is_watched: Callable[[], bool] = lambda: True) -> D:
        """Wait for the table's turn and take a worker, to be returned with `give`. Its time is charged to `person`,
        else to the table itself. `is_watched` is asked each time that a worker comes free."""
        who = table if person is None else person
        if not self._is_active(who):
            self._used[who] = max(self._used.get(who, 0.0), self._reached)
        wait = _Request[D](who, is_watched, self._clock(), asyncio.get_running_loop().create_future())
        self._lines.setdefault(table, deque()).append(wait)
        self._deal()
        try:
            return await wait.worker
        except asyncio.CancelledError:
            if wait.worker.done() and not wait.worker.cancelled():
                self.give(table, wait.worker.result())  # dealt and cancelled in the same moment
            else:
                self._leave(table, wait)
            raise

    def give(self, table: str, worker: D) -> None:
        """Return a worker that the table has used."""
        if table in self._thinking:
            person, since, was_watched = self._thinking.pop(table)
            now = self._clock()
            self._used[person] = self._used.get(person, 0.0) + now - since
            if was_watched:
                self._held_until = now + self._hold
        self._free.append(worker)
        if table in self._lines:
            self._lines[table] = self._lines.pop(table)  # behind all the others
        self._deal()
        self._forget()

    def close(self) -> None:
        """Cancel all requests."""
        if self._look_again is not None:
            self._look_again.cancel()
        for line in list(self._lines.values()):
            for wait in line:
                wait.worker.cancel()

    def _deal(self) -> None:
        while self._free and (table := self._next()) is not None:
            line = self._lines.pop(table)
            wait = line.popleft()
            if line:
                self._lines[table] = line
            if not wait.worker.cancelled():
                now = self._clock()
                self._reached = max(self._reached, self._used.get(wait.person, 0.0))
                self._served[wait.person] = now
                self._thinking[table] = wait.person, now, wait.is_watched()
                wait.worker.set_result(self._free.pop())

    def _next(self) -> str | None:
        """The table that is served next: one that is watched, of the person who has the fewest workers now and has used
        the least time so far."""
        held, now = Counter(person for person, _, _ in self._thinking.values()), self._clock()

        def rank(table: str) -> tuple[bool, int, float]:
            wait = self._lines[table][0]
            since = max(wait.since, self._served.get(wait.person, wait.since))
            comes_first = wait.is_watched() or now - since > PATIENCE
            return not comes_first, held[wait.person], self._used.get(wait.person, 0.0)

        table = min((table for table in self._lines if table not in self._thinking), key=rank, default=None)
        if table is not None and rank(table)[0] and now < self._held_until:
            self._deal_later(self._held_until - now)
            return None
        return table

    def _deal_later(self, seconds: float) -> None:
        def deal() -> None:
            self._look_again = None
            self._deal()

        if self._look_again is None:
            self._look_again = asyncio.get_running_loop().call_later(seconds, deal)

    def _is_active(self, person: str) -> bool:
        return any(who == person for who, _, _ in self._thinking.values()) or any(
            wait.person == person for line in self._lines.values() for wait in line
        )

    def _forget(self) -> None:
        """Drop the accounts that would begin anew anyway: those that are behind, all when no request is left."""
        if not self._thinking and not self._lines:
            self._used.clear()
            self._served.clear()
            self._reached = 0.0
            return
        for person in [who for who, used in self._used.items() if used <= self._reached and not self._is_active(who)]:
            del self._used[person]
            self._served.pop(person, None)

    def _leave(self, table: str, wait: _Request[D]) -> None:
        line = self._lines.get(table)
        if line is not None and wait in line:
            line.remove(wait)
            if not line:
                del self._lines[table]
