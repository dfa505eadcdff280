"""WebSockets beside the HTTP app on one port, without ASGI's cost for every message.

uvicorn accepts a connection and reads the request. If it asks for an upgrade, `upgrades` takes the connection over, and
picows reads and writes the frames. Nothing is queued between network and handler: a message is a call of `received`, an
answer a call of `send`.

The rules of the protocol that picows leaves to its user are here: pings, the closing handshake, messages in fragments,
and the limits that keep one client from costing the others memory or time. Every read, of a few KiB at most, is charged
to a budget: each frame of any kind, and each KiB. Whoever has none left is not read from until it has refilled, and is
held up by their own network connection.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from picows import (
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
)

from saltroad.server.rate_limits import Rate
from saltroad.server.transport.budgets import Budget, SharedBudget

RESTART: Final = 1012
"""What a client is told when the server stops: come back in a moment."""

_LONGEST_REASON: Final = 123
_COPIED: Final = 8192
"""Of a longer message picows gives the transport a header that it writes over with the next: where the transport has to
wait, the frame is spoilt. The other way to send has room for the header before the message, and no such trouble."""
_HEADER: Final = 14
_KERNEL: Final = 64 * 1024
"""Bytes that the kernel may hold for a client that does not read, else as much as it likes; Linux takes twice that."""
_BUDGET: Final = Rate(400, 100)
_ADDRESS_BUDGET: Final = Rate(4000, 1000)
_TEXT: Final = WSMsgType.TEXT
_CONTINUATION: Final = WSMsgType.CONTINUATION

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SocketLimits:
    """What a client may cost, in bytes and seconds."""

    message: int = 64 * 1024
    """The longest message; a longer one closes the connection with 1009."""
    full: int = 64 * 1024
    """Bytes on their way at which a handler should wait with more (`is_full`)."""
    unsent: int = 256 * 1024
    """A client that reads so slowly that more than this waits for it is dropped when something more is to be sent."""
    unread: float = 25
    """So is one that has taken nothing for so long of what waits for it."""
    budget: Rate = _BUDGET
    """Frames and KiB that a client may send at once, and in a second; whoever sends more is read from more slowly."""
    address_budget: Rate = _ADDRESS_BUDGET
    """The same for all connections of one address together."""
    patience: float = 30
    """Seconds without a moment's rest for its budget after which a connection is closed with 1008."""
    ping_every: float = 20
    silence: float = 45
    """A client that nothing is heard of for so long, not even the answer to a ping, is dropped."""
    goodbye: float = 5
    """How long a closing connection may take to be closed."""
    upgrade: float = 10
    """How long `refuse` may think."""


LIMITS: Final = SocketLimits()


@dataclass(frozen=True)
class Request:
    """The HTTP request that asks for a WebSocket."""

    path: str
    query: Mapping[str, str]
    """Of a name that is given twice, the last value."""
    headers: Mapping[str, str]
    """By names in small letters; what came in several lines is joined."""
    address: str
    """The client's IP address; the one that a proxy names, if uvicorn is told to trust the proxy."""


HttpRefusal: TypeAlias = tuple[int, bytes]
"""An HTTP status, 400 or more, and a JSON body."""


class Handler(Protocol):
    """What happens on one connection. The factory makes one for each request, so it may remember who is asking."""

    def refuse(self, request: Request) -> HttpRefusal | Awaitable[HttpRefusal | None] | None:
        """What to answer instead of opening a WebSocket; None to open it. May be a coroutine function."""

    def opened(self, connection: Connection) -> None:
        """The WebSocket is open: messages can be sent from now on."""

    def received(self, connection: Connection, data: bytes) -> None:
        """One whole text message, as UTF-8."""

    def closed(self, connection: Connection) -> None:
        """The connection is gone, for whatever reason. Comes exactly once after `opened`, and is the last."""


