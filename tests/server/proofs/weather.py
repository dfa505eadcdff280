"""A bad network between a browser and the server: a relay that spoils what goes through it, by a seeded plan.

Whole messages are dropped, doubled, delayed and overtaken, in both directions; connections are cut in the middle of a
message, or reset. What is not a message (the handshake, pings) goes through, or breaks with the connection.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

TEXT = 1
FAULTS = ("drop", "double", "late double", "delay", "overtake", "cut", "reset")


@dataclass
class Weather:
    """How bad it is: how likely each fault is for each message. Calm ends it all."""

    rng: random.Random
    chances: dict[str, float]
    longest_delay: float = 0.15
    seen: Counter[str] = field(default_factory=Counter)
    is_calm: bool = False

    @classmethod
    def drawn(cls, rng: random.Random) -> Weather:
        """Some of the faults, each as likely as the day wills."""
        kinds = rng.sample(FAULTS, rng.randrange(1, len(FAULTS) + 1))
        return cls(rng, {kind: rng.choice((0.03, 0.08, 0.15)) for kind in kinds})

    def fault(self) -> str | None:
        """What happens to the next message."""
        if self.is_calm:
            return None
        for kind, chance in self.chances.items():
            if self.rng.random() < chance:
                self.seen[kind] += 1
                return kind
        return None


class Relay:
    """Listens on a port of its own, and passes what comes to the server and back, in that weather."""

    def __init__(self, weather: Weather, target: Callable[[], int]) -> None:
        self._weather = weather
        self._target = target
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    async def open(self) -> Relay:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        writers = [writer]
        try:
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self._target())
            writers.append(to_server)
            ways = [_Way(self._weather, reader, to_server), _Way(self._weather, from_server, writer)]
            both = [asyncio.create_task(way.run()) for way in ways]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in both:
                    one.cancel()
                await asyncio.gather(*both, return_exceptions=True)
                for way in ways:
                    way.close()
        except (OSError, asyncio.CancelledError):
            pass  # the server is not there, or the network is taken down: so is the connection
        finally:
            for end in writers:
                end.transport.abort()
            self._tasks.discard(task)


class _Way:
    """One direction of one connection."""

    def __init__(self, weather: Weather, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._weather = weather
        self._reader = reader
        self._writer = writer
        self._held: bytes | None = None
        """A message that waits to be overtaken by the next."""
        self._timers: list[asyncio.TimerHandle] = []

    def close(self) -> None:
        for timer in self._timers:
            timer.cancel()

    async def run(self) -> None:
        """Until the connection ends, by itself or by a fault."""
        with suppress(OSError, asyncio.IncompleteReadError):
            self._writer.write(await self._reader.readuntil(b"\r\n\r\n"))
            while await self._pass_on(await self._frame()):
                await self._writer.drain()

    async def _frame(self) -> bytes:
        """One frame, whole: see RFC 6455, section 5.2."""
        head = await self._reader.readexactly(2)
        length = head[1] & 0x7F
        if length >= 126:
            more = await self._reader.readexactly(2 if length == 126 else 8)
            head, length = head + more, int.from_bytes(more, "big")
        masked = 4 if head[1] & 0x80 else 0
        return head + await self._reader.readexactly(masked + length)

    async def _pass_on(self, frame: bytes) -> bool:
        """Whether the connection goes on."""
        weather, rng = self._weather, self._weather.rng
        fault = weather.fault() if frame[0] & 0x0F == TEXT else None
        match fault:
            case "drop":
                return True
            case "double":
                self._write(frame + frame)
            case "late double":
                self._write(frame)
                self._later(frame)
            case "delay":
                await asyncio.sleep(weather.longest_delay * rng.random())
                self._write(frame)
            case "overtake" if self._held is None:
                self._held = frame
                self._timers.append(asyncio.get_running_loop().call_later(weather.longest_delay, self._let_go))
            case "cut":
                self._write(frame[: rng.randrange(1, len(frame))])
                await asyncio.sleep(0.01 * rng.random())
                return False
            case "reset":
                return False
            case _:
                self._write(frame)
        return True

    def _write(self, frame: bytes) -> None:
        if not self._writer.transport.is_closing():
            self._writer.write(frame)
        self._let_go()

    def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None and not self._writer.transport.is_closing():
            self._writer.write(held)

    def _later(self, frame: bytes) -> None:
        def write() -> None:
            if not self._writer.transport.is_closing():
                self._writer.write(frame)

        wait = self._weather.longest_delay * self._weather.rng.random()
        self._timers.append(asyncio.get_running_loop().call_later(wait, write))
