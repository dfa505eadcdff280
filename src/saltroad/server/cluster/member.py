"""One process among several: comes alive, says so again and again, notices who has gone, and gives up what it may not
have any more."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog

from saltroad.server.accounts.accounts import Accounts
from saltroad.server.accounts.open_connections import Revocation
from saltroad.server.cluster.bus import Bus
from saltroad.server.cluster.host import TableHost
from saltroad.server.cluster.messages import ClusterMessage, ClusterReply, CredentialsRevoked, FetchMetrics, MemberGone
from saltroad.server.cluster.redis_leases import EVERY, FAILURES, RENEW_EVERY, Redis, RedisLeases, check_redis, connect
from saltroad.server.cluster.remote import ClusterRouter
from saltroad.server.metrics import combined
from saltroad.server.tables.registry import TableRegistry

log = structlog.get_logger()

_STAGGER = 0.4
"""Seconds within which processes begin to take up the tables of one that has gone: so they share them."""


class MemberRouter(ClusterRouter):
    """Doors that also know how the whole server is."""

    def __init__(self, member: Member, registry: TableRegistry) -> None:
        super().__init__(registry, member.leases, member.bus)
        self._member = member

    def health(self) -> dict[str, Any]:
        return self._member.health()

    async def figures(self) -> bytes:
        me = self._leases.id
        others = await self.call_all(self._member.others, FetchMetrics)
        return combined({me: self._registry.metrics.render(), **others})


class Member:
    """A process that is, or tries to be, alive. Made by `join_cluster`."""

    def __init__(self, client: Redis, name: str) -> None:
        self._redis = client
        self.name = name
        self.leases = RedisLeases(client, name)
        self.bus = Bus(client)
        self.others: set[str] = set()
        self._registry: TableRegistry | None = None
        self._people: Accounts | None = None
        self._router: MemberRouter | None = None
        self._hosting: TableHost | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._taker: asyncio.Task[None] | None = None
        self._must_take_up = asyncio.Event()
        self._is_well = True

    async def serve(self, registry: TableRegistry, people: Accounts) -> MemberRouter:
        """Come alive with this house; its doors."""
        self._registry = registry
        self._people = people
        people.broadcast = self._tell_others
        self._router = MemberRouter(self, registry)
        self._hosting = TableHost(registry, self.leases, self.bus)
        self.bus.receive = self._receive
        self.bus.broken = self._broken
        self.others = await self.leases.join() - {self.leases.id}
        await self.bus.open(self.leases.id)
        self._keeper = asyncio.create_task(self._keep())
        self._taker = asyncio.create_task(self._take_up())
        return self._router

    async def has_others(self) -> bool:
        """Whether other processes are alive, before this one is."""
        return bool(await self.leases.alive())

    async def close_router(self) -> None:
        """Answer the others no more; the tables are still ours."""
        if self._taker is not None:
            self._taker.cancel()
        if self._hosting is not None:
            await self._hosting.close()

    async def close(self) -> None:
        """The tables are free for the others."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        with suppress(*FAILURES):
            await self.leases.leave()
        await self.bus.close()

    def health(self) -> dict[str, Any]:
        """For `/health`."""
        return {"process": self.leases.id, "processes": 1 + len(self.others), "redis": self._is_well}

    # -- from the others -----------------------------------------------------------------------------------------------

    def _receive(self, message: ClusterMessage) -> None:
        if isinstance(message, MemberGone):
            self._gone(message.process)
        elif isinstance(message, CredentialsRevoked):
            if self._people is not None:
                self._people.apply(message.ended)
            self.bus.send(message.sender, ClusterReply(message.number, True))
        elif self._hosting is not None and self._router is not None:
            self._hosting.receive(message)
            self._router.receive(message)

    def _gone(self, process: str) -> None:
        self.others.discard(process)
        self.bus.gone(process)
        if self._hosting is not None and self._router is not None:
            self._hosting.gone(process)
            self._router.gone(process)
        self._must_take_up.set()

    async def _tell_others(self, ended: Revocation) -> None:
        """Whoever has ended something is answered when all have heard of it."""
        if self._router is not None:
            self.bus.send_all(CredentialsRevoked(self.bus.id, 0, ended))  # also to those of whom we have not heard yet
            await self._router.call_all(self.others, lambda me, number: CredentialsRevoked(me, number, ended))

    def _broken(self) -> None:
        if self._people is not None:
            self._people.note_lost_messages()
        if self._hosting is not None and self._router is not None:
            self._hosting.lose()
            self._router.lose_others()

    # -- staying alive -------------------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        loop = asyncio.get_running_loop()
        renewed = loop.time()
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self._stay()
                if loop.time() - renewed > RENEW_EVERY and self._registry is not None:
                    renewed = loop.time()
                    self._give_up(await self.leases.renew(self._registry.ids()))
            except FAILURES as error:
                self._without_redis(str(error))
            except Exception:
                log.exception("keeping this process alive failed")

    async def _stay(self) -> None:
        alive = await self.leases.stay()
        if alive is None:
            log.warning("this process was silent for too long, or Redis has begun anew: its tables are given up")
            self._give_up(None)
            if self._router is not None:
                self._router.lose_others()
            alive = await self.leases.join()
            await self.bus.open(self.leases.id)
            if self._people is not None:  # it may have missed what the others said meanwhile
                self._people.note_lost_messages()
        if not self._is_well:
            log.info("Redis answers again")
            self._is_well = True
            self._must_take_up.set()
        before, self.others = self.others, alive - {self.leases.id}
        for process in before - self.others:
            self._gone(process)
        if self._hosting is not None and self._router is not None:
            self._hosting.beat()
            self._router.check()

    def _without_redis(self, why: str) -> None:
        """Our leases count until they run out; from then on somebody else may have the tables."""
        if self._is_well:
            log.error("Redis does not answer", why=why)
            self._is_well = False
        if not self.leases.are_sure():
            self._give_up(None)

    def _give_up(self, tables: Collection[str] | None) -> None:
        """Forget tables, None for all, and have their clients connect again."""
        if self._registry is None or self._hosting is None or self._router is None or tables == []:
            return
        self._registry.give_up(tables)
        self._hosting.lose(tables)
        self._router.lose_own(tables)
        self._must_take_up.set()

    async def _take_up(self) -> None:
        """Go on with what bots and clocks have to go on with, whenever a process has gone."""
        while True:
            await self._must_take_up.wait()
            await asyncio.sleep(random.random() * _STAGGER)
            self._must_take_up.clear()
            if self._registry is not None and self.leases.are_sure():
                await self._registry.take_up()


@asynccontextmanager
async def join_cluster(url: str, name: str | None = None) -> AsyncIterator[Member]:
    """One of the processes that share a Redis, alive once it serves; NoRedis if Redis does not answer."""
    client = connect(url)
    try:
        await check_redis(client)
        member = Member(client, name or secrets.token_hex(6))
        try:
            yield member
        finally:
            await member.close()
    finally:
        await client.aclose()
