"""A table's socket: a client's messages in, updates and replies out, in the order they came.

Knows who is asking before the socket opens, and refuses what comes from another site, from nobody's table or too fast.
"""

from __future__ import annotations

import asyncio
import functools
import re
from collections import Counter, deque
from collections.abc import Mapping
from contextlib import suppress

import msgspec
import structlog

from saltroad.kernel.rulebook import LANGUAGES
from saltroad.protocol.messages import Done, Refused, Reply, decode, encode, is_update
from saltroad.protocol.pages import Fault
from saltroad.server.asking import refused
from saltroad.server.doors import Door, Doors, Look
from saltroad.server.house import House
from saltroad.server.origins import is_same_site
from saltroad.server.people import People
from saltroad.server.rates import Rate, Rates
from saltroad.server.refusals import Refusal
from saltroad.server.settings import Settings
from saltroad.server.sockets import RESTART, Connection, HttpRefusal, Request
from saltroad.server.store import Person, StoreError

log = structlog.get_logger()

COOKIE = "saltroad"
_PATH = re.compile(r"/api/tables/([0-9a-z]{1,40})/socket")
MOST_WAITING = 50
"""Messages of one connection that may wait for their turn."""
TOKEN_BEAT = 20.0
"""Seconds after which it is looked whether a token is still good."""
ENOUGH = 256 * 1024
"""Bytes on their way to a connection at which it is told no more until they are gone."""


class Live:
    """What all sockets of a server share."""

    def __init__(self, house: House, doors: Doors, people: People, settings: Settings) -> None:
        self.house = house
        self.doors = doors
        self.people = people
        self.public_url = settings.url
        self.connects = Rates(Rate(4 * settings.rate_requests, settings.rate_requests))
        """By address."""
        self._most = settings.most_connections
        self._open: Counter[str] = Counter()

    def check(self, address: str) -> None:
        """Refused if an address comes too fast, or has too many connections."""
        self.connects.spend(address)
        if self._most and self._open[address] >= self._most:
            raise Refusal("too_many", most=self._most)

    def opened(self, address: str) -> None:
        """One connection more."""
        self.house.metrics.connected(1)
        self._open[address] += 1

    def closed(self, address: str) -> None:
        """One fewer."""
        self.house.metrics.connected(-1)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def handler(self) -> LiveHandler:
        """One for each connection."""
        return LiveHandler(self)


