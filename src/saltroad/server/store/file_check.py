"""A look at an SQLite file before a server opens it: whether it is whole, whether something of it is missing, and
whether somebody has put code of their own into it."""

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

WHOLE = 256 * 1024 * 1024
"""Bytes up to which a file is read whole: one to six seconds."""
_LARGE = ("plies", "lines")
"""What nearly all of a larger file is."""


def check_file(path: Path) -> list[str]:
    """What whoever runs the server has to know of its database, in sentences; StoreError if the file is damaged.

    To be called before anything else opens the file: SQLite makes the log beside it anew.
    """
    if not path.exists() or path.stat().st_size == 0:
        return []
    had_log = has_log(path)
    try:
        with closing(sqlite3.connect(path)) as file:
            names = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if VERSION_TABLE not in names:
                return []  # nothing of ours: `upgrade` says so
            _expect_whole(file, path, sorted(names & set(metadata.tables)))
            told = _missing_log(file, path) if "marks" in names and not had_log else []
            if foreign := foreign_objects(file):
                told.append(foreign_code(str(path), foreign))
            return told
    except sqlite3.DatabaseError as error:
        if "malformed" in str(error):
            raise _damaged(path, str(error)) from None
        return []  # whatever it is, opening it as a store says so


def has_log(path: Path) -> bool:
    """Whether SQLite's write-ahead log is beside the file."""
    real = path.resolve()  # SQLite follows links
    return real.with_name(f"{real.name}-wal").exists()


def _expect_whole(file: sqlite3.Connection, path: Path, names: Iterable[str]) -> None:
    size = path.stat().st_size
    if size > WHOLE:
        names = [name for name in names if name not in _LARGE]
        log.info("the database is too large to be checked whole", megabytes=size >> 20, not_checked=_LARGE)
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
    """What it means that a server ended without a word and its newest moves are not beside the file."""
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
    """What is in a database and not of our making, such as `trigger gift`. What SQLite makes for itself is left out."""
    ours = {("table", name) for name in (VERSION_TABLE, *metadata.tables)}
    ours |= {("index", str(index.name)) for table in metadata.tables.values() for index in table.indexes}
    found = set(file.execute("SELECT type, name FROM sqlite_master WHERE name NOT GLOB 'sqlite_*'"))
    return sorted(f"{kind} {name}" for kind, name in found - ours)


def foreign_code(where: str, found: Iterable[str]) -> str:
    """The warning that there is something of that kind."""
    return (
        f"The database {where!r} holds what Saltroad never makes: {', '.join(found)}. It may change games by itself. A"
        " copy that was put back with saltroad admin restore is without it."
    )
