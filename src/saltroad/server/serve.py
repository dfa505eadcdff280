"""A server from start to end: makes its parts, opens the port, and stops without losing a move."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import secrets
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field

import structlog
import uvicorn

from saltroad.kernel.errors import SaltroadError
from saltroad.server.accounts.accounts import Accounts
from saltroad.server.analysis_jobs.jobs import AnalysisJobs
from saltroad.server.bot_pool.pool import BotPool
from saltroad.server.bot_pool.warmup import Warmup
from saltroad.server.cluster.router import LocalServices, TableRouter
from saltroad.server.http.app import make_app
from saltroad.server.http.connection_limits import ConnectionLimiter, connection_capacity
from saltroad.server.http.limited_protocol import http_protocol
from saltroad.server.http.request_context import HttpServices
from saltroad.server.metrics import Metrics
from saltroad.server.rate_limits import Rate, RateLimits
from saltroad.server.refused_addresses import RefusedAddresses
from saltroad.server.settings import Settings, secret_of
from saltroad.server.store import Store, StoreError
from saltroad.server.store.file_check import check_file
from saltroad.server.store.server_lock import exclusive_server
from saltroad.server.tables.chat import chat_limiter
from saltroad.server.tables.commands import CommandRunner
from saltroad.server.tables.creation import TableCreator
from saltroad.server.tables.registry import TableRegistry
from saltroad.server.transport.session import SessionServices, SocketSessions
from saltroad.server.transport.socket_limits import SocketLimits
from saltroad.server.transport.upgrade import websocket_protocol
from saltroad.server.variations.position_analyses import PositionAnalyses
from saltroad.server.variations.service import VariationService

log = structlog.get_logger()

UPGRADE = 120
"""Seconds for a socket to open: on a new machine the rules of a game are compiled before its first table opens."""
PATIENCE = 10
"""Seconds that requests under way have to finish when the server stops."""


class CannotListen(SaltroadError):
    """The address or port cannot be bound."""


@dataclass
class Listening:
    """Where a server answers."""

    url: str
    port: int
    warnings: tuple[str, ...] = field(default=(), kw_only=True)
    """Warnings about the database, for the host of the server."""


@dataclass(frozen=True, slots=True)
class ServerParts:
    """The parts of a server, each made once."""

    store: Store
    registry: TableRegistry
    creator: TableCreator
    analyses: AnalysisJobs
    variations: VariationService
    commands: CommandRunner
    router: TableRouter
    people: Accounts
    warmup: Warmup
    limits: RateLimits
    metrics: Metrics
    refused_addresses: RefusedAddresses

    def for_http(self) -> HttpServices:
        """The parts that HTTP handlers use."""
        return HttpServices(
            store=self.store,
            registry=self.registry,
            router=self.router,
            creator=self.creator,
            analyses=self.analyses,
            variations=self.variations,
            people=self.people,
            warmup=self.warmup,
            limits=self.limits,
            metrics=self.metrics,
            refused_addresses=self.refused_addresses,
        )

    def for_sockets(self) -> SessionServices:
        """The parts that socket sessions use."""
        return SessionServices(
            router=self.router,
            people=self.people,
            write_monitor=self.store.monitor,
            limits=self.limits,
            metrics=self.metrics,
            refused_addresses=self.refused_addresses,
        )


@dataclass
class Running(Listening):
    """A server that answers, in this process."""

    parts: ServerParts


def listen(settings: Settings) -> socket.socket:
    """Bind the port; returns its socket. CannotListen if it cannot be bound."""
    family = socket.AF_INET6 if ":" in settings.listens_on else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.listens_on, settings.port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise CannotListen(
            f"Cannot listen on {settings.listens_on} port {settings.port}: {error.strerror or error}. {_cure(error)}"
        ) from None
    return listener


def _cure(error: OSError) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return "The address is none of this machine's: leave --host out, or take --host 0.0.0.0 for all that it has."
    if error.errno == errno.EACCES:
        return "Ports below 1024 are the system's own: choose another with --port."
    return "Is another server running there? Choose another with --port, or --port 0 for any that is free."


@contextlib.asynccontextmanager
async def open_server(
    settings: Settings,
    bot_pause: float = 0.6,
    name: str | None = None,
    *,
    searches: bool = True,
    warms_first: bool | None = None,
) -> AsyncIterator[ServerParts]:
    """Make the parts of a server, and close them at the end in the order that loses nothing.

    With Redis this process is one of several, under a name of its own; it gives its leases up when all is stored.
    """
    async with contextlib.AsyncExitStack() as stack:
        member = None
        if settings.redis is not None:
            from saltroad.server.cluster.member import join_cluster  # Redis is only needed by those who have it

            member = await stack.enter_async_context(join_cluster(settings.redis, name))
        store = await _open_store(stack, settings)
        metrics = Metrics()
        bot_pool = await BotPool.open(settings.thinkers, seconds=settings.bot_seconds, metrics=metrics)
        stack.push_async_callback(bot_pool.close)
        secret = secret_of(settings)
        leases = None if member is None else member.leases
        warmup, limits = Warmup(bot_pool), RateLimits(settings)
        registry = TableRegistry(
            store,
            bot_pool,
            warmup,
            secret,
            metrics=metrics,
            bot_pause=bot_pause,
            away_seconds=settings.away_seconds,
            leases=leases,
        )
        creator = TableCreator(store, registry, warmup, limits.tables, most_open=settings.most_open_tables)
        commands = CommandRunner(creator, bot_pool, limits, chat_limiter(settings), metrics)
        people = Accounts(store, secret, rate_logins=settings.rate_logins)
        people.open()
        stack.push_async_callback(people.close)
        services = LocalServices(registry, commands, metrics)
        router = TableRouter(services)
        if member is not None:
            if warms_first or (warms_first is None and await member.has_others()):
                # The others go on with every table meanwhile; with us, people would wait until the rules are loaded.
                warmup.begin(searches=searches)
                await warmup.wait_all()
            router = await member.serve(services, people)
        warmup.begin(searches=searches)
        stack.push_async_callback(warmup.close)
        registry.open()
        stack.push_async_callback(registry.close)
        analyses = AnalysisJobs(store, registry, settings.analysis_processes, settings.analysis_nodes)
        analyses.open()
        stack.push_async_callback(analyses.close)
        positions = PositionAnalyses(settings.analysis_processes)
        stack.push_async_callback(positions.close)
        variations = VariationService(
            store, registry, bot_pool, warmup, positions, limits.variations, settings.analysis_nodes
        )
        if member is not None:
            stack.push_async_callback(member.close_router)
        yield ServerParts(
            store=store,
            registry=registry,
            creator=creator,
            analyses=analyses,
            variations=variations,
            commands=commands,
            router=router,
            people=people,
            warmup=warmup,
            limits=limits,
            metrics=metrics,
            refused_addresses=RefusedAddresses(),
        )


async def _open_store(stack: contextlib.AsyncExitStack, settings: Settings) -> Store:
    """Open the database, locked for this server or for those that share it, and marked as in use until it is closed."""
    only = await stack.enter_async_context(exclusive_server(settings.database, shares=settings.redis is not None))
    file = settings.database_file
    warnings = [] if file is None else await asyncio.to_thread(check_file, file)
    store = await Store.open(settings.database)
    stack.push_async_callback(store.close)
    store.guard_writes(only.refusal)
    await store.mark_running()
    stack.push_async_callback(_end, store)
    warnings += await store.find_triggers()
    for warning in warnings:
        log.error(warning)
    store.warnings = tuple(warnings)
    return store


async def _end(store: Store) -> None:
    try:
        await store.mark_stopped()
    except StoreError as error:
        log.error("the end of the server could not be noted", why=str(error))


class _Server(uvicorn.Server):
    """uvicorn's server, with an event that it has started, and without its habit of ending the process by the signal
    before our own parts are closed."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.has_started = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.has_started.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        with super().capture_signals():
            try:
                yield
            finally:
                self._captured_signals.clear()


