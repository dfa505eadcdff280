"""A look at another process's table: what was missed is noticed, what comes twice is told once, nobody is hurried."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from saltroad.server.cluster import remote as module
from saltroad.server.cluster.bus import Bus
from saltroad.server.cluster.messages import (
    ClusterMessage,
    Delivery,
    FlowControl,
    Heartbeat,
    SubscriptionsLost,
    Unsubscribe,
)
from saltroad.server.cluster.redis_leases import RedisLeases, connect
from saltroad.server.cluster.remote import ClusterRouter
from saltroad.server.cluster.router import LocalServices
from saltroad.server.metrics import Metrics
from saltroad.server.tables.commands import CommandRunner
from saltroad.server.tables.registry import TableRegistry


class Looker:
    """A connection that looks, and a bus that is not open: what would be sent waits in it."""

    def __init__(self) -> None:
        client = connect("unix:///nowhere")
        self.bus = Bus(client)
        self.bus.id = "me"
        self.router = ClusterRouter(
            LocalServices(cast(TableRegistry, None), cast(CommandRunner, None), Metrics()),
            RedisLeases(client, "me"),
            self.bus,
        )
        self.got: list[bytes] = []
        self.losses = 0
        self.can_take = True
        self.look = self.router.add(
            module._RemoteSubscription(self.router, "owner", 5, self.got.append, lambda: self.can_take, self.lose)
        )

    def lose(self) -> None:
        self.losses += 1

    def hear(self, *messages: ClusterMessage) -> None:
        for message in messages:
            self.router.receive(message)

    def sent(self) -> list[ClusterMessage]:
        sent = [parcel.message for parcel in self.bus._out]
        self.bus._out.clear()
        return sent


def with_looker(test: Callable[[Looker], None]) -> Callable[[], None]:
    def run() -> None:
        async def go() -> None:
            test(Looker())

        asyncio.run(go())

    run.__name__ = test.__name__
    return run


@with_looker
def test_what_is_told_in_order_is_passed_on_once(looker: Looker) -> None:
    looker.hear(
        Delivery([(5, 1), (9, 4)], b"a"), Delivery([(5, 2)], b"b"), Delivery([(5, 2)], b"b"), Delivery([(7, 3)], b"c")
    )
    assert looker.got == [b"a", b"b"]
    looker.hear(Heartbeat("owner", {5: 2}))
    assert (looker.losses, looker.sent()) == (0, [])


@with_looker
def test_a_gap_ends_the_look(looker: Looker) -> None:
    looker.hear(Delivery([(5, 1)], b"a"), Delivery([(5, 3)], b"c"), Delivery([(5, 4)], b"d"))
    assert (looker.got, looker.losses, looker.sent()) == ([b"a"], 1, [Unsubscribe("me", 5)])


@with_looker
def test_a_beat_shows_that_the_last_words_were_missed(looker: Looker) -> None:
    looker.hear(Heartbeat("owner", {}), Delivery([(5, 1)], b"a"), Heartbeat("other", {}))
    assert looker.losses == 0
    looker.hear(Heartbeat("owner", {5: 2}))
    assert looker.losses == 1


@with_looker
def test_a_beat_without_the_look_shows_that_the_owner_has_forgotten_it(looker: Looker) -> None:
    looker.hear(Delivery([(5, 1)], b"a"), Heartbeat("owner", {}))
    assert looker.losses == 1


@with_looker
def test_a_look_that_is_not_known_here_is_ended_at_the_owner(looker: Looker) -> None:
    looker.hear(Delivery([(5, 1)], b"a"), Heartbeat("owner", {5: 1, 6: 3}))
    assert (looker.losses, looker.sent()) == (0, [Unsubscribe("me", 6)])


@with_looker
def test_the_owner_may_end_looks(looker: Looker) -> None:
    looker.hear(SubscriptionsLost([4, 5]), SubscriptionsLost([5]))
    assert looker.losses == 1


@with_looker
def test_an_owner_that_has_gone_loses_its_looks(looker: Looker) -> None:
    looker.router.drop_process("other")
    assert looker.losses == 0
    looker.router.drop_process("owner")
    assert looker.losses == 1


@with_looker
def test_who_reads_slowly_is_told_no_more_until_there_is_room(looker: Looker) -> None:
    looker.can_take = False
    looker.hear(Delivery([(5, 1)], b"a"), Delivery([(5, 2)], b"on its way already"))
    assert looker.sent() == [FlowControl("me", 5, False)]
    looker.can_take = True
    looker.look.push()
    looker.look.push()
    assert looker.sent() == [FlowControl("me", 5, True)]
    assert looker.losses == 0
    looker.look.close()
    looker.look.close()
    assert looker.sent() == [Unsubscribe("me", 5)]


def test_looks_that_are_told_the_same_share_a_message() -> None:
    async def go() -> None:
        looker, body = Looker(), b"the same"
        for look in (1, 2, 3):
            looker.bus.deliver("other", look, 1, body)
        looker.bus.deliver("other", 4, 1, bytes(bytearray(body)))
        looker.bus.deliver("third", 1, 7, body)
        looker.bus.deliver("other", 1, 2, body)
        assert looker.sent() == [
            Delivery([(1, 1), (2, 1), (3, 1)], body),
            Delivery([(4, 1)], body),
            Delivery([(1, 7)], body),
            Delivery([(1, 2)], body),
        ]

    asyncio.run(go())
