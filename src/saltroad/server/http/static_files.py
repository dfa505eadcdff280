"""The files of the browser client, which are built into this package, and its one page for every other path."""

from __future__ import annotations

import mimetypes
from importlib import resources
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from saltroad.server.http.cached import PRECOMPRESSED, REVALIDATE, CachedResponse, ResponseCache, cached
from saltroad.server.refusals import Refusal

FOLDER = Path(str(resources.files("saltroad.server"))) / "client"

_IMMUTABLE = "public, max-age=31536000, immutable"
_NOT_BUILT = (
    "<!doctype html><title>Saltroad</title><p>The pages of the client are not built. Run <code>make web</code>, "
    "or install a released Saltroad. The API is at <a href='/api/docs'>/api/docs</a>.</p>"
)
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


@get(["/", "/{path:path}"], include_in_schema=False, opt={PRECOMPRESSED: True})
async def client(request: Request[Any, Any, State], path: FromPath[str] = "/") -> Response[bytes]:
    """A file of the client; for a path without a dot its one page, whose router takes over."""
    name = path.lstrip("/")
    if name == "api" or name.startswith("api/"):
        raise Refusal("not_found")
    if "." not in name.rsplit("/", 1)[-1]:
        name = "index.html"
    cache: ResponseCache = request.app.state.response_cache
    try:
        file = (FOLDER / name).resolve()
        is_ours = file.is_relative_to(FOLDER.resolve())
        changed = file.stat().st_mtime_ns if is_ours and file.is_file() else None
    except (OSError, ValueError):  # not a possible file name
        changed = None
    if changed is None and name != "index.html":
        raise Refusal("not_found")
    return (await cache.get((name, changed), lambda: _load(name, file, changed))).response(request)


def _load(name: str, file: Path, changed: int | None) -> CachedResponse:
    if name == "index.html":
        body = _NOT_BUILT.encode() if changed is None else file.read_bytes()
        return cached(body, "text/html; charset=utf-8")
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    # Names of assets carry the hash of what is in them.
    return cached(file.read_bytes(), kind, _IMMUTABLE if name.startswith("assets/") else REVALIDATE)
