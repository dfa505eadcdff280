"""Callers and their permissions: a browser's cookie allows everything, a program's token what its scope says.

docs/reference/api.md has the same as a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from saltroad.server.refusals import Refusal
from saltroad.server.store import Person, Scope

COOKIE = "saltroad"

Permission = Literal["watch", "play", "manage", "account"]
"""What a request needs: to look, to act at tables, to import games, or to change the account."""
_ALLOWED: dict[Scope, tuple[Permission, ...]] = {
    "watch": ("watch",),
    "play": ("watch", "play"),
    "manage": ("watch", "play", "manage"),
}
"""No scope reaches the account: a stolen token cannot make itself last longer than its owner wants."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request, and the credential that it carried."""

    person: Person | None = None
    session: str = ""
    """The id of a browser's session; empty for a program, and for a cookie from before there were sessions."""
    token: str = ""
    """The id of a program's token."""
    scope: Scope | None = None
    """What the token allows; None for a browser."""

    @property
    def has_legacy_cookie(self) -> bool:
        """Whether the credential is a cookie from before there were sessions."""
        return self.person is not None and not self.session and not self.token

    def require(self, power: Permission) -> None:
        """Refuse the request if the token's scope does not allow it."""
        if self.scope is not None and power not in _ALLOWED[self.scope]:
            raise Refusal("token_scope", scope=self.scope)


ANONYMOUS = Caller()


def token_of(headers: Mapping[str, str]) -> str:
    """The token in a request's headers; empty for a browser."""
    authorization = headers.get("authorization", "")
    return authorization[7:].strip() if authorization.lower().startswith("bearer ") else ""


def cookie_of(headers: Mapping[str, str]) -> str:
    """Our cookie in a request's headers; empty if there is none."""
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return ""
