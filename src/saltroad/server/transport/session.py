"""A table's socket: a client's messages in, updates and replies out, in the order they came.

Knows who is asking before the socket opens, and refuses what comes from another site, from nobody's table or too fast.
"""

from __future__ import annotations

import asyncio
import functools
import re
from collections import Counter, deque
from collections.abc import Callable

import msgspec
import structlog

from saltroad.kernel.rulebook import LANGUAGES
from saltroad.protocol.messages import Done, Refused, Reply, decode, encode, is_update
from saltroad.protocol.pages import RefusalBody
from saltroad.server.accounts.accounts import Accounts
from saltroad.server.accounts.auth import ANONYMOUS, Caller
from saltroad.server.cluster.router import ProxySubscription, TableProxy, TableRouter
from saltroad.server.ip_addresses import address_group
from saltroad.server.origins import is_same_site
from saltroad.server.rate_limits import Rate, RateLimiter
from saltroad.server.refusals import Refusal
from saltroad.server.settings import Settings
from saltroad.server.storage_notices import notice
from saltroad.server.store import StoreError
from saltroad.server.store.write_health import WriteHealth
from saltroad.server.tables.commands import refusal_reply
from saltroad.server.tables.registry import TableRegistry
from saltroad.server.transport.websocket import RESTART, Connection, HttpRefusal, Request

log = structlog.get_logger()

_PATH = re.compile(r"/api/tables/([0-9a-z]{1,40})/socket")
MOST_WAITING = 50
"""Messages of one connection that may wait for their turn."""
MOST_UNREADABLE = 20
"""Messages in a row that cannot be read, after which a connection is closed."""
MOST_TOO_FAST = 100
"""Messages in a row that came too fast, after which a connection is closed: to refuse each is work, too."""


class SocketSessions:
    """What all sockets of a server share."""

    def __init__(self, registry: TableRegistry, router: TableRouter, people: Accounts, settings: Settings) -> None:
        self.registry = registry
        self.router = router
        self.people = people
        self.public_url = settings.url
        self.connects = RateLimiter(Rate(4 * settings.rate_requests, settings.rate_requests))
        """By address."""
        self._most = settings.most_connections
        self._open: Counter[str] = Counter()
        self._handlers: dict[SocketSession, Connection] = {}
        registry.store.monitor.on_change = self._tell_storing

    def check(self, address: str) -> None:
        """Refused if an address comes too fast, or has too many connections."""
        address = address_group(address)
        self.connects.spend(address)
        if self._most and self._open[address] >= self._most:
            raise Refusal("too_many", most=self._most)

    def opened(self, address: str) -> None:
        """One connection more."""
        self.registry.metrics.connected(1)
        self._open[address_group(address)] += 1

    def closed(self, address: str) -> None:
        """One fewer."""
        self.registry.metrics.connected(-1)
        address = address_group(address)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def came(self, handler: SocketSession, connection: Connection) -> None:
        """A connection is open; it is told if nothing can be stored."""
        self._handlers[handler] = connection
        storing = self.registry.store.monitor.health
        if not storing.works:
            connection.send(notice(storing, handler.language))

    def went(self, handler: SocketSession) -> None:
        """It is gone."""
        self._handlers.pop(handler, None)

    def _tell_storing(self, storing: WriteHealth) -> None:
        for handler, connection in self._handlers.items():
            connection.send(notice(storing, handler.language))

    def handler(self) -> SocketSession:
        """One for each connection."""
        return SocketSession(self)


