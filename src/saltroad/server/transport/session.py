"""The session of a socket: a client's messages in, updates and replies out, in the order they came.

The caller is authenticated before the socket opens; a request from another site, for no table or too fast is refused.
"""

from __future__ import annotations

import asyncio
import functools
import re
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import structlog

from saltroad.protocol.messages import RELOAD, WIRE_VERSION, Done, Refused, Reply, decode, encode, is_update
from saltroad.server.accounts.accounts import Accounts
from saltroad.server.accounts.auth import ANONYMOUS, Caller
from saltroad.server.cluster.router import ProxySubscription, TableProxy, TableRouter
from saltroad.server.http.refusal_status import status_of
from saltroad.server.http.request_context import preferred_language
from saltroad.server.ip_addresses import address_group
from saltroad.server.metrics import Metrics
from saltroad.server.origins import is_same_site
from saltroad.server.rate_limits import Rate, RateLimiter, RateLimits
from saltroad.server.refusals import Refusal
from saltroad.server.refused_addresses import RefusedAddresses
from saltroad.server.settings import Settings
from saltroad.server.storage_notices import notice
from saltroad.server.store import StoreError
from saltroad.server.store.write_health import WriteHealth, WriteMonitor
from saltroad.server.tables.commands import refusal_reply
from saltroad.server.transport.websocket import RESTART, Connection, HttpRefusal, Request

log = structlog.get_logger()

_PATH = re.compile(r"/api/tables/([0-9a-z]{1,40})/socket")
MOST_WAITING = 50
"""Messages of one connection that may wait for their turn."""
MOST_UNREADABLE = 20
"""Messages in a row that cannot be read, after which a connection is closed."""
MOST_TOO_FAST = 100
"""Messages in a row that came too fast, after which a connection is closed: each refusal costs time, too."""


@dataclass(frozen=True, slots=True)
class SessionServices:
    """The parts of the server that sessions use."""

    router: TableRouter
    people: Accounts
    write_monitor: WriteMonitor
    limits: RateLimits
    metrics: Metrics
    refused_addresses: RefusedAddresses


class SocketSessions:
    """All sessions of a server, and what they share."""

    def __init__(self, services: SessionServices, settings: Settings) -> None:
        self.services = services
        self.public_url = settings.url
        self.connects = RateLimiter(Rate(4 * settings.rate_requests, settings.rate_requests))
        """By address."""
        self._most = settings.most_connections
        self._open: Counter[str] = Counter()
        self._sessions: dict[SocketSession, Connection] = {}
        services.write_monitor.on_change = self._send_storing

    def check(self, address: str) -> None:
        """Refused if an address comes too fast, or has too many connections."""
        address = address_group(address)
        self.connects.spend(address)
        if self._most and self._open[address] >= self._most:
            raise Refusal("too_many", most=self._most)

    def opened(self, address: str) -> None:
        """Count a connection of an address."""
        self.services.metrics.connected(1)
        self._open[address_group(address)] += 1

    def closed(self, address: str) -> None:
        """Count a connection of an address as closed."""
        self.services.metrics.connected(-1)
        address = address_group(address)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def add(self, session: SocketSession, connection: Connection) -> None:
        """Register an open session; its client is sent a notice if nothing can be stored."""
        self._sessions[session] = connection
        storing = self.services.write_monitor.health
        if not storing.works:
            connection.send(notice(storing))

    def remove(self, session: SocketSession) -> None:
        """Remove a session that is closed."""
        self._sessions.pop(session, None)

    def _send_storing(self, storing: WriteHealth) -> None:
        for connection in self._sessions.values():
            connection.send(notice(storing))

    def handler(self) -> SocketSession:
        """A session for a new connection."""
        return SocketSession(self)


