"""What comes in is charged to a budget, whatever it is; and nobody else waits for whoever has spent theirs."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from saltroad.server.rate_limits import Rate
from saltroad.server.transport.socket_limits import Budget, SharedBudget, SharedBudgets, SocketLimits
from server.transport.support import CONT, PING, PONG, TEXT, Echo, Run, Wire, frame, serving, until

NEVER = Rate(50, 0.001)
"""That refills in a thousand seconds."""
FREE = Rate(0, 0)


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_budget_owes_and_refills() -> None:
    clock = Clock()
    budget = Budget(Rate(10, 2), clock)
    assert budget.charge(10) == 0
    assert budget.charge(4) == 2.0
    clock.now += 1.5
    assert budget.seconds_owed() == 0.5
    clock.now += 0.5
    assert budget.seconds_owed() == 0
    assert not budget.is_full()
    clock.now += 5
    assert budget.is_full()
    clock.now += 1000
    assert budget.charge(12) == 1.0, "no more is saved up than it holds"


def test_a_rate_of_nothing_is_no_limit() -> None:
    budget = Budget(FREE)
    assert budget.charge(1_000_000) == 0
    assert budget.seconds_owed() == 0


def test_those_who_share_a_budget_take_turns() -> None:
    async def scenario() -> None:
        clock = Clock()
        budget = SharedBudget(Rate(10, 1000), clock)
        went: list[int] = []

        def go(number: int) -> None:
            went.append(number)
            budget.charge(20)  # each owes again

        budget.charge(20)
        for number in range(3):
            budget.call_when_refilled(lambda number=number: go(number))  # type: ignore[misc]
        for count in range(1, 4):
            clock.now += 1
            await until(lambda count=count: len(went) == count)  # type: ignore[misc]
        assert went == [0, 1, 2]
        assert not budget.is_idle()
        clock.now += 1
        await until(budget.is_idle)

    asyncio.run(scenario())


def test_an_address_that_reconnects_still_has_its_debt() -> None:
    clock = Clock()
    budgets = SharedBudgets(Rate(10, 1), clock)
    budgets.of("a").charge(30)
    assert budgets.of("a").seconds_owed() == 20
    assert budgets.of("b").seconds_owed() == 0


async def flood(wire: Wire, data: bytes, echo: Echo) -> None:
    """As much as the network takes."""
    with contextlib.suppress(ConnectionError):
        while not echo.closes:
            wire.writer.write(data)
            await wire.writer.drain()


@pytest.mark.parametrize(
    "data",
    [
        frame(PING, b"") * 1000,
        frame(PING, b"x" * 125) * 1000,
        frame(PONG, b"") * 1000,
        frame(TEXT, b"", fin=False) + frame(CONT, b"", fin=False) * 1000 + frame(CONT, b"x"),
        frame(TEXT, b"x") * 1000,
    ],
    ids=["pings", "long pings", "pongs", "fragments", "messages"],
)
def test_a_client_over_its_budget_is_not_read_from(run: Run, data: bytes) -> None:
    """It is the same for every kind of frame; and another socket goes on."""

    async def scenario() -> None:
        echo = Echo()
        limits = SocketLimits(budget=NEVER, address_budget=FREE, close_timeout=0.05)
        async with serving(echo, limits) as served, served.wire() as wire, served.wire() as other:
            flooding = asyncio.create_task(flood(wire, data, echo))
            await until(lambda: wire.writer.transport.get_write_buffer_size() > 1000)  # the network takes no more
            for number in range(5):
                other.send(TEXT, b"%d" % number)
                assert await other.read() == (TEXT, b"%d" % number)
            assert len(echo.messages) < 800, "of the flood a read or two, and no more"
            assert not echo.closes
            flooding.cancel()

    run(scenario())


def test_bytes_are_charged_too(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        limits = SocketLimits(budget=NEVER, address_budget=FREE, close_timeout=0.05)
        async with serving(echo, limits) as served, served.tcp() as wire:
            await wire.ask()
            wire.writer.write(frame(TEXT, b"x" * 40_000))
            await until(lambda: echo.messages)
            wire.writer.write(frame(TEXT, b"y" * 40_000))
            await asyncio.sleep(0.1)
            assert len(echo.messages) == 1

    run(scenario())


def test_a_budget_refills_and_what_waited_is_read(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        limits = SocketLimits(budget=Rate(10, 400), address_budget=Rate(20, 400), over_budget_timeout=1000)
        async with serving(echo, limits) as served, served.wire() as wire:
            for number in range(200):
                wire.send(TEXT, b"%d" % number)
            for number in range(200):
                assert await wire.read() == (TEXT, b"%d" % number)
            assert not echo.closes

    run(scenario())


def test_all_sockets_of_an_address_share_a_budget(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        limits = SocketLimits(budget=FREE, address_budget=NEVER, close_timeout=0.05)
        async with serving(echo, limits) as served, served.wire() as one, served.wire() as other:
            for _ in range(200):
                one.send(TEXT, b"one")
            await until(lambda: echo.messages)
            await asyncio.sleep(0.05)
            other.send(TEXT, b"other")  # a first read is for free
            await until(lambda: b"other" in echo.messages)
            heard = len(echo.messages)
            other.send(TEXT, b"again")
            await asyncio.sleep(0.1)
            assert len(echo.messages) == heard

    run(scenario())


def test_a_client_that_stays_over_budget_is_closed(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        limits = SocketLimits(budget=Rate(50, 10_000), address_budget=FREE, over_budget_timeout=0.1, close_timeout=0.5)
        async with serving(echo, limits) as served, served.wire() as wire, served.wire() as other:
            flooding = asyncio.create_task(flood(wire, frame(PONG, b"") * 1000, echo))
            assert await wire.read_close() == 1008
            await until(lambda: echo.closes)
            await flooding
            other.send(TEXT, b"still here")
            assert await other.read() == (TEXT, b"still here")
            assert len(echo.closes) == 1

    run(scenario())


def test_a_paused_client_is_not_dropped_for_its_silence(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        limits = SocketLimits(
            budget=Rate(10, 100), address_budget=FREE, ping_interval=0.05, silence_timeout=0.2, over_budget_timeout=1000
        )
        async with serving(echo, limits) as served, served.wire() as wire:
            for number in range(110):
                wire.send(TEXT, b"%d" % number)
            got = 0
            while got < 110:
                kind, _ = await wire.read()
                if kind is PING:
                    wire.send(PONG, b"")
                else:
                    got += 1
            assert not echo.closes

    run(scenario())
