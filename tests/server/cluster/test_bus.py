"""The bus: messages between processes over Redis."""

from __future__ import annotations

import asyncio

from saltroad.server.cluster.bus import Bus
from saltroad.server.cluster.messages import Delivery
from saltroad.server.cluster.redis_leases import connect
from services import Redis


def test_what_waits_is_sent_before_the_bus_closes(redis: Redis) -> None:
    async def go() -> None:
        client, heard = connect(redis.url), list[int | None]()
        try:
            bus = Bus(client)
            await bus.open("one")
            for number in range(400):
                bus.send("other", Delivery([(1, number)], bytes(100_000)), heard.append)
            await bus.close()
        finally:
            await client.aclose()
        assert heard == [0] * 400

    asyncio.run(go())
