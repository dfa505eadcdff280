"""Answers that are the same for everybody: made once, beside the event loop, and kept as bytes, packed and not.

A page that takes 50 ms to make is 50 ms in which nobody's move is taken, however few ask for it.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final

from litestar import Request, Response
from litestar.datastructures import State

OPT: Final = "is_kept"
"""Marks a handler whose answers are packed already: Litestar leaves them alone."""
ASK_FIRST: Final = "no-cache"
_LEAST: Final = 500
"""Bytes below which packing gains nothing."""
_PACKED: Final = ("image/png", "image/webp", "font/woff2")


@dataclass(frozen=True)
class CachedResponse:
    """Bytes that answer a request."""

    body: bytes
    packed: bytes
    """The same by gzip; empty where that is no shorter."""
    media_type: str
    etag: str
    caching: str

    def answer(self, request: Request[Any, Any, State]) -> Response[bytes]:
        """These bytes; or only that they are what the asker has."""
        headers = {"ETag": self.etag, "Cache-Control": self.caching}
        if self.packed:
            headers["Vary"] = "Accept-Encoding"
        if _is_named(self.etag, request.headers.get("if-none-match", "")):
            return Response(b"", status_code=304, media_type=self.media_type, headers=headers)
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, media_type=self.media_type, headers=headers)
        return Response(self.body, media_type=self.media_type, headers=headers)


def cached(body: bytes, media_type: str, caching: str = ASK_FIRST) -> CachedResponse:
    """Bytes to be kept. Packs them as well as it goes: it is done once."""
    is_packed = len(body) < _LEAST or media_type in _PACKED
    packed = b"" if is_packed else gzip.compress(body, 9, mtime=0)
    if len(packed) >= len(body):
        packed = b""
    # Weak, for it names both forms of the answer.
    return CachedResponse(body, packed, media_type, f'W/"{hashlib.sha256(body).hexdigest()[:20]}"', caching)


def _is_named(etag: str, named: str) -> bool:
    tags = [part.strip() for part in named.split(",")]
    return "*" in tags or etag in tags or etag.removeprefix("W/") in tags


class ResponseCache:
    """What was made so far. As many as ask for something that is not there wait for the one who makes it."""

    def __init__(self) -> None:
        self._made: dict[Hashable, CachedResponse] = {}
        self._making: dict[Hashable, asyncio.Task[CachedResponse]] = {}

    async def get(self, key: Hashable, make: Callable[[], CachedResponse]) -> CachedResponse:
        """What is kept by that key; made in a thread if it is not there. Keys must be few: nothing is forgotten."""
        found = self._made.get(key)
        if found is not None:
            return found
        if key not in self._making:
            task = self._making[key] = asyncio.create_task(asyncio.to_thread(make))
            task.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(self._making[key])

    def _keep(self, key: Hashable, done: asyncio.Task[CachedResponse]) -> None:
        del self._making[key]
        if not done.cancelled() and done.exception() is None:
            self._made[key] = done.result()
