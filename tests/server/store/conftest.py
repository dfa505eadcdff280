"""Every test of the store runs on both databases: an SQLite file and a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store.support import Database
from services import NO_POSTGRESQL, PostgreSQL, postgresql_programs


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """One server for all tests of this process."""
    programs = postgresql_programs()
    if programs is None:
        pytest.skip(NO_POSTGRESQL)
    server = PostgreSQL(programs)
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return Database("sqlite", str(tmp_path / "store.db"))
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return Database("postgresql", server.new_database(), server)
