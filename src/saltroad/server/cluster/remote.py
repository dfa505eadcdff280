"""Proxies of tables that may be in another process: commands go there over the bus, updates come back."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence

import msgspec

from saltroad.protocol import messages as wire
from saltroad.protocol.messages import ClientMessage
from saltroad.protocol.pages import TableShown
from saltroad.server.cluster.bus import Bus, NoReply, NotDelivered
from saltroad.server.cluster.messages import (
    ClusterMessage,
    ClusterRequest,
    Delivery,
    FetchListing,
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
from saltroad.server.cluster.router import LocalProxy, LocalServices, ProxySubscription, TableProxy, TableRouter
from saltroad.server.refusals import Refusal
from saltroad.server.store import ListedTable, Person
from saltroad.server.tables.commands import refusal_reply
from saltroad.server.tables.leases import OwnedElsewhere
from saltroad.server.tables.table import Table

PATIENCE = 15.0
"""Seconds that a client waits for a table whose owner does not answer: longer than a dead owner's leases last."""
REPLY_TIMEOUT = 10.0
"""Seconds within which the owner of a table has to reply."""
SLOW_REPLY_TIMEOUT = 120.0
"""The same for commands for which a bot thinks or a game is compiled."""
_RETRY_PAUSE = 0.25
_SILENCE = 8.0
"""Seconds without a heartbeat of a process after which its tables are not followed any longer."""

_reply: msgspec.json.Decoder[wire.Reply] = msgspec.json.Decoder(wire.Reply)
_listing: msgspec.json.Decoder[list[TableShown]] = msgspec.json.Decoder(list[TableShown])


class _EndedSubscription:
    """A subscription that could not begin."""

    def push(self) -> None:
        pass

    def close(self) -> None:
        pass


class _LocalSubscription:
    """A subscription to a table of this process, which may have to give the table up."""

    def __init__(
        self, router: ClusterRouter, table: str, subscription: ProxySubscription, on_lost: Callable[[], None]
    ) -> None:
        self._router = router
        self.table = table
        self._subscription = subscription
        self.on_lost = on_lost

    def push(self) -> None:
        self._subscription.push()

    def close(self) -> None:
        self._router.local.discard(self)
        self._subscription.close()


class _LeasedProxy(LocalProxy):
    """A table of this process, as long as it has the lease on it."""

    def __init__(self, router: ClusterRouter, services: LocalServices, table: Table) -> None:
        super().__init__(services.commands, table)
        self._router = router
        self._registry = services.registry

    @property
    def _is_here(self) -> bool:
        return self._registry.table_here(self._table.id) is self._table

    async def run_command(self, person: Person | None, message: ClientMessage, language: str = "") -> wire.Reply:
        if not self._is_here:
            return refusal_reply(Refusal("moving"), message.id)
        return await super().run_command(person, message, language)

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
        subscription = await super().subscribe(person, revision, seen, send=send, can_take=can_take, on_lost=on_lost)
        if not self._is_here:
            subscription.close()
            on_lost()
            return _EndedSubscription()
        local = _LocalSubscription(self._router, self._table.id, subscription, on_lost)
        self._router.local.add(local)
        return local


class _RemoteSubscription:
    """A subscription to a table of another process."""

    def __init__(
        self,
        router: ClusterRouter,
        owner: str,
        number: int,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool],
        on_lost: Callable[[], None],
    ) -> None:
        self._router = router
        self.owner = owner
        self.number = number
        self.on_lost = on_lost
        self.delivered = 0
        """How many deliveries have come."""
        self._send = send
        self._can_take = can_take
        self._is_open = True

    def deliver(self, number: int, body: bytes) -> bool:
        """Send a delivery to the client; False if one before it is missing."""
        if number != self.delivered + 1:
            return number <= self.delivered
        self.delivered = number
        self._send(body)
        if self._is_open and not self._can_take():
            self._control_flow(False)
        return True

    def push(self) -> None:
        if not self._is_open:
            self._control_flow(True)

    def _control_flow(self, can_take: bool) -> None:
        self._is_open = can_take
        self._router.bus.send(self.owner, FlowControl(self._router.bus.id, self.number, can_take))

    def close(self) -> None:
        self._router.remove(self)


