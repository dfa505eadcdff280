"""Who one is: come in, change name and settings, move to another device, make an account, leave."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from saltroad.protocol.messages import Sit
from saltroad.protocol.pages import ChangePerson, Enter, Link, Login, Me, NewPassword, NewPerson, NewToken, Token
from saltroad.server.gathering import seat_of
from saltroad.server.http.asker import Asker, TheAsker
from saltroad.server.live import COOKIE
from saltroad.server.people import settings_of
from saltroad.server.refusals import Refusal
from saltroad.server.store import Person
from saltroad.server.tidy import tidy_name


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.login, settings_of(person))


def _as(asker: Asker, person: Person) -> Response[Me]:
    return Response(_me(person), cookies=[asker.cookie(person)])


async def _rename(asker: Asker, person: Person) -> None:
    """The new name is seen where no game has begun; a game goes on with the names that it began with."""
    for listed in await asker.house.store.tables_of(person.id):
        mine = seat_of(listed.seats, person.id)
        if listed.table.state == "open" and mine is not None:
            door = await asker.doors.door(listed.table.id)
            await door.ask(person, Sit(seat=mine), "")


_NOBODY = Cookie(key=COOKIE, value="", httponly=True, samesite="lax", max_age=0)


class MeController(Controller):
    """Who the asker is."""

    path = "/api/me"
    tags = ("People",)

    @get(summary="Who am I?")
    async def me(self, asker: TheAsker) -> Me | None:
        """The person of the cookie or token; null for nobody."""
        return None if asker.person is None else _me(asker.person)

    @post(summary="Come in as a guest")
    async def come_in(self, data: JSONBody[NewPerson], asker: TheAsker) -> Response[Me]:
        """A name is all; the answer sets the cookie."""
        return _as(asker, await asker.people.come_in(data.name))

    @patch(summary="Change name and settings")
    async def change(self, data: JSONBody[ChangePerson], asker: TheAsker) -> Me:
        """What is not given stays as it is."""
        person = await asker.people.change(asker.known, data.name, data.settings)
        if data.name is not None:
            await _rename(asker, person)
        return _me(person)

    @delete(summary="Leave for good", status_code=200)
    async def forget(self, asker: TheAsker) -> Response[None]:
        """The name is taken out of every game and chat; the games stay."""
        await asker.people.forget(asker.known)
        await asker.doors.forget(asker.known.id)
        return Response(None, cookies=[_NOBODY])

    @post("/logout", summary="Leave this device", status_code=200)
    async def log_out(self) -> Response[None]:
        """The cookie is taken back."""
        return Response(None, cookies=[_NOBODY])

    @post("/link", summary="A private link to another device")
    async def link(self, asker: TheAsker) -> Link:
        """Whoever opens it first, within a quarter of an hour, is this person there."""
        token, until = await asker.people.link(asker.known)
        return Link(f"/in/{token}", until)

    @post("/enter", summary="Come in by a private link")
    async def enter(self, data: JSONBody[Enter], asker: TheAsker) -> Response[Me]:
        """The link is used up."""
        return _as(asker, await asker.people.enter(data.token))

    @post("/password", summary="Make an account")
    async def password(self, data: JSONBody[NewPassword], asker: TheAsker) -> Me:
        """A login that nobody else has, and a password."""
        return _me(await asker.people.set_password(asker.known, data.login, data.password))

    @post("/login", summary="Come in with a password", status_code=200)
    async def log_in(self, data: JSONBody[Login], asker: TheAsker) -> Response[Me]:
        """The answer sets the cookie."""
        asker.house.rates.logins.spend(data.login.strip().casefold())
        return _as(asker, await asker.people.log_in(data.login, data.password))

    @get("/tokens", summary="My programs' tokens")
    async def tokens(self, asker: TheAsker) -> list[Token]:
        """Without the tokens themselves: those were shown once."""
        found = await asker.house.store.tokens(asker.known.id)
        return [Token(token.id, token.label, token.made, None) for token in found]

    @post("/tokens", summary="A token for a program")
    async def new_token(self, data: JSONBody[NewToken], asker: TheAsker) -> Token:
        """A program sends it as `Authorization: Bearer …` and plays as this person. Shown only now."""
        token, secret = await asker.people.new_token(asker.known, data.label)
        return Token(token.id, token.label, token.made, secret)

    @delete("/tokens/{id:str}", summary="Take a token back", status_code=200)
    async def remove_token(self, id: FromPath[str], asker: TheAsker) -> None:
        """The program is nobody from now on."""
        if not await asker.house.store.remove_token(asker.known.id, tidy_name(id)):
            raise Refusal("not_found")
