"""WebSockets beside the HTTP app on one port, without ASGI's cost for every message.

uvicorn accepts a connection and reads the request. If it asks for an upgrade, the class that `protocol_of` makes takes
the connection over, and picows reads and writes the frames: `uvicorn.Config(app, ws=protocol_of(make_handler))`.
Nothing is queued between network and handler: a message is a call of `received`, an answer a call of `send`.

The rules of the protocol that picows leaves to its user are here: pings, the closing handshake, messages in fragments,
and the limits that keep one client from costing the others memory or time.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, cast
from urllib.parse import parse_qsl, unquote

import uvicorn
from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.server import ServerState

RESTART: Final = 1012
"""What a client is told when the server stops: come back in a moment."""

_LONGEST_REASON: Final = 123
_COPIED: Final = 8192
"""Of a longer message picows gives the transport a header that it writes over with the next: where the transport has to
wait, the frame is spoilt. The other way to send has room for the header before the message, and no such trouble."""
_HEADER: Final = 14
_TEXT: Final = WSMsgType.TEXT
_CONTINUATION: Final = WSMsgType.CONTINUATION

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """What a client may cost, in bytes and seconds."""

    message: int = 64 * 1024
    """The longest message; a longer one closes the connection with 1009."""
    unsent: int = 4 * 1024 * 1024
    """A client that reads so slowly that more than this waits for it is dropped."""
    ping_every: float = 20
    silence: float = 45
    """A client that nothing is heard of for so long, not even the answer to a ping, is dropped."""
    goodbye: float = 5
    """How long a closing connection may take to be closed."""
    upgrade: float = 10
    """How long `refuse` may think."""


LIMITS: Final = Limits()


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

    def __init__(self, handler: Handler, request: Request, limits: Limits) -> None:
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

    # -- for the handler -----------------------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Send a text message of UTF-8. Never waits; does nothing on a connection that is closing or gone."""
        if self._is_closing:
            return
        if len(data) <= _COPIED:
            self._transport.send(_TEXT, data)
        else:
            self._transport.send_reuse_external_bytearray(_TEXT, bytearray(_HEADER) + data, _HEADER)
        if self._is_full:
            self._drop_if_too_slow()

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
        self._timer = self._loop.call_later(self._limits.ping_every, self._beat)
        self._tell(self._handler.opened, self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self._heard = self._loop.time()
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
            transport.send_pong(frame.get_payload_as_bytes())
            self._drop_if_too_slow()
        elif kind is WSMsgType.BINARY:
            self.close(1003, "text only")
        elif kind is _TEXT or kind is _CONTINUATION:
            self._gather(kind, frame)

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

    def _drop_if_too_slow(self) -> None:
        if self.waiting > self._limits.unsent:
            self._drop()

    def _beat(self) -> None:
        """Ping when it is time to, and give up on a client that is silent."""
        now, limits = self._loop.time(), self._limits
        if now >= self._heard + limits.silence:
            self._drop()
            return
        if now >= self._pinged + limits.ping_every:
            self._transport.send_ping()
            self._pinged = now
        self._timer = self._loop.call_at(
            min(self._pinged + limits.ping_every, self._heard + limits.silence), self._beat
        )


class _ClientsFaults(logging.LoggerAdapter[logging.Logger]):
    """picows reports what clients do wrong as errors. They are none of ours: here they are for debugging."""

    def log(self, level: int, msg: object, *arguments: object, **more: Any) -> None:
        super().log(min(level, logging.DEBUG), msg, *arguments, **more)


class _Upgrade(WSProtocol):  # type: ignore[misc]  # picows says nothing of its types
    """From the request to the open WebSocket. uvicorn makes it, picows goes on with it."""

    def __init__(
        self, make_handler: Callable[[], Handler], limits: Limits, config: uvicorn.Config, server_state: ServerState
    ) -> None:
        super().__init__(
            host_port=None,
            ws_path=None,
            is_client_side=False,
            ws_listener_factory=lambda request: self._answer,
            logger=_ClientsFaults(logging.getLogger("picows"), {}),
            disconnect_on_exception=True,
            websocket_handshake_timeout=limits.upgrade,
            enable_auto_ping=False,
            auto_ping_idle_timeout=limits.ping_every,
            auto_ping_reply_timeout=limits.ping_every,
            auto_ping_strategy=WSAutoPingStrategy.PING_PERIODICALLY,
            enable_auto_pong=False,
            max_frame_size=limits.message,
            extra_headers=None,
            read_buffer_init_size=2048,
        )
        self._make_handler = make_handler
        self._limits = limits
        self._config = config
        self._server_state = server_state
        self._answering: asyncio.Task[None] | None = None
        self._connection: Connection | None = None
        self._answer: WSUpgradeResponseWithListener | None = None

    # -- for uvicorn ---------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._server_state.connections.add(self)

    def data_received(self, data: bytes) -> None:
        """The request, once, as uvicorn writes it down again. All that follows goes to picows."""
        # Not only because it is too early: a loop finds out how a protocol takes its data when reading begins again.
        self.transport.underlying_transport.pause_reading()
        self._answering = asyncio.get_running_loop().create_task(self._answer_request(data))

    def shutdown(self) -> None:
        """The server stops, and waits until the connection is gone."""
        if self._connection is not None:
            self._connection.close(RESTART)
        else:
            self.transport.disconnect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._server_state.connections.discard(self)
        if self._answering is not None:
            self._answering.cancel()
        super().connection_lost(exc)

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _answer_request(self, data: bytes) -> None:
        line, *lines = data.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
        method, target, _ = line.split(" ", 2)
        headers = _headers(lines)
        try:
            response, connection = await self._decide(target, headers)
        except Exception:
            _log.exception("A handler failed before the upgrade of %s", target)
            response, connection = WSUpgradeResponse.create_error_response(500), None
        self._answer = WSUpgradeResponseWithListener(response, connection)
        self._feed(method, headers)
        if self.transport.response is response:  # and not one of picows, which found the request wanting
            self._connection = connection

    async def _decide(self, target: str, headers: dict[str, str]) -> tuple[WSUpgradeResponse, Connection | None]:
        handler = self._make_handler()
        request = await self._request(target, headers)
        answer = handler.refuse(request)
        refusal = await answer if inspect.isawaitable(answer) else answer
        more = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in self._server_state.default_headers]
        if refusal is None:
            return WSUpgradeResponse.create_101_response(more), Connection(handler, request, self._limits)
        more.append(("Content-Type", "application/json"))
        return WSUpgradeResponse.create_error_response(*refusal, more), None

    async def _request(self, target: str, headers: dict[str, str]) -> Request:
        path, _, query = target.partition("?")
        peer = self.transport.underlying_transport.get_extra_info("peername")
        scope: Any = {"type": "websocket", "client": peer[:2] if isinstance(peer, tuple) else None}
        if self._config.proxy_headers:
            scope["headers"] = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
            await ProxyHeadersMiddleware(_nothing, self._config.forwarded_allow_ips)(scope, _nothing, _nothing)
        address = scope["client"][0] if scope["client"] else ""
        return Request(unquote(path), dict(parse_qsl(query, keep_blank_values=True)), headers, address)

    def _feed(self, method: str, headers: dict[str, str]) -> None:
        """Give picows the request: what it looks at, in the form that it takes."""
        # uvicorn has found the upgrade among what the header Connection lists; picows wants it to stand there alone.
        # Real keys and versions are shorter than what is cut here.
        names = ("sec-websocket-version", "sec-websocket-key")
        wanted = {"upgrade": "websocket", "connection": "upgrade"} | {
            name: headers.get(name, "")[:64] for name in names
        }
        lines = [f"{method} / HTTP/1.1", *(f"{name}: {value}" for name, value in wanted.items()), "", ""]
        data = "\r\n".join(lines).encode("latin-1")
        self.get_buffer(len(data))[: len(data)] = data
        self.buffer_updated(len(data))
        if not self.transport.underlying_transport.is_closing():
            self.transport.underlying_transport.resume_reading()


async def _nothing(*arguments: object) -> Any:
    """An ASGI app that does nothing."""


def _headers(lines: Iterable[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        joint = "; " if name == "cookie" else ", "
        headers[name] = f"{headers[name]}{joint}{value}" if name in headers else value
    return headers


def protocol_of(make_handler: Callable[[], Handler], limits: Limits = LIMITS) -> type[asyncio.Protocol]:
    """A class for `uvicorn.Config(ws=…)` that gives every WebSocket a handler of its own."""

    class Upgrade(_Upgrade):
        def __init__(self, config: uvicorn.Config, server_state: ServerState, app_state: Mapping[str, object]) -> None:
            super().__init__(make_handler, limits, config, server_state)

    return cast(type[asyncio.Protocol], Upgrade)