class RemoteProxy:
    """A table of another process."""

    def __init__(self, router: ClusterRouter, table: str, owner: str, until: float | None) -> None:
        self._router = router
        self._table = table
        self._owner = owner
        self._until = until
        """When to stop looking for the owner; None while nothing has gone wrong."""

    async def run_command(self, person: Person | None, message: ClientMessage, language: str = "") -> wire.Reply:
        bus = self._router.bus
        question = RunCommand(bus.id, bus.next_number(), self._table, person, msgspec.json.encode(message), language)
        seconds = SLOW_REPLY_TIMEOUT if isinstance(message, wire.Hint | wire.Start) else REPLY_TIMEOUT
        try:
            return _reply.decode(await bus.call(self._owner, question, seconds))
        except NoReply:
            return refusal_reply(Refusal("not_stored"), message.id)
        except NotDelivered:
            try:
                proxy = await self._retry()
            except Refusal as refusal:
                return refusal_reply(refusal, message.id)
            return await proxy.run_command(person, message, language)

    async def update(self, person: str | None, language: str = "") -> bytes:
        bus = self._router.bus
        try:
            question = FetchUpdate(bus.id, bus.next_number(), self._table, person, language)
            return await bus.call(self._owner, question, REPLY_TIMEOUT)
        except (NotDelivered, NoReply):
            return await (await self._retry()).update(person, language)

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
        router, bus = self._router, self._router.bus
        question = Subscribe(bus.id, bus.next_number(), self._table, person, revision, seen)
        subscription = router.add(_RemoteSubscription(router, self._owner, question.number, send, can_take, on_lost))
        try:
            await bus.call(self._owner, question, REPLY_TIMEOUT)
            return subscription
        except (NotDelivered, NoReply):
            subscription.close()
        try:
            proxy = await self._retry()
        except Refusal:
            on_lost()
            return _EndedSubscription()
        return await proxy.subscribe(person, revision, seen, send=send, can_take=can_take, on_lost=on_lost)

    async def _retry(self) -> TableProxy:
        """Pause and find the table again: its owner does not answer, so another process may have it soon."""
        now = asyncio.get_running_loop().time()
        until = now + PATIENCE if self._until is None else self._until
        if now >= until:
            raise Refusal("moving")
        await asyncio.sleep(_RETRY_PAUSE)
        return await self._router.proxy(self._table, until)


