"""The layer around the HTTP app: security headers, HEAD for every GET, request metrics, rate limits by address, and
time limits for the body of a request.
"""

from __future__ import annotations

import asyncio
import functools
import time
from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send

from saltroad.server.http.early_refusals import HEADER_LINES, HEADERS, refuse
from saltroad.server.http.request_limits import REFUSAL_DELAY, RequestLimiter
from saltroad.server.ip_addresses import address_group
from saltroad.server.metrics import Metrics
from saltroad.server.refused_addresses import RefusedAddresses

__all__ = ["HEADERS", "with_middleware"]

_NO_STORE = (b"cache-control", b"no-store")
"""An answer of the API is for one caller, at one moment."""
_IDLE_TIMEOUT = 8.0
"""Seconds without a byte in the middle of a request; less than a stopping server waits for requests under way."""
_BODY_TIMEOUT = 10.0
"""Seconds for the whole body, and one more for every `_BODY_BYTES_PER_SECOND` received."""
_BODY_BYTES_PER_SECOND = 2048

_group = functools.lru_cache(maxsize=4096)(address_group)


def with_middleware(
    app: ASGIApp, metrics: Metrics, limiter: RequestLimiter, refused_addresses: RefusedAddresses
) -> ASGIApp:
    """The app inside this layer. Not a middleware of Litestar's: some requests are answered before those run."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        client = scope["client"]
        address = _group(client[0]) if client else ""
        refusal = limiter.enter(address, scope["path"])
        if refusal is not None:
            metrics.refused(refusal.code)
            refused_addresses.note(client[0] if client else "", refusal.code)
            await asyncio.sleep(REFUSAL_DELAY)
            await refuse(scope, send, refusal)
            return
        try:
            await _answer(app, metrics, scope, receive, send)
        finally:
            limiter.leave(address)

    return limited


async def _answer(app: ASGIApp, metrics: Metrics, scope: HTTPScope, receive: Receive, send: Send) -> None:
    """Run the app for one request, with our headers on its answer and the time that it took in the metrics."""
    since = time.perf_counter()
    # The network side leaves out the body of an answer to HEAD.
    inner: HTTPScope = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message["headers"], *HEADER_LINES]
            if scope["path"].startswith("/api") and not any(name == b"cache-control" for name, _ in headers):
                headers.append(_NO_STORE)
            message["headers"] = headers
            template = inner.get("path_template") or "other"
            metrics.request(str(template), message["status"], time.perf_counter() - since)
        await send(message)

    await app(inner, _TimedBody(receive), send_with_headers)


class _TimedBody:
    """The `receive` of a request: a client that falls silent, or sends its body too slowly, counts as disconnected."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_complete = False
        self._deadline: float | None = None
        """For the whole body; later with every byte received."""

    async def __call__(self) -> HTTPReceiveMessage:
        if self._is_complete:
            return cast(HTTPReceiveMessage, await self._receive())
        now = asyncio.get_running_loop().time()
        if self._deadline is None:
            self._deadline = now + _BODY_TIMEOUT
        try:
            async with asyncio.timeout_at(min(now + _IDLE_TIMEOUT, self._deadline)):
                message = cast(HTTPReceiveMessage, await self._receive())
        except TimeoutError:
            return {"type": "http.disconnect"}
        self._is_complete = not message.get("more_body", False)
        if message["type"] == "http.request":
            self._deadline += len(message["body"]) / _BODY_BYTES_PER_SECOND
        return message
