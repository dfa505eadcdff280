"""Putting a copy back: into an SQLite file that nobody has open, whole or not at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from saltroad.server.store.errors import NotOurs, StoreError
from saltroad.server.store.schema import NEWEST, VERSION_TABLE


def restore_sqlite(copy: Path, to: Path, *, replace: bool = False) -> None:
    """Make `to` hold what a copy holds. StoreError if a server has it open, or it holds games and is to keep them."""
    _check_copy(copy)
    if to.exists() and copy.samefile(to):
        raise StoreError(f"The copy and the database are the same file {str(to)!r}.")
    if not to.parent.is_dir():
        raise StoreError(f"There is no folder {str(to.parent)!r} for the database: make it first.")
    is_new = not to.exists()
    if is_new:
        to.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(to, timeout=0, isolation_level=None)) as target:
            _take_alone(target, to)
            if not replace and _holds_anything(target, to):
                raise StoreError(
                    f"The database {str(to)!r} holds games already. To give them up for those of the copy, "
                    "say --replace; to keep them, make a backup first."
                )
            with closing(_open_to_read(copy)) as source:
                source.backup(target)
    except sqlite3.Error as error:
        raise StoreError(f"The database {str(to)!r} could not be restored: {error}.") from None
    except StoreError:
        if is_new:
            to.unlink()
        raise


def _take_alone(target: sqlite3.Connection, path: Path) -> None:
    """Keep everybody else out until the connection is closed; a server that is running keeps us out."""
    try:
        target.execute("PRAGMA locking_mode = EXCLUSIVE")
        # Leaving the write-ahead log needs the file for oneself alone, and writes the log's pages into it.
        mode = target.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
        target.execute("BEGIN EXCLUSIVE")
        target.execute("COMMIT")
    except sqlite3.OperationalError as error:
        mode = str(error)
    except sqlite3.DatabaseError:
        raise NotOurs(f"The file {str(path)!r} is not a database: name another.") from None
    if mode != "delete":
        raise StoreError(f"The database {str(path)!r} is in use: stop the server first, then restore.")


def _holds_anything(target: sqlite3.Connection, path: Path) -> bool:
    names = {name for (name,) in target.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if names and VERSION_TABLE not in names:
        raise NotOurs(f"The database {str(path)!r} is not a store of Saltroad: it holds other tables. Name another.")
    return any(
        target.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() for name in ("people", "tables") if name in names
    )


def _open_to_read(copy: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)


def _check_copy(copy: Path) -> None:
    if not copy.is_file():
        raise StoreError(f"There is no file {str(copy)!r} to restore from.")
    try:
        with closing(_open_to_read(copy)) as source:
            sound = source.execute("PRAGMA quick_check").fetchone()
            names = {name for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            ours = VERSION_TABLE in names
            version = source.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone() if ours else None
    except sqlite3.Error as error:
        raise NotOurs(f"The file {str(copy)!r} cannot be restored: {error}.") from None
    if sound != ("ok",):
        raise NotOurs(f"The file {str(copy)!r} is damaged: {sound[0]}.")
    if version is None:
        raise NotOurs(f"The file {str(copy)!r} is not a copy of a store of Saltroad.")
    if version[0] > NEWEST:
        raise NotOurs(
            f"The file {str(copy)!r} was written by a newer Saltroad (schema {version[0]}, this one knows {NEWEST}): "
            "install that version or a later one."
        )
