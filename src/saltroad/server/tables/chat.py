"""The chat of a table: its newest lines, who may read which, and how fast a person may write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from saltroad.protocol.messages import ChatLineShown, Notice
from saltroad.server.rate_limits import Rate, RateLimiter
from saltroad.server.settings import Settings
from saltroad.server.store import ChatLine as StoredLine
from saltroad.server.store import Seat, Store, TableNotice
from saltroad.server.tables.seats import seat_of

MOST = 200
"""Lines that a table keeps in memory."""


def chat_limiter(settings: Settings) -> RateLimiter:
    """The limit on the lines of one person at all tables: `rate_lines` a minute, a quarter of them at once."""
    return RateLimiter(Rate(max(5, settings.rate_lines / 4), settings.rate_lines / 60))


class ChatLog:
    """The chat of one table."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self._lines: list[StoredLine] = []

    async def read(self) -> None:
        """Read the newest lines from the store."""
        self._lines = await self._store.lines(self._table, most=MOST)

    async def say(self, person: str, name: str, text: str, at: int, *, apart: bool) -> None:
        """Add a line; `apart` is for what spectators say among themselves."""
        line = await self._store.add_line(self._table, person, name, text, at, apart)
        self._lines = sorted([*self._lines, line], key=lambda line: line.number)[-MOST:]

    async def note(self, notice: Notice, about: int, person: str | None, name: str, at: int) -> None:
        """Add a notice of what happened to a seat; `person` did it, None for the clock."""
        line = await self._store.add_line(self._table, person, name, "", at, False, notice=TableNotice(notice, about))
        self._lines = sorted([*self._lines, line], key=lambda line: line.number)[-MOST:]

    def has_lines_of(self, person: str) -> bool:
        """Whether a person has said something here."""
        return any(line.person == person for line in self._lines)

    def has_apart(self, after: int) -> bool:
        """Whether spectators have said something among themselves after that line."""
        return any(line.apart and line.number > after for line in self._lines)

    @property
    def last(self) -> int:
        """The number of the newest line."""
        return self._lines[-1].number if self._lines else 0

    def lines(self, after: int, seats: Sequence[Seat], *, hides_apart: bool) -> tuple[ChatLineShown, ...]:
        """The lines after a number; players are not shown what spectators said among themselves."""
        return tuple(
            ChatLineShown(
                line.number,
                line.name,
                seat_of(seats, line.person),
                line.text,
                line.at,
                cast("Notice | None", line.notice),
                line.about,
            )
            for line in self._lines
            if line.number > after and not (hides_apart and line.apart)
        )
