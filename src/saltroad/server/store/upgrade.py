"""Schema upgrades: makes an empty database a store, migrates an older one, and refuses foreign ones unchanged.

Runs in a thread with a loop of its own, one at a time: Alembic keeps what it is working on in globals.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from saltroad.server.store.engines import WRITES, is_sqlite, make_engine, store_error, without_password
from saltroad.server.store.errors import ForeignDatabase, StoreError
from saltroad.server.store.schema import NEWEST, VERSION_TABLE

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
_ADVISORY_LOCK = 0x5A17_0AD
_WAL_TIMEOUT = 30.0
_alembic_lock = threading.Lock()


async def upgrade_database(url: URL) -> None:
    """Give the database the schema of this version; ForeignDatabase or StoreError if that is impossible."""
    await asyncio.to_thread(_run, url)


def _run(url: URL) -> None:
    with _alembic_lock:
        try:
            if is_sqlite(url):
                create_file(Path(str(url.database)))
            asyncio.run(_upgrade(url))
        except (DBAPIError, OSError) as error:
            if "file is not a database" in str(error):
                raise ForeignDatabase(f"The file {without_password(url)!r} is not a database: name another.") from None
            raise store_error(error, url) from error


def create_file(path: Path) -> None:
    """Create an empty file that only its owner may read, unless it exists: it will hold secret seeds."""
    if not path.parent.is_dir():
        raise StoreError(f"There is no folder {str(path.parent)!r} for the database: make it first.")
    if path.is_dir():
        raise StoreError(f"{str(path)!r} is a folder; the database is a file: name one.")
    path.touch(mode=0o600, exist_ok=True)


async def _upgrade(url: URL) -> None:
    engine = make_engine(url)
    try:
        async with engine.execution_options(**{WRITES: True}).begin() as connection:
            if not is_sqlite(url):  # SQLite's transaction is the lock already
                # A migration thinks between its statements, and holds up nothing but other servers that start.
                await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
            await connection.run_sync(_upgrade_locked, without_password(url))
        if is_sqlite(url):
            await _enable_wal(engine, without_password(url))
    finally:
        await engine.dispose()


def _upgrade_locked(connection: Connection, name: str) -> None:
    names = set(inspect(connection).get_table_names())
    version = None
    if VERSION_TABLE in names:
        version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    elif names:
        raise ForeignDatabase(
            f"The database {name} is not a Saltroad database: it holds other tables, such as {min(names)!r}."
            " Name an empty one."
        )
    if version is not None and version > NEWEST:
        raise ForeignDatabase(
            f"The database {name} was written by a newer Saltroad (schema {version}, this one knows {NEWEST}):"
            " install that version or a later one."
        )
    if version != NEWEST:
        _migrate(connection)


def _migrate(connection: Connection, version: str = "head") -> None:
    from alembic import command

    command.upgrade(_config(connection), version)


def _config(connection: Connection | None = None) -> Config:
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def is_known_version(version: str) -> bool:
    """Whether there has ever been a schema of that version."""
    from alembic.script import ScriptDirectory

    with _alembic_lock:
        scripts = ScriptDirectory.from_config(_config())
        return version in {script.revision for script in scripts.walk_revisions()}


def create_schema(path: Path, version: str) -> None:
    """Create the tables of a schema, of any version, in an empty SQLite file."""
    engine = create_engine(URL.create("sqlite", database=str(path)))
    with _alembic_lock, engine.begin() as connection:
        _migrate(connection, version)
    engine.dispose()


async def _enable_wal(engine: AsyncEngine, name: str) -> None:
    """Switch the file to a write-ahead log: readers and the writer do not wait for each other. It stays so."""
    until = time.monotonic() + _WAL_TIMEOUT
    while True:
        async with engine.connect() as connection:
            raw = (await connection.get_raw_connection()).driver_connection
            assert raw is not None
            try:
                cursor = await raw.execute("PRAGMA journal_mode = WAL")
                (mode,) = await cursor.fetchone()
                await cursor.close()
            except sqlite3.OperationalError as error:  # SQLite does not wait its busy time for this one
                mode = str(error)
        if mode == "wal":
            return
        if time.monotonic() > until:
            raise StoreError(f"The database {name} cannot keep a write-ahead log ({mode}): put it on a local disk.")
        await asyncio.sleep(0.05)
