"""Refusals that are sent before the app runs, because running it is what would cost too much."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from saltroad.server.http.refusal_status import status_of
from saltroad.server.http.request_context import language_of
from saltroad.server.refusals import Refusal

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
"""The headers of every response."""
HEADER_LINES = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


async def refuse(scope: HTTPScope, send: Send, refusal: Refusal, *, closes: bool = False) -> None:
    """Answer a request with a refusal, and close the connection if wanted."""
    request: Request[Any, Any, Any] = Request(scope)
    body = msgspec.json.encode(refusal.body(language_of(request)))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *HEADER_LINES,
    ]
    if closes:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status_of(refusal.code), "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def refusing_app(refusal: Refusal) -> ASGIApp:
    """An ASGI app that refuses every request and closes its connection."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await refuse(scope, send, refusal, closes=True)  # type: ignore[arg-type]  # only HTTP comes here

    return app
