"""Around the HTTP app: what every answer carries, whoever made it; HEAD for every GET; answers counted by route; limits
on how fast an address asks; an end to waiting for whoever has fallen silent, or sends a body byte by byte.
"""

from __future__ import annotations

import asyncio
import functools
import time
from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send

from saltroad.server.http.early_refusals import HEADER_LINES, HEADERS, refuse
from saltroad.server.http.request_limits import SLOWLY, RequestLimiter
from saltroad.server.ip_addresses import address_group
from saltroad.server.metrics import Metrics
from saltroad.server.refused_addresses import RefusedAddresses

__all__ = ["HEADERS", "with_middleware"]

_OWN = (b"cache-control", b"no-store")
"""What the API answers is for one asker, at one moment."""
_SILENCE = 8.0
"""Seconds without a byte in the middle of a request; less than a stop of the server waits for what is under way."""
_BODY_SECONDS = 10.0
"""For a body to come, and one more for every so many bytes that have come of it."""
_BODY_BYTES = 2048

_group = functools.lru_cache(maxsize=4096)(address_group)


def with_middleware(
    app: ASGIApp, metrics: Metrics, guard: RequestLimiter, refused_addresses: RefusedAddresses
) -> ASGIApp:
    """The app with all that around it. Not a middleware of the app: it answers some requests before those."""

    async def around(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        client = scope["client"]
        address = _group(client[0]) if client else ""
        refusal = guard.enter(address, scope["path"])
        if refusal is not None:
            metrics.refused(refusal.code)
            refused_addresses.note(client[0] if client else "", refusal.code)
            await asyncio.sleep(SLOWLY)
            await refuse(scope, send, refusal)
            return
        try:
            await answered(scope, receive, send)
        finally:
            guard.leave(address)

    async def answered(scope: HTTPScope, receive: Receive, send: Send) -> None:
        since = time.perf_counter()
        is_heard = False
        body_ends: float | None = None

        async def hear() -> HTTPReceiveMessage:
            """What comes of the body; whoever falls silent or is too slow before its end is taken to be gone."""
            nonlocal is_heard, body_ends
            if is_heard:
                return cast(HTTPReceiveMessage, await receive())
            now = asyncio.get_running_loop().time()
            if body_ends is None:
                body_ends = now + _BODY_SECONDS
            try:
                async with asyncio.timeout_at(min(now + _SILENCE, body_ends)):
                    message = cast(HTTPReceiveMessage, await receive())
            except TimeoutError:
                return {"type": "http.disconnect"}
            is_heard = not message.get("more_body", False)
            if message["type"] == "http.request":
                body_ends += len(message["body"]) / _BODY_BYTES
            return message

        # The network side leaves out the body of an answer to HEAD.
        inner: HTTPScope = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"], *HEADER_LINES]
                if scope["path"].startswith("/api") and not any(name == b"cache-control" for name, _ in headers):
                    headers.append(_OWN)
                message["headers"] = headers
                template = inner.get("path_template") or "other"
                metrics.request(str(template), message["status"], time.perf_counter() - since)
            await send(message)

        await app(inner, hear, tell)

    return around
