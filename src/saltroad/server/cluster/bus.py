"""Messages between processes over Redis, in the order they were sent; one channel a process.

Redis may lose them: a request without a reply raises NoReply, and deliveries are counted by their receiver.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import msgspec
import structlog

from saltroad.server.cluster.messages import (
    ClusterMessage,
    ClusterReply,
    ClusterRequest,
    Delivery,
    MemberGone,
    decode,
    encode,
)
from saltroad.server.cluster.redis_leases import ALL, Redis

log = structlog.get_logger()

SILENCE = 8.0
"""Seconds without any message, not even one's own, after which the connection to Redis is taken for dead."""
_PAUSE = 0.3
_MOST = 200
"""Messages that are sent in one round trip."""


class NotDelivered(Exception):
    """No process got the request: it may be sent again."""


class NoReply(Exception):
    """No reply came: it is not known what was done."""


@dataclass
class _Outgoing:
    to: str
    message: ClusterMessage
    heard: Callable[[int | None], None] | None


def channel(process: str) -> str:
    """The channel of the messages to a process."""
    return f"{{saltroad}}:to:{process}"


class Bus:
    """The messages of one process."""

    def __init__(self, client: Redis) -> None:
        self._redis = client
        self.id = ""
        self.receive: Callable[[ClusterMessage], None] = lambda message: None
        self.broken: Callable[[], None] = lambda: None
        """Called when messages to this process may have been lost."""
        self._numbers = itertools.count(1)
        self._calls: dict[int, tuple[str, asyncio.Future[ClusterReply]]] = {}
        self._out: deque[_Outgoing] = deque()
        self._has_out = asyncio.Event()
        self._listens = asyncio.Event()
        self._is_cut_off = False
        self._is_closing = False
        self._reader: asyncio.Task[None] | None = None
        self._writer: asyncio.Task[None] | None = None

    async def open(self, id: str) -> None:
        """Listen for messages to that id from now on, and for no other."""
        await self._stop_reading()
        self.id = id
        self._fail_calls()
        self._reader = asyncio.create_task(self._read())
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        with suppress(TimeoutError):
            async with asyncio.timeout(_PAUSE * 10):
                await self._listens.wait()

    async def close(self) -> None:
        """Send what waits, then close the connection."""
        self._is_closing = True
        self._has_out.set()
        if self._writer is not None:
            await asyncio.gather(self._writer, return_exceptions=True)
        await self._stop_reading()
        self._fail_calls()

    # -- out -----------------------------------------------------------------------------------------------------------

    def next_number(self) -> int:
        """The number of the next request."""
        return next(self._numbers)

    def send(self, to: str, message: ClusterMessage, heard: Callable[[int | None], None] | None = None) -> None:
        """Send a message. `heard` is called with the number of processes that got it, None if that is not known."""
        self._out.append(_Outgoing(to, message, heard))
        self._has_out.set()

    def send_all(self, message: ClusterMessage) -> None:
        """Send a message to every process, this one too."""
        self.send("", message)

    def deliver(self, to: str, subscription: int, number: int, body: bytes) -> None:
        """Deliver to a subscription; subscriptions that are sent the same, one after the other, share a message."""
        last = self._out[-1] if self._out else None
        if last is not None and last.to == to and isinstance(last.message, Delivery) and last.message.body is body:
            last.message.subscriptions.append((subscription, number))
        else:
            self.send(to, Delivery([(subscription, number)], body))

    async def call(self, to: str, question: ClusterRequest, seconds: float) -> bytes:
        """Send a request and wait for its reply. NotDelivered if it was surely not acted on, NoReply if that is not
        known."""
        future: asyncio.Future[ClusterReply] = asyncio.get_running_loop().create_future()
        self._calls[question.number] = (to, future)

        def heard(count: int | None) -> None:
            if not count and not future.done():
                future.set_exception(NoReply() if count is None else NotDelivered())

        self.send(to, question, heard)
        try:
            async with asyncio.timeout(seconds):
                reply = await future
        except TimeoutError:
            raise NoReply from None
        finally:
            del self._calls[question.number]
        if not reply.done:
            raise NotDelivered
        return reply.body

    def gone(self, process: str) -> None:
        """Fail the requests that wait for a process that has ended."""
        self._fail_calls(process)

    def _fail_calls(self, process: str | None = None) -> None:
        for to, future in self._calls.values():
            if process in (None, to) and not future.done():
                future.set_exception(NoReply())

    async def _write(self) -> None:
        while not self._is_closing:
            await self._has_out.wait()
            self._has_out.clear()
            while self._out:
                batch = [self._out.popleft() for _ in range(min(_MOST, len(self._out)))]
                for parcel, count in zip(batch, await self._publish(batch), strict=True):
                    if parcel.heard is not None:
                        parcel.heard(count)

    async def _publish(self, batch: list[_Outgoing]) -> list[int | None]:
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                for parcel in batch:
                    pipe.publish(channel(parcel.to) if parcel.to else ALL, encode(parcel.message))
                return list(await pipe.execute())
        except Exception as error:  # of any kind: without its writer this process could send nothing any more
            log.warning("messages to other processes are lost", count=len(batch), why=str(error))
            return [None] * len(batch)

    # -- in ------------------------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(channel(self.id), ALL)
                    heard = loop.time()
                    while loop.time() < heard + SILENCE:
                        got = await subscription.get_message(timeout=SILENCE)
                        if got is None:
                            continue
                        heard = loop.time()
                        if got["type"] == "subscribe":
                            self._listens.set()
                            self._is_cut_off = False
                        elif got["type"] == "message":
                            self._received(got["data"])
                    self._cut_off("nothing is heard")
            except Exception as error:  # any at all, for the same reason
                self._cut_off(str(error))
            await asyncio.sleep(_PAUSE)

    def _cut_off(self, why: str) -> None:
        if not self._is_cut_off:
            log.warning("no messages come from Redis", why=why)
            self._is_cut_off = True
        self._listens.clear()
        self._fail_calls()
        self.broken()

    def _received(self, data: bytes) -> None:
        try:
            message = decode(data)
            if isinstance(message, ClusterReply):
                _, future = self._calls.get(message.to, ("", None))
                if future is not None and not future.done():
                    future.set_result(message)
            elif not isinstance(message, MemberGone) or message.process != self.id:
                self.receive(message)
        except msgspec.DecodeError:
            log.warning("a message of another process cannot be read: do all run the same version?")
        except Exception:
            log.exception("a message of another process could not be taken")

    async def _stop_reading(self) -> None:
        self._listens.clear()
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
            self._reader = None
