"""The open sockets of this process by what they were opened with: when that is taken back, they are closed at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from saltroad.server.accounts.auth import Caller
from saltroad.server.store import ActiveCredentials, Store


@dataclass(frozen=True, slots=True)
class Revocation:
    """What lets nobody in any more. Told to every process of the server."""

    person: str
    reason: str
    """Goes with the close of a socket, for programs."""
    sessions: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    older: bool = False
    """All cookies of before there were sessions."""

    def has(self, caller: Caller) -> bool:
        """Whether that is what somebody was let in by."""
        if caller.person is None or caller.person.id != self.person:
            return False
        return caller.token in self.tokens or caller.session in self.sessions or (self.older and caller.is_older)


@dataclass(eq=False, frozen=True, slots=True)
class _OpenConnection:
    caller: Caller
    end: Callable[[str], None]


class OpenConnections:
    """Those of people who are known, in one process."""

    def __init__(self) -> None:
        self._open: defaultdict[str, set[_OpenConnection]] = defaultdict(set)
        """By person."""

    def add(self, caller: Caller, end: Callable[[str], None]) -> Callable[[], None]:
        """A socket is open: `end` is called with a reason if it has to be closed. Gives what takes it out again."""
        if caller.person is None:
            return lambda: None
        person, opened = caller.person.id, _OpenConnection(caller, end)
        self._open[person].add(opened)

        def remove() -> None:
            self._open[person].discard(opened)
            if not self._open[person]:
                del self._open[person]

        return remove

    def end(self, ended: Revocation) -> None:
        """Close all sockets that were opened with what has ended."""
        for opened in list(self._open.get(ended.person, ())):
            if ended.has(opened.caller):
                opened.end(ended.reason)

    async def check(self, store: Store) -> None:
        """Close those whose session or token is not in the store any more, though nobody has said so."""
        found = [opened for some in self._open.values() for opened in some]
        callers = [opened.caller for opened in found]
        left = await store.left(
            {caller.person.id for caller in callers if caller.person is not None},
            {caller.session for caller in callers if caller.session},
            {caller.token for caller in callers if caller.token},
        )
        for opened in found:
            if not is_still_valid(left, opened.caller):
                opened.end("no longer let in")


def is_still_valid(left: ActiveCredentials, caller: Caller) -> bool:
    """Whether somebody would still be let in."""
    if caller.person is None:
        return True
    epoch = left.people.get(caller.person.id)
    if epoch is None:
        return False
    if caller.token:
        return caller.token in left.tokens
    return caller.session in left.sessions if caller.session else epoch == 0
