"""Database engines: their addresses, the settings that make a commit durable, and what their errors mean."""

from __future__ import annotations

import errno
import importlib.util
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from saltroad.server.store.errors import AlreadyExists, BadValue, StoreError

WRITES = "saltroad_writes"
"""The execution option that marks the connection that writes."""
_BUSY_TIMEOUT = 10
_IDLE_TIMEOUT = 6
"""Seconds that PostgreSQL lets a transaction wait for its client. A process that is frozen in the middle of a write
keeps its rows locked, and the processes that take over its tables wait for them: so the lock ends when the leases end
(`cluster.leases.TTL`)."""
_READ_CONNECTIONS = 4
_RETRYABLE_CODES = {"40001", "40P01"}
"""PostgreSQL could not order two transactions: a retry succeeds."""
_READ_ONLY = "attempt to write a readonly database"
_DAMAGED = ("database disk image is malformed", "file is not a database")
"""SQLite's messages when a page of the file is not what it wrote there."""

Cause = Literal["full", "read_only", "damaged", "locked", "away", "slow", "not_alone", "failed"]
"""Why nothing can be stored, as a code."""


def database_url(where: str | Path) -> URL:
    """The address of a database: a path, `sqlite:///path` or `postgresql://user@host/name`."""
    if isinstance(where, Path) or "://" not in where:
        if str(where) in {"", ":memory:"}:
            raise StoreError("A store needs a file to keep its promises: name a path.")
        return URL.create("sqlite+aiosqlite", database=str(where))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise StoreError(
            "The address of the database cannot be read; it looks like postgresql://user@host/name."
        ) from None
    kind = url.get_backend_name()
    if kind == "sqlite":
        if url.query:
            raise StoreError("The address of an SQLite file takes no settings after '?': name the path alone.")
        return database_url(url.database or "")
    if kind in {"postgresql", "postgres"}:
        if importlib.util.find_spec("asyncpg") is None:
            raise StoreError("PostgreSQL needs the package asyncpg: pip install asyncpg.")
        return url.set(drivername="postgresql+asyncpg")
    raise StoreError(f"A store is an SQLite file or a PostgreSQL database, not {kind!r}.")


def is_sqlite(url: URL) -> bool:
    """Whether the store is a file, and not a PostgreSQL database."""
    return url.get_backend_name() == "sqlite"


def without_password(url: URL) -> str:
    """The address as a message may show it, without its password."""
    return str(url.database) if is_sqlite(url) else url.render_as_string(hide_password=True)


def make_engine(url: URL) -> AsyncEngine:
    """An engine whose commits are durable when they return."""
    if not is_sqlite(url):
        # PostgreSQL may be configured otherwise; our commits are on disk when they return.
        settings = {
            "synchronous_commit": "on",
            "application_name": "saltroad",
            "idle_in_transaction_session_timeout": f"{_IDLE_TIMEOUT}s",
        }
        return create_async_engine(
            url,
            pool_size=_READ_CONNECTIONS + 1,
            max_overflow=0,
            pool_pre_ping=True,
            connect_args={"server_settings": settings, "timeout": _BUSY_TIMEOUT},
        )
    engine = create_async_engine(
        url, pool_size=_READ_CONNECTIONS + 1, max_overflow=0, connect_args={"timeout": _BUSY_TIMEOUT}
    )
    event.listen(engine.sync_engine, "connect", prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def prepare_sqlite(connection: Any, _: Any) -> None:
    """Configure a connection to an SQLite file."""
    # Python's own habit of opening transactions is off: it opens none before a read or a CREATE TABLE.
    connection.isolation_level = None
    # The journal is set once, when the store is opened: only then is it known that the file is ours.
    cursor = connection.cursor()
    for setting in (
        f"busy_timeout = {_BUSY_TIMEOUT * 1000}",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes its lock at once: one that began as a reader could be refused half-way.
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


async def checkpoint_wal(engine: AsyncEngine) -> None:
    """Copy the write-ahead log into the SQLite file, as far as no reader is in the way."""
    async with engine.connect() as connection:
        # Past SQLAlchemy, which would open a transaction.
        raw = (await connection.get_raw_connection()).driver_connection
        assert raw is not None
        await raw.execute("PRAGMA wal_checkpoint")


def is_caller_error(error: BaseException) -> bool:
    """Whether one caller may have caused an error: then the others of its group can be stored without it.

    A full disk, a lock held by another program or a lost connection concern all callers.
    """
    if not isinstance(error, DBAPIError):
        return not isinstance(error, OSError | PoolTimeout)
    # PostgreSQL's classes of errors: 22 is bad data, 40 a transaction rolled back in favour of another.
    return isinstance(error, IntegrityError) or (_code_of(error) or "")[:2] in {"22", "40"}


def is_retryable(error: BaseException) -> bool:
    """Whether the same transaction can be retried as it is."""
    return isinstance(error, DBAPIError) and _code_of(error) in _RETRYABLE_CODES


def _code_of(error: DBAPIError) -> str | None:
    code = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "pgcode", None)
    return code if isinstance(code, str) else None


def cause_of(error: BaseException) -> Cause:
    """The cause of an error as a code, which clients may see: it does not name the database."""
    code, message = _code_of(error) or "" if isinstance(error, DBAPIError) else "", _driver_message(error)
    if message == "database or disk is full" or code == "53100":
        return "full"
    if message == _READ_ONLY or code == "25006":
        return "read_only"
    if message in _DAMAGED or code in {"XX001", "XX002"}:
        return "damaged"
    if message == "database is locked" or code == "55P03":
        return "locked"
    is_lost = isinstance(error, OSError | PoolTimeout) or getattr(error, "connection_invalidated", False)
    if is_lost or message == "unable to open database file" or code[:2] in {"08", "57"} or code == "25P03":
        return "away"
    return "failed"


def _driver_message(error: BaseException) -> str:
    """The message of the database driver."""
    cause = " ".join(str(getattr(error, "orig", None) or error).split()) or type(error).__name__
    return cause.removeprefix("<class 'asyncpg.exceptions.").removesuffix(".")


def store_error(error: BaseException, url: URL) -> StoreError:
    """The StoreError, with a sentence for people, that stands for an error of the database."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, IntegrityError):
        return AlreadyExists("The id is in use already, or what it refers to is not there.")
    if isinstance(error, DBAPIError) and (_code_of(error) or "").startswith("22"):
        return BadValue("The database cannot hold that value.")
    cause = _driver_message(error)
    if isinstance(error, OSError) and error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        cause = _READ_ONLY
    why = {
        "database is locked": "another program has held it locked for too long",
        "database or disk is full": "the disk is full: make room",
        _READ_ONLY: "it cannot be written: see who owns the file and its folder, and"
        " whether the disk is mounted read-only",
        "unable to open database file": "the file cannot be opened: see that its folder is there and may be written",
        "disk I/O error": "the disk reports an error (disk I/O error)",
        **dict.fromkeys(_DAMAGED, "its file is damaged: stop the server and put a copy back, saltroad admin restore"),
    }.get(cause, cause)
    return StoreError(f"The database {without_password(url)} failed: {why}.")
