"""Whether writes are stored: noted with every one of them, found out by a probe, and told when it changes."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from saltroad.server.store import Store, StoreError, write_health
from saltroad.server.store.errors import DatabaseInUse
from saltroad.server.store.file_check import check_file
from saltroad.server.store.write_health import WriteHealth
from server.store.support import NOW, Database, a_ply, a_table, with_store


class Limit:
    """What an SQLite store's connections may do, from the next write on."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.setting: str | None = None
        event.listen(store._engine.sync_engine, "connect", self._limit)

    def _limit(self, connection: Any, _: Any) -> None:
        if self.setting is not None:
            connection.execute(f"PRAGMA {self.setting}")

    async def is_now(self, setting: str | None) -> None:
        """For connections that are open already too: they are let go of."""
        self.setting = setting
        await self._store._writer._disconnect()
        await self._store._engine.dispose()
        one_trip = self._store._writer._append_thread
        assert one_trip is not None
        one_trip._disconnect()
        prepare = one_trip._prepare

        def limited(connection: Any, record: Any) -> None:
            prepare(connection, record)
            self._limit(connection, record)

        one_trip._prepare = limited


def in_store(where: str, test: Callable[[Store], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_health, "RETRY_INTERVAL", 0.02)

    async def go() -> None:
        ticks = itertools.count(NOW)
        store = await Store.open(where, clock=lambda: next(ticks))
        try:
            await store.add_table(a_table("t"))
            await test(store)
        finally:
            await store.close()

    asyncio.run(go())


@pytest.mark.parametrize(("setting", "cause"), [("max_page_count = 1", "full"), ("query_only = ON", "read_only")])
def test_what_cannot_be_stored_is_known_until_it_works_again(
    setting: str, cause: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(store: Store) -> None:
        limit, told = Limit(store), asyncio.Queue[WriteHealth]()
        store.monitor.on_change = told.put_nowait
        assert (await store.write_health()).works
        await limit.is_now(setting)
        with pytest.raises(StoreError):
            await store.append("t", 0, [(0, "x" * 100_000, NOW)])
        failing = await told.get()
        assert (failing.cause, failing.works) == (cause, False)
        assert failing.last_write is not None
        assert await store.write_health() == failing
        for _ in range(3):  # it stays so while probes are made
            await asyncio.sleep(write_health.RETRY_INTERVAL)
            assert (await store.write_health()).cause == cause
        await limit.is_now(None)
        while not (await told.get()).works:  # a probe may meet the connection while the limit is taken off it
            pass
        assert told.empty(), "it was told once"
        await store.append("t", 0, [a_ply(0)])
        assert (await store.write_health()).works

    in_store(str(tmp_path / "store.db"), test, monkeypatch)


def test_a_small_write_that_still_fits_does_not_make_a_full_disk_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(store: Store) -> None:
        limit = Limit(store)
        await limit.is_now("max_page_count = 1")
        with pytest.raises(StoreError):
            await store.append("t", 0, [(0, "x" * 100_000, NOW)])
        await store.append("t", 0, [a_ply(0)])
        assert (await store.write_health()).cause == "full"

    in_store(str(tmp_path / "store.db"), test, monkeypatch)


def test_a_probe_detects_a_failure_before_a_move_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(store: Store) -> None:
        monkeypatch.setattr(write_health, "MAX_AGE", 0.0)
        await Limit(store).is_now("query_only = ON")
        assert (await store.write_health()).cause == "read_only"

    in_store(str(tmp_path / "store.db"), test, monkeypatch)


@with_store
async def test_however_many_ask_little_is_written(store: Store) -> None:
    writes = itertools.count()
    store._writer.observer = Counting(store, writes)
    found = await asyncio.gather(*(store.write_health() for _ in range(500)))
    assert all(storing.works for storing in found)
    assert next(writes) == 1


class Counting:
    def __init__(self, store: Store, writes: itertools.count[int]) -> None:
        self._watch = store.monitor
        self._writes = writes

    def stored(self) -> None:
        next(self._writes)
        self._watch.stored()

    def failed(self, cause: Any) -> None:
        raise AssertionError(cause)


@with_store
async def test_a_guarded_store_refuses_all_writes(store: Store) -> None:
    await store.add_table(a_table("t"))
    store.guard_writes(lambda: DatabaseInUse("another server has it"))
    with pytest.raises(StoreError, match="another server has it"):
        await store.append("t", 0, [a_ply(0)])
    assert store.monitor.health.cause == "not_alone"
    assert (await store.log("t")).plies == ()


def test_a_database_that_goes_away_is_noticed_and_comes_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = database.server
    if server is None:
        pytest.skip("SQLite has no server.")
    monkeypatch.setattr(write_health, "RETRY_INTERVAL", 0.05)

    async def before() -> Store:
        store = await Store.open(database.where)
        await store.add_table(a_table("t"))
        return store

    async def away(store: Store) -> None:
        with pytest.raises(StoreError):
            await store.append("t", 0, [a_ply(0)])
        assert (await store.write_health()).cause == "away"

    async def back(store: Store) -> None:
        while not (await store.write_health()).works:
            await asyncio.sleep(0.05)
        await store.close()

    with asyncio.Runner() as runner:
        store = runner.run(before())
        server.crash()
        try:
            runner.run(away(store))
        finally:
            server.start()
        runner.run(back(store))


# -- a damaged file ----------------------------------------------------------------------------------------------------


def damaged(path: Path) -> None:
    """A store with some games whose plies are partly overwritten."""

    async def fill() -> None:
        store = await Store.open(path)
        for table in ("a", "b"):
            await store.add_table(a_table(table))
            await store.append(table, 0, [a_ply(k) for k in range(2000)])
        await store.close()

    asyncio.run(fill())
    with closing(sqlite3.connect(path)) as file:
        (size,) = file.execute("PRAGMA page_size").fetchone()
        pages = [n for (n,) in file.execute("SELECT pageno FROM dbstat WHERE name = 'plies' AND pagetype = 'leaf'")]
    with path.open("r+b") as raw:
        for page in pages[len(pages) // 4 : len(pages) // 2]:
            raw.seek((page - 1) * size)
            raw.write(b"\xa5" * size)


def test_a_damaged_page_is_found_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    damaged(path)

    async def go() -> None:
        store = await Store.open(path)
        told: list[WriteHealth] = []
        store.monitor.on_change = told.append
        with pytest.raises(StoreError, match=r"its file is damaged: stop the server .* saltroad admin restore"):
            await asyncio.gather(store.log("a"), store.log("b"))
        assert (await store.write_health()).cause == "damaged"
        assert [storing.cause for storing in told] == ["damaged"]
        await store.close()

    asyncio.run(go())


def test_a_damaged_file_is_refused_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "store.db"
    assert check_file(path) == []
    damaged(path)
    with pytest.raises(StoreError, match=r"is damaged \(.*\), so the server does not start. Move it away"):
        check_file(path)
    monkeypatch.setattr("saltroad.server.store.file_check.FULL_CHECK_BYTES", 0)
    assert check_file(path) == [], "of a large file the plies are not read"


def test_code_in_the_file_is_reported_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def fill() -> None:
        await (await Store.open(path)).close()

    asyncio.run(fill())
    assert check_file(path) == []
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TRIGGER gift AFTER INSERT ON plies BEGIN UPDATE seats SET person = 'me'; END")
    (warning,) = check_file(path)
    assert "holds what Saltroad never makes: trigger gift" in warning


def test_triggers_are_found_in_postgresql_too(database: Database) -> None:
    if database.server is None:
        pytest.skip("Of a file `check_file` tells.")

    async def go() -> list[str]:
        store = await Store.open(database.where)
        try:
            return await store.find_triggers()
        finally:
            await store.close()

    assert asyncio.run(go()) == []
    name = database.where.rpartition("/test_")[2].partition("?")[0]
    database.server.execute(
        "CREATE FUNCTION gift() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'", f"test_{name}"
    )
    database.server.execute("CREATE TRIGGER gift BEFORE INSERT ON plies EXECUTE FUNCTION gift()", f"test_{name}")
    (warning,) = asyncio.run(go())
    assert "trigger gift" in warning
