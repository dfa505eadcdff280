"""WebSockets beside the HTTP app on one port, without ASGI's cost for every message.

uvicorn accepts a connection and reads the request. If it asks for an upgrade, `upgrade` takes the connection over, and
picows reads and writes the frames. Nothing is queued between network and handler: a message is a call of `received`, a
reply a call of `send`.

The rules of the protocol that picows leaves to its user are here: pings, the closing handshake, messages in fragments,
and the limits that keep one client from costing the others memory or time. Every read, of a few KiB at most, is charged
to a budget: each frame of any kind, and each KiB. A client that has none left is not read from until it has refilled,
and is held up by its own network connection.
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

from saltroad.server.transport.socket_limits import Budget, SharedBudget, SocketLimits

RESTART: Final = 1012
"""The close code of a server that stops: the client reconnects in a moment."""

_MAX_REASON: Final = 123
_MAX_COPIED: Final = 8192
"""The longest message that is sent with `send`. For a longer one picows gives the transport a header that it overwrites
with the next: if the transport has to wait, the frame is corrupted. The other way to send has room for the header
before the message, and no such fault."""
_HEADER_ROOM: Final = 14
_SEND_BUFFER: Final = 64 * 1024
"""Bytes that the kernel may hold for a client that does not read; Linux doubles it. Without a limit it holds more."""
_TEXT: Final = WSMsgType.TEXT
_CONTINUATION: Final = WSMsgType.CONTINUATION

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Request:
    """The HTTP request that asks for a WebSocket."""

    path: str
    query: Mapping[str, str]
    """The last value of a name that is given twice."""
    headers: Mapping[str, str]
    """By lower-case name; repeated headers are joined."""
    address: str
    """The client's IP address; the one that a proxy names, if uvicorn is told to trust the proxy."""


HttpRefusal: TypeAlias = tuple[int, bytes]
"""An HTTP status, 400 or more, and a JSON body."""


class Handler(Protocol):
    """The handler of one connection. The factory makes one for each request, so it can keep the caller."""

    def refuse(self, request: Request) -> HttpRefusal | Awaitable[HttpRefusal | None] | None:
        """The refusal to send instead of opening a WebSocket; None to open it. May be a coroutine function."""

    def opened(self, connection: Connection) -> None:
        """The WebSocket is open: messages can be sent from now on."""

    def received(self, connection: Connection, data: bytes) -> None:
        """One whole text message, as UTF-8."""

    def closed(self, connection: Connection) -> None:
        """The connection is closed, for whatever reason. Called exactly once after `opened`, as the last method."""


