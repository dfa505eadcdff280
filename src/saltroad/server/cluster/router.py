"""A door to a table, wherever it is: all that sockets and HTTP need of a table that is being played.

Here the table is in this process. With several processes a table is in one of them, and the others have a door of
another kind, which passes everything on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from saltroad.protocol.messages import ClientMessage, Reply
from saltroad.protocol.pages import TableShown
from saltroad.server.store import ListedTable, Person
from saltroad.server.tables.commands import run_command
from saltroad.server.tables.registry import TableRegistry
from saltroad.server.tables.table import Table
from saltroad.server.tables.updates import ClientState


class ProxySubscription(Protocol):
    """One connection's look through a door."""

    def push(self) -> None:
        """The connection can take more: tell it what is new."""

    def close(self) -> None:
        """The connection is gone."""


class TableProxy(Protocol):
    """The way to one table."""

    async def run_command(self, person: Person | None, message: ClientMessage, language: str) -> Reply:
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
    ) -> ProxySubscription:
        """Begin to look; `lost` is called when the table can no longer be followed from here: connect again."""


class LocalProxy:
    """To a table of this process."""

    def __init__(self, registry: TableRegistry, table: Table) -> None:
        self._registry = registry
        self._table = table

    async def run_command(self, person: Person | None, message: ClientMessage, language: str) -> Reply:
        return await run_command(self._registry, self._table, person, message, language)

    async def update(self, person: str | None, language: str) -> bytes:
        table = self._table
        table.note_request()
        await table.updates.narrate(language)
        if person is not None:
            table.presence.note_request(person)
        body, _ = table.updates.update(
            table.state.seat_of(person), is_host=table.state.is_host(person), language=language, known=ClientState()
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
    ) -> ProxySubscription:
        await self._table.updates.narrate(language)
        return self._table.subscribe(person, language, revision, seen, send=send, can_take=can_take)


class TableRouter:
    """The doors of a server that has one process."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def proxy(self, id: str) -> TableProxy:
        """The way to a table; Refusal if there is none."""
        return LocalProxy(self._registry, await self._registry.table(id))

    async def shown(
        self, found: Sequence[ListedTable], person: str | None, *, whose_turn: bool = False
    ) -> list[TableShown]:
        """Tables in a list; `whose_turn` also for those that nobody has open."""
        turns = await self._registry.turns(found) if whose_turn else {}
        return [self._registry.shown(listed, person, turns.get(listed.table.id)) for listed in found]

    async def forget(self, person: str) -> None:
        """Somebody has left for good: no open table shows their name any more."""
        await self._registry.forget(person)

    def health(self) -> dict[str, Any]:
        """What `/health` says of processes."""
        return {}

    async def figures(self) -> bytes:
        """What was counted, for Prometheus."""
        return self._registry.metrics.render()
