"""Accounts: guests with a cookie, people with a login and a password, programs with a token; and how each is revoked.

Secrets are compared in constant time, and only their hashes are stored. Every credential can be revoked: the next
request that carries it is refused, and the sockets that were opened with it are closed, in every process.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec
import structlog

from saltroad.protocol.pages import PersonSettings
from saltroad.server.accounts.auth import ANONYMOUS, Caller, cookie_of, token_of
from saltroad.server.accounts.login_limits import LoginLimiter
from saltroad.server.accounts.open_connections import OpenConnections, Revocation, is_still_valid
from saltroad.server.accounts.passwords import Passwords, login_key
from saltroad.server.accounts.sessions import Sessions, hash_secret, is_session_cookie
from saltroad.server.accounts.user_agents import device_of
from saltroad.server.refusals import Refusal
from saltroad.server.store import (
    AlreadyExists,
    ApiToken,
    LoginLink,
    PasswordChanged,
    Person,
    RemovedCredentials,
    Scope,
    StaleCredentials,
    Store,
    StoreError,
    moment,
)
from saltroad.server.text_cleaning import clean_name

log = structlog.get_logger()

LINK_LIFETIME = 15 * 60 * 1000
"""How long a private link is valid, in milliseconds."""
CACHE_MILLISECONDS = 10_000
"""How long a cached person is used without a look-up: another process may have changed them. For as long again the
cached person is still used while one look-up runs, so that nothing they do at other tables waits for it."""
MAX_CACHED = 10_000
CHECK_INTERVAL = 60.0
"""Seconds between two checks of the credentials of all open sockets: a message between processes may be lost, and
`saltroad admin` sends none."""
CHECK_INTERVAL_IN_DOUBT = 5.0
"""The same after messages between processes were lost."""


class Accounts:
    """The people of a server: authenticates callers, and changes and revokes what they are known by."""

    def __init__(self, store: Store, secret: bytes, now: Callable[[], int] = moment, *, rate_logins: int = 0) -> None:
        self._store = store
        self._key = hmac.digest(secret, b"cookie", "sha256")
        self._now = now
        self._cached: dict[str, tuple[Person, int]] = {}
        """By id, with the moment until which they are used without a look-up."""
        self._lookups: dict[str, asyncio.Task[Person | None]] = {}
        self._logins = LoginLimiter(rate_logins)
        self._passwords = Passwords(rate_logins)
        self._sessions = Sessions(store, now)
        self.connections = OpenConnections()
        self.revocation_count = 0
        """Rises with every revocation, and when one may have been missed."""
        self.broadcast: Callable[[Revocation], Awaitable[None]] = _no_other_process
        """Sends a revocation to the other processes of the server, and waits until they have applied it."""
        self._in_doubt = asyncio.Event()
        self._checker: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to check the credentials of open sockets from time to time."""
        self._checker = asyncio.create_task(self._check_periodically())

    async def close(self) -> None:
        """Stop checking."""
        if self._checker is not None:
            self._checker.cancel()
            await asyncio.gather(self._checker, return_exceptions=True)

    # -- authentication ------------------------------------------------------------------------------------------------

    async def authenticate(self, headers: Mapping[str, str]) -> Caller:
        """The caller who sent a request, by a program's token or a browser's cookie; refused for an unknown token."""
        if token := token_of(headers):
            return await self._by_token(token)
        cookie = cookie_of(headers)
        return await (self._by_session(cookie) if is_session_cookie(cookie) else self._by_legacy_cookie(cookie))

    async def _by_token(self, secret: str) -> Caller:
        found = await self._store.person_by_token(hash_secret(secret))
        if found is None or found[0].gone:
            raise Refusal("bad_token")
        person, token = found
        return Caller(person, token=token.id, scope=token.scope)

    async def _by_session(self, cookie: str) -> Caller:
        session = await self._sessions.by_cookie(cookie)
        person = None if session is None else await self._person(session.person)
        return ANONYMOUS if session is None or person is None else Caller(person, session.id)

    async def _by_legacy_cookie(self, cookie: str) -> Caller:
        """The caller of a cookie from before there were sessions: a signed id, valid until all sessions are ended."""
        id, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(id).encode()):
            return ANONYMOUS
        person = await self._person(id)
        return ANONYMOUS if person is None or person.epoch > 0 else Caller(person)

    def _signature(self, id: str) -> str:
        return hmac.new(self._key, id.encode(), hashlib.sha256).hexdigest()

    async def reload(self, person: Person) -> Person | None:
        """A person as they are now; None if they were forgotten."""
        return await self._person(person.id)

    async def _person(self, id: str) -> Person | None:
        known, until = self._cached.get(id, (None, 0))
        now = self._now()
        if known is not None and now < until:
            return known
        lookup = self._lookups.get(id)
        if lookup is None:
            lookup = self._lookups[id] = asyncio.create_task(self._look_up(id))
            lookup.add_done_callback(lambda task: self._lookup_done(id, task))
        if known is not None and now < until + CACHE_MILLISECONDS:
            return known
        return await asyncio.shield(lookup)

    async def _look_up(self, id: str) -> Person | None:
        while True:
            known, times = self._cached.get(id), self.revocation_count
            person = await self._store.person(id)
            if self._cached.get(id) is known and times == self.revocation_count:
                break  # else something changed meanwhile: what was read may be stale
        if person is None or person.gone:
            self._cached.pop(id, None)
            return None
        self._cache(person)
        return person

    def _lookup_done(self, id: str, task: asyncio.Task[Person | None]) -> None:
        del self._lookups[id]
        if not task.cancelled():
            task.exception()  # callers who wait get it; with none waiting, the next caller looks up again

    def _cache(self, person: Person) -> None:
        if len(self._cached) >= MAX_CACHED:
            self._cached.clear()
        self._cached[person.id] = (person, self._now() + CACHE_MILLISECONDS)

    async def add_guest(self, name: str) -> Person:
        """A new guest."""
        return await self._store.add_person(clean_name(name))

    async def log_in(self, login: str, password: str, host: str) -> Person:
        """The person of a login and its password; refused if they do not match."""
        wanted = login_key(login)
        with self._logins.attempt(host, wanted):
            found = await self._store.person_by_login(wanted) if wanted else None
            if await self._passwords.verify(None if found is None else found[1], password, host) and found is not None:
                return found[0]
            # An unknown login may be a password that was typed in the wrong field: it is not logged.
            log.warning("a login failed", address=host, login=wanted if found else None)
            raise Refusal("wrong_login")

    # -- sessions ------------------------------------------------------------------------------------------------------

    async def begin_session(self, person: Person, user_agent: str) -> str:
        """Begin a session for a browser; returns its cookie.

        Refused if this person's credentials were revoked since they were read: a login by the old password must not
        outlive the change of it.
        """
        with _refused_if_stale():
            return await self._sessions.begin(person.id, device_of(user_agent), person.epoch)

    async def end_session(self, person: Person, id: str) -> bool:
        """Log one browser out; False if the person has no such session."""
        if not await self._store.end_session(person.id, id):
            return False
        await self._revoke(Revocation(person.id, "the session was ended", sessions=(id,)))
        return True

    async def end_other_sessions(self, person: Person, keep: str) -> Person:
        """Log out all browsers but one, and revoke all private links; returns the person as they are then."""
        await self._revoke_removed(
            person, await self._store.end_sessions(person.id, keep=keep), "the session was ended"
        )
        return replace(person, epoch=person.epoch + 1)

    # -- private links -------------------------------------------------------------------------------------------------

    async def new_link(self, person: Person) -> tuple[str, LoginLink]:
        """A new private link, by which another device logs in as this person once: its secret, and the stored link."""
        token = secrets.token_urlsafe(18)
        until = self._now() + LINK_LIFETIME
        with _refused_if_stale():
            return token, await self._store.add_link(person.id, hash_secret(token), until, epoch=person.epoch)

    async def links(self, person: Person) -> list[LoginLink]:
        """The private links that are unused and still valid."""
        return await self._store.links(person.id, self._now())

    async def use_link(self, token: str, host: str) -> Person:
        """The person of a private link, which is used up; refused if it was used before or is too old."""
        with self._logins.attempt(host, None):
            person = await self._store.use_link(hash_secret(token), self._now())
            if person is None or person.gone:
                raise Refusal("dead_link")
            return person

    # -- changes -------------------------------------------------------------------------------------------------------

    async def change(self, person: Person, name: str | None, settings: PersonSettings | None) -> Person:
        """Change a person's name or settings, or both."""
        if name is not None:
            name = clean_name(name)
            await self._store.rename(person.id, name)
            person = replace(person, name=name)
        if settings is not None:
            stored = msgspec.to_builtins(settings)
            await self._store.set_settings(person.id, stored)
            person = replace(person, settings=stored)
        self._cache(person)
        return person

    async def set_password(self, person: Person, login: str, password: str, old_password: str, host: str) -> Person:
        """Turn a guest into an account, or change its login and password. All credentials of this person are revoked
        with it: sessions, links and tokens, those of the caller too."""
        login = clean_name(login)
        was = await self._store.password_hash(person.id)
        if was is not None:
            with self._logins.attempt(host, login_key(person.login or "")):
                if not await self._passwords.verify(was, old_password, host):
                    log.warning("a password was wrong", address=host, login=login_key(person.login or ""))
                    raise Refusal("wrong_password")
        hashed = await self._passwords.hash(password, host)
        try:
            with _refused_if_stale():
                removed = await self._store.set_login(person.id, login, hashed, was=was, epoch=person.epoch)
        except AlreadyExists:
            raise Refusal("login_taken") from None
        except PasswordChanged:
            raise Refusal("wrong_password") from None
        await self._revoke_removed(person, removed, "the password was changed")
        self._logins.note_success(host, login_key(login))
        return replace(person, login=login, has_password=True, epoch=person.epoch + 1)

    async def forget(self, person: Person) -> None:
        """Forget a person for good: the games stay, the name does not."""
        await self._revoke_removed(person, await self._store.forget_person(person.id), "this person has left")

    # -- tokens for programs -------------------------------------------------------------------------------------------

    async def new_token(self, person: Person, label: str, scope: Scope) -> tuple[ApiToken, str]:
        """A new token for a program: as stored, and its secret, which cannot be shown again."""
        token = "salt_" + secrets.token_urlsafe(24)
        id, label = secrets.token_hex(4), clean_name(label)
        with _refused_if_stale():
            stored = await self._store.add_token(person.id, id, hash_secret(token), label, scope, epoch=person.epoch)
        return stored, token

    async def remove_token(self, person: Person, id: str) -> bool:
        """Revoke a program's token; False if the person has no such token."""
        if not await self._store.remove_token(person.id, id):
            return False
        await self._revoke(Revocation(person.id, "the token was taken back", tokens=(id,)))
        return True

    # -- revocation ----------------------------------------------------------------------------------------------------

    async def _revoke_removed(self, person: Person, removed: RemovedCredentials, reason: str) -> None:
        await self._revoke(Revocation(person.id, reason, removed.sessions, removed.tokens, legacy_cookies=True))

    async def _revoke(self, revocation: Revocation) -> None:
        self.apply(revocation)
        await self.broadcast(revocation)

    def apply(self, revocation: Revocation) -> None:
        """Make this process follow a revocation that is already in the store."""
        self.revocation_count += 1
        self._cached.pop(revocation.person, None)
        self._sessions.invalidate(revocation.sessions)
        self.connections.end(revocation)

    async def is_still_valid(self, caller: Caller) -> bool:
        """Whether a caller's credentials are still in the store."""
        people = set() if caller.person is None else {caller.person.id}
        return is_still_valid(
            await self._store.active_credentials(people, {caller.session} - {""}, {caller.token} - {""}), caller
        )

    def note_lost_messages(self) -> None:
        """Messages of other processes may have been lost, revocations among them: look everything up again, soon."""
        self.revocation_count += 1
        self._sessions.invalidate(None)
        self._in_doubt.set()

    async def _check_periodically(self) -> None:
        seconds = CHECK_INTERVAL
        while True:
            try:
                async with asyncio.timeout(seconds):
                    await self._in_doubt.wait()
            except TimeoutError:
                seconds = CHECK_INTERVAL
            else:
                # At once, and once more when a process that was not heard may have finished what it began.
                seconds = CHECK_INTERVAL_IN_DOUBT
                self._in_doubt.clear()
            try:
                await self.connections.check(self._store)
            except StoreError as error:
                log.warning("the store does not answer", why=str(error))
            if seconds == CHECK_INTERVAL_IN_DOUBT:
                await asyncio.sleep(CHECK_INTERVAL_IN_DOUBT)


@contextmanager
def _refused_if_stale() -> Iterator[None]:
    """Around a write that makes a credential: by one that was revoked meanwhile, none is made."""
    try:
        yield
    except StaleCredentials:
        raise Refusal("not_known") from None


async def _no_other_process(ended: Revocation) -> None:
    """The broadcast of a server of one process."""


def settings_of(person: Person) -> PersonSettings:
    """A person's settings; what an older server stored and this one does not know is left out."""
    known: dict[str, Any] = {
        key: person.settings[key] for key in PersonSettings.__struct_fields__ if key in person.settings
    }
    try:
        return msgspec.convert(known, PersonSettings)
    except msgspec.ValidationError:
        return PersonSettings()
