"""What other processes want of the tables that are here: their clients' looks and questions."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Coroutine
from typing import Any

import msgspec
import structlog

from saltroad.protocol import messages as wire
from saltroad.server.cluster.bus import Bus
from saltroad.server.cluster.messages import (
    ClusterMessage,
    ClusterReply,
    ClusterRequest,
    CredentialsRevoked,
    FetchListing,
    FetchMetrics,
    FetchUpdate,
    FlowControl,
    Heartbeat,
    PersonForgotten,
    RunCommand,
    Subscribe,
    SubscriptionsLost,
    Unsubscribe,
)
from saltroad.server.cluster.redis_leases import RedisLeases
from saltroad.server.cluster.router import LocalProxy, LocalServices
from saltroad.server.refusals import Refusal
from saltroad.server.shielding import run_shielded
from saltroad.server.store import ListedTable
from saltroad.server.tables.leases import OwnedElsewhere
from saltroad.server.tables.subscriptions import Subscription

log = structlog.get_logger()


class _HostedSubscription:
    """The look of another process's client at a table that is here."""

    def __init__(self, bus: Bus, question: Subscribe) -> None:
        self._bus = bus
        self.process = question.sender
        self.number = question.number
        self.table = question.table
        self.told = 0
        self.can_take = True
        self.watch: Subscription | None = None

    def send(self, body: bytes) -> None:
        self.told += 1
        self._bus.tell(self.process, self.number, self.told, body)

    def close(self) -> None:
        if self.watch is not None:
            self.watch.close()


class TableHost:
    """All that other processes have under way here."""

    def __init__(self, services: LocalServices, leases: RedisLeases, bus: Bus) -> None:
        self._services = services
        self._registry = services.registry
        self._leases = leases
        self._bus = bus
        self._looks: dict[tuple[str, int], _HostedSubscription] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def receive(self, message: ClusterMessage) -> None:
        """Take what another process has sent."""
        match message:
            case Unsubscribe(sender, number):
                self._end(sender, number)
            case FlowControl(sender, number, can_take):
                look = self._looks.get((sender, number))
                if look is not None:
                    look.can_take = can_take
                    if can_take and look.watch is not None:
                        look.watch.push()
            case PersonForgotten(person):
                self._begin(self._registry.forget_person(person))
            case Subscribe() | RunCommand() | FetchUpdate() | FetchListing() | FetchMetrics():
                if self._is_closed or not self._leases.are_sure():
                    self._bus.send(message.sender, ClusterReply(message.number, False))
                else:
                    self._begin(self._answer(message))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, question: ClusterRequest) -> None:
        try:
            body = await self._body(question)
        except (OwnedElsewhere, Refusal):
            body = None
        except Exception:
            log.exception("a question of another process failed", question=type(question).__name__)
            return  # nobody knows what was done: so it is for the process that asked, which gets no answer
        self._bus.send(question.sender, ClusterReply(question.number, body is not None, body or b""))
        if isinstance(question, Subscribe) and body is not None:
            self._look(question)

    async def _body(self, question: ClusterRequest) -> bytes | None:
        """The answer; None if the table is not here."""
        services, registry = self._services, self._registry
        match question:
            case Subscribe(table=id, language=language):
                table = await registry.table(id)
                await table.updates.narrate(language)
                return b""
            case RunCommand(table=id, person=person, message=message, language=language):
                reply = await run_shielded(
                    services.commands.run(await registry.table(id), person, wire.decode(message), language)
                )
                is_ours = not isinstance(reply, wire.Refused) or reply.code != "moving"
                return wire.encode(reply) if is_ours else None
            case FetchUpdate(table=id, person=who, language=language):
                return await LocalProxy(services.commands, await registry.table(id)).update(who, language)
            case FetchListing(tables=ids, person=who):
                here = [table for table in map(registry.table_here, ids) if table is not None]
                return msgspec.json.encode(
                    [registry.shown(ListedTable(table.state.row, table.state.seats), who) for table in here]
                )
            case FetchMetrics():
                return services.metrics.render()
            case CredentialsRevoked():
                return None  # the member's to answer, whatever tables are here

    def _look(self, question: Subscribe) -> None:
        table = self._registry.table_here(question.table)
        if table is None:  # given up in this very moment
            self._bus.send(question.sender, SubscriptionsLost([question.number]))
            return
        look = self._looks[question.sender, question.number] = _HostedSubscription(self._bus, question)
        look.watch = table.subscribe(
            question.person,
            question.language,
            question.revision,
            question.seen,
            send=look.send,
            can_take=lambda: look.can_take,
        )

    # -- ends ----------------------------------------------------------------------------------------------------------

    def beat(self) -> None:
        """Tell every process that looks how much it was told, so that it notices what it has missed."""
        told: defaultdict[str, dict[int, int]] = defaultdict(dict)
        told[self._bus.id] = {}  # so that something is heard even by a process that nobody talks to
        for (process, number), look in self._looks.items():
            told[process][number] = look.told
        for process, looks in told.items():
            self._bus.send(process, Heartbeat(self._bus.id, looks))

    def gone(self, process: str) -> None:
        """A process has ended, and all its looks with it."""
        for sender, number in list(self._looks):
            if sender == process:
                self._end(sender, number)

    def lose(self, tables: Collection[str] | None = None) -> None:
        """These tables are not here any more; None for all."""
        lost: defaultdict[str, list[int]] = defaultdict(list)
        for (process, number), look in list(self._looks.items()):
            if tables is None or look.table in tables:
                lost[process].append(number)
                self._end(process, number)
        for process, looks in lost.items():
            self._bus.send(process, SubscriptionsLost(looks))

    def _end(self, process: str, number: int) -> None:
        look = self._looks.pop((process, number), None)
        if look is not None:
            look.close()

    async def close(self) -> None:
        """Answer no more."""
        self._is_closed = True
        self.lose()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
