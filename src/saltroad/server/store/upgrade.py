"""Makes a database a store, or brings an older one up to date; refuses what is not ours before it changes anything.

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

from saltroad.server.store.engines import WRITES, engine_of, is_sqlite, sentence_of, shown
from saltroad.server.store.errors import NotOurs, StoreError
from saltroad.server.store.schema import NEWEST, VERSION_TABLE

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
_ADVISORY_LOCK = 0x5A17_0AD
_PATIENCE = 30.0
_one_at_a_time = threading.Lock()


async def bring_up_to_date(url: URL) -> None:
    """Leave the database with the schema of this program; NotOurs or StoreError if that cannot be."""
    await asyncio.to_thread(_run, url)


def _run(url: URL) -> None:
    with _one_at_a_time:
        try:
            if is_sqlite(url):
                make_file(Path(str(url.database)))
            asyncio.run(_upgrade(url))
        except (DBAPIError, OSError) as error:
            if "file is not a database" in str(error):
                raise NotOurs(f"The file {shown(url)!r} is not a database: name another.") from None
            raise sentence_of(error, url) from error


def make_file(path: Path) -> None:
    """An empty file that only its owner may read: it will hold secret seeds."""
    if not path.parent.is_dir():
        raise StoreError(f"There is no folder {str(path.parent)!r} for the database: make it first.")
    if path.is_dir():
        raise StoreError(f"{str(path)!r} is a folder; the database is a file: name one.")
    path.touch(mode=0o600, exist_ok=True)


async def _upgrade(url: URL) -> None:
    engine = engine_of(url)
    try:
        async with engine.execution_options(**{WRITES: True}).begin() as connection:
            if not is_sqlite(url):  # SQLite's transaction is the lock already
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
            await connection.run_sync(_upgrade_locked, shown(url))
        if is_sqlite(url):
            await _write_ahead(engine, shown(url))
    finally:
        await engine.dispose()


def _upgrade_locked(connection: Connection, name: str) -> None:
    there = set(inspect(connection).get_table_names())
    version = None
    if VERSION_TABLE in there:
        version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    elif there:
        raise NotOurs(
            f"The database {name} is not a store of Saltroad: it holds other tables, such as {min(there)!r}."
            " Name an empty one."
        )
    if version is not None and version > NEWEST:
        raise NotOurs(
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


def is_version(version: str) -> bool:
    """Whether there has ever been a schema of that number."""
    from alembic.script import ScriptDirectory

    with _one_at_a_time:
        scripts = ScriptDirectory.from_config(_config())
        return version in {script.revision for script in scripts.walk_revisions()}


def make_version(path: Path, version: str) -> None:
    """Make the tables of a schema, an old one too, in an SQLite file that is empty."""
    engine = create_engine(URL.create("sqlite", database=str(path)))
    with _one_at_a_time, engine.begin() as connection:
        _migrate(connection, version)
    engine.dispose()


async def _write_ahead(engine: AsyncEngine, name: str) -> None:
    """Switch the file to a write-ahead log: readers and the writer do not wait for each other. It stays so."""
    until = time.monotonic() + _PATIENCE
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
