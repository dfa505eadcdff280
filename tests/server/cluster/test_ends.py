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

from saltroad.server.cluster.redis_leases import NoRedis
from saltroad.server.processes.supervisor import serve_all
from saltroad.server.store import server_lock as only
from saltroad.server.store.errors import DatabaseInUse
from server.cluster.support import Processes, until
from server.serving import Person, Server, server_in, settings_for
from services import PostgreSQL, Redis

pytestmark = pytest.mark.slow


def test_clocks_run_on_at_tables_that_nobody_looks_at(tmp_path: Path, postgresql: PostgreSQL, redis: Redis) -> None:
    with Processes(tmp_path, postgresql.new_database(), redis.url) as server:
        ada, bo = Person(server.warm(), "Ada"), Person(server, "Bo")
        tables = [ada.make("bazaar", "me open", pace={"kind": "bank", "seconds": 10}) for _ in range(6)]
        for table in tables:
            bo.ask(table, "sit", seat=1)
            ada.ask(table, "start")

        def lengths() -> dict[str, int]:
            """Of the records, which come from the store: asking for them wakes no table."""
            with suppress(httpx.TransportError), server.client() as http:
                return {table: len(http.get(f"/api/tables/{table}/record").text) for table in tables}
            return dict.fromkeys(tables, 0)

        before = lengths()
        os.kill(server.workers()[-1], signal.SIGKILL)
        until(lambda: all(length > before[table] for table, length in lengths().items()))


def test_games_left_to_bots_go_on_in_another_process_when_somebody_looks(
    tmp_path: Path, postgresql: PostgreSQL, redis: Redis
) -> None:
    with Processes(tmp_path, postgresql.new_database(), redis.url) as server:
        ada = Person(server.warm(), "Ada")
        tables = [ada.make("through_the_desert", "me greedy greedy greedy greedy", start=True) for _ in range(6)]
        for table in tables:
            ada.ask(table, "stand")  # a bot plays for her from now on
        os.kill(server.workers()[-1], signal.SIGKILL)

        def is_over(table: str) -> bool:
            with suppress(httpx.TransportError), server.client() as http:
                return bool(http.get(f"/api/tables/{table}").json().get("state") == "over")
            return False

        for table in tables:
            until(partial(is_over, table))


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


def test_a_second_server_on_a_database_is_refused_unless_both_have_redis(
    tmp_path: Path, postgresql: PostgreSQL, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(only, "_LOCK_TIMEOUT", 0.1)
    database = postgresql.new_database()
    with server_in(tmp_path, database=database):
        with pytest.raises(DatabaseInUse, match="give both the same setting 'redis'"):
            Server(settings_for(tmp_path, database=database))
        with pytest.raises(DatabaseInUse, match="it has no Redis"):
            Server(settings_for(tmp_path, database=database, redis=redis.url))
        with pytest.raises(DatabaseInUse, match="it has no Redis"):
            asyncio.run(serve_all(settings_for(tmp_path, database=database, redis=redis.url, workers="2")))
    with server_in(tmp_path, database=database):  # once the first is gone
        pass
