"""HTTP routes of accounts: log in and out, name and settings, private links, passwords, tokens, forgetting a person.

Most routes are for browsers only: a program's token allows playing, not changing the account. A route without an `opt`
is one of these.
"""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath, JSONBody

from saltroad.protocol.messages import Sit, Stand
from saltroad.protocol.pages import (
    ChangePerson,
    IssuedLink,
    LinkShown,
    Login,
    Me,
    NewPassword,
    NewPerson,
    NewToken,
    SessionShown,
    TokenShown,
    UseLink,
)
from saltroad.server.accounts.accounts import settings_of
from saltroad.server.accounts.auth import COOKIE
from saltroad.server.accounts.user_agents import device_in_words
from saltroad.server.http.request_context import WATCH, Context, RequestContext, language_of
from saltroad.server.refusals import Refusal
from saltroad.server.store import Person
from saltroad.server.tables.seats import seat_of
from saltroad.server.text_cleaning import clean_name


def _me_of(person: Person) -> Me:
    return Me(person.id, person.name, person.login, settings_of(person), None)


async def _log_in_as(context: RequestContext, person: Person) -> Response[Me]:
    """Log the browser in as a person. If it was logged in as the same person, its previous session is ended."""
    cookie = await context.cookie(person)
    if context.caller.session and context.known.id == person.id:
        await context.people.end_session(person, context.caller.session)
    return Response(_me_of(person), cookies=[cookie])


async def _rename(context: RequestContext, person: Person) -> None:
    """Show a new name at tables where no game has begun; a game keeps the names that it began with."""
    for listed in await context.store.tables_of(person.id):
        mine = seat_of(listed.seats, person.id)
        if listed.table.state == "open" and mine is not None:
            proxy = await context.router.proxy(listed.table.id)
            await proxy.run_command(person, Sit(seat=mine), "")


async def _leave_games(context: RequestContext, person: Person) -> None:
    """Leave the seats of a person who is forgotten to bots."""
    for listed in await context.store.tables_of(person.id):
        if listed.table.state == "playing" and seat_of(listed.seats, person.id) is not None:
            proxy = await context.router.proxy(listed.table.id)
            await proxy.run_command(person, Stand(), "")


_NO_COOKIE = Cookie(key=COOKIE, value="", httponly=True, samesite="lax", max_age=0)


