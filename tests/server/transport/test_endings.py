"""However a connection ends, the handler hears of it once, and nothing is left."""

from __future__ import annotations

import asyncio
import gc
import socket
import struct
import weakref

import pytest
from websockets.exceptions import ConnectionClosed

from saltroad.server.transport.socket_limits import SocketLimits
from server.transport.support import CLOSE, PING, TEXT, Careful, Echo, Run, frame, serving, until


@pytest.mark.parametrize(("data", "answer"), [(b"", 1000), (struct.pack("!H", 1001), 1001), (b"\x0f\xa1bye", 4001)])
def test_the_client_says_goodbye(run: Run, data: bytes, answer: int) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served, served.wire() as wire:
            wire.send(TEXT, b"last")
            wire.send(CLOSE, data)
            wire.send(TEXT, b"after the end")
            assert await wire.read() == (TEXT, b"last")
            assert await wire.read_close() == answer
            await wire.lost()
            await echo.the_end()
            echo.opens[0].send(b"to nobody")
            echo.opens[0].close()
            await echo.opens[0].drained()
        assert echo.messages == [b"last"]

    run(scenario())


def test_the_server_says_goodbye(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served, served.connect() as client:
            await until(lambda: echo.opens)
            echo.opens[0].send(b"last")
            echo.opens[0].close(4003, "é" * 100)
            echo.opens[0].close(1000)
            echo.opens[0].send(b"after the end")
            assert await client.recv() == "last"
            with pytest.raises(ConnectionClosed) as closed:
                await client.recv()
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4003, "é" * 61)
            await echo.the_end()

    run(scenario())


def test_goodbye_is_not_waited_for_for_ever(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo, SocketLimits(close_timeout=0.05)) as served, served.wire() as wire:
            echo.opens[0].close()
            wire.send(TEXT, b"not heard")
            await echo.the_end()
            assert await wire.read_close() == 1000
            await wire.lost()
        assert not echo.messages

    run(scenario())


@pytest.mark.parametrize("how", ["reset", "half", "cut"])
def test_a_client_disconnects_without_a_close_frame(run: Run, how: str) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served, served.wire() as wire:
            if how == "reset":
                linger = struct.pack("ii", 1, 0)
                wire.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                wire.writer.close()
            elif how == "half":
                wire.writer.write_eof()
                await wire.lost()
            else:
                wire.writer.write(frame(TEXT, b"never whole")[:-3])
                wire.writer.close()
            await echo.the_end()
            echo.opens[0].send(b"to nobody")
        assert not echo.messages

    run(scenario())


def test_sending_to_a_client_that_is_just_gone(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served:
            async with served.wire() as wire:
                wire.writer.transport.abort()
                await asyncio.sleep(0)
                for _ in range(20):
                    echo.opens[0].send(b"x" * 1000)
                    await asyncio.sleep(0.001)
            await echo.the_end()

    run(scenario())


def test_pings_are_answered(run: Run) -> None:
    async def scenario() -> None:
        async with serving(Echo()) as served, served.connect() as client:
            await (await client.ping(b"there?"))

    run(scenario())


def test_a_silent_client_is_pinged_and_then_dropped(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with (
            serving(echo, SocketLimits(ping_interval=0.02, silence_timeout=0.2)) as served,
            served.wire() as wire,
        ):
            assert await wire.read() == (PING, b"")
            assert await wire.read() == (PING, b"")
            await echo.the_end()

    run(scenario())


def test_a_client_that_answers_pings_stays(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with (
            serving(echo, SocketLimits(ping_interval=0.1, silence_timeout=1)) as served,
            served.connect() as client,
        ):
            await asyncio.sleep(1.5)
            await client.send("awake")
            assert await client.recv() == "awake"
            assert not echo.closes

    run(scenario())


def test_when_the_server_stops_every_client_is_told(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served, served.connect() as one, served.connect() as other:
            await until(lambda: len(echo.opens) == 2)
            await served.stop()
            for client in (one, other):
                with pytest.raises(ConnectionClosed) as closed:
                    await client.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
        await echo.the_end()
        assert not served.server.server_state.connections

    run(scenario())


def test_the_server_stops_though_a_client_does_not_answer_or_read(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with (
            serving(echo, SocketLimits(close_timeout=0.05, max_unsent=1_000_000)) as served,
            served.wire(),
            served.wire(receive=4096),
            served.wire(receive=4096) as rude,
        ):
            for connection in echo.opens[1:]:
                while connection.unsent < 500_000:
                    connection.send(b"x" * 50_000)
            rude.writer.write(b"\x81\x03abc")
            await asyncio.sleep(0.05)
            await served.stop()
            await echo.the_end()

    run(scenario())


def test_the_server_stops_while_a_handler_thinks(run: Run) -> None:
    async def scenario() -> None:
        careful = Careful()
        async with serving(careful) as served, served.tcp() as wire:
            asked = asyncio.create_task(wire.ask())
            await until(lambda: careful.requests)
            await served.stop()
            with pytest.raises(asyncio.IncompleteReadError):
                await asked
        assert careful.given_up == 1
        assert not careful.opens

    run(scenario())


def test_nothing_is_left_of_a_connection(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served:
            for _ in range(20):
                async with served.connect() as client:
                    await client.send("x")
                    await client.recv()
            await echo.the_end()
            assert not served.server.server_state.connections
            left = [weakref.ref(connection) for connection in echo.opens]
            echo.opens, echo.closes = [], []
            await asyncio.sleep(0.02)
            gc.collect()
            assert len(left) == 20
            assert not [connection for connection in left if connection() is not None]

    run(scenario())
