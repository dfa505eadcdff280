"""Leases on tables, in Redis: a table's key names its owner, and counts as long as the owner is alive.

A process is alive as long as it renews a key, each time for `TTL` seconds by Redis's clock. Taking a table is one
script: of two processes one gets it. Nothing here has to outlive Redis: when it comes back empty, every process finds
that it no longer counts as alive, and joins again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import redis.asyncio
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from saltroad.kernel.errors import SaltroadError
from saltroad.server.cluster.messages import MemberGone, encode
from saltroad.server.refusals import Refusal
from saltroad.server.tables.leases import OwnedElsewhere

Redis: TypeAlias = "redis.asyncio.Redis"
FAILURES = (RedisError, OSError)
"""The errors of a Redis that does not answer."""

TTL = 6.0
EVERY = 1.5
"""Seconds between two renewals by which a process shows that it is alive."""
_MARGIN = 0.5
"""Seconds by which our clock and that of Redis may drift apart during a lease."""
_LEASE = 3_600_000
"""Milliseconds after which a lease that is not renewed is forgotten: dead processes must not fill Redis."""
RENEW_EVERY = 600.0
_WAITS = 3.0
_CONNECTIONS = 8
"""Connections to Redis; a caller that wants one more waits."""

# The braces make a Redis cluster keep all keys in one place, as scripts need it.
ALIVE = "{saltroad}:alive"
ALL = "{saltroad}:all"

_NOW = "local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000) "
_IS_ALIVE = _NOW + (
    "local function alive(process) "
    "  local ends = redis.call('ZSCORE', KEYS[1], process) "
    "  return ends and tonumber(ends) > now "
    "end "
)
_BEAT = _IS_ALIVE + (
    "if ARGV[3] == '' and not alive(ARGV[1]) then return false end "
    "redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1]) "
    "redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now) "
    "return redis.call('ZRANGE', KEYS[1], 0, -1)"
)
_LIVING = _NOW + "return redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')"
_TAKE = _IS_ALIVE + (
    "local owner = redis.call('GET', KEYS[2]) "
    "if owner and owner ~= ARGV[1] and alive(owner) then return owner end "
    "if not alive(ARGV[1]) then return '' end "
    "redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2]) "
    "return ARGV[1]"
)
_RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"
_RENEW = (
    "local lost = {} "
    "for k, key in ipairs(KEYS) do "
    "  if redis.call('GET', key) == ARGV[1] then redis.call('PEXPIRE', key, ARGV[2]) else lost[#lost + 1] = k end "
    "end "
    "return lost"
)
_OWNERS = _IS_ALIVE + (
    "local owners = {} "
    "for k = 2, #KEYS do "
    "  local owner = redis.call('GET', KEYS[k]) "
    "  owners[k - 1] = owner and alive(owner) and owner or '' "
    "end "
    "return owners"
)


class NoRedis(SaltroadError):
    """Redis does not answer."""


def connect(url: str) -> Redis:
    """A client that neither waits long nor sends anything twice."""
    pool = redis.asyncio.BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=_WAITS,
        socket_timeout=_WAITS,
        socket_connect_timeout=_WAITS,
        retry=Retry(NoBackoff(), 0),
    )
    return redis.asyncio.Redis.from_pool(pool)


async def check_redis(client: Redis) -> None:
    """Raise NoRedis, with a sentence, if Redis does not answer."""
    try:
        await client.ping()
    except FAILURES as error:
        raise NoRedis(f"Redis does not answer ({error}). Is it running, and is the setting 'redis' right?") from None


def _lease(table: str) -> str:
    return f"{{saltroad}}:lease:{table}"


class RedisLeases:
    """The leases of one process among several."""

    def __init__(self, client: Redis, name: str) -> None:
        self._redis = client
        self._name = name
        self._times = 0
        self._sure_until = 0.0
        self._beat, self._take, self._release, self._renew, self._owners, self._living = map(
            client.register_script, (_BEAT, _TAKE, _RELEASE, _RENEW, _OWNERS, _LIVING)
        )

    @property
    def id(self) -> str:
        """The id of this process while it is alive. After a silence it joins under another, and its old leases are
        void."""
        return f"{self._name}.{self._times}"

    def are_sure(self) -> bool:
        return time.monotonic() < self._sure_until

    async def alive(self) -> set[str]:
        """The ids of the processes that are alive."""
        alive: list[bytes] = await self._living(keys=[ALIVE])
        return {name.decode() for name in alive}

    async def join(self) -> set[str]:
        """Join under a new id; returns the other processes that are alive."""
        self._times += 1
        alive = await self._say_alive("join")
        assert alive is not None
        return alive

    async def stay(self) -> set[str] | None:
        """Renew that this process is alive; returns the others that are. None if it was silent for too long: then its
        leases are void."""
        return await self._say_alive("")

    async def _say_alive(self, how: str) -> set[str] | None:
        since = time.monotonic()
        alive: list[bytes] | None = await self._beat(keys=[ALIVE], args=[self.id, int(TTL * 1000), how])
        if alive is None:
            self._sure_until = 0.0
            return None
        self._sure_until = since + TTL - _MARGIN
        return {name.decode() for name in alive}

    async def leave(self) -> None:
        """Leave the processes that are alive, and tell the others."""
        self._sure_until = 0.0
        await withdraw(self._redis, [self.id])

    async def take(self, table: str) -> None:
        try:
            owner: bytes = await self._take(keys=[ALIVE, _lease(table)], args=[self.id, _LEASE])
        except FAILURES:
            raise Refusal("moving") from None
        if not owner:
            raise Refusal("moving")
        if owner.decode() != self.id:
            raise OwnedElsewhere(owner.decode())

    async def release(self, table: str) -> None:
        try:
            await self._release(keys=[_lease(table)], args=[self.id])
        except FAILURES:
            return  # then it ends with this process

    async def renew(self, tables: Sequence[str]) -> list[str]:
        """Renew these leases; returns those that are no longer ours."""
        lost: list[str] = []
        for start in range(0, len(tables), 500):
            some = tables[start : start + 500]
            found: list[int] = await self._renew(keys=[_lease(table) for table in some], args=[self.id, _LEASE])
            lost += [some[k - 1] for k in found]
        return lost

    async def elsewhere(self, tables: Sequence[str]) -> dict[str, str]:
        if not tables:
            return {}
        try:
            owners: list[bytes] = await self._owners(keys=[ALIVE, *map(_lease, tables)])
        except FAILURES:
            return {}
        pairs = zip(tables, (owner.decode() for owner in owners), strict=True)
        return {table: owner for table, owner in pairs if owner not in ("", self.id)}


async def withdraw(client: Redis, processes: Iterable[str]) -> None:
    """Remove processes from those that are alive, and tell the others, so that none waits for the leases to end."""
    async with client.pipeline(transaction=False) as pipe:
        for process in processes:
            pipe.zrem(ALIVE, process)
            pipe.publish(ALL, encode(MemberGone(process)))
        await pipe.execute()


async def withdraw_all(client: Redis, name: str) -> None:
    """Remove a process that has died, by the name that it was started with."""
    alive: list[Any] = await client.zrange(ALIVE, 0, -1)
    await withdraw(client, [id.decode() for id in alive if id.decode().rpartition(".")[0] == name])
