"""The HTTP protocol of a connection: uvicorn's, with limits on time and memory.

uvicorn waits for ever for the rest of a head, or of a body that the app no longer reads, buffers a head of any length,
queues any number of pipelined requests, and waits for ever for a client to read: one client could hold connections and
memory that others need.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from saltroad.server.http.connection_limits import ConnectionLimiter
from saltroad.server.http.early_refusals import refusing_app
from saltroad.server.refusals import Refusal

HEAD_TIMEOUT: Final = 30.0
"""Seconds from the connection, or from the first byte of a further request, to the end of its head. Browsers connect
before they have a request."""
REFUSED_HEAD_TIMEOUT: Final = 5.0
"""The same for a connection that will be refused."""
REST_TIMEOUT: Final = 3.0
"""Seconds for the rest of a body when the request is answered already."""
UNREAD_TIMEOUT: Final = 20.0
"""Seconds for which a client may read nothing of a response."""
UNREAD_BYTES: Final = 2048
"""Less than this between two sweeps counts as nothing."""
MAX_HEAD_BYTES: Final = 64 * 1024
"""A head that arrives in one piece with its end may be longer."""
MAX_PIPELINED: Final = 16
"""Requests that may be sent before the previous one is answered. Browsers send none."""


class TooManyPipelined(Exception):
    """More pipelined requests than allowed. Raised inside the parser, which answers with a 400."""


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with our limits. Made by `http_protocol`."""

    limiter: ClassVar[ConnectionLimiter]
    _head_timer: asyncio.TimerHandle | None = None
    """Runs while a head is awaited."""
    _rest_timer: asyncio.TimerHandle | None = None
    """Runs while the rest of a body is awaited that the app no longer reads."""
    _head_size = 0
    _is_complete = True
    """Whether the last request was received to its end."""
    _is_upgraded = False
    _refusal: Refusal | None = None
    _unsent = 0
    _unsent_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._host = self.client[0] if self.client else ""
        self._refusal, has_time = self.limiter.enter(self._host)
        if not has_time:
            transport.abort()
            return
        self.limiter.watch(self)
        if self._refusal is not None:
            self.app = refusing_app(self._refusal)
        self._await_head()

    def _should_upgrade_to_ws(self) -> bool:
        return self._refusal is None and super()._should_upgrade_to_ws()

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINED:
            raise TooManyPipelined
        super().on_message_begin()
        self._is_complete = False
        if self._head_timer is None:
            self._await_head()

    def on_headers_complete(self) -> None:
        self._stop_head_timer()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_complete = True
        self._stop_rest_timer()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._is_complete and not self.transport.is_closing():
            self._rest_timer = self.loop.call_later(REST_TIMEOUT, self.transport.close)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_upgraded or self.transport.is_closing():
            return
        self._head_size += len(data)
        if self._head_timer is not None and self._head_size > MAX_HEAD_BYTES:
            self._stop_head_timer()
            self._refuse(f"The head of the request is longer than {MAX_HEAD_BYTES} bytes.")
        elif self._head_timer is None and self._is_complete and self.cycle.response_complete:
            self._await_head()  # empty lines before a request: uvicorn no longer waits for their end

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self._is_upgraded = True
        self._stop_timers()
        protocol: Any = self.transport.get_protocol()
        limiter, host = self.limiter, self._host
        protocol.on_lost = lambda: limiter.leave(host)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        self.limiter.leave(self._host)
        super().connection_lost(exc)

    def sweep(self, now: float) -> None:
        """Drop the client if it does not read what waits for it."""
        unsent = self.transport.get_write_buffer_size()
        took = not unsent or abs(self._unsent - unsent) >= UNREAD_BYTES
        self._unsent = unsent
        if took or self._unsent_since is None:
            self._unsent_since = now if unsent else None
        elif now >= self._unsent_since + UNREAD_TIMEOUT:
            self.transport.abort()

    def _stop_timers(self) -> None:
        self.limiter.unwatch(self)
        self._stop_head_timer()
        self._stop_rest_timer()

    def _stop_rest_timer(self) -> None:
        if self._rest_timer is not None:
            self._rest_timer.cancel()
            self._rest_timer = None

    def _await_head(self) -> None:
        self._head_size = 0
        seconds = HEAD_TIMEOUT if self._refusal is None else REFUSED_HEAD_TIMEOUT
        self._head_timer = self.loop.call_later(seconds, self._refuse, "The head of the request did not come in time.")

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _refuse(self, why: str) -> None:
        if not self.transport.is_closing():
            self.send_400_response(why)


def http_protocol(of_limiter: ConnectionLimiter) -> type[asyncio.Protocol]:
    """A class for `uvicorn.Config(http=…)` whose connections go through one limiter."""

    class Http(HttpProtocol):
        limiter = of_limiter

    return Http