class ClusterRouter(TableRouter):
    """Finds the tables of all processes, for one of them."""

    def __init__(self, services: LocalServices, leases: RedisLeases, bus: Bus) -> None:
        super().__init__(services)
        self._leases = leases
        self.bus = bus
        self.local: set[_LocalSubscription] = set()
        self._subscriptions: dict[int, _RemoteSubscription] = {}
        self._last_heartbeat: dict[str, float] = {}
        """By process."""

    async def proxy(self, id: str, until: float | None = None) -> TableProxy:
        try:
            return _LeasedProxy(self, self._services, await self._registry.table(id))
        except OwnedElsewhere as elsewhere:
            return RemoteProxy(self, id, elsewhere.owner, until)

    async def shown(
        self, found: Sequence[ListedTable], person: str | None, *, whose_turn: bool = False
    ) -> list[TableShown]:
        ids = [listed.table.id for listed in found if listed.table.state in ("open", "playing")]
        owners = await self._leases.elsewhere(ids)
        turns: dict[str, int] = {}
        if whose_turn:
            turns = await self._registry.turns([listed for listed in found if listed.table.id not in owners])
        by_owner: defaultdict[str, list[str]] = defaultdict(list)
        for id, owner in owners.items():
            by_owner[owner].append(id)
        lists = await asyncio.gather(*(self._listed(owner, ids, person) for owner, ids in by_owner.items()))
        known = {shown.id: shown for some in lists for shown in some}
        return [
            known.get(listed.table.id) or self._registry.shown(listed, person, turns.get(listed.table.id))
            for listed in found
        ]

    async def _listed(self, owner: str, ids: list[str], person: str | None) -> list[TableShown]:
        try:
            body = await self.bus.call(
                owner, FetchListing(self.bus.id, self.bus.next_number(), ids, person), REPLY_TIMEOUT / 2
            )
        except (NotDelivered, NoReply):
            return []  # they are then listed as they are stored
        return _listing.decode(body)

    # -- subscriptions -------------------------------------------------------------------------------------------------

    def add(self, subscription: _RemoteSubscription) -> _RemoteSubscription:
        """Register a subscription: deliveries go to it from now on."""
        self._subscriptions[subscription.number] = subscription
        self._last_heartbeat.setdefault(subscription.owner, asyncio.get_running_loop().time())
        return subscription

    def remove(self, subscription: _RemoteSubscription) -> None:
        """Remove a subscription, and tell the owner of the table."""
        if self._subscriptions.pop(subscription.number, None) is not None:
            self.bus.send(subscription.owner, Unsubscribe(self.bus.id, subscription.number))

    def receive(self, message: ClusterMessage) -> None:
        """Handle what the owner of a table has sent."""
        match message:
            case Delivery(subscriptions, body):
                for number, delivery in subscriptions:
                    subscription = self._subscriptions.get(number)
                    if subscription is not None and not subscription.deliver(delivery, body):
                        self._drop(subscription)
            case SubscriptionsLost(numbers):
                for subscription in [
                    self._subscriptions[number] for number in numbers if number in self._subscriptions
                ]:
                    self._drop(subscription)
            case Heartbeat(sender, delivered):
                self._check_complete(sender, delivered)

    def _check_complete(self, owner: str, delivered: dict[int, int]) -> None:
        """Drop the subscriptions of which not everything has come that the owner has delivered."""
        self._last_heartbeat[owner] = asyncio.get_running_loop().time()
        for number in delivered.keys() - self._subscriptions.keys():
            self.bus.send(owner, Unsubscribe(self.bus.id, number))
        for subscription in list(self._subscriptions.values()):
            # One without a delivery may have begun after the heartbeat.
            if (
                subscription.owner == owner
                and subscription.delivered > 0
                and delivered.get(subscription.number) != subscription.delivered
            ):
                self._drop(subscription)

    def _drop(self, subscription: _RemoteSubscription) -> None:
        self.remove(subscription)
        subscription.on_lost()

    def drop_silent(self) -> None:
        """Drop the subscriptions to tables of processes that are silent."""
        now = asyncio.get_running_loop().time()
        owners = {subscription.owner for subscription in self._subscriptions.values()}
        self._last_heartbeat = {owner: heard for owner, heard in self._last_heartbeat.items() if owner in owners}
        for owner in owners:
            if now - self._last_heartbeat.setdefault(owner, now) > _SILENCE:
                self.drop_process(owner)

    def drop_process(self, process: str) -> None:
        """Drop the subscriptions to the tables of a process that has ended: another one has them soon."""
        for subscription in list(self._subscriptions.values()):
            if subscription.owner == process:
                self._drop(subscription)

    def drop_remote(self) -> None:
        """Drop all subscriptions to tables of other processes: messages may have been lost."""
        for subscription in list(self._subscriptions.values()):
            self._drop(subscription)

    def drop_local(self, tables: Collection[str] | None = None) -> None:
        """Drop the subscriptions to tables that are not here any more; None for all."""
        for subscription in [
            subscription for subscription in self.local if tables is None or subscription.table in tables
        ]:
            self.local.discard(subscription)
            subscription.on_lost()

    async def forget_person(self, person: str) -> None:
        await super().forget_person(person)
        self.bus.send_all(PersonForgotten(person))

    # -- the whole server ----------------------------------------------------------------------------------------------

    async def call_all(
        self, processes: Collection[str], make: Callable[[str, int], ClusterRequest]
    ) -> dict[str, bytes]:
        """The replies of these processes, without those that give none."""

        async def call(process: str) -> tuple[str, bytes | None]:
            try:
                return process, await self.bus.call(
                    process, make(self.bus.id, self.bus.next_number()), REPLY_TIMEOUT / 5
                )
            except (NotDelivered, NoReply):
                return process, None

        answers = await asyncio.gather(*map(call, processes))
        return {process: body for process, body in answers if body is not None}
