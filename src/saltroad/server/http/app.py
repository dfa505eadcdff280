"""The HTTP app: its routes, and the responses to everything that goes wrong."""

from __future__ import annotations

import functools
import ipaddress
from typing import Any, TypeAlias

import structlog
from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.routes import HTTPRoute
from litestar.status_codes import HTTP_405_METHOD_NOT_ALLOWED, HTTP_429_TOO_MANY_REQUESTS
from litestar.types import ASGIApp, ControllerRouterHandler

import saltroad
from saltroad.kernel.errors import SaltroadError
from saltroad.protocol.pages import Address, RefusalBody
from saltroad.server.http.account import MeController
from saltroad.server.http.api_docs import docs_page, make_docs, openapi
from saltroad.server.http.cached import PRECOMPRESSED, ResponseCache
from saltroad.server.http.games import GamesController
from saltroad.server.http.middleware import with_middleware
from saltroad.server.http.offload import Offloader
from saltroad.server.http.openapi import openapi_schema
from saltroad.server.http.puzzles import PuzzlesController
from saltroad.server.http.refusal_status import status_of
from saltroad.server.http.request_context import HttpServices, language_of, request_context
from saltroad.server.http.request_limits import RequestLimiter
from saltroad.server.http.static_files import client
from saltroad.server.http.tables import RecordsController, TablesController
from saltroad.server.http.variations import VariationsController
from saltroad.server.ip_addresses import address_group
from saltroad.server.origins import is_same_site, shareable_url
from saltroad.server.rate_limits import Rate, RateLimiter
from saltroad.server.refusals import Refusal
from saltroad.server.settings import Settings
from saltroad.server.storage_notices import cause_in_words
from saltroad.server.store import BadValue, StoreError

log = structlog.get_logger()

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

MOST_BODY = 300_000
_SAFE = ("GET", "HEAD", "OPTIONS")
_GONE = "client disconnected prematurely"
"""The message of Litestar's error for a client that is gone."""
_CODES = {
    400: "bad_message",
    401: "not_known",
    403: "not_allowed",
    404: "not_found",
    405: "not_found",
    413: "too_large",
}


class _Limits:
    """The limit on new guests from one address. The rate of its requests is checked before, in `RequestLimiter`."""

    def __init__(self, settings: Settings) -> None:
        self.people = RateLimiter(Rate(settings.rate_people, settings.rate_people / 3600))

    def check(self, request: Request[Any, Any, State]) -> None:
        address = address_group(request.client.host if request.client else "")
        if request.method == "POST" and request.url.path == "/api/me":
            self.people.spend(address)


def make_app(services: HttpServices, settings: Settings, *, makes_docs: bool = False) -> ASGIApp:
    """The app of a server; it may make the pages of the API when it starts, else when one is asked for."""
    limits = _Limits(settings)
    networks = tuple(ipaddress.ip_network(text, strict=False) for text in settings.metrics_for)

    async def check(request: Request[Any, Any, State]) -> None:
        """Check a request before its handler runs: not too fast, and not sent with our cookies by another site's
        page."""
        limits.check(request)
        if "\0" in request.scope["path"] or b"%00" in request.scope["query_string"]:
            raise Refusal("not_found")  # no name of anything has such a character
        if request.method not in _SAFE and not is_same_site(request.headers, settings.url):
            raise Refusal("other_site")

    described: list[ControllerRouterHandler] = [
        MeController,
        GamesController,
        TablesController,
        RecordsController,
        VariationsController,
        PuzzlesController,
        health,
        address,
        metrics,
    ]
    dependencies = {"context": Provide(request_context)}
    app = Litestar(
        route_handlers=[*described, docs_page, openapi, client],
        dependencies=dependencies,
        before_request=check,
        on_startup=[make_docs] if makes_docs else [],
        exception_handlers={
            Refusal: _refused,
            HTTPException: _wrong,
            BadValue: _unfit,
            StoreError: _not_stored,
            RecursionError: _too_deep,
            Exception: _broken,
        },
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude_opt_key=PRECOMPRESSED),
        openapi_config=None,
        state=State(
            {
                "services": services,
                "metrics_for": networks,
                "settings": settings,
                "response_cache": ResponseCache(),
                "offloader": Offloader(),
                "description": functools.lru_cache(maxsize=1)(lambda: openapi_schema(described, dependencies)),
            }
        ),
        request_max_body_size=MOST_BODY,
        debug=False,
        logging_config=None,
    )
    guard = RequestLimiter(Rate(4 * settings.rate_requests, settings.rate_requests), settings.most_connections)
    return with_middleware(app, services.metrics, guard, services.refused_addresses)


