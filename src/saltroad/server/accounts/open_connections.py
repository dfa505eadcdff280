"""The open sockets of this process by credential: when one is revoked, its sockets are closed at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from saltroad.server.accounts.auth import Caller
from saltroad.server.store import ActiveCredentials, Store


@dataclass(frozen=True, slots=True)
class Revocation:
    """Credentials of one person that are no longer valid. Sent to every process of the server."""

    person: str
    reason: str
    """Sent with the close of a socket, for programs."""
    sessions: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    legacy_cookies: bool = False
    """Whether all cookies from before there were sessions are revoked."""

    def covers(self, caller: Caller) -> bool:
        """Whether it revokes the credential of a caller."""
        if caller.person is None or caller.person.id != self.person:
            return False
        return (
            caller.token in self.tokens
            or caller.session in self.sessions
            or (self.legacy_cookies and caller.has_legacy_cookie)
        )


@dataclass(eq=False, frozen=True, slots=True)
class _OpenConnection:
    caller: Caller
    end: Callable[[str], None]


class OpenConnections:
    """The sockets of authenticated callers, in one process."""

    def __init__(self) -> None:
        self._open: defaultdict[str, set[_OpenConnection]] = defaultdict(set)
        """By person."""

    def add(self, caller: Caller, end: Callable[[str], None]) -> Callable[[], None]:
        """Register an open socket: `end` is called with a reason if it has to be closed. Returns its deregistration."""
        if caller.person is None:
            return lambda: None
        person, opened = caller.person.id, _OpenConnection(caller, end)
        self._open[person].add(opened)

        def remove() -> None:
            self._open[person].discard(opened)
            if not self._open[person]:
                del self._open[person]

        return remove

    def end(self, revocation: Revocation) -> None:
        """Close all sockets whose credential is revoked."""
        for opened in list(self._open.get(revocation.person, ())):
            if revocation.covers(opened.caller):
                opened.end(revocation.reason)

    async def check(self, store: Store) -> None:
        """Close the sockets whose session or token is no longer in the store: its revocation was not heard here."""
        found = [opened for some in self._open.values() for opened in some]
        callers = [opened.caller for opened in found]
        active = await store.active_credentials(
            {caller.person.id for caller in callers if caller.person is not None},
            {caller.session for caller in callers if caller.session},
            {caller.token for caller in callers if caller.token},
        )
        for opened in found:
            if not is_still_valid(active, opened.caller):
                opened.end("no longer let in")


def is_still_valid(active: ActiveCredentials, caller: Caller) -> bool:
    """Whether a caller's credential is among the active ones."""
    if caller.person is None:
        return True
    epoch = active.people.get(caller.person.id)
    if epoch is None:
        return False
    if caller.token:
        return caller.token in active.tokens
    return caller.session in active.sessions if caller.session else epoch == 0
