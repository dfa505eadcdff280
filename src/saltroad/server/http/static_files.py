"""The pages of the client: files that were built into this package, and one page for every address inside it."""

from __future__ import annotations

import mimetypes
from importlib import resources
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from saltroad.server.http.cached import ASK_FIRST, OPT, CachedResponse, ResponseCache, cached
from saltroad.server.refusals import Refusal

FOLDER = Path(str(resources.files("saltroad.server"))) / "client"

_FOR_EVER = "public, max-age=31536000, immutable"
_NOT_BUILT = (
    "<!doctype html><title>Saltroad</title><p>The pages of the client are not built. Run <code>make web</code>, "
    "or install a released Saltroad. The API is at <a href='/api/docs'>/api/docs</a>.</p>"
)
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


@get(["/", "/{path:path}"], include_in_schema=False, opt={OPT: True})
async def client(request: Request[Any, Any, State], path: FromPath[str] = "/") -> Response[bytes]:
    """A file of the client; for an address without a dot its one page, which finds its way from there."""
    name = path.lstrip("/")
    if name == "api" or name.startswith("api/"):
        raise Refusal("not_found")
    if "." not in name.rsplit("/", 1)[-1]:
        name = "index.html"
    shelf: ResponseCache = request.app.state.shelf
    try:
        file = (FOLDER / name).resolve()
        is_ours = file.is_relative_to(FOLDER.resolve())
        changed = file.stat().st_mtime_ns if is_ours and file.is_file() else None
    except (OSError, ValueError):  # no file has such a name
        changed = None
    if changed is None and name != "index.html":
        raise Refusal("not_found")
    return (await shelf.get((name, changed), lambda: _kept(name, file, changed))).answer(request)


def _kept(name: str, file: Path, changed: int | None) -> CachedResponse:
    if name == "index.html":
        body = _NOT_BUILT.encode() if changed is None else file.read_bytes()
        return cached(body, "text/html; charset=utf-8")
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    # Names of assets carry the hash of what is in them.
    return cached(file.read_bytes(), kind, _FOR_EVER if name.startswith("assets/") else ASK_FIRST)
