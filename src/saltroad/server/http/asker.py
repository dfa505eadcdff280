"""What every handler wants to know of whoever asks: who they are, which language they read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency

from saltroad.kernel.rulebook import LANGUAGES
from saltroad.server.authentication import COOKIE, Caller, Power
from saltroad.server.doors import Doors
from saltroad.server.house import House
from saltroad.server.people import People
from saltroad.server.refusals import Refusal
from saltroad.server.store import Person

YEAR = 365 * 24 * 3600

WATCH: dict[str, Power] = {"power": "watch"}
PLAY: dict[str, Power] = {"power": "play"}
MANAGE: dict[str, Power] = {"power": "manage"}
"""What a route takes, as its `opt`. One that says nothing is for the person themselves: no token opens it."""


@dataclass(frozen=True)
class Asker:
    """Whoever sent a request."""

    caller: Caller
    house: House
    doors: Doors
    people: People
    is_secure: bool
    address: str
    user_agent: str

    @property
    def person(self) -> Person | None:
        return self.caller.person

    @property
    def known(self) -> Person:
        """The person; refused for nobody."""
        if self.person is None:
            raise Refusal("not_known")
        return self.person

    async def cookie(self, person: Person) -> Cookie:
        """What makes a browser this person from now on: the cookie of a new session."""
        value = await self.people.begin_session(person, self.user_agent)
        return Cookie(key=COOKIE, value=value, httponly=True, samesite="lax", max_age=YEAR, secure=self.is_secure)


TheAsker = NamedDependency[Asker]
"""What a handler takes as `asker`."""


async def asker_of(request: Request[Any, Any, State]) -> Asker:
    """The asker of a request; for Litestar's `Provide`."""
    state = request.app.state
    people: People = state.people
    caller = await people.caller_of(request.headers)
    caller.needs(request.route_handler.opt.get("power", "account"))
    return Asker(
        caller,
        state.house,
        state.doors,
        people,
        is_secure=request.url.scheme == "https",
        address=request.client.host if request.client else "",
        user_agent=request.headers.get("user-agent", ""),
    )


def language_of(request: Request[Any, Any, State]) -> str:
    """The language that a request names, else the first one of the browser's that we speak, else English."""
    named = request.query_params.get("language", "")
    if named in LANGUAGES:
        return str(named)
    for part in request.headers.get("accept-language", "").split(","):
        language = part.split(";")[0].strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"