async def serve(
    settings: Settings,
    *,
    bot_pause: float = 0.6,
    ready: Callable[[Running], None] = lambda running: None,
    until: asyncio.Event | None = None,
    listener: socket.socket | None = None,
    name: str | None = None,
    searches: bool = True,
    warms_first: bool | None = None,
) -> None:
    """Serve in this process until a signal or `until` says stop; calls `ready` when the port answers.

    One of several processes is given the port that they share, and a name. Without `searches`, the search of the levels
    is compiled when a bot first needs it. With `warms_first` no client is let in before the rules of all games are
    loaded; None means only if other processes let clients in meanwhile.
    """
    if name is None and settings.redis is not None:
        name = secrets.token_hex(6)
    with contextlib.closing(listener or listen(settings)) as port:  # closed too if nothing comes of the start
        await _serve(settings, bot_pause, ready, until, port, name, searches, warms_first)


async def _serve(
    settings: Settings,
    bot_pause: float,
    ready: Callable[[Running], None],
    until: asyncio.Event | None,
    listener: socket.socket,
    name: str | None,
    searches: bool,
    warms_first: bool | None,
) -> None:
    async with open_server(settings, bot_pause, name, searches=searches, warms_first=warms_first) as parts:
        is_ours = threading.current_thread() is threading.main_thread()  # the whole process
        if is_ours:
            _tune_gc()
        sessions = SocketSessions(parts.for_sockets(), settings)
        gate = connection_limiter(settings)
        gate.on_refused = parts.refused_addresses.note
        config = uvicorn.Config(
            make_app(parts.for_http(), settings, makes_docs=is_ours),
            ws=websocket_protocol(sessions.handler, socket_limits(settings)),
            loop="none",
            http=http_protocol(gate),
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=True,
            forwarded_allow_ips=list(settings.trusted_proxies),
            timeout_graceful_shutdown=PATIENCE,
            server_header=False,
            date_header=True,
            headers=[("saltroad-process", name)] if name is not None else [],
        )
        server = _Server(config)
        port = listener.getsockname()[1]
        running = Running(url_of(settings, port), port, parts, warnings=parts.store.warnings)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        watching = asyncio.create_task(_watch(server, running, ready, until))
        try:
            await serving
        finally:
            watching.cancel()