class Connection(WSListener):
    """One open WebSocket. The methods that begin with on_ws, and the pair for writing, are called by picows."""

    def __init__(self, handler: Handler, request: Request, limits: SocketLimits, shared: SharedBudget) -> None:
        self.request = request
        self._handler = handler
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._transport: WSTransport
        self._timer: asyncio.TimerHandle
        self._parts: bytearray | None = None
        """What has come of a message in fragments."""
        self._is_closing = False
        self._is_full = False
        """Whether more waits to be written than the high-water mark."""
        self._has_room = asyncio.Event()
        self._heard = self._pinged = self._loop.time()
        self._budget = Budget(limits.budget, self._loop.time)
        self._shared = shared
        self._frames = 0
        """Of the read that is being looked at."""
        self._ping: bytes | None = None
        """The last one that is not answered yet."""
        self._is_held = False
        """Whether nothing is read, because too much came."""
        self._over_since: float | None = None
        """Since when the budget has never been full."""
        self._sent = 0
        """Bytes, with those that wait."""
        self._taken, self._taken_at = 0, self._heard
        """How many of them the kernel had taken, and when it last took one."""

    # -- for the handler -----------------------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Send a text message of UTF-8. Never waits; does nothing on a connection that is closing or gone."""
        if self._is_closing:
            return
        if self._is_full and self.waiting > self._limits.unsent:
            self._drop()
            return
        length = len(data)
        self._sent += length + (2 if length < 126 else 4 if length < 65536 else 10)
        if length <= _COPIED:
            self._transport.send(_TEXT, data)
        else:
            self._transport.send_reuse_external_bytearray(_TEXT, bytearray(_HEADER) + data, _HEADER)

    @property
    def is_full(self) -> bool:
        """Whether so much waits to be written that more should wait for `drained`."""
        return self._is_full

    @property
    def waiting(self) -> int:
        """The bytes that the kernel has not taken yet."""
        return self._transport.underlying_transport.get_write_buffer_size()

    async def drained(self) -> None:
        """Wait until little enough is waiting that more is welcome, or the connection is gone."""
        while self._is_full:
            await self._has_room.wait()

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Say goodbye: no message is received from now on, and `closed` follows within the limit. May be repeated."""
        if not self._is_closing:
            text = reason.encode()[:_LONGEST_REASON].decode(errors="ignore")
            self._transport.send_close(code, text)  # type: ignore[arg-type]  # the codes from 3000 are no members
            self._begin_to_close()

    # -- for picows ----------------------------------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        transport.underlying_transport.set_write_buffer_limits(high=self._limits.full)
        line = transport.underlying_transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL)
        self._timer = self._loop.call_later(self._limits.ping_every, self._beat)
        self._tell(self._handler.opened, self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self._heard = self._loop.time()
        self._frames += 1
        kind = frame.msg_type
        if kind is WSMsgType.CLOSE:
            self._answer_close(frame)
        elif self._is_closing or transport.is_close_frame_sent:  # picows reads on after a mistake of the client
            return
        elif frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(1002, "no extension was agreed on")
        elif kind is _TEXT and frame.fin and self._parts is None:
            self._receive(frame.get_payload_as_bytes())
        elif kind is WSMsgType.PING:
            self._ping = frame.get_payload_as_bytes()
        elif kind is WSMsgType.BINARY:
            self.close(1003, "text only")
        elif kind is _TEXT or kind is _CONTINUATION:
            self._gather(kind, frame)

    def was_read(self, size: int) -> None:
        """So many bytes have come, and their frames are done: charge them, and wait if they were too many."""
        if self._ping is not None:
            self._answer_ping(self._ping)
        cost, self._frames = self._frames + size / 1024, 0
        if self._over_since is not None and self._budget.is_full():
            self._over_since = None
        wait = self._budget.charge(cost)
        if self._shared.charge(cost) > 0 or wait > 0:
            self._hold(wait)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._is_closing = True
        self._timer.cancel()
        self.resume_writing()
        self._tell(self._handler.closed, self)

    def pause_writing(self) -> None:
        self._is_full = True
        self._has_room.clear()

    def resume_writing(self) -> None:
        self._is_full = False
        self._has_room.set()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _tell(self, what: Callable[..., None], *arguments: object) -> None:
        try:
            what(*arguments)
        except Exception:
            _log.exception("A handler failed on %s", self.request.path)
            self.close(1011)

    def _receive(self, data: bytes) -> None:
        if not data.isascii():
            try:
                data.decode()
            except UnicodeDecodeError:
                self.close(1007, "not UTF-8")
                return
        if self._ping is not None:
            self._answer_ping(self._ping)
        self._tell(self._handler.received, self, data)

    def _gather(self, kind: WSMsgType, frame: WSFrame) -> None:
        if (kind is _TEXT) != (self._parts is None):
            self.close(1002, "fragments out of order")
            return
        if self._parts is None:
            self._parts = bytearray()
        self._parts += frame.get_payload_as_bytes()
        if len(self._parts) > self._limits.message:
            self.close(1009, f"at most {self._limits.message} bytes")
        elif frame.fin:
            data, self._parts = bytes(self._parts), None
            self._receive(data)

    def _answer_close(self, frame: WSFrame) -> None:
        code = frame.get_close_code()
        if code in (WSCloseCode.NO_INFO, WSCloseCode.ABNORMAL_CLOSURE):  # these two may not be sent
            code = WSCloseCode.OK
        self._transport.send_close(code)
        self._transport.disconnect()
        self._begin_to_close()

    def _begin_to_close(self) -> None:
        self._is_closing = True
        self._parts = None
        self._timer.cancel()
        self._timer = self._loop.call_later(self._limits.goodbye, self._drop)

    def _drop(self) -> None:
        self._is_closing = True
        self._transport.disconnect(graceful=False)

    def _answer_ping(self, ping: bytes) -> None:
        """Of several pings in a row the last is answered, as the protocol allows."""
        self._ping = None
        if not (self._is_full or self._is_closing):
            self._sent += len(ping) + 2
            self._transport.send_pong(ping)

    def _hold(self, seconds: float) -> None:
        """Read nothing more for now. What comes meanwhile stays in the network."""
        line = self._transport.underlying_transport
        if self._is_held or line.is_closing():
            return
        self._is_held = True
        line.pause_reading()
        now = self._loop.time()
        if self._over_since is None:
            self._over_since = now
        if now >= self._over_since + self._limits.patience:
            self.close(1008, "too many frames or bytes")  # and nothing is read until it is gone
        else:
            self._loop.call_later(seconds, self._shared.when_refilled, self._read_on)

    def _read_on(self) -> None:
        line = self._transport.underlying_transport
        if not line.is_closing():
            self._is_held = False
            self._heard = self._loop.time()  # that nothing was heard was not the client's doing
            line.resume_reading()

    def _takes_nothing(self, now: float) -> bool:
        """Whether the client has read nothing for too long, though something waits for it."""
        taken = self._sent - self.waiting
        if taken != self._taken or not self.waiting:
            self._taken, self._taken_at = taken, now
        return now >= self._taken_at + self._limits.unread

    def _beat(self) -> None:
        """Ping when it is time to, and give up on a client that is silent or does not read."""
        now, limits = self._loop.time(), self._limits
        if self._takes_nothing(now) or (now >= self._heard + limits.silence and not self._is_held):
            self._drop()
            return
        if now >= self._pinged + limits.ping_every:
            self._sent += 2
            self._transport.send_ping()
            self._pinged = now
        if self._is_held:
            self._heard = now
        self._timer = self._loop.call_at(
            min(self._pinged + limits.ping_every, self._heard + limits.silence), self._beat
        )
