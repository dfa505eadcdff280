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

from saltroad.server.connections import Ended
from saltroad.server.house import House
from saltroad.server.metrics import combined
from saltroad.server.people import People
from saltroad.server.processes.bus import Bus
from saltroad.server.processes.doors import SharedDoors
from saltroad.server.processes.hosting import Hosting
from saltroad.server.processes.leases import EVERY, FAILURES, RENEW_EVERY, Redis, SharedLeases, connect, greet
from saltroad.server.processes.messages import Figures, Gone, Message, Reply, Withdrawn

log = structlog.get_logger()

_STAGGER = 0.4
"""Seconds within which processes begin to take up the tables of one that has gone: so they share them."""


class MemberDoors(SharedDoors):
    """Doors that also know how the whole server is."""

    def __init__(self, member: Member, house: House) -> None:
        super().__init__(house, member.leases, member.bus)
        self._member = member

    def health(self) -> dict[str, Any]:
        return self._member.health()

    async def figures(self) -> bytes:
        me = self._leases.id
        others = await self.call_all(self._member.others, Figures)
        return combined({me: self._house.metrics.render(), **others})


class Member:
    """A process that is, or tries to be, alive. Made by `joined`."""

    def __init__(self, client: Redis, name: str) -> None:
        self._redis = client
        self.name = name
        self.leases = SharedLeases(client, name)
        self.bus = Bus(client)
        self.others: set[str] = set()
        self._house: House | None = None
        self._people: People | None = None
        self._doors: MemberDoors | None = None
        self._hosting: Hosting | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._taker: asyncio.Task[None] | None = None
        self._must_take_up = asyncio.Event()
        self._is_well = True

    async def serve(self, house: House, people: People) -> MemberDoors:
        """Come alive with this house; its doors."""
        self._house = house
        self._people = people
        people.tell_others = self._tell_others
        self._doors = MemberDoors(self, house)
        self._hosting = Hosting(house, self.leases, self.bus)
        self.bus.receive = self._receive
        self.bus.broken = self._broken
        self.others = await self.leases.join() - {self.leases.id}
        await self.bus.open(self.leases.id)
        self._keeper = asyncio.create_task(self._keep())
        self._taker = asyncio.create_task(self._take_up())
        return self._doors

    async def has_others(self) -> bool:
        """Whether other processes are alive, before this one is."""
        return bool(await self.leases.alive())

    async def close_doors(self) -> None:
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

    def _receive(self, message: Message) -> None:
        if isinstance(message, Gone):
            self._gone(message.process)
        elif isinstance(message, Withdrawn):
            if self._people is not None:
                self._people.ended(message.ended)
            self.bus.send(message.sender, Reply(message.number, True))
        elif self._hosting is not None and self._doors is not None:
            self._hosting.receive(message)
            self._doors.receive(message)

    def _gone(self, process: str) -> None:
        self.others.discard(process)
        self.bus.gone(process)
        if self._hosting is not None and self._doors is not None:
            self._hosting.gone(process)
            self._doors.gone(process)
        self._must_take_up.set()

    async def _tell_others(self, ended: Ended) -> None:
        """Whoever has ended something is answered when all have heard of it."""
        if self._doors is not None:
            self.bus.send_all(Withdrawn(self.bus.id, 0, ended))  # also to those of whom we have not heard yet
            await self._doors.call_all(self.others, lambda me, number: Withdrawn(me, number, ended))

    def _broken(self) -> None:
        if self._people is not None:
            self._people.doubt()
        if self._hosting is not None and self._doors is not None:
            self._hosting.lose()
            self._doors.lose_others()

    # -- staying alive -------------------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        loop = asyncio.get_running_loop()
        renewed = loop.time()
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self._stay()
                if loop.time() - renewed > RENEW_EVERY and self._house is not None:
                    renewed = loop.time()
                    self._give_up(await self.leases.renew(self._house.ids()))
            except FAILURES as error:
                self._without_redis(str(error))
            except Exception:
                log.exception("keeping this process alive failed")

    async def _stay(self) -> None:
        alive = await self.leases.stay()
        if alive is None:
            log.warning("this process was silent for too long, or Redis has begun anew: its tables are given up")
            self._give_up(None)
            if self._doors is not None:
                self._doors.lose_others()
            alive = await self.leases.join()
            await self.bus.open(self.leases.id)
            if self._people is not None:  # it may have missed what the others said meanwhile
                self._people.doubt()
        if not self._is_well:
            log.info("Redis answers again")
            self._is_well = True
            self._must_take_up.set()
        before, self.others = self.others, alive - {self.leases.id}
        for process in before - self.others:
            self._gone(process)
        if self._hosting is not None and self._doors is not None:
            self._hosting.beat()
            self._doors.check()

    def _without_redis(self, why: str) -> None:
        """Our leases count until they run out; from then on somebody else may have the tables."""
        if self._is_well:
            log.error("Redis does not answer", why=why)
            self._is_well = False
        if not self.leases.are_sure():
            self._give_up(None)

    def _give_up(self, tables: Collection[str] | None) -> None:
        """Forget tables, None for all, and have their clients connect again."""
        if self._house is None or self._hosting is None or self._doors is None or tables == []:
            return
        self._house.give_up(tables)
        self._hosting.lose(tables)
        self._doors.lose_own(tables)
        self._must_take_up.set()

    async def _take_up(self) -> None:
        """Go on with what bots and clocks have to go on with, whenever a process has gone."""
        while True:
            await self._must_take_up.wait()
            await asyncio.sleep(random.random() * _STAGGER)
            self._must_take_up.clear()
            if self._house is not None and self.leases.are_sure():
                await self._house.take_up()


@asynccontextmanager
async def joined(url: str, name: str | None = None) -> AsyncIterator[Member]:
    """One of the processes that share a Redis, alive once it serves; NoRedis if Redis does not answer."""
    client = connect(url)
    try:
        await greet(client)
        member = Member(client, name or secrets.token_hex(6))
        try:
            yield member
        finally:
            await member.close()
    finally:
        await client.aclose()