@get("/health", tags=["Server"], summary="Is the server well?")
async def health(request: Request[Any, Any, State]) -> Response[dict[str, Any]]:
    """The health of the server: 200, or 503 when it has lost the database or Redis or cannot store anything, which it
    finds out by writing, every few seconds at most. Of several processes each answers for itself."""
    services: HttpServices = request.app.state.services
    said = services.router.health()
    status = "well" if said.get("redis", True) else "no redis"
    storing = await services.store.write_health()
    if storing.cause is not None:
        status = "damaged" if storing.cause == "damaged" else "cannot store"
        said |= {"cause": storing.cause, "why": cause_in_words(storing.cause)}
    try:
        await services.store.states([""])  # of no table: what counts is that it answers
    except StoreError as error:
        log.error("the store failed", path=request.url.path, why=str(error))
        status = "no database"
    ready = {"games_ready": sorted(services.warmup.ready), "bots_ready": sorted(services.warmup.bots_ready)}
    answer = {"status": status, "version": saltroad.__version__, "last_write": storing.last_write, **ready, **said}
    return Response(answer, status_code=200 if status == "well" else 503)


@get("/api/address", tags=["Server"], summary="Where others reach the server")
async def address(request: Request[Any, Any, State]) -> Address:
    """The address for links to share: a host on the server's own machine may use one that works for no one else."""
    context = request.client.host if request.client else ""
    return Address(shareable_url(request.headers.get("host", ""), context, request.app.state.settings))


@get("/metrics", tags=["Server"], summary="Figures for Prometheus", media_type=MediaType.TEXT)
async def metrics(request: Request[Any, Any, State]) -> Response[bytes]:
    """The metrics in Prometheus' text format; of several processes all, each with a label `process`. Only for the
    addresses that the setting `metrics_for` names."""
    services: HttpServices = request.app.state.services
    if not _is_among(request.client.host if request.client else "", request.app.state.metrics_for):
        raise Refusal("not_found")
    return Response(await services.router.render_metrics(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _is_among(address: str, networks: tuple[Network, ...]) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return any((mapped or found) in network for network in networks)


# -- what goes wrong ---------------------------------------------------------------------------------------------------


def _fault(request: Request[Any, Any, State], refusal: Refusal, status: int) -> Response[RefusalBody]:
    request.app.state.services.metrics.refused(refusal.code)
    return Response(refusal.body(language_of(request)), status_code=status, media_type=MediaType.JSON)


def _refused(request: Request[Any, Any, State], refusal: Refusal) -> Response[RefusalBody]:
    status = status_of(refusal.code)
    if status == HTTP_429_TOO_MANY_REQUESTS and request.client:
        request.app.state.services.refused_addresses.note(request.client.host, refusal.code)
    return _fault(request, refusal, status)


def _wrong(request: Request[Any, Any, State], error: HTTPException) -> Response[RefusalBody]:
    """The response to what Litestar itself refuses: a body that does not fit, a path that does not exist."""
    if error.detail == _GONE:
        log.debug("a client left in the middle of its request", path=request.url.path)
        return _fault(request, Refusal("bad_message", why="it is not whole"), 408)
    code = _CODES.get(error.status_code)
    if code is None and error.status_code >= 500:
        return _broken(request, error)
    why = "; ".join(_reasons(error.extra)) or error.detail
    fault = _fault(request, Refusal(code or "bad_message", why=why[:300]), error.status_code)
    if error.status_code == HTTP_405_METHOD_NOT_ALLOWED:
        fault.set_header("Allow", _allowed(request))
    return fault


def _reasons(extra: Any) -> list[str]:
    if not isinstance(extra, list):
        return []
    return [
        f"{part.get('key', '')}: {part.get('message', '')}".lstrip(": ") for part in extra if isinstance(part, dict)
    ]


def _unfit(request: Request[Any, Any, State], error: BadValue) -> Response[RefusalBody]:
    return _fault(request, Refusal("bad_message", why=str(error)), 400)


def _not_stored(request: Request[Any, Any, State], error: StoreError) -> Response[RefusalBody]:
    log.error("the store failed", path=request.url.path, why=str(error))
    return _fault(request, Refusal("no_database"), 503)


def _broken(request: Request[Any, Any, State], error: Exception) -> Response[RefusalBody]:
    """The response to an error of ours: the stack trace goes to the log, never to the client."""
    if isinstance(error, SaltroadError):
        log.warning("not foreseen", path=request.url.path, why=str(error))
    log.error("a request failed", method=request.method, path=request.url.path, exc_info=error)
    return _fault(request, Refusal("broken"), 500)


def _too_deep(request: Request[Any, Any, State], error: RecursionError) -> Response[RefusalBody]:
    """The response to JSON that is nested too deeply to be parsed."""
    return _fault(request, Refusal("bad_message", why="it is too deep"), 400)


def _allowed(request: Request[Any, Any, State]) -> str:
    """The methods that a path allows."""
    parts = request.url.path.strip("/").split("/")
    methods = {"GET"} if parts[0] != "api" else set()
    for route in request.app.routes:
        known = route.path_components
        fits = len(known) == len(parts) and all(k == p for k, p in zip(known, parts, strict=True) if isinstance(k, str))
        if isinstance(route, HTTPRoute) and fits:
            methods |= set(route.methods)
    return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))
