"""Restoring a copy into an SQLite file that no server has open: all of it or nothing.

Only rows are taken from a copy, into tables that are made here: anything else in it, such as a trigger that gives seats
away, is left out.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from saltroad.server.store.errors import ForeignDatabase, StoreError
from saltroad.server.store.file_check import foreign_objects
from saltroad.server.store.schema import NEWEST, VERSION_TABLE
from saltroad.server.store.upgrade import create_schema, is_known_version


def restore_sqlite(copy: Path, to: Path, *, replace: bool = False) -> list[str]:
    """Make `to` hold the rows of a copy; returns the objects of the copy that were left out, such as `trigger gift`.

    StoreError if a server has `to` open, or if it holds games and `replace` is not set; ForeignDatabase if the copy is
    not one of ours.
    """
    version = _check_copy(copy)
    if to.exists() and copy.samefile(to):
        raise StoreError(f"The copy and the database are the same file {str(to)!r}.")
    if not to.parent.is_dir():
        raise StoreError(f"There is no folder {str(to.parent)!r} for the database: make it first.")
    is_new = not to.exists()
    if is_new:
        to.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(to, timeout=0, isolation_level=None)) as target:
            _lock_exclusively(target, to)
            if not replace and _holds_rows(target, to):
                raise StoreError(
                    f"The database {str(to)!r} holds games already. To give them up for those of the copy, "
                    "say --replace; to keep them, make a backup first."
                )
            with _rebuilt(copy, to, version) as source:
                source.backup(target)
    except sqlite3.Error as error:
        raise StoreError(f"The database {str(to)!r} could not be restored: {error}.") from None
    except StoreError:
        if is_new:
            to.unlink()
        raise
    with closing(_open_read_only(copy)) as source:
        return foreign_objects(source)


@contextmanager
def _rebuilt(copy: Path, to: Path, version: str) -> Iterator[sqlite3.Connection]:
    """A temporary database with our own schema, in the copy's version, and the copy's rows."""
    # Beside the target, where there has to be room for it anyway.
    part = to.with_name(f"{to.name}.{secrets.token_hex(4)}")
    part.touch(mode=0o600)
    try:
        create_schema(part, version)
        with closing(sqlite3.connect(part, isolation_level=None, uri=True)) as built:
            names = [name for (name,) in built.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            names = [name for name in names if name not in (VERSION_TABLE, "marks")]  # marks are of the server that was
            built.execute("PRAGMA synchronous = OFF")
            built.execute("PRAGMA trusted_schema = OFF")
            built.execute("ATTACH ? AS copy", (f"{copy.resolve().as_uri()}?mode=ro",))
            built.execute("BEGIN")
            for name in names:
                columns = _columns(built, "main", name)
                if _columns(built, "copy", name) != columns:
                    raise ForeignDatabase(
                        f"The file {str(copy)!r} cannot be restored: its table {name!r} is not as we make it."
                    )
                column_list = ", ".join(f'"{column}"' for column, *_ in columns)
                try:
                    built.execute(f'INSERT INTO main."{name}" ({column_list}) SELECT {column_list} FROM copy."{name}"')
                except sqlite3.IntegrityError as error:
                    raise ForeignDatabase(f"The file {str(copy)!r} cannot be restored: {error}.") from None
            built.execute("COMMIT")
            built.execute("DETACH copy")
            if (wrong := built.execute("PRAGMA foreign_key_check").fetchone()) is not None:
                raise ForeignDatabase(
                    f"The file {str(copy)!r} cannot be restored: {wrong[0]!r} refers to what is not there."
                )
            yield built
    finally:
        part.unlink()


def _columns(file: sqlite3.Connection, schema: str, name: str) -> list[tuple[str, str, int, int, int]]:
    """Of a table: name, type, whether it must have a value, its place in the key, whether it is computed. Nothing for
    what is no table of its own, such as a view."""
    found = file.execute(
        f"SELECT 1 FROM {schema}.sqlite_master WHERE type = 'table' AND rootpage > 0 AND name = ?", (name,)
    )
    if found.fetchone() is None:
        return []
    columns = file.execute(f'PRAGMA {schema}.table_xinfo("{name}")')
    return sorted((column, kind, null, key, hidden) for _, column, kind, null, _, key, hidden in columns)


def _lock_exclusively(target: sqlite3.Connection, path: Path) -> None:
    """Lock the file until the connection is closed; StoreError if a running server has it."""
    try:
        target.execute("PRAGMA locking_mode = EXCLUSIVE")
        # Leaving the write-ahead log needs the file for oneself alone, and writes the log's pages into it.
        mode = target.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
        target.execute("BEGIN EXCLUSIVE")
        target.execute("COMMIT")
    except sqlite3.OperationalError as error:
        mode = str(error)
    except sqlite3.DatabaseError:
        raise ForeignDatabase(f"The file {str(path)!r} is not a database: name another.") from None
    if mode != "delete":
        raise StoreError(f"The database {str(path)!r} is in use: stop the server first, then restore.")


def _holds_rows(target: sqlite3.Connection, path: Path) -> bool:
    names = {name for (name,) in target.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if names and VERSION_TABLE not in names:
        raise ForeignDatabase(
            f"The database {str(path)!r} is not a Saltroad database: it holds other tables. Name another."
        )
    return any(
        target.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() for name in ("people", "tables") if name in names
    )


def _open_read_only(copy: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)


def _check_copy(copy: Path) -> str:
    """The version of the copy's schema; ForeignDatabase if it is none that can be restored."""
    if not copy.is_file():
        raise StoreError(f"There is no file {str(copy)!r} to restore from.")
    try:
        with closing(_open_read_only(copy)) as source:
            sound = source.execute("PRAGMA quick_check").fetchone()
            names = {name for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            ours = VERSION_TABLE in names
            version = source.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone() if ours else None
    except sqlite3.Error as error:
        raise ForeignDatabase(f"The file {str(copy)!r} cannot be restored: {error}.") from None
    if sound != ("ok",):
        raise ForeignDatabase(f"The file {str(copy)!r} is damaged: {sound[0]}.")
    if version is None or not isinstance(version[0], str):
        raise ForeignDatabase(f"The file {str(copy)!r} is not a copy of a Saltroad database.")
    if version[0] > NEWEST:
        raise ForeignDatabase(
            f"The file {str(copy)!r} was written by a newer Saltroad (schema {version[0]}, this one knows {NEWEST}): "
            "install that version or a later one."
        )
    if not is_known_version(version[0]):
        raise ForeignDatabase(
            f"The file {str(copy)!r} is not a copy of a Saltroad database: its schema {version[0]!r} is unknown."
        )
    return str(version[0])