class MeController(Controller):
    """The caller's own person and credentials."""

    path = "/api/me"
    tags = ("People",)

    @get(summary="Who am I?", opt=WATCH)
    async def me(self, context: Context) -> Response[Me | None]:
        """The person of the cookie or token; null without either. A program gets its scope, and not the login."""
        person = context.person
        if person is None:
            return Response(None)
        if context.caller.scope is not None:
            return Response(Me(person.id, person.name, None, settings_of(person), context.caller.scope))
        # Only here a cookie from before there were sessions is exchanged: a page requests this first, and once.
        return Response(
            _me_of(person), cookies=[await context.cookie(person)] if context.caller.has_legacy_cookie else []
        )

    @post(summary="Begin as a guest")
    async def add_guest(self, data: JSONBody[NewPerson], context: Context) -> Response[Me]:
        """Make a guest: only a name is needed. The response sets the cookie."""
        return await _log_in_as(context, await context.people.add_guest(data.name))

    @patch(summary="Change name and settings")
    async def change(self, data: JSONBody[ChangePerson], context: Context) -> Me:
        """Change the name or settings; a field that is left out stays as it is."""
        person = await context.people.change(context.known, data.name, data.settings)
        if data.name is not None:
            await _rename(context, person)
        return _me_of(person)

    @delete(summary="Delete my account", status_code=200)
    async def forget(self, context: Context) -> Response[None]:
        """Forget the person: the name is removed from every game and chat; the games stay."""
        await _leave_games(context, context.known)
        await context.people.forget(context.known)
        await context.router.forget_person(context.known.id)
        return Response(None, cookies=[_NO_COOKIE])

    # -- this device and others ----------------------------------------------------------------------------------------

    @post("/logout", summary="Log out", status_code=200)
    async def log_out(self, context: Context) -> Response[None]:
        """End the session of this browser and remove its cookie."""
        if context.caller.session:
            await context.people.end_session(context.known, context.caller.session)
        return Response(None, cookies=[_NO_COOKIE])

    @get("/sessions", summary="Where I am logged in")
    async def sessions(self, context: Context, request: Request[Any, Any, State]) -> list[SessionShown]:
        """The browsers that are logged in as this person, the last used first."""
        found, language = await context.store.sessions(context.known.id), language_of(request)
        return [
            SessionShown(
                session.id,
                device_in_words(session.device, language),
                session.made,
                session.seen,
                session.id == context.caller.session,
            )
            for session in found
        ]

    @delete("/sessions", summary="Log out everywhere else", status_code=200)
    async def end_others(self, context: Context) -> Response[None]:
        """End all sessions but this one and all private links, at once; tokens stay."""
        person = await context.people.end_other_sessions(context.known, context.caller.session)
        # A cookie from before there were sessions was revoked with the others.
        return Response(None, cookies=[await context.cookie(person)] if context.caller.has_legacy_cookie else [])

    @delete("/sessions/{id:str}", summary="End a session", status_code=200)
    async def end_session(self, id: FromPath[str], context: Context) -> None:
        """Log another browser out; its sockets are closed."""
        if not await context.people.end_session(context.known, clean_name(id)):
            raise Refusal("not_found")

    @post("/link", summary="A private link to another device")
    async def link(self, context: Context) -> IssuedLink:
        """Make a private link: the first browser that opens it, within a quarter of an hour, is logged in as this
        person."""
        secret, link = await context.people.new_link(context.known)
        return IssuedLink(f"/in/{secret}", link.until, link.id)

    @get("/links", summary="My private links")
    async def links(self, context: Context) -> list[LinkShown]:
        """The private links that are unused and still valid, without their paths."""
        return [LinkShown(link.id, link.made, link.until) for link in await context.people.links(context.known)]

    @delete("/links/{id:str}", summary="Revoke a private link", status_code=200)
    async def remove_link(self, id: FromPath[str], context: Context) -> None:
        """Revoke a private link."""
        if not await context.store.remove_link(context.known.id, clean_name(id)):
            raise Refusal("not_found")

    @post("/enter", summary="Log in by a private link")
    async def enter(self, data: JSONBody[UseLink], context: Context) -> Response[Me]:
        """Log in by a private link, which is used up."""
        return await _log_in_as(context, await context.people.use_link(data.token, context.address))

    # -- accounts ------------------------------------------------------------------------------------------------------

    @post("/password", summary="Make an account, or change its password")
    async def password(self, data: JSONBody[NewPassword], context: Context) -> Response[Me]:
        """Set a login that is not taken, and a password; `old_password` is the current one, if there is one. All
        sessions, links and tokens are revoked; this browser gets a new session."""
        person = await context.people.set_password(
            context.known, data.login, data.password, data.old_password, context.address
        )
        return Response(_me_of(person), cookies=[await context.cookie(person)])

    @post("/login", summary="Log in with a password", status_code=200)
    async def log_in(self, data: JSONBody[Login], context: Context) -> Response[Me]:
        """Log in with a login and a password; the response sets the cookie."""
        return await _log_in_as(context, await context.people.log_in(data.login, data.password, context.address))

    # -- programs ------------------------------------------------------------------------------------------------------

    @get("/tokens", summary="My programs' tokens")
    async def tokens(self, context: Context) -> list[TokenShown]:
        """The tokens of programs, without their secrets, which are shown only once."""
        found = await context.store.tokens(context.known.id)
        return [TokenShown(token.id, token.label, token.made, None, token.scope, token.used) for token in found]

    @post("/tokens", summary="A token for a program")
    async def new_token(self, data: JSONBody[NewToken], context: Context) -> TokenShown:
        """Make a token. A program sends it as `Authorization: Bearer …` and plays as this person. Shown only now."""
        token, secret = await context.people.new_token(context.known, data.label, data.scope)
        return TokenShown(token.id, token.label, token.made, secret, token.scope, token.used)

    @delete("/tokens/{id:str}", summary="Revoke a token", status_code=200)
    async def remove_token(self, id: FromPath[str], context: Context) -> None:
        """Revoke a token: the program loses access, and its sockets are closed."""
        if not await context.people.remove_token(context.known, clean_name(id)):
            raise Refusal("not_found")
