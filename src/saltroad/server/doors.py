"""A door to a table, wherever it is: all that sockets and HTTP need of a table that is being played.

Here the table is in this process. With several processes a table is in one of them, and the others have a door of
another kind, which passes everything on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from saltroad.protocol.messages import ClientMessage, Reply
from saltroad.protocol.pages import TableShown
from saltroad.server.asking import ask
from saltroad.server.house import House
from saltroad.server.showing import Told
from saltroad.server.store import Listed, Person
from saltroad.server.tables import Table


class Look(Protocol):
    """One connection's look through a door."""

    def push(self) -> None:
        """The connection can take more: tell it what is new."""

    def close(self) -> None:
        """The connection is gone."""


class Door(Protocol):
    """The way to one table."""

    async def ask(self, person: Person | None, message: ClientMessage, language: str) -> Reply:
        """What a client asks for; refusals are replies."""

    async def update(self, person: str | None, language: str) -> bytes:
        """The whole of where the table stands, for one person."""

    async def look(
        self,
        person: str | None,
        language: str,
        revision: int,
        seen: int,
        *,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool],
        lost: Callable[[], None],
    ) -> Look:
        """Begin to look; `lost` is called when the table can no longer be followed from here: connect again."""


class LocalDoor:
    """To a table of this process."""

    def __init__(self, house: House, table: Table) -> None:
        self._house = house
        self._table = table

    async def ask(self, person: Person | None, message: ClientMessage, language: str) -> Reply:
        return await ask(self._house, self._table, person, message, language)

    async def update(self, person: str | None, language: str) -> bytes:
        table = self._table
        table.wake()
        await table.narrate(language)
        if person is not None:
            table.presence.seen(person)
        body, _ = table.showing.update(
            table.seat_of(person), is_host=table.is_host(person), language=language, told=Told()
        )
        return body

    async def look(
        self,
        person: str | None,
        language: str,
        revision: int,
        seen: int,
        *,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool],
        lost: Callable[[], None],
    ) -> Look:
        await self._table.narrate(language)
        return self._table.watch(person, language, revision, seen, send=send, can_take=can_take)


class Doors:
    """The doors of a server that has one process."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def door(self, id: str) -> Door:
        """The way to a table; Refusal if there is none."""
        return LocalDoor(self._house, await self._house.table(id))

    async def shown(self, found: Sequence[Listed], person: str | None, *, whose_turn: bool = False) -> list[TableShown]:
        """Tables in a list; `whose_turn` also for those that nobody has open."""
        turns = await self._house.turns(found) if whose_turn else {}
        return [self._house.shown(listed, person, turns.get(listed.table.id)) for listed in found]

    async def forget(self, person: str) -> None:
        """Somebody has left for good: no open table shows their name any more."""
        await self._house.forget(person)

    def health(self) -> dict[str, Any]:
        """What `/health` says of processes."""
        return {}

    async def figures(self) -> bytes:
        """What was counted, for Prometheus."""
        return self._house.metrics.render()
