"""Messages of every shape: what is one arrives whole, what is none closes the connection and hurts nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import socket
import struct

import pytest
from websockets.frames import Opcode

from saltroad.server.rate_limits import Rate
from saltroad.server.transport.socket_limits import LIMITS, SocketLimits
from server.transport.support import BINARY, CLOSE, CONT, PING, PONG, TEXT, Echo, Run, frame, serving, until


def test_several_messages_in_one_segment(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served, served.wire() as wire:
            texts = [b"%d" % k * k for k in range(300)]
            wire.writer.write(b"".join(frame(TEXT, text) for text in texts))
            assert [await wire.read() for _ in texts] == [(TEXT, text) for text in texts]
        assert echo.messages == texts

    run(scenario())


@pytest.mark.parametrize("length", [0, 5, 125, 126, 700])
def test_a_message_cut_into_bytes(run: Run, length: int) -> None:
    async def scenario() -> None:
        async with serving(Echo()) as served, served.wire() as wire:
            wire.writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for byte in frame(TEXT, b"x" * length):
                wire.writer.write(bytes([byte]))
                await asyncio.sleep(0)
            assert await wire.read() == (TEXT, b"x" * length)

    run(scenario())


def test_fragments_are_put_together_with_pings_between_them(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served, served.wire() as wire:
            whole = "désert".encode()
            wire.send(TEXT, whole[:2], fin=False)  # in the middle of a letter
            wire.send(PING, b"there?")
            wire.send(CONT, b"", fin=False)
            wire.send(CONT, whole[2:])
            wire.send(TEXT, b"next")
            assert [await wire.read() for _ in range(3)] == [(PONG, b"there?"), (TEXT, whole), (TEXT, b"next")]
        assert echo.messages == [whole, b"next"]

    run(scenario())


@pytest.mark.parametrize("parts", [1, 2, 7])
def test_a_message_may_be_as_long_as_the_limit(run: Run, parts: int) -> None:
    async def scenario() -> None:
        async with serving(Echo(), SocketLimits(max_message=70_000)) as served, served.connect() as client:
            await client.send(["x" * (70_000 // parts)] * parts if parts > 1 else "x" * 70_000)
            assert len(await client.recv()) == 70_000

    run(scenario())


Sends = list[tuple[Opcode, bytes, bool]]


@pytest.mark.parametrize(
    ("code", "frames"),
    [
        (1002, [(CONT, b"of nothing", True)]),
        (1002, [(TEXT, b"one", False), (TEXT, b"two", True)]),
        (1003, [(BINARY, b"bytes", True)]),
        (1003, [(BINARY, b"bytes", False), (CONT, b"more", True)]),
        (1007, [(TEXT, b"\xff", True)]),
        (1007, [(TEXT, b"\xc3", False), (CONT, b"\x28", True)]),
        (1009, [(TEXT, b"x" * 1001, True)]),
        (1009, [(TEXT, b"x" * 500, False), (CONT, b"x" * 501, False), (TEXT, b"not read", True)]),
    ],
)
def test_what_is_not_allowed_closes_with_its_code(run: Run, code: int, frames: Sends) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo, SocketLimits(max_message=1000)) as served, served.wire() as wire:
            for opcode, data, fin in frames:
                wire.send(opcode, data, fin)
            wire.send(TEXT, b"too late")
            assert await wire.read_close() == code
            wire.send(CLOSE, struct.pack("!H", code))
            await wire.lost()
            await echo.the_end()
        assert not echo.messages

    run(scenario())


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x81\x03abc",  # without a mask
        b"\x83\x80aaaa",  # a kind that does not exist
        b"\xc1\x80aaaa",  # a bit of an extension
        b"\x81\xff" + b"\xff" * 12,  # longer than the world
        b"\x81\xfe\x00\x01aaaa!",  # a short length in the long form
        b"\x88\x81aaaaa",  # half a code
        b"\x89\xfe\x00\x7eaaaa" + b"p" * 126,  # a ping that is too long
        b"\x09\x80aaaa",  # a ping in fragments
        bytes(range(256)) * 200,
    ],
)
def test_garbage_closes_the_connection_and_no_other(run: Run, garbage: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo, SocketLimits(close_timeout=0.2)) as served:
            async with served.connect() as other, served.wire() as wire:
                wire.writer.write(garbage)
                assert await wire.read_close() == 1002
                await wire.lost()
                await other.send("still here")
                assert await other.recv() == "still here"
            await echo.the_end()
        assert echo.messages == [b"still here"]

    run(scenario())
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_frame_that_is_announced_too_long_is_not_waited_for(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served, served.wire() as wire:
            wire.writer.write(b"\x81\xff" + struct.pack("!Q", 1 << 40) + b"mask" + b"x" * 1000)
            assert await wire.read_close() == 1009
            await wire.lost()
            await echo.the_end()

    run(scenario())


def test_a_slow_reader_is_waited_for(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo, SocketLimits(max_unsent=1_000_000)) as served, served.wire(receive=4096) as wire:
            connection = echo.opens[0]
            await connection.drained()
            text, sent = b"x" * 50_000, 0
            while connection.unsent < 500_000:
                connection.send(text)
                sent += 1
            drained = [asyncio.create_task(connection.drained()) for _ in range(2)]
            await asyncio.sleep(0.02)
            drained[1].cancel()
            assert not drained[0].done()
            for _ in range(sent):
                assert await wire.read() == (TEXT, text)
            await drained[0]
            await until(lambda: connection.unsent == 0)
            assert not echo.closes

    run(scenario())


def test_a_reader_that_is_too_slow_is_dropped(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served, served.wire(receive=4096):
            connection = echo.opens[0]
            most = 0
            while not echo.closes:
                connection.send(b"x" * 50_000)
                most = max(most, connection.unsent)
                await asyncio.sleep(0)
            assert LIMITS.max_unsent - 50_000 < most < LIMITS.max_unsent + 51_000 < 400_000
            await connection.drained()
            await echo.the_end()

    run(scenario())


def test_a_message_of_any_length_reaches_a_client_that_reads(run: Run) -> None:
    """What waits for a client is bounded, and not how long one message is."""

    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served, served.wire(receive=4096) as wire:
            text = b"x" * (3 * LIMITS.max_unsent)
            echo.opens[0].send(text)
            assert echo.opens[0].is_full
            assert await wire.read() == (TEXT, text)
            await echo.opens[0].drained()
            assert not echo.opens[0].is_full
            assert not echo.closes

    run(scenario())


def test_a_client_that_takes_nothing_is_dropped(run: Run) -> None:
    """Though it is heard of all the time, and less waits for it than may."""

    async def scenario() -> None:
        echo = Echo()
        limits = SocketLimits(ping_interval=0.02, unread_timeout=0.2)
        async with serving(echo, limits) as served, served.wire(receive=4096) as wire:
            while echo.opens[0].unsent < LIMITS.max_unsent - 20_000:  # more than the client's own buffer holds
                echo.opens[0].send(b"x" * 10_000)
            with contextlib.suppress(ConnectionError):
                while not echo.closes:
                    wire.send(PONG, b"")
                    await wire.writer.drain()
                    await asyncio.sleep(0.01)
            await echo.the_end()

    run(scenario())


def test_a_client_that_pings_and_does_not_read_keeps_nothing_waiting(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        limits = SocketLimits(budget=Rate(0, 0), address_budget=Rate(0, 0), high_water=10_000)
        async with serving(echo, limits) as served, served.wire(receive=4096) as wire:
            connection, most = echo.opens[0], 0
            pings = frame(PING, b"p" * 125) * 31
            with contextlib.suppress(ConnectionError, TimeoutError):
                for _ in range(3000):
                    wire.writer.write(pings)
                    async with asyncio.timeout(5):
                        await wire.writer.drain()
                    most = max(most, connection.unsent)
            assert most < 11_000

    run(scenario())


def test_who_waits_for_a_reader_that_goes_is_released(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served:
            async with served.wire(receive=4096):
                while echo.opens[0].unsent < 200_000:
                    echo.opens[0].send(b"x" * 50_000)
                waits = asyncio.create_task(echo.opens[0].drained())
                await asyncio.sleep(0)
            await waits
            await echo.the_end()

    run(scenario())


def test_long_and_short_messages_that_wait_together_come_whole(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo, SocketLimits(max_unsent=2_000_000)) as served, served.wire(receive=4096) as wire:
            texts: list[bytes] = []
            for length in itertools.cycle([9000, 20, 70_000, 600, 200_000, 8192]):
                texts.append(bytes([97 + len(texts) % 26]) * length)
                echo.opens[0].send(texts[-1])
                if echo.opens[0].unsent > 1_500_000:
                    break
            assert [await wire.read() for _ in texts] == [(TEXT, text) for text in texts]

    run(scenario())
