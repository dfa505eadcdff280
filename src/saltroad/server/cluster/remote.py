"""Doors to tables that may be in another process: what is asked goes there, what is told comes from there."""

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
"""Seconds that one waits for a table whose owner does not answer: longer than a dead owner's leases last."""
ANSWER = 10.0
"""Seconds to answer in."""
THOUGHT = 120.0
"""The same for what has to be thought about, or compiled."""
_AGAIN = 0.25
_SILENCE = 8.0
"""Seconds without a beat of a process after which it is not believed to tell what happens at its tables."""

_reply: msgspec.json.Decoder[wire.Reply] = msgspec.json.Decoder(wire.Reply)
_listing: msgspec.json.Decoder[list[TableShown]] = msgspec.json.Decoder(list[TableShown])


class _EndedSubscription:
    """A look that did not come about."""

    def push(self) -> None:
        pass

    def close(self) -> None:
        pass


class _LocalSubscription:
    """A look at a table of this process, which may have to let go of the table."""

    def __init__(self, router: ClusterRouter, table: str, look: ProxySubscription, lost: Callable[[], None]) -> None:
        self._router = router
        self.table = table
        self._look = look
        self.lost = lost

    def push(self) -> None:
        self._look.push()

    def close(self) -> None:
        self._router.own.discard(self)
        self._look.close()


class _LeasedProxy(LocalProxy):
    """To a table of this process."""

    def __init__(self, router: ClusterRouter, services: LocalServices, table: Table) -> None:
        super().__init__(services.commands, table)
        self._router = router
        self._registry = services.registry

    @property
    def _is_here(self) -> bool:
        return self._registry.table_here(self._table.id) is self._table

    async def run_command(self, person: Person | None, message: ClientMessage, language: str) -> wire.Reply:
        if not self._is_here:
            return refusal_reply(Refusal("moving"), message.id, language)
        return await super().run_command(person, message, language)

    async def subscribe(
        self,
        person: str | None,
        language: str,
        revision: int,
        seen: int,
        *,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool],
        on_lost: Callable[[], None],
    ) -> ProxySubscription:
        look = await super().subscribe(person, language, revision, seen, send=send, can_take=can_take, on_lost=on_lost)
        if not self._is_here:
            look.close()
            on_lost()
            return _EndedSubscription()
        own = _LocalSubscription(self._router, self._table.id, look, on_lost)
        self._router.own.add(own)
        return own


class _RemoteSubscription:
    """A look at a table of another process."""

    def __init__(
        self,
        router: ClusterRouter,
        owner: str,
        number: int,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool],
        lost: Callable[[], None],
    ) -> None:
        self._router = router
        self.owner = owner
        self.number = number
        self.lost = lost
        self.last = 0
        """The number of what was last told."""
        self._send = send
        self._can_take = can_take
        self._is_open = True

    def told(self, number: int, body: bytes) -> bool:
        """Pass on what is told; False if something before it is missing."""
        if number != self.last + 1:
            return number <= self.last
        self.last = number
        self._send(body)
        if self._is_open and not self._can_take():
            self._flow(False)
        return True

    def push(self) -> None:
        if not self._is_open:
            self._flow(True)

    def _flow(self, can_take: bool) -> None:
        self._is_open = can_take
        self._router.bus.send(self.owner, FlowControl(self._router.bus.id, self.number, can_take))

    def close(self) -> None:
        self._router.end(self)


class RemoteProxy:
    """To a table of another process."""

    def __init__(self, router: ClusterRouter, table: str, owner: str, until: float | None) -> None:
        self._router = router
        self._table = table
        self._owner = owner
        self._until = until
        """When to give up looking for the owner; None while nothing has gone wrong."""

    async def run_command(self, person: Person | None, message: ClientMessage, language: str) -> wire.Reply:
        bus = self._router.bus
        question = RunCommand(bus.id, bus.next_number(), self._table, person, msgspec.json.encode(message), language)
        seconds = THOUGHT if isinstance(message, wire.Hint | wire.Start) else ANSWER
        try:
            return _reply.decode(await bus.call(self._owner, question, seconds))
        except NoReply:
            return refusal_reply(Refusal("not_stored"), message.id, language)
        except NotDelivered:
            try:
                proxy = await self._again()
            except Refusal as refusal:
                return refusal_reply(refusal, message.id, language)
            return await proxy.run_command(person, message, language)

    async def update(self, person: str | None, language: str) -> bytes:
        bus = self._router.bus
        try:
            question = FetchUpdate(bus.id, bus.next_number(), self._table, person, language)
            return await bus.call(self._owner, question, ANSWER)
        except (NotDelivered, NoReply):
            return await (await self._again()).update(person, language)

    async def subscribe(
        self,
        person: str | None,
        language: str,
        revision: int,
        seen: int,
        *,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool],
        on_lost: Callable[[], None],
    ) -> ProxySubscription:
        router, bus = self._router, self._router.bus
        question = Subscribe(bus.id, bus.next_number(), self._table, person, language, revision, seen)
        look = router.begin(_RemoteSubscription(router, self._owner, question.number, send, can_take, on_lost))
        try:
            await bus.call(self._owner, question, ANSWER)
            return look
        except (NotDelivered, NoReply):
            look.close()
        try:
            proxy = await self._again()
        except Refusal:
            on_lost()
            return _EndedSubscription()
        return await proxy.subscribe(person, language, revision, seen, send=send, can_take=can_take, on_lost=on_lost)

    async def _again(self) -> TableProxy:
        """The door once more: its owner does not answer, so that it may soon be somebody else's."""
        now = asyncio.get_running_loop().time()
        until = now + PATIENCE if self._until is None else self._until
        if now >= until:
            raise Refusal("moving")
        await asyncio.sleep(_AGAIN)
        return await self._router.proxy(self._table, until)