class Connection(WSListener):
    """One open WebSocket. The methods that begin with on_ws, and the pair for writing, are called by picows."""

    def __init__(self, handler: Handler, request: Request, limits: SocketLimits, shared: SharedBudget) -> None:
        self.request = request
        self._handler = handler
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._transport: WSTransport
        self._timer: asyncio.TimerHandle
        self._fragments: bytearray | None = None
        """The fragments so far of a message that is not complete."""
        self._is_closing = False
        self._is_full = False
        """Whether more waits to be written than the high-water mark."""
        self._has_room = asyncio.Event()
        self._last_heard = self._last_pinged = self._loop.time()
        self._budget = Budget(limits.budget, self._loop.time)
        self._shared = shared
        self._frames = 0
        """Frames of the current read."""
        self._ping: bytes | None = None
        """The last ping that is not answered yet."""
        self._is_paused = False
        """Whether reading is paused, because too much came."""
        self._over_budget_since: float | None = None
        """Since when the budget has not been full."""
        self._sent = 0
        """Bytes sent, including those that still wait."""
        self._taken, self._taken_at = 0, self._last_heard
        """How many of them the kernel has taken, and when it last took one."""

    # -- for the handler -----------------------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Send a text message of UTF-8. Never waits; does nothing on a connection that is closing or gone."""
        if self._is_closing:
            return
        if self._is_full and self.unsent > self._limits.max_unsent:
            self._drop()
            return
        length = len(data)
        self._sent += length + (2 if length < 126 else 4 if length < 65536 else 10)
        if length <= _MAX_COPIED:
            self._transport.send(_TEXT, data)
        else:
            self._transport.send_reuse_external_bytearray(_TEXT, bytearray(_HEADER_ROOM) + data, _HEADER_ROOM)

    @property
    def is_full(self) -> bool:
        """Whether so much waits to be written that more should wait for `drained`."""
        return self._is_full

    @property
    def unsent(self) -> int:
        """The bytes that the kernel has not taken yet."""
        return self._transport.underlying_transport.get_write_buffer_size()

    async def drained(self) -> None:
        """Wait until the connection is not full, or closed."""
        while self._is_full:
            await self._has_room.wait()

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Begin the closing handshake: no message is received from now on, and `closed` follows. May be repeated."""
        if not self._is_closing:
            text = reason.encode()[:_MAX_REASON].decode(errors="ignore")
            self._transport.send_close(code, text)  # type: ignore[arg-type]  # the codes from 3000 are no members
            self._start_closing()

    # -- for picows ----------------------------------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        transport.underlying_transport.set_write_buffer_limits(high=self._limits.high_water)
        line = transport.underlying_transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        self._timer = self._loop.call_later(self._limits.ping_interval, self._heartbeat)
        self._call_handler(self._handler.opened, self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self._last_heard = self._loop.time()
        self._frames += 1
        kind = frame.msg_type
        if kind is WSMsgType.CLOSE:
            self._answer_close(frame)
        elif self._is_closing or transport.is_close_frame_sent:  # picows reads on after a protocol error of the client
            return
        elif frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(1002, "no extension was agreed on")
        elif kind is _TEXT and frame.fin and self._fragments is None:
            self._receive(frame.get_payload_as_bytes())
        elif kind is WSMsgType.PING:
            self._ping = frame.get_payload_as_bytes()
        elif kind is WSMsgType.BINARY:
            self.close(1003, "text only")
        elif kind is _TEXT or kind is _CONTINUATION:
            self._add_fragment(kind, frame)

    def charge_read(self, size: int) -> None:
        """Charge a read of `size` bytes, whose frames are handled, to the budget; pause reading if it is overdrawn."""
        if self._ping is not None:
            self._answer_ping(self._ping)
        cost, self._frames = self._frames + size / 1024, 0
        if self._over_budget_since is not None and self._budget.is_full():
            self._over_budget_since = None
        wait = self._budget.charge(cost)
        if self._shared.charge(cost) > 0 or wait > 0:
            self._pause_reading(wait)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._is_closing = True
        self._timer.cancel()
        self.resume_writing()
        self._call_handler(self._handler.closed, self)

    def pause_writing(self) -> None:
        self._is_full = True
        self._has_room.clear()

    def resume_writing(self) -> None:
        self._is_full = False
        self._has_room.set()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _call_handler(self, what: Callable[..., None], *arguments: object) -> None:
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
        self._call_handler(self._handler.received, self, data)

    def _add_fragment(self, kind: WSMsgType, frame: WSFrame) -> None:
        if (kind is _TEXT) != (self._fragments is None):
            self.close(1002, "fragments out of order")
            return
        if self._fragments is None:
            self._fragments = bytearray()
        self._fragments += frame.get_payload_as_bytes()
        if len(self._fragments) > self._limits.max_message:
            self.close(1009, f"at most {self._limits.max_message} bytes")
        elif frame.fin:
            data, self._fragments = bytes(self._fragments), None
            self._receive(data)

    def _answer_close(self, frame: WSFrame) -> None:
        code = frame.get_close_code()
        if code in (WSCloseCode.NO_INFO, WSCloseCode.ABNORMAL_CLOSURE):  # these two may not be sent
            code = WSCloseCode.OK
        self._transport.send_close(code)
        self._transport.disconnect()
        self._start_closing()

    def _start_closing(self) -> None:
        self._is_closing = True
        self._fragments = None
        self._timer.cancel()
        self._timer = self._loop.call_later(self._limits.close_timeout, self._drop)

    def _drop(self) -> None:
        self._is_closing = True
        self._transport.disconnect(graceful=False)

    def _answer_ping(self, ping: bytes) -> None:
        """Answer the last of several pings in a row, as the protocol allows."""
        self._ping = None
        if not (self._is_full or self._is_closing):
            self._sent += len(ping) + 2
            self._transport.send_pong(ping)

    def _pause_reading(self, seconds: float) -> None:
        """Pause reading. What the client sends meanwhile stays in the network."""
        line = self._transport.underlying_transport
        if self._is_paused or line.is_closing():
            return
        self._is_paused = True
        line.pause_reading()
        now = self._loop.time()
        if self._over_budget_since is None:
            self._over_budget_since = now
        if now >= self._over_budget_since + self._limits.over_budget_timeout:
            self.close(1008, "too many frames or bytes")  # and nothing is read until it is closed
        else:
            self._loop.call_later(seconds, self._shared.call_when_refilled, self._resume_reading)

    def _resume_reading(self) -> None:
        line = self._transport.underlying_transport
        if not line.is_closing():
            self._is_paused = False
            self._last_heard = self._loop.time()  # the silence was not the client's fault
            line.resume_reading()

    def _is_stalled(self, now: float) -> bool:
        """Whether the client has read nothing for too long, though something waits for it."""
        taken = self._sent - self.unsent
        if taken != self._taken or not self.unsent:
            self._taken, self._taken_at = taken, now
        return now >= self._taken_at + self._limits.unread_timeout

    def _heartbeat(self) -> None:
        """Ping when it is time to, and drop a client that is silent or does not read."""
        now, limits = self._loop.time(), self._limits
        if self._is_stalled(now) or (now >= self._last_heard + limits.silence_timeout and not self._is_paused):
            self._drop()
            return
        if now >= self._last_pinged + limits.ping_interval:
            self._sent += 2
            self._transport.send_ping()
            self._last_pinged = now
        if self._is_paused:
            self._last_heard = now
        self._timer = self._loop.call_at(
            min(self._last_pinged + limits.ping_interval, self._last_heard + limits.silence_timeout), self._heartbeat
        )
