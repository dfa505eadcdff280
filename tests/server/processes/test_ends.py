"""How processes end: by a word, with their parent, or killed while nobody looks at the tables they have."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from functools import partial
from pathlib import Path

import httpx
import pytest

from saltroad.server.processes.leases import NoRedis
from saltroad.server.processes.workers import serve_all
from server.processes.support import Processes, until
from server.serving import Person, settings_for
from services import PostgreSQL, Redis

pytestmark = pytest.mark.slow


def test_bots_play_on_at_tables_that_nobody_looks_at(tmp_path: Path, postgresql: PostgreSQL, redis: Redis) -> None:
    with Processes(tmp_path, postgresql.new_database(), redis.url) as server:
        ada = Person(server.warm(), "Ada")
        tables = {ada.make("through_the_desert", "me greedy greedy greedy greedy", start=True) for _ in range(6)}
        for table in tables:
            ada.ask(table, "stand")  # a bot plays for her from now on

        def lengths() -> dict[str, int]:
            """Of the records, which come from the store: asking for them wakes no table."""
            with suppress(httpx.TransportError), server.client() as http:
                return {table: len(http.get(f"/api/tables/{table}/record").text) for table in tables}
            return dict.fromkeys(tables, 0)

        def play_on(before: dict[str, int]) -> bool:
            return all(length > before[table] + 20 for table, length in lengths().items())

        for _ in range(2):
            os.kill(server.workers()[-1], signal.SIGKILL)
            until(partial(play_on, lengths()))


def test_processes_do_not_outlive_their_parent(tmp_path: Path, postgresql: PostgreSQL, redis: Redis) -> None:
    with Processes(tmp_path, postgresql.new_database(), redis.url) as server:
        workers = server.workers()
        assert len(workers) == 2
        server.kill()
        until(lambda: not [pid for pid in workers if Path(f"/proc/{pid}").exists()])


def test_without_redis_nothing_is_started(tmp_path: Path, postgresql: PostgreSQL) -> None:
    settings = settings_for(tmp_path, database=postgresql.new_database(), redis=f"unix://{tmp_path}/none", workers="2")
    with pytest.raises(NoRedis, match=r"Redis does not answer .* is the setting 'redis' right"):
        asyncio.run(serve_all(settings))
