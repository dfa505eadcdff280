"""PostgreSQL and Redis for all tests here, and a server of two processes for those that do it no harm."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.cluster.support import Processes
from services import NO_POSTGRESQL, NO_REDIS, PostgreSQL, Redis, postgresql_programs, redis_program


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    programs = postgresql_programs()
    if programs is None:
        pytest.skip(NO_POSTGRESQL)
    server = PostgreSQL(programs)
    yield server
    server.close()


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    program = redis_program()
    if program is None:
        pytest.skip(NO_REDIS)
    server = Redis(program)
    yield server
    server.close()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory, postgresql: PostgreSQL, redis: Redis) -> Iterator[Processes]:
    with Processes(tmp_path_factory.mktemp("two"), postgresql.new_database(), redis.url) as server:
        yield server.warm()
