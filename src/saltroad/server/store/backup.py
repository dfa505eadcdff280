"""Backups: a copy of an SQLite store while it is in use."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from saltroad.server.store.engines import is_sqlite, store_error
from saltroad.server.store.errors import StoreError


async def copy_sqlite(engine: AsyncEngine, path: Path) -> None:
    """Copy the store as it is now into a new file, which gets its name only when it is complete and on disk."""
    if not is_sqlite(engine.url):
        raise StoreError("A PostgreSQL database is not copied from here: use pg_dump.")
    part = path.with_name(path.name + ".part")
    try:
        await asyncio.to_thread(_make_part, part, path)
        async with engine.connect() as connection:
            # Past SQLAlchemy, which would open a transaction: VACUUM cannot run in one.
            raw = (await connection.get_raw_connection()).driver_connection
            assert raw is not None
            await raw.execute("VACUUM INTO ?", (str(part),))
        await asyncio.to_thread(_clear_marks, part)
        await asyncio.to_thread(_publish, part, path)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"The copy {str(path)!r} could not be written: {store_error(error, engine.url)}") from error
    finally:
        await asyncio.to_thread(part.unlink, missing_ok=True)


def _make_part(part: Path, path: Path) -> None:
    """An empty file that only its owner may read: the copy holds secret seeds as well."""
    if path.exists():
        raise StoreError(f"There is a file {str(path)!r} already: name a new one for the copy.")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)


def _clear_marks(part: Path) -> None:
    """Remove the note that a server is running: none runs on the copy."""
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("DELETE FROM marks")


def _publish(part: Path, path: Path) -> None:
    """Give the copy its name, unless another file has taken it meanwhile, and wait for the disk."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    os.link(part, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