def socket_limits(settings: Settings) -> SocketLimits:
    """The limits of sockets: a socket may send twice as many frames a second as messages are answered, and an address
    may have ten sockets that are so busy."""
    rate = settings.rate_requests
    return SocketLimits(
        upgrade_timeout=UPGRADE, budget=Rate(8 * rate, 2 * rate), address_budget=Rate(80 * rate, 20 * rate)
    )


def connection_limiter(settings: Settings) -> ConnectionLimiter:
    """The limiter of connections. A browser that does not keep connections open makes one for each request of a
    page."""
    rate = Rate(8 * settings.rate_requests, 2 * settings.rate_requests)
    return ConnectionLimiter(settings.most_connections, connection_capacity(), rate, settings.trusted_proxies)


def _tune_gc() -> None:
    """Run Python's cyclic garbage collector less often: each run visits all tables, and every client waits. Nearly
    nothing here is held by reference cycles; the rest is freed at once anyway."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def url_of(settings: Settings, port: int) -> str:
    """The URL of the server on the port that it was given."""
    return settings.url.replace(f":{settings.port}", f":{port}")


async def _watch(
    server: _Server, running: Running, ready: Callable[[Running], None], until: asyncio.Event | None
) -> None:
    """Call `ready` when the server has started, and stop it when `until` says so. Cancelled when it has ended."""
    await server.has_started.wait()
    ready(running)
    if until is not None:
        await until.wait()
        server.should_exit = True
