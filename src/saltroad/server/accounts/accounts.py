"""Who somebody is: a guest with a cookie, an account with a password, a program with a token; and how that ends.

Secrets are compared in constant time, and only their hashes are stored. Whatever lets somebody in can be taken back: it
counts no more for the next request, and the sockets that were opened with it are closed, in every process.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec
import structlog

from saltroad.protocol.pages import PersonSettings
from saltroad.server.accounts.auth import NOBODY, Caller, cookie_of, token_of
from saltroad.server.accounts.open_connections import OpenConnections, Revocation, is_still_valid
from saltroad.server.accounts.passwords import LoginLimiter, Passwords, login_key
from saltroad.server.accounts.sessions import Sessions, hash_of, is_session
from saltroad.server.accounts.user_agents import device_of
from saltroad.server.refusals import Refusal
from saltroad.server.store import (
    AlreadyThere,
    ApiToken,
    LoginLink,
    OtherPassword,
    Person,
    RemovedCredentials,
    Scope,
    Store,
    StoreError,
    moment,
)
from saltroad.server.text_cleaning import clean_name

log = structlog.get_logger()

LINK_TIME = 15 * 60 * 1000
"""How long a private link is good, in milliseconds."""
KNOWN_FOR = 10_000
"""How long a person is not looked up again, in milliseconds: another process may have changed them. For as long again
the answer is what is known while they are looked up, once: else all that somebody does at many tables would wait."""
MOST_KNOWN = 10_000
CHECK_EVERY = 60.0
"""Seconds between two looks at whether those with open sockets are still let in, though no process has said otherwise:
a message may be lost, and `saltroad admin` sends none."""
CHECK_IN_DOUBT = 5.0
"""The same after messages between processes were lost."""


class Accounts:
    """All people of a server."""

    def __init__(self, store: Store, secret: bytes, now: Callable[[], int] = moment, *, rate_logins: int = 0) -> None:
        self._store = store
        self._key = hmac.digest(secret, b"cookie", "sha256")
        self._now = now
        self._known: dict[str, tuple[Person, int]] = {}
        """With the moment after which they are looked up again."""
        self._looking: dict[str, asyncio.Task[Person | None]] = {}
        self._logins = LoginLimiter(rate_logins)
        self._passwords = Passwords(rate_logins)
        self._sessions = Sessions(store, now)
        self.connections = OpenConnections()
        self.times_ended = 0
        """Rises whenever something that let somebody in has ended."""
        self.tell_others: Callable[[Revocation], Awaitable[None]] = _nobody_else
        """Tells the other processes of the server and waits until they know."""
        self._doubt = asyncio.Event()
        self._checker: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to look whether those with open sockets are still let in."""
        self._checker = asyncio.create_task(self._check_again_and_again())

    async def close(self) -> None:
        """No more of that."""
        if self._checker is not None:
            self._checker.cancel()
            await asyncio.gather(self._checker, return_exceptions=True)

    # -- coming in -----------------------------------------------------------------------------------------------------

    async def caller_of(self, headers: Mapping[str, str]) -> Caller:
        """Who sent a request: by the token of a program or by a browser's cookie; refused for a token of nobody."""
        if token := token_of(headers):
            return await self._of_token(token)
        cookie = cookie_of(headers)
        return await (self._of_session(cookie) if is_session(cookie) else self._of_older_cookie(cookie))

    async def _of_token(self, secret: str) -> Caller:
        found = await self._store.by_token(hash_of(secret))
        if found is None or found[0].gone:
            raise Refusal("bad_token")
        person, token = found
        return Caller(person, token=token.id, scope=token.scope)

    async def _of_session(self, cookie: str) -> Caller:
        session = await self._sessions.of_cookie(cookie)
        person = None if session is None else await self._person(session.person)
        return NOBODY if session is None or person is None else Caller(person, session.id)

    async def _of_older_cookie(self, cookie: str) -> Caller:
        """Before there were sessions a cookie was a person's id, signed. Those count until the person ends them all."""
        id, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(id).encode()):
            return NOBODY
        person = await self._person(id)
        return NOBODY if person is None or person.epoch > 0 else Caller(person)

    def _signature(self, id: str) -> str:
        return hmac.new(self._key, id.encode(), hashlib.sha256).hexdigest()

    async def again(self, person: Person) -> Person | None:
        """A person as they are now; None if they are gone."""
        return await self._person(person.id)

    async def _person(self, id: str) -> Person | None:
        known, until = self._known.get(id, (None, 0))
        now = self._now()
        if known is not None and now < until:
            return known
        looking = self._looking.get(id)
        if looking is None:
            looking = self._looking[id] = asyncio.create_task(self._look_up(id))
            looking.add_done_callback(lambda task: self._looked_up(id, task))
        if known is not None and now < until + KNOWN_FOR:
            return known
        return await asyncio.shield(looking)

    async def _look_up(self, id: str) -> Person | None:
        while True:
            known, times = self._known.get(id), self.times_ended
            person = await self._store.person(id)
            if self._known.get(id) is known and times == self.times_ended:
                break  # else changed meanwhile: what was read may be older
        if person is None or person.gone:
            self._known.pop(id, None)
            return None
        self._keep(person)
        return person

    def _looked_up(self, id: str, task: asyncio.Task[Person | None]) -> None:
        del self._looking[id]
        if not task.cancelled():
            task.exception()  # whoever waits has it; with nobody waiting, the next to ask looks up again

    def _keep(self, person: Person) -> None:
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[person.id] = (person, self._now() + KNOWN_FOR)

    async def come_in(self, name: str) -> Person:
        """A new guest."""
        return await self._store.add_person(clean_name(name))

    async def log_in(self, login: str, password: str, host: str) -> Person:
        """The person of an account."""
        wanted = login_key(login)
        with self._logins.attempt(host, wanted):
            found = await self._store.person_by_login(wanted) if wanted else None
            if await self._passwords.fits(None if found is None else found[1], password, host) and found is not None:
                return found[0]
            # What is nobody's login may be a password that was typed in the wrong place.
            log.warning("a login failed", address=host, login=wanted if found else None)
            raise Refusal("wrong_login")

    # -- sessions ------------------------------------------------------------------------------------------------------

    async def begin_session(self, person: Person, user_agent: str) -> str:
        """A session for a browser; gives the cookie that it keeps."""
        return await self._sessions.begin(person.id, device_of(user_agent))

    async def end_session(self, person: Person, id: str) -> bool:
        """A browser is nobody from now on; False if the person has no such session."""
        if not await self._store.end_session(person.id, id):
            return False
        await self._end(Revocation(person.id, "the session was ended", sessions=(id,)))
        return True

    async def end_other_sessions(self, person: Person, keep: str) -> None:
        """All browsers but one are nobody from now on, and no link lets anybody in."""
        await self._removed(person, await self._store.end_sessions(person.id, keep=keep), "the session was ended")

    # -- private links -------------------------------------------------------------------------------------------------

    async def link(self, person: Person) -> tuple[str, LoginLink]:
        """A token that lets another device in as this person, once; and the link as it is kept."""
        token = secrets.token_urlsafe(18)
        return token, await self._store.add_link(person.id, hash_of(token), self._now() + LINK_TIME)

    async def links(self, person: Person) -> list[LoginLink]:
        """The links that somebody could still come in by."""
        return await self._store.links(person.id, self._now())

    async def enter(self, token: str, host: str) -> Person:
        """The person of a private link, which is used up by it."""
        with self._logins.attempt(host, None):
            person = await self._store.use_link(hash_of(token), self._now())
            if person is None or person.gone:
                raise Refusal("dead_link")
            return person

    # -- changing ------------------------------------------------------------------------------------------------------

    async def change(self, person: Person, name: str | None, settings: PersonSettings | None) -> Person:
        """A new name, new settings."""
        if name is not None:
            name = clean_name(name)
            await self._store.rename(person.id, name)
            person = replace(person, name=name)
        if settings is not None:
            kept = msgspec.to_builtins(settings)
            await self._store.set_settings(person.id, kept)
            person = replace(person, settings=kept)
        self._keep(person)
        return person

    async def set_password(self, person: Person, login: str, password: str, old_password: str, host: str) -> Person:
        """Make an account of a guest, or change its login and password. Everything that let anybody in as this person
        ends with it: sessions, links and tokens, those of whoever asks too."""
        login = clean_name(login)
        was = await self._store.password_hash(person.id)
        if was is not None:
            with self._logins.attempt(host, login_key(person.login or "")):
                if not await self._passwords.fits(was, old_password, host):
                    log.warning("a password was wrong", address=host, login=login_key(person.login or ""))
                    raise Refusal("wrong_password")
        hashed = await self._passwords.hashed(password, host)
        try:
            removed = await self._store.set_login(person.id, login, hashed, was=was)
        except AlreadyThere:
            raise Refusal("login_taken") from None
        except OtherPassword:
            raise Refusal("wrong_password") from None
        await self._removed(person, removed, "the password was changed")
        return replace(person, login=login, has_password=True, epoch=person.epoch + 1)

    async def forget(self, person: Person) -> None:
        """The person leaves for good: the games stay, the name does not."""
        await self._removed(person, await self._store.forget_person(person.id), "this person has left")

    # -- tokens for programs -------------------------------------------------------------------------------------------

    async def new_token(self, person: Person, label: str, scope: Scope) -> tuple[ApiToken, str]:
        """A token as it is kept and the token itself, which nobody can be shown again."""
        token = "salt_" + secrets.token_urlsafe(24)
        kept = await self._store.add_token(person.id, secrets.token_hex(4), hash_of(token), clean_name(label), scope)
        return kept, token

    async def remove_token(self, person: Person, id: str) -> bool:
        """A program is nobody from now on; False if the person has no such token."""
        if not await self._store.remove_token(person.id, id):
            return False
        await self._end(Revocation(person.id, "the token was taken back", tokens=(id,)))
        return True

    # -- ending --------------------------------------------------------------------------------------------------------

    async def _removed(self, person: Person, removed: RemovedCredentials, reason: str) -> None:
        await self._end(Revocation(person.id, reason, removed.sessions, removed.tokens, older=True))

    async def _end(self, ended: Revocation) -> None:
        self.ended(ended)
        await self.tell_others(ended)

    def ended(self, ended: Revocation) -> None:
        """Something lets nobody in any more: so it is in the store already, and so it is here from now on."""
        self.times_ended += 1
        self._known.pop(ended.person, None)
        self._sessions.ended(ended.sessions)
        self.connections.end(ended)

    async def is_let_in(self, caller: Caller) -> bool:
        """Whether somebody would still be let in, as the store has it."""
        people = set() if caller.person is None else {caller.person.id}
        return is_still_valid(await self._store.left(people, {caller.session} - {""}, {caller.token} - {""}), caller)

    def doubt(self) -> None:
        """Other processes may have said something that was not heard."""
        self.times_ended += 1
        self._sessions.ended(None)
        self._doubt.set()

    async def _check_again_and_again(self) -> None:
        seconds = CHECK_EVERY
        while True:
            try:
                async with asyncio.timeout(seconds):
                    await self._doubt.wait()
            except TimeoutError:
                seconds = CHECK_EVERY
            else:
                # At once, and once more when whoever was not heard may have finished what they began.
                seconds = CHECK_IN_DOUBT
                self._doubt.clear()
            try:
                await self.connections.check(self._store)
            except StoreError as error:
                log.warning("the store does not answer", why=str(error))
            if seconds == CHECK_IN_DOUBT:
                await asyncio.sleep(CHECK_IN_DOUBT)


async def _nobody_else(ended: Revocation) -> None:
    """A server of one process."""


def settings_of(person: Person) -> PersonSettings:
    """How a person wants it; what an older server kept and we do not know is left out."""
    known: dict[str, Any] = {
        key: person.settings[key] for key in PersonSettings.__struct_fields__ if key in person.settings
    }
    try:
        return msgspec.convert(known, PersonSettings)
    except msgspec.ValidationError:
        return PersonSettings()
