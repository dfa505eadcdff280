"""The upgrade of an HTTP request to a WebSocket: uvicorn has read the request, picows takes the connection over.

`uvicorn.Config(app, ws=websocket_protocol(make_handler))`; the open connection is in `websocket`.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, cast
from urllib.parse import parse_qsl, unquote

import uvicorn
from picows import WSAutoPingStrategy, WSUpgradeResponse, WSUpgradeResponseWithListener
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.server import ServerState

from saltroad.server.ip_addresses import address_group
from saltroad.server.transport.socket_limits import LIMITS, SharedBudgets, SocketLimits
from saltroad.server.transport.websocket import RESTART, Connection, Handler, Request

_READ_SIZE: Final = 4096
"""Bytes of one read. picows would take all that the kernel has, megabytes of the smallest frames, and block the event
loop until all are handled."""

_log = logging.getLogger(__name__)


class _ClientErrorLogger(logging.LoggerAdapter[logging.Logger]):
    """Logs at debug level what picows reports as errors: faults of clients, not of the server."""

    def log(self, level: int, msg: object, *arguments: object, **more: Any) -> None:
        super().log(min(level, logging.DEBUG), msg, *arguments, **more)


class _Upgrade(WSProtocol):  # type: ignore[misc]  # picows says nothing of its types
    """The protocol of a connection from the upgrade on: uvicorn makes it, picows goes on with it."""

    def __init__(
        self,
        make_handler: Callable[[], Handler],
        limits: SocketLimits,
        budgets: SharedBudgets,
        config: uvicorn.Config,
        server_state: ServerState,
    ) -> None:
        super().__init__(
            host_port=None,
            ws_path=None,
            is_client_side=False,
            ws_listener_factory=lambda request: self._response,
            logger=_ClientErrorLogger(logging.getLogger("picows"), {}),
            disconnect_on_exception=True,
            websocket_handshake_timeout=limits.upgrade_timeout,
            enable_auto_ping=False,
            auto_ping_idle_timeout=limits.ping_interval,
            auto_ping_reply_timeout=limits.ping_interval,
            auto_ping_strategy=WSAutoPingStrategy.PING_PERIODICALLY,
            enable_auto_pong=False,
            max_frame_size=limits.max_message,
            extra_headers=None,
            read_buffer_init_size=2048,
        )
        self._make_handler = make_handler
        self._limits = limits
        self._budgets = budgets
        self._config = config
        self._server_state = server_state
        self._response_task: asyncio.Task[None] | None = None
        self._connection: Connection | None = None
        self._response: WSUpgradeResponseWithListener | None = None
        self.on_lost: Callable[[], None] = _noop
        """Called when the connection is gone."""

    # -- for uvicorn ---------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._server_state.connections.add(self)

    def data_received(self, data: bytes) -> None:
        """The request, once, as uvicorn writes it down again. All that follows goes to picows."""
        # Not only because it is too early: the loop looks up how a protocol takes its data when reading resumes.
        self.transport.underlying_transport.pause_reading()
        self._response_task = asyncio.get_running_loop().create_task(self._respond(data))

    def shutdown(self) -> None:
        """Close the connection because the server stops, which waits for it."""
        if self._connection is not None:
            self._connection.close(RESTART)
        else:
            self.transport.disconnect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._server_state.connections.discard(self)
        if self._response_task is not None:
            self._response_task.cancel()
        super().connection_lost(exc)
        self.on_lost()

    def get_buffer(self, size: int) -> memoryview:
        """The buffer that the loop reads into."""
        return cast(memoryview, super().get_buffer(size))[:_READ_SIZE]

    def buffer_updated(self, size: int) -> None:
        """Handle a read of `size` bytes, and charge it."""
        super().buffer_updated(size)
        if self._connection is not None:
            self._connection.charge_read(size)

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _respond(self, data: bytes) -> None:
        line, *lines = data.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
        method, target, _ = line.split(" ", 2)
        headers = _headers(lines)
        try:
            response, connection = await self._respond_to(target, headers)
        except Exception:
            _log.exception("A handler failed before the upgrade of %s", target)
            response, connection = WSUpgradeResponse.create_error_response(500), None
        self._response = WSUpgradeResponseWithListener(response, connection)
        self._feed_picows(method, headers)
        if self.transport.response is response:  # and not a refusal of picows
            self._connection = connection

    async def _respond_to(self, target: str, headers: dict[str, str]) -> tuple[WSUpgradeResponse, Connection | None]:
        handler = self._make_handler()
        request = await self._request(target, headers)
        answer = handler.refuse(request)
        refusal = await answer if inspect.isawaitable(answer) else answer
        more = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in self._server_state.default_headers]
        if refusal is None:
            shared = self._budgets.of(address_group(request.address))
            return WSUpgradeResponse.create_101_response(more), Connection(handler, request, self._limits, shared)
        more.append(("Content-Type", "application/json"))
        return WSUpgradeResponse.create_error_response(*refusal, more), None

    async def _request(self, target: str, headers: dict[str, str]) -> Request:
        path, _, query = target.partition("?")
        peer = self.transport.underlying_transport.get_extra_info("peername")
        scope: Any = {"type": "websocket", "client": peer[:2] if isinstance(peer, tuple) else None}
        if self._config.proxy_headers:
            scope["headers"] = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
            await ProxyHeadersMiddleware(_noop_app, self._config.forwarded_allow_ips)(scope, _noop_app, _noop_app)
        address = scope["client"][0] if scope["client"] else ""
        return Request(unquote(path), dict(parse_qsl(query, keep_blank_values=True)), headers, address)

    def _feed_picows(self, method: str, headers: dict[str, str]) -> None:
        """Give picows the request, as far as it reads it and in the form that it takes."""
        # uvicorn has found the upgrade in the list of the header Connection; picows accepts it only by itself.
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


async def _noop_app(*arguments: object) -> Any:
    """An ASGI app that does nothing."""


def _noop() -> None:
    """The default of `on_lost`."""


def _headers(lines: Iterable[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        joint = "; " if name == "cookie" else ", "
        headers[name] = f"{headers[name]}{joint}{value}" if name in headers else value
    return headers


def websocket_protocol(make_handler: Callable[[], Handler], limits: SocketLimits = LIMITS) -> type[asyncio.Protocol]:
    """A class for `uvicorn.Config(ws=…)` that gives every WebSocket a handler of its own."""
    budgets = SharedBudgets(limits.address_budget)

    class Upgrade(_Upgrade):
        def __init__(self, config: uvicorn.Config, server_state: ServerState, app_state: Mapping[str, object]) -> None:
            super().__init__(make_handler, limits, budgets, config, server_state)

    return cast(type[asyncio.Protocol], Upgrade)