class ClusterRouter(TableRouter):
    """The doors of one process among several."""

    def __init__(self, services: LocalServices, leases: RedisLeases, bus: Bus) -> None:
        super().__init__(services)
        self._leases = leases
        self.bus = bus
        self.own: set[_LocalSubscription] = set()
        self._looks: dict[int, _RemoteSubscription] = {}
        self._heard: dict[str, float] = {}
        """When processes were last heard of."""

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
                owner, FetchListing(self.bus.id, self.bus.next_number(), ids, person), ANSWER / 2
            )
        except (NotDelivered, NoReply):
            return []  # they are then shown as they are stored
        return _listing.decode(body)

    # -- looks ---------------------------------------------------------------------------------------------------------

    def begin(self, look: _RemoteSubscription) -> _RemoteSubscription:
        """A look at another process's table begins."""
        self._looks[look.number] = look
        self._heard.setdefault(look.owner, asyncio.get_running_loop().time())
        return look

    def end(self, look: _RemoteSubscription) -> None:
        """It is over."""
        if self._looks.pop(look.number, None) is not None:
            self.bus.send(look.owner, Unsubscribe(self.bus.id, look.number))

    def receive(self, message: ClusterMessage) -> None:
        """Take what the owner of a table says."""
        match message:
            case Delivery(looks, body):
                for number, told in looks:
                    look = self._looks.get(number)
                    if look is not None and not look.told(told, body):
                        self._lose(look)
            case SubscriptionsLost(numbers):
                for look in [self._looks[number] for number in numbers if number in self._looks]:
                    self._lose(look)
            case Heartbeat(sender, told_to):
                self._compare(sender, told_to)

    def _compare(self, owner: str, told: dict[int, int]) -> None:
        """Whether everything has come that the owner of a table has told."""
        self._heard[owner] = asyncio.get_running_loop().time()
        for number in told.keys() - self._looks.keys():
            self.bus.send(owner, Unsubscribe(self.bus.id, number))
        for look in list(self._looks.values()):
            # One that was told nothing yet may have begun after the beat.
            if look.owner == owner and look.last > 0 and told.get(look.number) != look.last:
                self._lose(look)

    def _lose(self, look: _RemoteSubscription) -> None:
        self.end(look)
        look.lost()

    def check(self) -> None:
        """Give up looks at the tables of processes that are silent."""
        now = asyncio.get_running_loop().time()
        owners = {look.owner for look in self._looks.values()}
        self._heard = {owner: heard for owner, heard in self._heard.items() if owner in owners}
        for owner in owners:
            if now - self._heard.setdefault(owner, now) > _SILENCE:
                self.gone(owner)

    def gone(self, process: str) -> None:
        """A process has ended: its tables are somewhere else soon."""
        for look in list(self._looks.values()):
            if look.owner == process:
                self._lose(look)

    def lose_others(self) -> None:
        """Messages may have been lost: no look at another process's table can be trusted."""
        for look in list(self._looks.values()):
            self._lose(look)

    def lose_own(self, tables: Collection[str] | None = None) -> None:
        """These tables are not here any more; None for all."""
        for look in [look for look in self.own if tables is None or look.table in tables]:
            self.own.discard(look)
            look.lost()

    async def forget_person(self, person: str) -> None:
        await super().forget_person(person)
        self.bus.send_all(PersonForgotten(person))

    # -- the whole server ----------------------------------------------------------------------------------------------

    async def call_all(
        self, processes: Collection[str], make: Callable[[str, int], ClusterRequest]
    ) -> dict[str, bytes]:
        """What each of these processes answers, without those that do not."""

        async def call(process: str) -> tuple[str, bytes | None]:
            try:
                return process, await self.bus.call(process, make(self.bus.id, self.bus.next_number()), ANSWER / 5)
            except (NotDelivered, NoReply):
                return process, None

        answers = await asyncio.gather(*map(call, processes))
        return {process: body for process, body in answers if body is not None}
