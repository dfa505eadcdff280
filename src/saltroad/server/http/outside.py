"""Around the HTTP app: what every answer carries, whoever made it; HEAD for every GET; answers counted by route; an end
to waiting for whoever has fallen silent.
"""

from __future__ import annotations

import asyncio
import time
from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send

from saltroad.server.metrics import Metrics

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_OWN = (b"cache-control", b"no-store")
"""What the API answers is for one asker, at one moment."""
_SILENCE = 8.0
"""Seconds without a byte in the middle of a request; less than a stop of the server waits for what is under way."""


def outside(app: ASGIApp, metrics: Metrics) -> ASGIApp:
    """The app with all that around it. Not a middleware of the app: it answers some requests before those."""

    async def around(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        since = time.perf_counter()
        is_heard = False

        async def hear() -> HTTPReceiveMessage:
            """What comes of the body; whoever falls silent before its end is taken to be gone."""
            nonlocal is_heard
            if is_heard:
                return cast(HTTPReceiveMessage, await receive())
            try:
                async with asyncio.timeout(_SILENCE):
                    message = cast(HTTPReceiveMessage, await receive())
            except TimeoutError:
                return {"type": "http.disconnect"}
            is_heard = not message.get("more_body", False)
            return message

        # The network side leaves out the body of an answer to HEAD.
        inner: HTTPScope = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"], *_HEADERS]
                if scope["path"].startswith("/api") and not any(name == b"cache-control" for name, _ in headers):
                    headers.append(_OWN)
                message["headers"] = headers
                template = inner.get("path_template") or "other"
                metrics.request(str(template), message["status"], time.perf_counter() - since)
            await send(message)

        await app(inner, hear, tell)

    return around
