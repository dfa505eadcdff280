"""The host of this process's tables for the others: answers their requests and follows tables for their clients."""

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
    """The subscription of another process's client to a table that is here."""

    def __init__(self, bus: Bus, request: Subscribe) -> None:
        self._bus = bus
        self.process = request.sender
        self.number = request.number
        self.table = request.table
        self.delivered = 0
        self.can_take = True
        self.subscription: Subscription | None = None

    def send(self, body: bytes) -> None:
        self.delivered += 1
        self._bus.deliver(self.process, self.number, self.delivered, body)

    def close(self) -> None:
        if self.subscription is not None:
            self.subscription.close()


class TableHost:
    """Serves the requests and subscriptions of other processes for the tables of this one."""

    def __init__(self, services: LocalServices, leases: RedisLeases, bus: Bus) -> None:
        self._services = services
        self._registry = services.registry
        self._leases = leases
        self._bus = bus
        self._subscriptions: dict[tuple[str, int], _HostedSubscription] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def receive(self, message: ClusterMessage) -> None:
        """Handle what another process has sent."""
        match message:
            case Unsubscribe(sender, number):
                self._end(sender, number)
            case FlowControl(sender, number, can_take):
                hosted = self._subscriptions.get((sender, number))
                if hosted is not None:
                    hosted.can_take = can_take
                    if can_take and hosted.subscription is not None:
                        hosted.subscription.push()
            case PersonForgotten(person):
                self._run_in_background(self._registry.forget_person(person))
            case Subscribe() | RunCommand() | FetchUpdate() | FetchListing() | FetchMetrics():
                if self._is_closed or not self._leases.are_sure():
                    self._bus.send(message.sender, ClusterReply(message.number, False))
                else:
                    self._run_in_background(self._answer(message))

    def _run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, request: ClusterRequest) -> None:
        try:
            body = await self._body(request)
        except (OwnedElsewhere, Refusal):
            body = None
        except Exception:
            log.exception("a request of another process failed", request=type(request).__name__)
            return  # it is not known what was done, so the process that asked gets no reply
        self._bus.send(request.sender, ClusterReply(request.number, body is not None, body or b""))
        if isinstance(request, Subscribe) and body is not None:
            self._subscribe(request)

    async def _body(self, request: ClusterRequest) -> bytes | None:
        """The body of the reply; None if the table is not here."""
        services, registry = self._services, self._registry
        match request:
            case Subscribe(table=id):
                await (await registry.table(id)).make_events()
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

    def _subscribe(self, request: Subscribe) -> None:
        table = self._registry.table_here(request.table)
        if table is None:  # dropped at this very moment
            self._bus.send(request.sender, SubscriptionsLost([request.number]))
            return
        hosted = self._subscriptions[request.sender, request.number] = _HostedSubscription(self._bus, request)
        hosted.subscription = table.subscribe(
            request.person,
            request.revision,
            request.seen,
            send=hosted.send,
            can_take=lambda: hosted.can_take,
        )

    # -- ends ----------------------------------------------------------------------------------------------------------

    def send_heartbeats(self) -> None:
        """Tell every process how much was delivered to its subscriptions, so that it notices what it has missed."""
        delivered: defaultdict[str, dict[int, int]] = defaultdict(dict)
        delivered[
            self._bus.id
        ] = {}  # to itself, so that the bus is used even where no client of another process follows a table
        for (process, number), hosted in self._subscriptions.items():
            delivered[process][number] = hosted.delivered
        for process, subscriptions in delivered.items():
            self._bus.send(process, Heartbeat(self._bus.id, subscriptions))

    def drop_process(self, process: str) -> None:
        """End the subscriptions of a process that has ended."""
        for sender, number in list(self._subscriptions):
            if sender == process:
                self._end(sender, number)

    def drop(self, tables: Collection[str] | None = None) -> None:
        """End the subscriptions to tables that are not here any more; None for all."""
        lost: defaultdict[str, list[int]] = defaultdict(list)
        for (process, number), hosted in list(self._subscriptions.items()):
            if tables is None or hosted.table in tables:
                lost[process].append(number)
                self._end(process, number)
        for process, subscriptions in lost.items():
            self._bus.send(process, SubscriptionsLost(subscriptions))

    def _end(self, process: str, number: int) -> None:
        hosted = self._subscriptions.pop((process, number), None)
        if hosted is not None:
            hosted.close()

    async def close(self) -> None:
        """Answer no more requests."""
        self._is_closed = True
        self.drop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
