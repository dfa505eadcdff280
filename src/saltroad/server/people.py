"""Who somebody is: a guest with a signed cookie, an account with a password, a program with a token.

Secrets are compared in constant time, and only their hashes are stored. A cookie says which person it is for and is
signed with the server's secret; nothing is kept on the server for it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import argon2
import msgspec

from saltroad.protocol.pages import Settings
from saltroad.server.refusals import Refusal
from saltroad.server.store import AlreadyThere, Person, Store, Token, moment
from saltroad.server.tidy import tidy_name

LINK_TIME = 15 * 60 * 1000
"""How long a private link is good, in milliseconds."""
KNOWN_FOR = 10_000
"""How long a person is not looked up again, in milliseconds: another process may have changed them. For as long again
the answer is what is known while they are looked up, once: else all that somebody does at many tables would wait."""
MOST_KNOWN = 10_000


class People:
    """All people of a server."""

    def __init__(self, store: Store, secret: bytes, now: Callable[[], int] = moment) -> None:
        self._store = store
        self._key = hmac.digest(secret, b"cookie", "sha256")
        self._now = now
        self._known: dict[str, tuple[Person, int]] = {}
        """With the moment after which they are looked up again."""
        self._looking: dict[str, asyncio.Task[Person | None]] = {}
        self._hasher = argon2.PasswordHasher()
        self._nobodys = self._hasher.hash(secrets.token_hex(16))
        """The hash of a password that nobody has: a login that does not exist takes as long as one that does."""

    # -- coming in -----------------------------------------------------------------------------------------------------

    def cookie_of(self, person: Person) -> str:
        """What a browser keeps."""
        return f"{person.id}.{self._signature(person.id)}"

    async def of_cookie(self, cookie: str) -> Person | None:
        """The person of a cookie; None if it is not one of ours, or the person is gone."""
        id, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(id).encode()):
            return None
        return await self._person(id)

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
            known = self._known.get(id)
            person = await self._store.person(id)
            if self._known.get(id) is known:  # else changed meanwhile: what was read may be older
                break
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

    async def of_token(self, token: str) -> Person | None:
        """The person that a program plays for."""
        person = await self._store.person_of_token(_hash(token))
        return None if person is None or person.gone else person

    async def come_in(self, name: str) -> Person:
        """A new guest."""
        return await self._store.add_person(tidy_name(name))

    async def log_in(self, login: str, password: str) -> Person:
        """The person of an account."""
        try:
            found = await self._store.person_by_login(tidy_name(login))
        except Refusal:  # nobody can have such a login
            found = None
        stored = self._nobodys if found is None else found[1]
        fits = await asyncio.to_thread(self._fits, stored, password)
        if found is None or not fits:
            raise Refusal("wrong_login")
        return found[0]

    def _fits(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return False

    # -- private links -------------------------------------------------------------------------------------------------

    async def link(self, person: Person) -> tuple[str, int]:
        """A token that lets another device in as this person, once; and until when."""
        token, until = secrets.token_urlsafe(18), self._now() + LINK_TIME
        await self._store.add_link(person.id, _hash(token), until)
        return token, until

    async def enter(self, token: str) -> Person:
        """The person of a private link, which is used up by it."""
        person = await self._store.use_link(_hash(token), self._now())
        if person is None or person.gone:
            raise Refusal("dead_link")
        return person

    # -- changing ------------------------------------------------------------------------------------------------------

    async def change(self, person: Person, name: str | None, settings: Settings | None) -> Person:
        """A new name, new settings."""
        if name is not None:
            name = tidy_name(name)
            await self._store.rename(person.id, name)
            person = replace(person, name=name)
        if settings is not None:
            kept = msgspec.to_builtins(settings)
            await self._store.set_settings(person.id, kept)
            person = replace(person, settings=kept)
        self._keep(person)
        return person

    async def set_password(self, person: Person, login: str, password: str) -> Person:
        """Make an account of a guest, or change its login and password."""
        login = tidy_name(login)
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        try:
            await self._store.set_login(person.id, login, hashed)
        except AlreadyThere:
            raise Refusal("login_taken") from None
        self._known.pop(person.id, None)
        return replace(person, login=login, has_password=True)

    async def forget(self, person: Person) -> None:
        """The person leaves for good: the games stay, the name does not."""
        await self._store.forget_person(person.id)
        self._known.pop(person.id, None)

    # -- tokens for programs -------------------------------------------------------------------------------------------

    async def new_token(self, person: Person, label: str) -> tuple[Token, str]:
        """A token as it is kept and the token itself, which nobody can be shown again."""
        token = "salt_" + secrets.token_urlsafe(24)
        kept = await self._store.add_token(person.id, secrets.token_hex(4), _hash(token), tidy_name(label))
        return kept, token


def settings_of(person: Person) -> Settings:
    """How a person wants it; what an older server kept and we do not know is left out."""
    known: dict[str, Any] = {key: person.settings[key] for key in Settings.__struct_fields__ if key in person.settings}
    try:
        return msgspec.convert(known, Settings)
    except msgspec.ValidationError:
        return Settings()


def _hash(token: str) -> bytes:
    """Tokens are long and random: one round of a hash keeps them."""
    return hashlib.sha256(token.encode()).digest()
