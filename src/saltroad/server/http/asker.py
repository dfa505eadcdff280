"""What every handler wants to know of whoever asks: who they are, which language they read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency

from saltroad.kernel.rulebook import LANGUAGES
from saltroad.server.doors import Doors
from saltroad.server.house import House
from saltroad.server.live import COOKIE, person_of
from saltroad.server.people import People
from saltroad.server.refusals import Refusal
from saltroad.server.store import Person

YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Asker:
    """Whoever sent a request."""

    person: Person | None
    house: House
    doors: Doors
    people: People
    is_secure: bool

    @property
    def known(self) -> Person:
        """The person; refused for nobody."""
        if self.person is None:
            raise Refusal("not_known")
        return self.person

    def cookie(self, person: Person) -> Cookie:
        """What makes a browser this person from now on."""
        value = self.people.cookie_of(person)
        return Cookie(key=COOKIE, value=value, httponly=True, samesite="lax", max_age=YEAR, secure=self.is_secure)


TheAsker = NamedDependency[Asker]
"""What a handler takes as `asker`."""


async def asker_of(request: Request[Any, Any, State]) -> Asker:
    """The asker of a request; for Litestar's `Provide`."""
    people: People = request.app.state.people
    person = await person_of(people, request.headers)
    state = request.app.state
    return Asker(person, state.house, state.doors, people, request.url.scheme == "https")


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
