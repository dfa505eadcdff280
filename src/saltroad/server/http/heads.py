"""The head of a request, before there is anything that the app could be asked: it has to end, in time and in length.

uvicorn waits for ever for the rest of a head, and keeps as much of it as comes: one client could hold connections and
memory that others need.
"""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

SECONDS: Final = 30.0
"""From the connection, or the first byte of a further request, to the end of its head. Browsers connect before they
know what to ask."""
MOST: Final = 64 * 1024
"""Bytes of a head; what comes in one piece with its end may be longer."""


class HttpProtocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, for clients that come to the point."""

    _limit: asyncio.TimerHandle | None = None
    """While a head is awaited."""
    _size = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._await_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._limit is None:
            self._await_head()

    def on_headers_complete(self) -> None:
        self._have_head()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._size += len(data)
        if self._limit is not None and self._size > MOST:
            self._have_head()
            self._refuse(f"The head of the request is longer than {MOST} bytes.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._have_head()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._size = 0
        self._limit = self.loop.call_later(SECONDS, self._refuse, "The head of the request did not come in time.")

    def _have_head(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _refuse(self, why: str) -> None:
        if not self.transport.is_closing():
            self.send_400_response(why)
