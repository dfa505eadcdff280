"""HTTP connections, before and after there is anything that the app could be asked: each has to come to its point.

uvicorn waits for ever for the rest of a head or of a body that nobody reads any more, keeps as much of a head as comes,
queues as many requests as come at once, and waits for ever for a client to read: one client could hold connections and
memory that others need.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from saltroad.server.http.connection_limits import ConnectionLimiter
from saltroad.server.http.early_refusals import refusing
from saltroad.server.refusals import Refusal

SECONDS: Final = 30.0
"""From the connection, or the first byte of a further request, to the end of its head. Browsers connect before they
know what to ask."""
REFUSED_SECONDS: Final = 5.0
"""The same for whoever is only to be told that there is no room."""
REST_SECONDS: Final = 3.0
"""For the rest of a body, when the request is answered already."""
UNREAD_SECONDS: Final = 20.0
"""For which a client may take nothing of an answer."""
UNREAD_BYTES: Final = 2048
"""Less than this between two looks is nothing."""
MOST: Final = 64 * 1024
"""Bytes of a head; what comes in one piece with its end may be longer."""
MOST_AHEAD: Final = 16
"""Requests that may come before the one before them is answered. No browser sends any."""


class TooManyAhead(Exception):
    """More requests at once than are taken. It ends the parser's work with a 400; nobody else sees it."""


class HttpProtocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, for clients that come to the point. Made by `http_protocol`."""

    gate: ClassVar[ConnectionLimiter]
    _limit: asyncio.TimerHandle | None = None
    """While a head is awaited."""
    _rest: asyncio.TimerHandle | None = None
    """While the rest of a body is awaited that nobody reads."""
    _size = 0
    _is_whole = True
    """Whether the last request has come to its end."""
    _is_upgraded = False
    _refusal: Refusal | None = None
    _unsent = 0
    _unsent_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._host = self.client[0] if self.client else ""
        self._refusal, has_time = self.gate.enter(self._host)
        if not has_time:
            transport.abort()
            return
        self.gate.watch(self)
        if self._refusal is not None:
            self.app = refusing(self._refusal)
        self._await_head()

    def _should_upgrade_to_ws(self) -> bool:
        return self._refusal is None and super()._should_upgrade_to_ws()

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_AHEAD:
            raise TooManyAhead
        super().on_message_begin()
        self._is_whole = False
        if self._limit is None:
            self._await_head()

    def on_headers_complete(self) -> None:
        self._have_head()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_whole = True
        self._stop_rest()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._is_whole and not self.transport.is_closing():
            self._rest = self.loop.call_later(REST_SECONDS, self.transport.close)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_upgraded or self.transport.is_closing():
            return
        self._size += len(data)
        if self._limit is not None and self._size > MOST:
            self._have_head()
            self._refuse(f"The head of the request is longer than {MOST} bytes.")
        elif self._limit is None and self._is_whole and self.cycle.response_complete:
            self._await_head()  # empty lines before a request: uvicorn no longer waits for their end

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self._is_upgraded = True
        self._stop_waiting()
        protocol: Any = self.transport.get_protocol()
        gate, host = self.gate, self._host
        protocol.on_lost = lambda: gate.leave(host)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.gate.leave(self._host)
        super().connection_lost(exc)

    def sweep(self, now: float) -> None:
        """Give up on a client that takes nothing of what waits for it."""
        unsent = self.transport.get_write_buffer_size()
        took = not unsent or abs(self._unsent - unsent) >= UNREAD_BYTES
        self._unsent = unsent
        if took or self._unsent_since is None:
            self._unsent_since = now if unsent else None
        elif now >= self._unsent_since + UNREAD_SECONDS:
            self.transport.abort()

    def _stop_waiting(self) -> None:
        self.gate.unwatch(self)
        self._have_head()
        self._stop_rest()

    def _stop_rest(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    def _await_head(self) -> None:
        self._size = 0
        seconds = SECONDS if self._refusal is None else REFUSED_SECONDS
        self._limit = self.loop.call_later(seconds, self._refuse, "The head of the request did not come in time.")

    def _have_head(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _refuse(self, why: str) -> None:
        if not self.transport.is_closing():
            self.send_400_response(why)


def http_protocol(of_gate: ConnectionLimiter) -> type[asyncio.Protocol]:
    """A class for `uvicorn.Config(http=…)` whose connections go through one gate."""

    class Http(HttpProtocol):
        gate = of_gate

    return Http
