"""The page of the API: made from the OpenAPI schema, without scripts, so that it needs nothing from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State

from saltroad.server.http.cached import PRECOMPRESSED, CachedResponse, ResponseCache, cached


@get("/api/docs", include_in_schema=False, opt={PRECOMPRESSED: True})
async def docs_page(request: Request[Any, Any, State]) -> Response[bytes]:
    """The page of the API: every path, with what it takes and what it answers."""
    return (await _cached_page(request.app.state)).response(request)


@get("/api/schema/openapi.json", include_in_schema=False, opt={PRECOMPRESSED: True})
async def openapi(request: Request[Any, Any, State]) -> Response[bytes]:
    """The OpenAPI schema as JSON."""
    return (await _cached_schema(request.app.state)).response(request)


async def make_docs(app: Litestar) -> None:
    """Make page and schema when the server starts: it takes a tenth of a second, which would delay moves even in a
    thread."""
    await _cached_schema(app.state)
    await _cached_page(app.state)


async def _cached_page(state: State) -> CachedResponse:
    cache: ResponseCache = state.response_cache
    return await cache.get("docs", lambda: cached(_page(state.description()).encode(), "text/html; charset=utf-8"))


async def _cached_schema(state: State) -> CachedResponse:
    cache: ResponseCache = state.response_cache
    kind = "application/vnd.oai.openapi+json"
    return await cache.get("schema", lambda: cached(msgspec.json.encode(state.description()), kind))


def _page(schema: dict[str, Any]) -> str:
    groups: dict[str, list[str]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "responses" in operation:
                tag = (operation.get("tags") or ["Server"])[0]
                groups.setdefault(tag, []).append(_operation(path, method, operation))
    body = "".join(f"<h2>{escape(tag)}</h2>{''.join(parts)}" for tag, parts in groups.items())
    types = schema.get("components", {}).get("schemas", {})
    shapes = "".join(_shape(name, shape) for name, shape in sorted(types.items()))
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        "<title>Saltroad: the API</title><link rel=stylesheet href=/api-docs.css>"
        "<main><h1>Saltroad: the API</h1><p>Everything the browser can do, over HTTP. The same as "
        "<a href=/api/schema/openapi.json>OpenAPI</a> for programs. A table is followed by its WebSocket, "
        "<code>/api/tables/{id}/socket</code>.</p>"
        f"{body}<h2>Shapes</h2>{shapes}</main></html>"
    )


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    rows = "".join(
        f"<li><code>{escape(p['name'])}</code> {escape(p.get('description', ''))}</li>"
        for p in operation.get("parameters", ())
    )
    takes = _refs(operation.get("requestBody", {}))
    gives = _refs({code: r for code, r in operation["responses"].items() if code.startswith("2")})
    return (
        f"<section><h3><code>{method.upper()} {escape(path)}</code></h3><p>{escape(operation.get('summary', ''))}. "
        f"{escape(operation.get('description', ''))}</p>"
        + (f"<ul>{rows}</ul>" if rows else "")
        + (f"<p>Takes {takes}.</p>" if takes else "")
        + (f"<p>Gives {gives}.</p>" if gives else "")
        + "</section>"
    )


def _refs(part: Any) -> str:
    """Links to the types that a part of the schema refers to."""
    found: list[str] = []

    def visit(part: Any) -> None:
        if isinstance(part, dict):
            if "$ref" in part:
                found.append(part["$ref"].rsplit("/", 1)[-1])
            for value in part.values():
                visit(value)
        elif isinstance(part, list):
            for value in part:
                visit(value)

    visit(part)
    return ", ".join(f"<a href='#{escape(name)}'><code>{escape(name)}</code></a>" for name in dict.fromkeys(found))


def _shape(name: str, shape: dict[str, Any]) -> str:
    rows = "".join(
        f"<li><code>{escape(field)}</code> {_refs(kind) or escape(str(kind.get('type', '')))}</li>"
        for field, kind in shape.get("properties", {}).items()
        if isinstance(kind, dict)
    )
    about = escape(shape.get("description", ""))
    return f"<section id='{escape(name)}'><h3>{escape(name)}</h3><p>{about}</p><ul>{rows}</ul></section>"