class SocketSession:
    """One connection to one table."""

    def __init__(self, live: SocketSessions) -> None:
        self._live = live
        self._proxy: TableProxy
        self._caller: Caller = ANONYMOUS
        self._language = ""
        self._address = ""
        self._look: ProxySubscription | None = None
        self._opening: asyncio.Task[None] | None = None
        self._is_closed = False
        self._waiting: deque[bytes] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._drain: asyncio.Task[None] | None = None
        self._updates = 0
        """How many were sent."""
        self._last_code, self._in_a_row = "", 0
        """What was last answered, if it was a refusal, and how often in a row."""
        self._revocation_count = 0
        """When the caller was looked up: what has ended since may be what they came in by."""
        self._is_ended = False
        self._leave: Callable[[], None] = _nothing
        self._second_look: asyncio.Task[None] | None = None

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
            self._revocation_count = self._live.people.revocation_count
            self._caller = await self._live.people.authenticate(request.headers)
            self._caller.require("watch")
            self._proxy = await self._live.router.proxy(found[1])
        except Refusal as refusal:
            if refusal.code in ("too_fast", "too_many"):
                self._live.registry.refused_addresses.note(request.address, refusal.code)
            fault = RefusalBody(refusal.code, refusal.sentence(self._language or "en"))
            return status_of(refusal.code), msgspec.json.encode(fault)
        return None

    @property
    def language(self) -> str:
        return self._language

    def opened(self, connection: Connection) -> None:
        self._live.opened(connection.request.address)
        people = self._live.people
        self._leave = people.connections.add(self._caller, functools.partial(self._end, connection))
        if people.revocation_count != self._revocation_count:
            self._second_look = asyncio.create_task(self._look_again(connection))
        self._live.came(self, connection)
        self._opening = asyncio.create_task(self._open(connection))

    def _end(self, connection: Connection, reason: str) -> None:
        """What the caller came in by has ended: nothing that still waits is done."""
        self._is_ended = True
        self._waiting.clear()
        connection.close(1008, reason)

    async def _look_again(self, connection: Connection) -> None:
        """Something ended while the socket was opening: was it this?"""
        try:
            if not await self._live.people.is_still_valid(self._caller):
                self._end(connection, "no longer let in")
        except StoreError:
            self._end(connection, "it is not known who you are: connect again")

    async def _open(self, connection: Connection) -> None:
        query = connection.request.query
        try:
            look = await self._proxy.look(
                None if self._caller.person is None else self._caller.person.id,
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
        if not connection.is_full:
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
                if why := self._wastes_time(reply):
                    self._waiting.clear()
                    connection.close(1008, why)
                # Nobody waits for the answer to a message without an id that an update has shown already.
                if not (isinstance(reply, Done) and not reply.to and self._updates > shown):
                    connection.send(encode(reply))
        except Exception:
            log.exception("a message could not be answered", path=connection.request.path)
            connection.close(1011)
        finally:
            self._worker = None

    def _wastes_time(self, reply: Reply) -> str:
        """Why a connection is to be closed that is told the same again and again; empty if it is not."""
        code = reply.code if isinstance(reply, Refused) else ""
        self._in_a_row = self._in_a_row + 1 if code == self._last_code else 1
        self._last_code = code
        if code == "bad_message" and self._in_a_row >= MOST_UNREADABLE:
            return "too many messages that cannot be read"
        if code == "too_fast" and self._in_a_row >= MOST_TOO_FAST:
            return "too many messages"
        return ""

    async def _reply(self, data: bytes) -> Reply:
        registry, person = self._live.registry, self._caller.person
        who = address_group(self._address) if person is None else person.id
        if not registry.rates.messages.try_spend(who):  # before it is read: what cannot be read costs as much
            return refusal_reply(Refusal("too_fast"), _id_of(data), self._language)
        try:
            message = decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return refusal_reply(Refusal("bad_message", why=str(error)), _id_of(data), self._language)
        try:
            self._caller.require("play")
            if person is not None:  # they may have another name by now, or be gone
                person = await self._live.people.reload(person)
        except Refusal as refusal:
            return refusal_reply(refusal, message.id, self._language)
        except StoreError as error:
            log.error("the store failed", person=who, why=str(error))
            return refusal_reply(Refusal("no_database"), message.id, self._language)
        if self._is_ended:
            person = None
        reply = await self._proxy.run_command(person, message, self._language)
        if isinstance(reply, Refused):
            registry.metrics.refused(reply.code)
        return reply

    def closed(self, connection: Connection) -> None:
        self._live.closed(connection.request.address)
        self._live.went(self)
        self._is_closed = True
        if self._look is not None:
            self._look.close()
            self._look = None  # which holds this and the table: they must not wait for Python to look for circles
        self._leave()
        self._leave = _nothing  # it holds this handler
        for task in (self._drain, self._second_look):
            if task is not None:
                task.cancel()


def _nothing() -> None:
    """For a handler that is not among the open connections."""


class _Numbered(msgspec.Struct):
    id: int = 0


def _id_of(data: bytes) -> int:
    """The id of a message that cannot be read, if that much can."""
    try:
        return msgspec.json.decode(data, type=_Numbered).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return 0


_STATUS = {
    "no_table": 404, "not_found": 404, "no_game": 404, "no_ply": 404, "no_dice": 404,
    "not_known": 401, "bad_token": 401, "wrong_login": 401, "dead_link": 410,
    "token_scope": 403, "wrong_password": 403,
    "not_allowed": 403, "not_host": 403, "other_site": 403, "not_seated": 403,
    "too_fast": 429, "too_many": 429, "too_many_open": 429, "too_large": 413,
    "not_stored": 503, "no_database": 503, "moving": 503, "full": 503, "broken": 500,
    "bad_message": 400, "bad_options": 400, "bad_pace": 400, "bad_record": 400, "empty_text": 400, "name_too_long": 400,
    "no_bot": 400, "illegal": 422, "unreadable": 422, "too_long": 422,
}  # fmt: skip


def status_of(code: str) -> int:
    """The HTTP status of a refusal; what the table forbids as it stands is a conflict."""
    return _STATUS.get(code, 409)


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,15}", text) else otherwise
