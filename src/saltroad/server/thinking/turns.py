"""Whose turn it is to have a bot think: one line a table, tables in rotation, one desk each at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Generic, TypeVar

D = TypeVar("D")


class Turns(Generic[D]):
    """Deals desks out. A table has at most one, so that its second request never overtakes the first."""

    def __init__(self, desks: Iterable[D]) -> None:
        self._free = list(desks)
        self._lines: dict[str, deque[asyncio.Future[D]]] = {}
        """Tables with someone waiting, the next to be served first."""
        self._thinking: set[str] = set()

    @property
    def waiting(self) -> int:
        """How many requests wait for a desk."""
        return sum(map(len, self._lines.values()))

    @property
    def busy(self) -> int:
        """How many desks are in use."""
        return len(self._thinking)

    async def take(self, table: str) -> D:
        """A desk, when it is the table's turn; to be given back."""
        turn: asyncio.Future[D] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(table, deque()).append(turn)
        self._deal()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give(table, turn.result())  # dealt and cancelled in the same moment
            else:
                self._leave(table, turn)
            raise

    def give(self, table: str, desk: D) -> None:
        """The table is done with the desk."""
        self._thinking.discard(table)
        self._free.append(desk)
        if table in self._lines:
            self._lines[table] = self._lines.pop(table)  # behind all the others
        self._deal()

    def close(self) -> None:
        """Cancel everybody who waits."""
        for line in list(self._lines.values()):
            for turn in line:
                turn.cancel()

    def _deal(self) -> None:
        while self._free:
            table = next((table for table in self._lines if table not in self._thinking), None)
            if table is None:
                return
            line = self._lines.pop(table)
            turn = line.popleft()
            if line:
                self._lines[table] = line
            if not turn.cancelled():
                self._thinking.add(table)
                turn.set_result(self._free.pop())

    def _leave(self, table: str, turn: asyncio.Future[D]) -> None:
        line = self._lines.get(table)
        if line is not None and turn in line:
            line.remove(turn)
            if not line:
                del self._lines[table]