class SocketSession:
    """One connection to one table."""

    def __init__(self, sessions: SocketSessions) -> None:
        self._sessions = sessions
        self._services = sessions.services
        self._proxy: TableProxy
        self._caller: Caller = ANONYMOUS
        self._address = ""
        self._subscription: ProxySubscription | None = None
        self._opening: asyncio.Task[None] | None = None
        self._is_closed = False
        self._waiting: deque[bytes] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._drain: asyncio.Task[None] | None = None
        self._updates = 0
        """How many were sent."""
        self._last_code, self._in_a_row = "", 0
        """What was last answered, if it was a refusal, and how often in a row."""
        self._revocations_before = 0
        """How many there were when the caller was looked up: a later one may be that of this caller."""
        self._is_revoked = False
        self._is_outdated = False
        """Whether the client speaks another version: it is sent nothing."""
        self._unregister: Callable[[], None] = _nothing
        self._recheck: asyncio.Task[None] | None = None

    async def refuse(self, request: Request) -> HttpRefusal | None:
        """Authenticate the caller and find the table; the refusal to send if either fails."""
        self._address = request.address
        try:
            found = _PATH.fullmatch(request.path)
            if found is None:
                raise Refusal("not_found")
            if not is_same_site(request.headers, self._sessions.public_url):
                raise Refusal("other_site")
            self._sessions.check(request.address)
            self._revocations_before = self._services.people.revocation_count
            self._caller = await self._services.people.authenticate(request.headers)
            self._caller.require("watch")
            self._proxy = await self._services.router.proxy(found[1])
        except Refusal as refusal:
            if refusal.code in ("too_fast", "too_many"):
                self._services.refused_addresses.note(request.address, refusal.code)
            language = preferred_language("", request.headers.get("accept-language", ""))
            return status_of(refusal.code), msgspec.json.encode(refusal.body(language))
        return None

    def opened(self, connection: Connection) -> None:
        self._sessions.opened(connection.request.address)
        self._is_outdated = connection.request.query.get("wire") != str(WIRE_VERSION)
        if self._is_outdated:  # told by a code, as a browser does not tell its page why a socket was refused
            connection.close(RELOAD, f"this server speaks version {WIRE_VERSION}: load the client again")
            return
        people = self._services.people
        self._unregister = people.connections.add(self._caller, functools.partial(self._end, connection))
        if people.revocation_count != self._revocations_before:
            self._recheck = asyncio.create_task(self._check_still_let_in(connection))
        self._sessions.add(self, connection)
        self._opening = asyncio.create_task(self._open(connection))

    def _end(self, connection: Connection, reason: str) -> None:
        """Close the connection, because the caller's session or token was revoked; messages that wait are not
        answered."""
        self._is_revoked = True
        self._waiting.clear()
        connection.close(1008, reason)

    async def _check_still_let_in(self, connection: Connection) -> None:
        """Close the connection if the caller's session or token was revoked while the socket was opening."""
        try:
            if not await self._services.people.is_still_valid(self._caller):
                self._end(connection, "no longer let in")
        except StoreError:
            self._end(connection, "it is not known who you are: connect again")

    async def _open(self, connection: Connection) -> None:
        query = connection.request.query
        try:
            subscription = await self._proxy.subscribe(
                None if self._caller.person is None else self._caller.person.id,
                _number(query.get("revision"), -1),
                _number(query.get("seen"), 0),
                send=functools.partial(self._send, connection),
                can_take=functools.partial(self._can_take, connection),
                on_lost=lambda: connection.close(RESTART, "connect again"),
            )
        except Exception:
            log.exception("a subscription to a table failed", path=connection.request.path)
            connection.close(1011)
            return
        if self._is_closed:
            subscription.close()
        else:
            self._subscription = subscription

    def _send(self, connection: Connection, body: bytes) -> None:
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
        if self._subscription is not None:
            self._subscription.push()

    def received(self, connection: Connection, data: bytes) -> None:
        if self._is_outdated:
            return
        if len(self._waiting) >= MOST_WAITING:
            connection.close(1008, "too many messages at once")
            return
        self._waiting.append(data)
        if self._worker is None:
            self._worker = asyncio.create_task(self._work(connection))

    async def _work(self, connection: Connection) -> None:
        """Answer the messages that wait, one after the other. Never cancelled: what was begun is stored and
        published."""
        try:
            while self._waiting:
                shown = self._updates
                reply = await self._reply(self._waiting.popleft())
                if why := self._reason_to_close(reply):
                    self._waiting.clear()
                    connection.close(1008, why)
                # A message without an id needs no reply once an update has shown what it did.
                if not (isinstance(reply, Done) and not reply.to and self._updates > shown):
                    connection.send(encode(reply))
        except Exception:
            log.exception("a message could not be answered", path=connection.request.path)
            connection.close(1011)
        finally:
            self._worker = None

    def _reason_to_close(self, reply: Reply) -> str:
        """The reason to close a connection that gets the same refusal again and again; empty if there is none."""
        code = reply.code if isinstance(reply, Refused) else ""
        self._in_a_row = self._in_a_row + 1 if code == self._last_code else 1
        self._last_code = code
        if code == "bad_message" and self._in_a_row >= MOST_UNREADABLE:
            return "too many messages that cannot be read"
        if code == "too_fast" and self._in_a_row >= MOST_TOO_FAST:
            return "too many messages"
        return ""

    async def _reply(self, data: bytes) -> Reply:
        person = self._caller.person
        who = address_group(self._address) if person is None else person.id
        if not self._services.limits.messages.try_spend(who):  # before it is read: what cannot be read costs as much
            return refusal_reply(Refusal("too_fast"), _id_of(data))
        try:
            message = decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return refusal_reply(Refusal("bad_message", why=str(error)), _id_of(data))
        try:
            self._caller.require("play")
            if person is not None:  # they may have another name by now, or be gone
                person = await self._services.people.reload(person)
        except Refusal as refusal:
            return refusal_reply(refusal, message.id)
        except StoreError as error:
            log.error("the store failed", person=who, why=str(error))
            return refusal_reply(Refusal("no_database"), message.id)
        if self._is_revoked:
            person = None
        reply = await self._proxy.run_command(person, message)
        if isinstance(reply, Refused):
            self._services.metrics.refused(reply.code)
        return reply

    def closed(self, connection: Connection) -> None:
        self._sessions.closed(connection.request.address)
        self._sessions.remove(self)
        self._is_closed = True
        if self._subscription is not None:
            self._subscription.close()
            self._subscription = None  # it holds this session and the table: they are freed without the collector
        self._unregister()
        self._unregister = _nothing  # it holds this session
        for task in (self._drain, self._recheck):
            if task is not None:
                task.cancel()


def _nothing() -> None:
    """The default of `_unregister`, for a session that is not registered."""


class _Numbered(msgspec.Struct):
    id: int = 0


def _id_of(data: bytes) -> int:
    """The id of a message that cannot be read, if that much can."""
    try:
        return msgspec.json.decode(data, type=_Numbered).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return 0


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,15}", text) else otherwise
