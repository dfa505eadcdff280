"""The check of an SQLite file before a server opens it: damage, a missing write-ahead log, and foreign code such as
triggers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import structlog

from saltroad.server.store.errors import StoreError
from saltroad.server.store.schema import RUNNING, VERSION_TABLE, metadata

log = structlog.get_logger()

FULL_CHECK_BYTES = 256 * 1024 * 1024
"""The largest file that is checked in full, in bytes: it takes one to six seconds."""
_LARGE_TABLES = ("plies", "lines")
"""The tables that make up nearly all of a larger file, and are not checked there."""


def check_file(path: Path) -> list[str]:
    """Warnings for the host of the server, as sentences; StoreError if the file is damaged.

    Call it before anything else opens the file: SQLite then makes a new log beside it.
    """
    if not path.exists() or path.stat().st_size == 0:
        return []
    had_log = has_log(path)
    try:
        with closing(sqlite3.connect(path)) as file:
            names = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if VERSION_TABLE not in names:
                return []  # not our database: `upgrade` refuses it
            _expect_intact(file, path, sorted(names & set(metadata.tables)))
            warnings = _missing_log(file, path) if "marks" in names and not had_log else []
            if foreign := foreign_objects(file):
                warnings.append(foreign_code_warning(str(path), foreign))
            return warnings
    except sqlite3.DatabaseError as error:
        if "malformed" in str(error):
            raise _damaged(path, str(error)) from None
        return []  # opening it as a store tells what is wrong


def has_log(path: Path) -> bool:
    """Whether SQLite's write-ahead log is beside the file."""
    real = path.resolve()  # SQLite follows links
    return real.with_name(f"{real.name}-wal").exists()


def _expect_intact(file: sqlite3.Connection, path: Path, names: Iterable[str]) -> None:
    size = path.stat().st_size
    if size > FULL_CHECK_BYTES:
        names = [name for name in names if name not in _LARGE_TABLES]
        log.info("the database is too large to be checked whole", megabytes=size >> 20, not_checked=_LARGE_TABLES)
        checks = [f"quick_check('{name}')" for name in names]
    else:
        checks = ["quick_check(1)"]
    for check in checks:
        (found,) = file.execute(f"PRAGMA {check}").fetchone()
        if found != "ok":
            raise _damaged(path, found)


def _damaged(path: Path, found: str) -> StoreError:
    what = " ".join(found.replace("***", "").split()).removesuffix(".")
    return StoreError(
        f"The database {str(path)!r} is damaged ({what}), so the server does not start. Move it away, with the files"
        f" {path.name}-wal and {path.name}-shm if they are there, and put a copy back: saltroad admin restore COPY"
    )


def _missing_log(file: sqlite3.Connection, path: Path) -> list[str]:
    """A warning if the last server did not stop properly and the log with its newest moves is gone."""
    found = file.execute("SELECT at FROM marks WHERE name = ?", (RUNNING,)).fetchone()
    if found is None:
        return []
    since = f"{datetime.fromtimestamp(found[0] / 1000, UTC).astimezone():%Y-%m-%d %H:%M}"
    return [
        f"The server that was started on {since} did not stop as it should, and the file {path.name}-wal is not beside"
        f" the database {str(path)!r}: unless another program has opened the database since, what it held is missing,"
        " which may be the newest moves of every game. Games go on from what is there. If you still have that file,"
        " stop the server, and start from a copy of both as they were before this start; beside the database as it is"
        " now it would do harm. Or put a copy back: saltroad admin restore COPY --replace"
    ]


def foreign_objects(file: sqlite3.Connection) -> list[str]:
    """The objects in a database that Saltroad does not make, such as `trigger gift`, without SQLite's own."""
    ours = {("table", name) for name in (VERSION_TABLE, *metadata.tables)}
    ours |= {("index", str(index.name)) for table in metadata.tables.values() for index in table.indexes}
    found = set(file.execute("SELECT type, name FROM sqlite_master WHERE name NOT GLOB 'sqlite_*'"))
    return sorted(f"{kind} {name}" for kind, name in found - ours)


def foreign_code_warning(where: str, found: Iterable[str]) -> str:
    """The warning that a database holds foreign objects."""
    return (
        f"The database {where!r} holds what Saltroad never makes: {', '.join(found)}. It may change games by itself. A"
        " copy that was put back with saltroad admin restore is without it."
    )
