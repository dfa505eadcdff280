"""Proxies of tables, and the router that finds them: what sockets and HTTP need of a table, wherever it is.

Here the table is in this process. With several processes a table is in one of them, and the others reach it by the
proxies of `remote`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from saltroad.protocol.messages import ClientMessage, Reply
from saltroad.protocol.pages import TableShown
from saltroad.server.metrics import Metrics
from saltroad.server.store import ListedTable, Person
from saltroad.server.tables.commands import CommandRunner
from saltroad.server.tables.registry import TableRegistry
from saltroad.server.tables.sentences import GameSentences
from saltroad.server.tables.table import Table
from saltroad.server.tables.updates import ClientState


class ProxySubscription(Protocol):
    """One connection that follows a table."""

    def push(self) -> None:
        """Send what is new: the connection can take more."""

    def close(self) -> None:
        """End it: the connection is gone."""


class TableProxy(Protocol):
    """One table, here or in another process."""

    async def run_command(self, person: Person | None, message: ClientMessage, language: str = "") -> Reply:
        """Run a client's command; refusals are replies. In a language, the reply has a sentence."""

    async def update(self, person: str | None, language: str = "") -> bytes:
        """The whole update, for one person; in a language, with sentences."""

    async def subscribe(
        self,
        person: str | None,
        revision: int,
        seen: int,
        *,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool],
        on_lost: Callable[[], None],
    ) -> ProxySubscription:
        """Send every change from now on; `on_lost` is called when the table can no longer be followed from here."""


class LocalProxy:
    """A table of this process."""

    def __init__(self, commands: CommandRunner, table: Table) -> None:
        self._commands = commands
        self._table = table

    async def run_command(self, person: Person | None, message: ClientMessage, language: str = "") -> Reply:
        return await self._commands.run(self._table, person, message, language)

    async def update(self, person: str | None, language: str = "") -> bytes:
        table = self._table
        table.note_request()
        await table.make_events()
        if person is not None:
            table.presence.note_request(person)
        state = table.state
        body, _ = table.updates.update(state.seat_of(person), is_host=state.is_host(person), known=ClientState())
        return await asyncio.to_thread(GameSentences.of_table(state, language).update, body) if language else body

    async def subscribe(
        self,
        person: str | None,
        revision: int,
        seen: int,
        *,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool],
        on_lost: Callable[[], None],
    ) -> ProxySubscription:
        await self._table.make_events()
        return self._table.subscribe(person, revision, seen, send=send, can_take=can_take)


@dataclass(frozen=True, slots=True)
class LocalServices:
    """The parts of a process that serve its own tables, also for other processes that ask for them."""

    registry: TableRegistry
    commands: CommandRunner
    metrics: Metrics


class TableRouter:
    """Finds tables; this one is for a server of one process."""

    def __init__(self, services: LocalServices) -> None:
        self._services = services
        self._registry = services.registry

    async def proxy(self, id: str) -> TableProxy:
        """The proxy of a table; Refusal if there is none."""
        return LocalProxy(self._services.commands, await self._registry.table(id))

    async def shown(
        self, found: Sequence[ListedTable], person: str | None, *, whose_turn: bool = False
    ) -> list[TableShown]:
        """Tables in a list; `whose_turn` also for those that are open in no process."""
        turns = await self._registry.turns(found) if whose_turn else {}
        return [self._registry.shown(listed, person, turns.get(listed.table.id)) for listed in found]

    async def forget_person(self, person: str) -> None:
        """Take the name of a person who has left for good out of all open tables."""
        await self._registry.forget_person(person)

    def health(self) -> dict[str, Any]:
        """What `/health` tells of processes."""
        return {}

    async def render_metrics(self) -> bytes:
        """The metrics of the server in Prometheus' text format."""
        return self._services.metrics.render()
