"""The pages of the client: files that were built into this package, and one page for every address inside it."""

from __future__ import annotations

import mimetypes
from importlib import resources
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath

from saltroad.server.refusals import Refusal

FOLDER = Path(str(resources.files("saltroad.server"))) / "client"

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"
_NOT_BUILT = (
    "<!doctype html><title>Saltroad</title><p>The pages of the client are not built. Run <code>make web</code>, "
    "or install a released Saltroad. The API is at <a href='/api/docs'>/api/docs</a>.</p>"
)
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


@get(["/", "/{path:path}"], include_in_schema=False)
async def client(path: FromPath[str] = "/") -> Response[bytes]:
    """A file of the client; for an address without a dot its one page, which finds its way from there."""
    name = path.lstrip("/")
    if name == "api" or name.startswith("api/"):
        raise Refusal("not_found")
    if "." not in name.rsplit("/", 1)[-1]:
        return _page()
    try:
        file = (FOLDER / name).resolve()
        is_ours = file.is_relative_to(FOLDER.resolve()) and file.is_file()
    except (OSError, ValueError):  # no file has such a name
        is_ours = False
    if not is_ours:
        raise Refusal("not_found")
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    # Names of assets carry the hash of what is in them.
    caching = _FOR_EVER if name.startswith("assets/") else _ASK_FIRST
    return Response(file.read_bytes(), media_type=kind, headers={"Cache-Control": caching})


def _page() -> Response[bytes]:
    file = FOLDER / "index.html"
    body = file.read_bytes() if file.is_file() else _NOT_BUILT.encode()
    return Response(body, media_type="text/html; charset=utf-8", headers={"Cache-Control": _ASK_FIRST})
