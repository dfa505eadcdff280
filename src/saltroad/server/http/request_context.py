"""The context of a request: who sent it, which language they read, and what its handler may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency

from saltroad.kernel.rulebook import LANGUAGES
from saltroad.server.accounts.accounts import Accounts
from saltroad.server.accounts.auth import COOKIE, Caller, Permission
from saltroad.server.analysis_jobs.jobs import AnalysisJobs
from saltroad.server.bot_pool.warmup import Warmup
from saltroad.server.cluster.router import TableRouter
from saltroad.server.metrics import Metrics
from saltroad.server.rate_limits import RateLimits
from saltroad.server.refusals import Refusal
from saltroad.server.refused_addresses import RefusedAddresses
from saltroad.server.store import Person, Store
from saltroad.server.tables.creation import TableCreator
from saltroad.server.tables.registry import TableRegistry
from saltroad.server.variations.service import VariationService

YEAR = 365 * 24 * 3600

WATCH: dict[str, Permission] = {"power": "watch"}
PLAY: dict[str, Permission] = {"power": "play"}
MANAGE: dict[str, Permission] = {"power": "manage"}
"""The permission that a route needs, as its `opt`. A route without one is for browsers only: no token opens it."""


@dataclass(frozen=True, slots=True)
class HttpServices:
    """What the handlers of HTTP requests use of the server."""

    store: Store
    registry: TableRegistry
    router: TableRouter
    creator: TableCreator
    analyses: AnalysisJobs
    variations: VariationService
    people: Accounts
    warmup: Warmup
    limits: RateLimits
    metrics: Metrics
    refused_addresses: RefusedAddresses


@dataclass(frozen=True)
class RequestContext:
    """One request: who sent it, and what its handler may use."""

    caller: Caller
    services: HttpServices
    router: TableRouter
    people: Accounts
    store: Store
    is_secure: bool
    address: str
    user_agent: str

    @property
    def person(self) -> Person | None:
        return self.caller.person

    @property
    def known(self) -> Person:
        """The person; refused if there is none."""
        if self.person is None:
            raise Refusal("not_known")
        return self.person

    async def cookie(self, person: Person) -> Cookie:
        """Begin a session; returns the cookie that logs the browser in."""
        value = await self.people.begin_session(person, self.user_agent)
        return Cookie(key=COOKIE, value=value, httponly=True, samesite="lax", max_age=YEAR, secure=self.is_secure)


Context = NamedDependency[RequestContext]
"""What a handler takes as `context`."""


async def request_context(request: Request[Any, Any, State]) -> RequestContext:
    """The context of a request; for Litestar's `Provide`."""
    services: HttpServices = request.app.state.services
    caller = await services.people.authenticate(request.headers)
    caller.require(request.route_handler.opt.get("power", "account"))
    return RequestContext(
        caller,
        services,
        services.router,
        services.people,
        services.store,
        is_secure=request.url.scheme == "https",
        address=request.client.host if request.client else "",
        user_agent=request.headers.get("user-agent", ""),
    )


def language_of(request: Request[Any, Any, State]) -> str:
    """The language that a request names, else the first one of the browser's that we speak, else English."""
    return preferred_language(request.query_params.get("language", ""), request.headers.get("accept-language", ""))


def named_language(request: Request[Any, Any, State]) -> str:
    """The language that a request names (`?language=`); empty if it names none, and then it is sent no sentences."""
    named = request.query_params.get("language", "")
    return str(named) if named in LANGUAGES else ""


def preferred_language(named: str, accepted: str) -> str:
    """A language by its name if we speak it, else the first of the header Accept-Language that we do, else English."""
    if named in LANGUAGES:
        return named
    for part in accepted.split(","):
        language = part.split(";")[0].strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"