class LiveHandler:
    """One connection to one table."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._door: Door
        self._person: Person | None = None
        self._language = ""
        self._address = ""
        self._look: Look | None = None
        self._opening: asyncio.Task[None] | None = None
        self._is_closed = False
        self._waiting: deque[bytes] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._drain: asyncio.Task[None] | None = None
        self._updates = 0
        """How many were sent."""
        self._token = ""
        """By which a program came in."""
        self._token_watch: asyncio.Task[None] | None = None

    async def refuse(self, request: Request) -> HttpRefusal | None:
        """Who asks, and for which table."""
        language = request.query.get("language", "")
        self._language = language if language in LANGUAGES else ""
        self._address = request.address
        try:
            found = _PATH.fullmatch(request.path)
            if found is None:
                raise Refusal("not_found")
            if not is_same_site(request.headers, self._live.public_url):
                raise Refusal("other_site")
            self._live.check(request.address)
            self._person = await person_of(self._live.people, request.headers)
            self._token = token_of(request.headers)
            self._door = await self._live.doors.door(found[1])
        except Refusal as refusal:
            fault = Fault(refusal.code, refusal.sentence(self._language or "en"))
            return status_of(refusal.code), msgspec.json.encode(fault)
        return None

    def opened(self, connection: Connection) -> None:
        self._live.opened(connection.request.address)
        self._opening = asyncio.create_task(self._open(connection))
        if self._token:
            self._token_watch = asyncio.create_task(self._watch_token(connection))

    async def _watch_token(self, connection: Connection) -> None:
        """A program whose token is taken back is sent away, though it only listens."""
        while True:
            await asyncio.sleep(TOKEN_BEAT)
            with suppress(StoreError):
                if await self._live.people.of_token(self._token) is None:
                    connection.close(1008, "the token was taken back")
                    return

    async def _open(self, connection: Connection) -> None:
        query = connection.request.query
        try:
            look = await self._door.look(
                None if self._person is None else self._person.id,
                self._language,
                _number(query.get("revision"), -1),
                _number(query.get("seen"), 0),
                send=functools.partial(self._tell, connection),
                can_take=functools.partial(self._can_take, connection),
                lost=lambda: connection.close(RESTART, "connect again"),
            )
        except Exception:
            log.exception("a look at a table failed", path=connection.request.path)
            connection.close(1011)
            return
        if self._is_closed:
            look.close()
        else:
            self._look = look

    def _tell(self, connection: Connection, body: bytes) -> None:
        if is_update(body):
            self._updates += 1
        connection.send(body)

    def _can_take(self, connection: Connection) -> bool:
        if connection.waiting < ENOUGH:
            return True
        if self._drain is None:
            self._drain = asyncio.create_task(self._push_when_drained(connection))
        return False

    async def _push_when_drained(self, connection: Connection) -> None:
        await connection.drained()
        self._drain = None
        if self._look is not None:
            self._look.push()

    def received(self, connection: Connection, data: bytes) -> None:
        if len(self._waiting) >= MOST_WAITING:
            connection.close(1008, "too many messages at once")
            return
        self._waiting.append(data)
        if self._worker is None:
            self._worker = asyncio.create_task(self._work(connection))

    async def _work(self, connection: Connection) -> None:
        """Answer what waits, one after the other. Never cancelled: what was begun is stored and told."""
        try:
            while self._waiting:
                shown = self._updates
                reply = await self._reply(self._waiting.popleft())
                # Nobody waits for the answer to a message without an id that an update has shown already.
                if not (isinstance(reply, Done) and not reply.to and self._updates > shown):
                    connection.send(encode(reply))
        except Exception:
            log.exception("a message could not be answered", path=connection.request.path)
            connection.close(1011)
        finally:
            self._worker = None

    async def _reply(self, data: bytes) -> Reply:
        try:
            message = decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return refused(Refusal("bad_message", why=str(error)), _id_of(data), self._language)
        house, who = self._live.house, self._address if self._person is None else self._person.id
        if not house.rates.messages.can_spend(who):
            return refused(Refusal("too_fast"), message.id, self._language)
        try:
            if self._person is not None:  # they may have another name by now, or be gone
                self._person = await self._live.people.again(self._person)
        except StoreError as error:
            log.error("the store failed", person=who, why=str(error))
            return refused(Refusal("no_database"), message.id, self._language)
        reply = await self._door.ask(self._person, message, self._language)
        if isinstance(reply, Refused):
            house.metrics.refused(reply.code)
        return reply

    def closed(self, connection: Connection) -> None:
        self._live.closed(connection.request.address)
        self._is_closed = True
        if self._look is not None:
            self._look.close()
        for task in (self._drain, self._token_watch):
            if task is not None:
                task.cancel()


async def person_of(people: People, headers: Mapping[str, str]) -> Person | None:
    """Who sent a request: by the token of a program or by a browser's cookie."""
    if token := token_of(headers):
        person = await people.of_token(token)
        if person is None:
            raise Refusal("bad_token")
        return person
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return await people.of_cookie(value)
    return None


class _Numbered(msgspec.Struct):
    id: int = 0


def _id_of(data: bytes) -> int:
    """The id of a message that cannot be read, if that much can."""
    try:
        return msgspec.json.decode(data, type=_Numbered).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return 0


def token_of(headers: Mapping[str, str]) -> str:
    """The token that a program shows; empty for a browser."""
    authorization = headers.get("authorization", "")
    return authorization[7:].strip() if authorization.lower().startswith("bearer ") else ""


_STATUS = {
    "no_table": 404, "not_found": 404, "no_game": 404, "no_ply": 404,
    "not_known": 401, "bad_token": 401, "wrong_login": 401, "dead_link": 410,
    "not_allowed": 403, "not_host": 403, "other_site": 403, "not_seated": 403,
    "too_fast": 429, "too_many": 429, "too_large": 413,
    "not_stored": 503, "no_database": 503, "moving": 503, "broken": 500,
    "bad_message": 400, "bad_options": 400, "bad_pace": 400, "bad_record": 400, "empty_text": 400, "name_too_long": 400,
    "no_bot": 400, "illegal": 422, "unreadable": 422, "too_long": 422,
}  # fmt: skip


def status_of(code: str) -> int:
    """The HTTP status of a refusal; what the table forbids as it stands is a conflict."""
    return _STATUS.get(code, 409)


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,15}", text) else otherwise
