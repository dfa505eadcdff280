"""A real server with our sockets, a handler that remembers, and a client that can do everything wrong."""

from __future__ import annotations

import asyncio
import base64
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import uvicorn
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from saltroad.server.transport.socket_limits import LIMITS, SocketLimits
from saltroad.server.transport.upgrade import websocket_protocol
from saltroad.server.transport.websocket import Connection, HttpRefusal, Request

Run = Callable[[Coroutine[Any, Any, None]], None]
TEXT, BINARY, CONT = Opcode.TEXT, Opcode.BINARY, Opcode.CONT
PING, PONG, CLOSE = Opcode.PING, Opcode.PONG, Opcode.CLOSE


async def until(holds: Callable[[], object]) -> None:
    while not holds():
        await asyncio.sleep(0.005)


class Echo:
    """Sends back what it gets, and remembers what happened. One for all connections of a test."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.opens: list[Connection] = []
        self.messages: list[bytes] = []
        self.closes: list[Connection] = []

    def refuse(self, request: Request) -> HttpRefusal | Awaitable[HttpRefusal | None] | None:
        self.requests.append(request)
        return None

    def opened(self, connection: Connection) -> None:
        self.opens.append(connection)

    def received(self, connection: Connection, data: bytes) -> None:
        assert connection in self.opens
        assert connection not in self.closes
        self.messages.append(data)
        connection.send(data)

    def closed(self, connection: Connection) -> None:
        self.closes.append(connection)

    async def the_end(self) -> None:
        """Wait until every connection is closed; each must be, once."""
        await until(lambda: self.opens and len(self.closes) >= len(self.opens))
        await asyncio.sleep(0.02)  # for one that is closed twice
        assert sorted(map(id, self.closes)) == sorted(map(id, self.opens))


class Careful(Echo):
    """Thinks before it lets somebody in."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = asyncio.Event()
        self.given_up = 0

    async def refuse(self, request: Request) -> None:
        self.requests.append(request)
        try:
            await self.may_go_on.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise


async def hello(scope: dict[str, Any], receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
    """The HTTP app beside the sockets."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
    await send({"type": "http.response.body", "body": b"hello"})


class Served:
    """A running server, and two ways to reach it: as it should be done, and by bytes."""

    def __init__(self, handler: Echo, limits: SocketLimits, **more: Any) -> None:
        config = uvicorn.Config(
            hello,
            ws=websocket_protocol(lambda: handler, limits),
            http="httptools",
            lifespan="off",
            log_level="error",
            **more,
        )
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.server = uvicorn.Server(config)
        self._task = asyncio.create_task(self.server.serve([self._listening]))

    def connect(self, path: str = "/", **more: Any) -> connect:
        return connect(f"ws://127.0.0.1:{self.port}{path}", proxy=None, **more)

    async def stop(self) -> None:
        self.server.should_exit = True
        await self._task

    @asynccontextmanager
    async def tcp(self, **buffers: int) -> AsyncIterator[Wire]:
        """A TCP connection that has not asked for anything."""
        bare = socket.socket()
        for size in buffers.values():
            bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, size)
        bare.setblocking(False)
        await asyncio.get_running_loop().sock_connect(bare, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=bare, limit=1 << 16)
        try:
            yield Wire(reader, writer)
        finally:
            writer.transport.abort()

    @asynccontextmanager
    async def wire(self, **buffers: int) -> AsyncIterator[Wire]:
        """An open WebSocket, by bytes."""
        async with self.tcp(**buffers) as wire:
            status, _ = await wire.ask()
            assert status == 101
            yield wire


class Wire:
    """A client's end of a connection, that writes and reads bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def ask(self, path: str = "/", method: str = "GET", **headers: str) -> tuple[int, bytes]:
        """Ask for an upgrade: the status, and the headers as they came."""
        wanted = {
            "host": "here",
            "upgrade": "websocket",
            "connection": "Upgrade",
            "sec_websocket_version": "13",
            "sec_websocket_key": base64.b64encode(bytes(16)).decode(),
        } | headers
        lines = [f"{method} {path} HTTP/1.1", *(f"{name.replace('_', '-')}: {text}" for name, text in wanted.items())]
        self.writer.write("\r\n".join([*lines, "", ""]).encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        return int(answer.split(b" ")[1]), answer

    def send(self, opcode: Opcode, data: bytes, fin: bool = True) -> None:
        self.writer.write(frame(opcode, data, fin))

    async def read(self) -> tuple[Opcode, bytes]:
        """The next frame from the server."""
        first, second = await self.reader.readexactly(2)
        assert first & 0x80, "the server sends whole messages"
        length = second
        if second == 126:
            (length,) = struct.unpack("!H", await self.reader.readexactly(2))
        elif second == 127:
            (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
        return Opcode(first & 0xF), await self.reader.readexactly(length)

    async def read_close(self) -> int:
        """The code that the server closes with, after which nothing comes."""
        opcode, data = await self.read()
        assert opcode is Opcode.CLOSE
        return int.from_bytes(data[:2], "big")

    async def lost(self) -> None:
        """Wait until the server is gone."""
        with suppress(ConnectionError):
            assert await self.reader.read() == b""


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@asynccontextmanager
async def serving(handler: Echo, limits: SocketLimits = LIMITS, **more: Any) -> AsyncIterator[Served]:
    """A server that is stopped afterwards, and leaves no task behind."""
    before = asyncio.all_tasks()
    served = Served(handler, limits, **more)
    try:
        await until(lambda: served.server.started)
        yield served
    finally:
        await served.stop()
    await asyncio.sleep(0)
    assert asyncio.all_tasks() <= before
