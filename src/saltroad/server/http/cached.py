"""Cached responses: answers that are the same for all callers, made once in a thread and kept as bytes.

A page that takes 50 ms to make on the event loop delays every move by 50 ms, however rarely it is requested.
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

PRECOMPRESSED: Final = "is_precompressed"
"""The option of a handler whose responses Litestar must not compress again."""
REVALIDATE: Final = "no-cache"
_MIN_GZIP_BYTES: Final = 500
"""Below this size compression gains nothing."""
_COMPRESSED_TYPES: Final = ("image/png", "image/webp", "font/woff2")


@dataclass(frozen=True)
class CachedResponse:
    """A response as bytes, plain and gzipped."""

    body: bytes
    gzipped: bytes
    """Empty where gzip makes it no shorter."""
    media_type: str
    etag: str
    cache_control: str

    def response(self, request: Request[Any, Any, State]) -> Response[bytes]:
        """The response to a request; 304 if the client has it already."""
        headers = {"ETag": self.etag, "Cache-Control": self.cache_control}
        if self.gzipped:
            headers["Vary"] = "Accept-Encoding"
        if _matches(self.etag, request.headers.get("if-none-match", "")):
            return Response(b"", status_code=304, media_type=self.media_type, headers=headers)
        if self.gzipped and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.gzipped, media_type=self.media_type, headers=headers)
        return Response(self.body, media_type=self.media_type, headers=headers)


def cached(body: bytes, media_type: str, cache_control: str = REVALIDATE) -> CachedResponse:
    """A response to be cached, gzipped at the highest level: it is done once."""
    is_compressed = len(body) < _MIN_GZIP_BYTES or media_type in _COMPRESSED_TYPES
    gzipped = b"" if is_compressed else gzip.compress(body, 9, mtime=0)
    if len(gzipped) >= len(body):
        gzipped = b""
    # Weak, because it stands for both forms.
    return CachedResponse(body, gzipped, media_type, f'W/"{hashlib.sha256(body).hexdigest()[:20]}"', cache_control)


def _matches(etag: str, named: str) -> bool:
    tags = [part.strip() for part in named.split(",")]
    return "*" in tags or etag in tags or etag.removeprefix("W/") in tags


class ResponseCache:
    """A cache of responses; concurrent requests for a missing one wait for the same thread."""

    def __init__(self) -> None:
        self._made: dict[Hashable, CachedResponse] = {}
        self._making: dict[Hashable, asyncio.Task[CachedResponse]] = {}

    async def get(self, key: Hashable, make: Callable[[], CachedResponse]) -> CachedResponse:
        """The response of a key, made in a thread if it is missing. Keys must be few: nothing is evicted."""
        found = self._made.get(key)
        if found is not None:
            return found
        if key not in self._making:
            task = self._making[key] = asyncio.create_task(asyncio.to_thread(make))
            task.add_done_callback(lambda done: self._add(key, done))
        return await asyncio.shield(self._making[key])

    def _add(self, key: Hashable, done: asyncio.Task[CachedResponse]) -> None:
        del self._making[key]
        if not done.cancelled() and done.exception() is None:
            self._made[key] = done.result()
