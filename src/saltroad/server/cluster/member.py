"""One process among several: joins the others, sends heartbeats, notices which have gone, and drops the tables whose
leases it has lost."""

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
from saltroad.server.cluster.router import LocalServices
from saltroad.server.metrics import combined
from saltroad.server.tables.registry import TableRegistry

log = structlog.get_logger()

_STAGGER = 0.4
"""Seconds over which processes spread their opening of the tables of one that has gone: so they share them."""


class MemberRouter(ClusterRouter):
    """The router of a member, which also knows the health and metrics of the whole server."""

    def __init__(self, member: Member, services: LocalServices) -> None:
        super().__init__(services, member.leases, member.bus)
        self._member = member

    def health(self) -> dict[str, Any]:
        return self._member.health()

    async def render_metrics(self) -> bytes:
        me = self._leases.id
        others = await self.call_all(self._member.others, FetchMetrics)
        return combined({me: self._services.metrics.render(), **others})


class Member:
    """One member of the cluster, this process: alive, or trying to be. Made by `join_cluster`."""

    def __init__(self, client: Redis, name: str) -> None:
        self._redis = client
        self.name = name
        self.leases = RedisLeases(client, name)
        self.bus = Bus(client)
        self.others: set[str] = set()
        self._registry: TableRegistry | None = None
        self._people: Accounts | None = None
        self._router: MemberRouter | None = None
        self._host: TableHost | None = None
        self._heartbeat_task: asyncio.Task[None] | None = None
        self._reschedule_task: asyncio.Task[None] | None = None
        self._must_reschedule = asyncio.Event()
        self._has_redis = True

    async def serve(self, services: LocalServices, people: Accounts) -> MemberRouter:
        """Join the cluster with these tables; returns the router to all tables."""
        self._registry = services.registry
        self._people = people
        people.broadcast = self._tell_others
        self._router = MemberRouter(self, services)
        self._host = TableHost(services, self.leases, self.bus)
        self.bus.receive = self._receive
        self.bus.broken = self._broken
        self.others = await self.leases.join() - {self.leases.id}
        await self.bus.open(self.leases.id)
        self._heartbeat_task = asyncio.create_task(self._run_heartbeats())
        self._reschedule_task = asyncio.create_task(self._reschedule())
        return self._router

    async def has_others(self) -> bool:
        """Whether other processes are alive; asked before this one joins."""
        return bool(await self.leases.alive())

    async def close_router(self) -> None:
        """Stop answering the other processes; the leases on tables are kept."""
        if self._reschedule_task is not None:
            self._reschedule_task.cancel()
            await asyncio.gather(self._reschedule_task, return_exceptions=True)
        if self._host is not None:
            await self._host.close()

    async def close(self) -> None:
        """Leave the cluster: the other processes may take the tables."""
        if self._heartbeat_task is not None:
            self._heartbeat_task.cancel()
            await asyncio.gather(self._heartbeat_task, return_exceptions=True)
        with suppress(*FAILURES):
            await self.leases.leave()
        await self.bus.close()

    def health(self) -> dict[str, Any]:
        """The state of this process for `/health`."""
        return {"process": self.leases.id, "processes": 1 + len(self.others), "redis": self._has_redis}

    # -- from the others -----------------------------------------------------------------------------------------------

    def _receive(self, message: ClusterMessage) -> None:
        if isinstance(message, MemberGone):
            self._process_ended(message.process)
        elif isinstance(message, CredentialsRevoked):
            if self._people is not None:
                self._people.apply(message.ended)
            self.bus.send(message.sender, ClusterReply(message.number, True))
        elif self._host is not None and self._router is not None:
            self._host.receive(message)
            self._router.receive(message)

    def _process_ended(self, process: str) -> None:
        self.others.discard(process)
        self.bus.gone(process)
        if self._host is not None and self._router is not None:
            self._host.drop_process(process)
            self._router.drop_process(process)
        self._must_reschedule.set()

    async def _tell_others(self, ended: Revocation) -> None:
        """Tell the other processes of a revocation; returns when all have closed what was revoked."""
        if self._router is not None:
            self.bus.send_all(CredentialsRevoked(self.bus.id, 0, ended))  # also to those of whom we have not heard yet
            await self._router.call_all(self.others, lambda me, number: CredentialsRevoked(me, number, ended))

    def _broken(self) -> None:
        if self._people is not None:
            self._people.note_lost_messages()
        if self._host is not None and self._router is not None:
            self._host.drop()
            self._router.drop_remote()

    # -- staying alive -------------------------------------------------------------------------------------------------

    async def _run_heartbeats(self) -> None:
        loop = asyncio.get_running_loop()
        renewed = loop.time()
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self._send_heartbeat()
                if loop.time() - renewed > RENEW_EVERY and self._registry is not None:
                    renewed = loop.time()
                    self._drop(await self.leases.renew(self._registry.ids()))
            except FAILURES as error:
                self._without_redis(str(error))
            except Exception:
                log.exception("keeping this process alive failed")

    async def _send_heartbeat(self) -> None:
        alive = await self.leases.stay()
        if alive is None:
            log.warning("this process was silent for too long, or Redis has begun anew: its tables are dropped")
            self._drop(None)
            if self._router is not None:
                self._router.drop_remote()
            alive = await self.leases.join()
            await self.bus.open(self.leases.id)
            if self._people is not None:  # it may have missed what the others said meanwhile
                self._people.note_lost_messages()
        if not self._has_redis:
            log.info("Redis answers again")
            self._has_redis = True
            self._must_reschedule.set()
        before, self.others = self.others, alive - {self.leases.id}
        for process in before - self.others:
            self._process_ended(process)
        if self._host is not None and self._router is not None:
            self._host.send_heartbeats()
            self._router.drop_silent()

    def _without_redis(self, why: str) -> None:
        """Go on without Redis until our leases run out: from then on another process may have the tables."""
        if self._has_redis:
            log.error("Redis does not answer", why=why)
            self._has_redis = False
        if not self.leases.are_sure():
            self._drop(None)

    def _drop(self, tables: Collection[str] | None) -> None:
        """Drop tables, None for all, and have their clients connect again."""
        if self._registry is None or self._host is None or self._router is None or tables == []:
            return
        self._registry.drop(tables)
        self._host.drop(tables)
        self._router.drop_local(tables)
        self._must_reschedule.set()

    async def _reschedule(self) -> None:
        """Schedule the tables of a process that has gone, so that their bots and clocks go on."""
        while True:
            await self._must_reschedule.wait()
            await asyncio.sleep(random.random() * _STAGGER)
            self._must_reschedule.clear()
            if self._registry is not None and self.leases.are_sure():
                await self._registry.schedule_wakeups()


@asynccontextmanager
async def join_cluster(url: str, name: str | None = None) -> AsyncIterator[Member]:
    """Make this process a member of the cluster that shares a Redis, alive once it serves; NoRedis if none answers."""
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
