"""By what a caller is known, and what that allows: a cookie allows everything, a program's token what its scope says.

docs/reference/api.md has the same as a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from saltroad.server.refusals import Refusal
from saltroad.server.store import Person, Scope

COOKIE = "saltroad"

Power = Literal["watch", "play", "manage", "account"]
"""What something takes: to look, to act at tables, to bring games in, or to be the person themselves."""
_ALLOWED: dict[Scope, tuple[Power, ...]] = {
    "watch": ("watch",),
    "play": ("watch", "play"),
    "manage": ("watch", "play", "manage"),
}
"""By no scope does a token reach the account: whoever finds one cannot make it last longer than its owner wants."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request, and by what they are known."""

    person: Person | None = None
    session: str = ""
    """The id of a browser's session; empty for a program, and for a cookie of before there were sessions."""
    token: str = ""
    """The id of a program's token."""
    scope: Scope | None = None
    """What the token allows; None for a browser."""

    @property
    def is_older(self) -> bool:
        """Whether they are known by a cookie of before there were sessions."""
        return self.person is not None and not self.session and not self.token

    def needs(self, power: Power) -> None:
        """Refused if the token does not allow that."""
        if self.scope is not None and power not in _ALLOWED[self.scope]:
            raise Refusal("token_scope", scope=self.scope)


NOBODY = Caller()


def token_of(headers: Mapping[str, str]) -> str:
    """The token that a program shows; empty for a browser."""
    authorization = headers.get("authorization", "")
    return authorization[7:].strip() if authorization.lower().startswith("bearer ") else ""


def cookie_of(headers: Mapping[str, str]) -> str:
    """Our cookie, as a browser shows it; empty if it has none."""
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return ""
