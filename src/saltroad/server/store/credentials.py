"""Credentials in the database: browser sessions, program tokens, private links and logins. Reads and writes stand
together, so that removing all of them is one change."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from saltroad.server.store import checks, schema
from saltroad.server.store.errors import AlreadyExists, BadValue, NoSuchPerson, PasswordChanged, StaleCredentials
from saltroad.server.store.model import (
    ActiveCredentials,
    ApiToken,
    BrowserSession,
    LoginLink,
    Person,
    RemovedCredentials,
    Scope,
)
from saltroad.server.store.reads import in_parts, person_of
from saltroad.server.store.writer import Change

MAX_SESSIONS = 50
"""Of one person; a new one replaces the one that was used least recently."""

# -- sessions ----------------------------------------------------------------------------------------------------------


async def session(connection: AsyncConnection, id: str) -> tuple[BrowserSession, bytes] | None:
    sessions = schema.sessions
    row = (await connection.execute(select(sessions).where(sessions.c.id == id))).one_or_none()
    return (
        None if row is None else (BrowserSession(row.id, row.person, row.made, row.seen, row.device), row.secret_hash)
    )


async def sessions(connection: AsyncConnection, person: str) -> list[BrowserSession]:
    sessions = schema.sessions
    chosen = select(sessions.c.id, sessions.c.person, sessions.c.made, sessions.c.seen, sessions.c.device)
    chosen = chosen.where(sessions.c.person == person).order_by(sessions.c.seen.desc(), sessions.c.id)
    return [BrowserSession(*row) for row in await connection.execute(chosen)]


def add_session(
    person: str, id: str, secret_hash: bytes, device: str, made: int, epoch: int | None
) -> Change[BrowserSession]:
    session = BrowserSession(checks.text(id), checks.text(person), checks.int64(made), made, checks.text(device))

    async def change(connection: AsyncConnection) -> BrowserSession:
        sessions = schema.sessions
        await lock_person(connection, person, epoch)
        ids = select(sessions.c.id).where(sessions.c.person == person).order_by(sessions.c.seen.desc(), sessions.c.id)
        found = (await connection.execute(ids)).scalars().all()
        if len(found) >= MAX_SESSIONS:
            await connection.execute(delete(sessions).where(sessions.c.id.in_(found[MAX_SESSIONS - 1 :])))
        await connection.execute(
            insert(sessions).values(
                id=id, person=person, secret_hash=secret_hash, made=made, seen=made, device=session.device
            )
        )
        return session

    return change


def note_session(id: str, seen: int) -> Change[None]:
    checks.text(id), checks.int64(seen)

    async def change(connection: AsyncConnection) -> None:
        sessions = schema.sessions
        await connection.execute(update(sessions).where(sessions.c.id == id).values(seen=seen))

    return change


def end_session(person: str, id: str) -> Change[bool]:
    checks.text(person), checks.text(id)

    async def change(connection: AsyncConnection) -> bool:
        sessions = schema.sessions
        removed = await connection.execute(delete(sessions).where(sessions.c.person == person, sessions.c.id == id))
        return removed.rowcount > 0

    return change


# -- all at once -------------------------------------------------------------------------------------------------------


def end_sessions(person: str, keep: str, *, tokens: bool) -> Change[RemovedCredentials]:
    checks.text(person), checks.text(keep)

    async def change(connection: AsyncConnection) -> RemovedCredentials:
        await lock_person(connection, person)
        return await remove_credentials(connection, person, keep=keep, tokens=tokens)

    return change


async def remove_credentials(
    connection: AsyncConnection, person: str, *, keep: str = "", tokens: bool = True
) -> RemovedCredentials:
    """Remove all sessions of a person but `keep`, all links and, if wanted, all tokens; a higher epoch revokes the
    cookies from before there were sessions."""
    people, sessions = schema.people, schema.sessions
    await connection.execute(update(people).where(people.c.id == person).values(epoch=people.c.epoch + 1))
    await connection.execute(delete(schema.links).where(schema.links.c.person == person))
    gone = delete(sessions).where(sessions.c.person == person, sessions.c.id != keep).returning(sessions.c.id)
    ended = tuple((await connection.execute(gone)).scalars())
    if not tokens:
        return RemovedCredentials(ended)
    taken = delete(schema.tokens).where(schema.tokens.c.person == person).returning(schema.tokens.c.id)
    return RemovedCredentials(ended, tuple((await connection.execute(taken)).scalars()))


async def active_credentials(
    connection: AsyncConnection, people: Sequence[str], sessions: Sequence[str], tokens: Sequence[str]
) -> ActiveCredentials:
    """Those of these people, sessions and tokens that are still valid."""
    people_table = schema.people
    epochs: dict[str, int] = {}
    for some in in_parts(people):
        chosen = select(people_table.c.id, people_table.c.epoch)
        there = chosen.where(people_table.c.id.in_(some), people_table.c.gone.is_(None))
        epochs |= {row.id: row.epoch for row in await connection.execute(there)}
    active: list[set[str]] = []
    for table, ids in ((schema.sessions, sessions), (schema.tokens, tokens)):
        active.append(set())
        for some in in_parts(ids):
            active[-1] |= set((await connection.execute(select(table.c.id).where(table.c.id.in_(some)))).scalars())
    return ActiveCredentials(epochs, frozenset(active[0]), frozenset(active[1]))


# -- the login ---------------------------------------------------------------------------------------------------------


def set_login(
    id: str, login: str, password_hash: str, was: str | bool | None, epoch: int | None
) -> Change[RemovedCredentials]:
    checks.text(id), checks.text(password_hash)
    key = checks.key(login)
    if not key:
        raise BadValue("A login needs at least one character.")

    async def change(connection: AsyncConnection) -> RemovedCredentials:
        people = schema.people
        await lock_person(connection, id, epoch)
        if was is not False:
            now = await connection.execute(select(people.c.password_hash).where(people.c.id == id))
            if now.scalar_one() != was:
                raise PasswordChanged(id)
        others = select(people.c.id).where(people.c.login_key == key, people.c.id != id)
        if (await connection.execute(others)).one_or_none() is not None:
            raise AlreadyExists(f"The login {login!r} is taken: choose another.")
        values = {"login": login, "login_key": key, "password_hash": password_hash}
        await connection.execute(update(people).where(people.c.id == id).values(**values))
        return await remove_credentials(connection, id)

    return change


# -- tokens ------------------------------------------------------------------------------------------------------------


async def tokens(connection: AsyncConnection, person: str) -> list[ApiToken]:
    tokens = schema.tokens
    chosen = select(tokens.c.id, tokens.c.person, tokens.c.label, tokens.c.made, tokens.c.used, tokens.c.scope)
    chosen = chosen.where(tokens.c.person == person).order_by(tokens.c.made, tokens.c.id)
    return [ApiToken(*row) for row in await connection.execute(chosen)]


async def person_by_token(connection: AsyncConnection, token_hash: bytes) -> tuple[Person, ApiToken] | None:
    people, tokens = schema.people, schema.tokens
    chosen = select(tokens.c.id, tokens.c.person, tokens.c.label, tokens.c.made, tokens.c.used, tokens.c.scope)
    found = (await connection.execute(chosen.where(tokens.c.token_hash == token_hash))).one_or_none()
    if found is None:
        return None
    row = (await connection.execute(select(people).where(people.c.id == found.person))).one()
    return person_of(row), ApiToken(*found)


def add_token(
    person: str, id: str, token_hash: bytes, label: str, scope: Scope, made: int, epoch: int | None
) -> Change[ApiToken]:
    token = ApiToken(checks.text(id), checks.text(person), checks.text(label), checks.int64(made), None, scope)

    async def change(connection: AsyncConnection) -> ApiToken:
        await lock_person(connection, person, epoch)
        values = {"id": id, "person": person, "token_hash": token_hash, "label": label, "made": made, "scope": scope}
        await connection.execute(insert(schema.tokens).values(**values))
        return token

    return change


def remove_token(person: str, id: str) -> Change[bool]:
    checks.text(person), checks.text(id)

    async def change(connection: AsyncConnection) -> bool:
        tokens = schema.tokens
        removed = await connection.execute(delete(tokens).where(tokens.c.person == person, tokens.c.id == id))
        return removed.rowcount > 0

    return change


def note_token(id: str, used: int) -> Change[None]:
    async def change(connection: AsyncConnection) -> None:
        tokens = schema.tokens
        await connection.execute(update(tokens).where(tokens.c.id == id).values(used=used))

    return change


# -- private links -----------------------------------------------------------------------------------------------------


async def links(connection: AsyncConnection, person: str, now: int) -> list[LoginLink]:
    links = schema.links
    chosen = select(links.c.id, links.c.person, links.c.made, links.c.until)
    chosen = chosen.where(links.c.person == person, links.c.until > now).order_by(links.c.made, links.c.id)
    return [LoginLink(*row) for row in await connection.execute(chosen)]


def add_link(person: str, id: str, token_hash: bytes, made: int, until: int, epoch: int | None) -> Change[LoginLink]:
    link = LoginLink(checks.text(id), checks.text(person), checks.int64(made), checks.int64(until))

    async def change(connection: AsyncConnection) -> LoginLink:
        links = schema.links
        await lock_person(connection, person, epoch)
        # Expired links are removed along the way.
        await connection.execute(delete(links).where(links.c.person == person, links.c.until < made))
        values = {"id": id, "token_hash": token_hash, "person": person, "made": made, "until": until}
        await connection.execute(insert(links).values(**values))
        return link

    return change


def use_link(token_hash: bytes, now: int) -> Change[Person | None]:
    async def change(connection: AsyncConnection) -> Person | None:
        links, people = schema.links, schema.people
        gone = delete(links).where(links.c.token_hash == token_hash).returning(links.c.person, links.c.until)
        link = (await connection.execute(gone)).one_or_none()
        if link is None or now >= link.until:
            return None
        return person_of((await connection.execute(select(people).where(people.c.id == link.person))).one())

    return change


def remove_link(person: str, id: str) -> Change[bool]:
    checks.text(person), checks.text(id)

    async def change(connection: AsyncConnection) -> bool:
        links = schema.links
        removed = await connection.execute(delete(links).where(links.c.person == person, links.c.id == id))
        return removed.rowcount > 0

    return change


async def lock_person(connection: AsyncConnection, id: str, epoch: int | None = None) -> None:
    """Make other changes of the same person wait; NoSuchPerson if there is none, or they were forgotten.

    With `epoch`, StaleCredentials if it is another by now: everything that the caller was known by was revoked since
    the person was read, so that no new credential may come of it.
    """
    people = schema.people
    found = await connection.execute(
        select(people.c.epoch).where(people.c.id == id, people.c.gone.is_(None)).with_for_update()
    )
    now = found.scalar_one_or_none()
    if now is None:
        raise NoSuchPerson(id)
    if epoch is not None and epoch != now:
        raise StaleCredentials(id)
