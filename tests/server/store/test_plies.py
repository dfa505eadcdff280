"""Appending and taking back, alone and in groups: what is refused is not stored, and harms nobody else."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from saltroad.server.store import (
    Ending,
    NoSuchPly,
    NoSuchTable,
    PlyTaken,
    Store,
    StoredPly,
    StoreError,
    TableEnded,
    TakenBack,
    engines,
)
from saltroad.server.store.appends import Append
from server.store.support import NOW, Database, a_ply, a_table, with_store


async def plies(store: Store, table: str) -> list[str]:
    return [ply.action for ply in (await store.log(table)).plies]


async def together(*calls: Coroutine[Any, Any, Any]) -> list[Any]:
    """What calls made at once return or raise."""
    return await asyncio.gather(*calls, return_exceptions=True)


@with_store
async def test_plies_are_stored_in_order(store: Store) -> None:
    await store.add_table(a_table("t"))
    await store.append("t", 0, [(-1, "rates 1 4", NOW), StoredPly(0, "é ☂", -5)])
    await store.append("t", 2, [a_ply(2)], clocks=b"\0clocks")
    await store.append("t", 3, [])
    log = await store.log("t")
    assert log.plies == (StoredPly(-1, "rates 1 4", NOW), StoredPly(0, "é ☂", -5), StoredPly(*a_ply(2)))
    assert log.taken_back == ()
    found = await store.table("t")
    assert found is not None
    assert found.clocks == b"\0clocks"
    assert (await store.log("none")).plies == ()


@with_store
async def test_a_ply_that_is_not_the_next_is_refused_and_nothing_stored(store: Store) -> None:
    await store.add_table(a_table("t"))
    await store.append("t", 0, [a_ply(0), a_ply(1)])
    for first, count in ((1, 1), (0, 3), (3, 1), (-1, 1), (1, 0), (3, 0)):
        with pytest.raises(PlyTaken, match=r"'t' is not the next") as refused:
            await store.append("t", first, [a_ply(k) for k in range(count)], clocks=b"x", ends=Ending("r", NOW))
        assert (refused.value.table, refused.value.ply) == ("t", first)
    with pytest.raises(NoSuchTable):
        await store.append("none", 0, [a_ply(0)])
    assert await plies(store, "t") == ["trade 0", "trade 1"]
    found = await store.table("t")
    assert found == a_table("t")


@with_store
async def test_an_ending_is_stored_with_its_plies_and_is_the_end(store: Store) -> None:
    await store.add_table(a_table("t"))
    await store.append("t", 0, [a_ply(0)], ends=Ending("won; scores 1 2; winners 2", NOW + 9), clocks=b"c")
    assert await store.table("t") == a_table(
        "t", state="over", result="won; scores 1 2; winners 2", ended=NOW + 9, clocks=b"c"
    )
    for change in (store.append("t", 1, [a_ply(1)]), store.take_back("t", 0, NOW)):
        with pytest.raises(TableEnded):
            await change
    await store.add_table(a_table("resigned"))
    await store.append("resigned", 0, [], ends=Ending("resigned", NOW))
    assert [listed.table.id for listed in await store.finished()] == ["t", "resigned"]


@with_store
async def test_taking_back_removes_plies_and_says_so(store: Store) -> None:
    await store.add_table(a_table("t"))
    await store.append("t", 0, [a_ply(k) for k in range(6)])
    await store.take_back("t", 4, NOW + 1)
    await store.take_back("t", 1, NOW + 2, clocks=b"back")
    assert await plies(store, "t") == ["trade 0"]
    await store.append("t", 1, [a_ply(11), a_ply(12)])
    await store.take_back("t", 2, NOW + 3, noted=False)
    log = await store.log("t")
    assert [ply.action for ply in log.plies] == ["trade 0", "trade 11"]
    assert log.taken_back == (TakenBack(0, 4, NOW + 1), TakenBack(1, 1, NOW + 2))
    found = await store.table("t")
    assert found is not None
    assert found.clocks == b"back"
    for to_ply in (2, 9, -1):
        with pytest.raises(NoSuchPly, match="was not played"):
            await store.take_back("t", to_ply, NOW)
    assert len((await store.log("t")).plies) == 2


@with_store
async def test_what_the_caller_has_not_seen_is_not_taken_back(store: Store) -> None:
    await store.add_table(a_table("t"))
    await store.append("t", 0, [a_ply(k) for k in range(6)])
    for next_ply in (5, 7):
        with pytest.raises(PlyTaken):
            await store.take_back("t", 4, NOW, next_ply=next_ply)
    await store.take_back("t", 4, NOW, next_ply=6)
    assert len(await plies(store, "t")) == 4


@with_store
async def test_refusals_in_a_group_leave_the_others_alone(store: Store) -> None:
    for id in "abc":
        await store.add_table(a_table(id))
    answers = await together(
        store.append("a", 0, [a_ply(0)]),
        store.append("a", 0, [a_ply(100)]),  # taken by the one before it in this very group
        store.append("b", 1, [a_ply(1)]),  # ahead of its log
        store.append("a", 1, [a_ply(1), a_ply(2)]),
        store.add_table(a_table("a")),  # in use
        store.add_line("a", "nobody", "x", "x", NOW, False),  # refers to nobody
        store.append("none", 0, [a_ply(0)]),
        store.take_back("a", 2, NOW),
        store.take_back("c", 0, NOW),  # nothing played
        store.append("a", 2, [a_ply(22)], ends=Ending("r", NOW)),
        store.append("a", 3, [a_ply(3)]),  # ended in this very group
        store.append("b", 0, [a_ply(0)]),
        store.add_line("b", None, "x", "last", NOW, False),
    )
    assert [type(answer).__name__ for answer in answers[:-1]] == [
        "NoneType",
        "PlyTaken",
        "PlyTaken",
        "NoneType",
        "AlreadyExists",
        "AlreadyExists",
        "NoSuchTable",
        "NoneType",
        "NoSuchPly",
        "NoneType",
        "TableEnded",
        "NoneType",
    ]
    assert await plies(store, "a") == ["trade 0", "trade 1", "trade 22"]
    assert await plies(store, "b") == ["trade 0"]
    assert await plies(store, "c") == []
    assert (await store.log("c")).taken_back == ()
    assert [line.text for line in await store.lines("b")] == ["last"]


@with_store
async def test_an_unexpected_error_concerns_its_caller_only(store: Store) -> None:
    """What slips through the checks makes a group start again, one by one."""
    await store.add_table(a_table("t"))
    bad: Any = object()
    answers = await together(
        store.append("t", 0, [a_ply(0)]),
        store.add_link((await store.add_person("Ada")).id, bad, NOW),
        store.append("t", 1, [a_ply(1)], clocks=bad),
        store.append("t", 1, [a_ply(1)]),
    )
    assert answers[0] is None
    assert isinstance(answers[1], StoreError)
    assert isinstance(answers[2], StoreError)
    assert answers[3] is None
    assert await plies(store, "t") == ["trade 0", "trade 1"]


@with_store
async def test_many_tables_at_once(store: Store) -> None:
    ids = [f"t{k}" for k in range(40)]
    await asyncio.gather(*(store.add_table(a_table(id)) for id in ids))

    async def play(id: str) -> None:
        for ply in range(0, 20, 2):
            await store.append(id, ply, [a_ply(ply), a_ply(ply + 1)])

    await asyncio.gather(*map(play, ids))
    for id in ids:
        assert await plies(store, id) == [f"trade {k}" for k in range(20)]


@with_store
async def test_a_cancelled_caller_breaks_nothing(store: Store) -> None:
    await store.add_table(a_table("t"))
    tasks = [asyncio.create_task(store.append("t", k, [a_ply(k)])) for k in range(50)]
    for k, task in enumerate(tasks):
        if k % 7 == 0:
            await asyncio.sleep(0)
            task.cancel()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    stored = await plies(store, "t")
    assert stored == [f"trade {k}" for k in range(len(stored))]
    assert all(k < len(stored) for k, answer in enumerate(answers) if answer is None)
    await store.append("t", len(stored), [a_ply(0)])


def test_two_stores_on_one_database_share_the_truth(database: Database) -> None:
    async def go() -> None:
        stores = [await Store.open(database.where) for _ in range(2)]
        for k in range(5):
            await stores[0].add_table(a_table(f"t{k}"))

        async def fight(store: Store, name: str, table: str) -> list[tuple[int, str]]:
            """Append what one can; read again when the other was faster."""
            won, next_ply = [], 0
            for _ in range(25):
                try:
                    await store.append(table, next_ply, [(0, name, NOW)])
                    won.append((next_ply, name))
                    next_ply += 1
                except PlyTaken:
                    next_ply = len((await store.log(table)).plies)
            return won

        for k in range(5):
            table = f"t{k}"
            wins = await asyncio.gather(fight(stores[0], "a", table), fight(stores[1], "b", table))
            acknowledged = sorted(wins[0] + wins[1])
            assert acknowledged == list(enumerate(await plies(stores[0], table)))
        # Taking back and appending from two sides leave no gap either.
        await asyncio.gather(
            *(stores[k % 2].take_back("t0", 3 + k % 2, NOW) for k in range(2)),
            *(together(stores[k % 2].append("t0", 4, [(0, "c", NOW)])) for k in range(20)),
            return_exceptions=True,
        )
        length = len(await plies(stores[1], "t0"))
        await stores[0].append("t0", length, [(0, "fits", NOW)])
        assert (await plies(stores[1], "t0"))[length:] == ["fits"]
        for store in stores:
            await store.close()

    asyncio.run(go())


@with_store
async def test_a_closed_store_says_so_and_what_was_asked_before_is_stored(store: Store) -> None:
    await store.add_table(a_table("t"))
    last = [asyncio.create_task(store.append("t", k, [a_ply(k)])) for k in range(3)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*last)
    with pytest.raises(StoreError, match="closed"):
        await store.append("t", 3, [a_ply(3)])


def test_the_file_of_a_closed_store_holds_everything(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"

    async def go(number: int) -> None:
        store = await Store.open(path)
        await store.add_table(a_table(f"t{number}"))
        await store.append(f"t{number}", 0, [a_ply(0)])
        await store.close()
        assert [file.name for file in tmp_path.iterdir()] == [path.name]

    for number in range(10):
        asyncio.run(go(number))


# -- when the database fails -------------------------------------------------------------------------------------------


async def _all_fail(store: Store, why: str) -> None:
    failed = await together(*(store.append("t", k, [a_ply(k)]) for k in range(5)), store.add_person("Ada"))
    assert all(type(answer) is StoreError for answer in failed), failed
    assert why in str(failed[0])


def test_a_lock_held_for_too_long_fails_the_group_and_later_writes_work(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database.kind != "sqlite":
        pytest.skip("In PostgreSQL nobody can lock a whole database.")
    monkeypatch.setattr(engines, "_BUSY_TIMEOUT", 0.2)

    async def go() -> None:
        store = await Store.open(database.where)
        await store.add_table(a_table("t"))
        with closing(sqlite3.connect(database.where, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await _all_fail(store, "held it locked for too long")
            other.execute("ROLLBACK")
        await store.append("t", 0, [a_ply(0)])
        assert await plies(store, "t") == ["trade 0"]
        await store.close()

    asyncio.run(go())


def test_ends_and_clocks_go_the_short_way_too(database: Database) -> None:
    if database.kind != "sqlite":
        pytest.skip("Only SQLite has a short way.")

    async def go() -> None:
        store = await Store.open(database.where)
        for id in ("a", "b"):
            await store.add_table(a_table(id))
        one_trip = store._writer._append_thread
        assert one_trip is not None
        calls = [Append("a", 0, (a_ply(0),), None, b"{}"), Append("b", 0, (a_ply(0),), Ending("1-0", NOW), None)]
        assert await one_trip.store(calls) == [None, None]  # it raised, and all went the long way
        timed, over = await store.table("a"), await store.table("b")
        assert timed is not None
        assert over is not None
        assert (timed.state, timed.clocks) == ("playing", b"{}")
        assert (over.state, over.result, over.ended) == ("over", "1-0", NOW)
        await store.close()

    asyncio.run(go())


def test_a_full_disk_fails_the_group_and_later_writes_work(database: Database) -> None:
    if database.kind != "sqlite":
        pytest.skip("A full disk is imitated by a limit that only SQLite has.")

    async def go() -> None:
        store = await Store.open(database.where)
        await store.add_table(a_table("t"))
        await store.add_table(a_table("other"))
        await store.append("other", 0, [a_ply(0)])
        connection, one_trip = store._writer._connection, store._writer._append_thread
        assert connection is not None
        assert one_trip is not None
        assert one_trip._database is not None
        raw: Any = (await connection.get_raw_connection()).driver_connection
        # SQLite takes the present size instead of 1
        await raw.execute("PRAGMA max_page_count = 1")
        one_trip._database.execute("PRAGMA max_page_count = 1")
        big = "x" * 100_000
        failed = await together(*(store.append("t", k, [(0, big, NOW)]) for k in range(5)))
        assert [type(answer) for answer in failed] == [StoreError] * 5
        assert "the disk is full: make room" in str(failed[0])
        assert await plies(store, "t") == []
        await store.append("t", 0, [(0, big, NOW)])
        assert await plies(store, "t") == [big]
        await store.close()

    asyncio.run(go())


def test_a_server_that_goes_away_fails_the_group_and_later_writes_work(database: Database) -> None:
    server = database.server
    if server is None:
        pytest.skip("SQLite has no server.")

    async def before() -> Store:
        store = await Store.open(database.where)
        await store.add_table(a_table("t"))
        await store.append("t", 0, [a_ply(0)])
        return store

    async def meanwhile(store: Store) -> None:
        failed = await together(*(store.append("t", k, [a_ply(k)]) for k in range(1, 4)))
        assert [type(answer) for answer in failed] == [StoreError] * 3
        with pytest.raises(StoreError, match="failed"):
            await store.log("t")

    async def after(store: Store) -> None:
        await store.append("t", 1, [a_ply(1)])
        assert await plies(store, "t") == ["trade 0", "trade 1"]
        await store.close()

    with asyncio.Runner() as runner:
        store = runner.run(before())
        server.crash()
        runner.run(meanwhile(store))
        server.start()
        runner.run(after(store))


def test_a_process_that_is_frozen_in_a_write_does_not_hold_up_the_others(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database.server is None:
        pytest.skip("An SQLite file has one process.")
    monkeypatch.setattr(engines, "_IDLE_TIMEOUT", 1)

    async def go() -> None:
        frozen, other = await Store.open(database.where), await Store.open(database.where)
        await frozen.add_table(a_table("t"))
        has_locked, goes_on = asyncio.Event(), asyncio.Event()

        async def freeze(connection: AsyncConnection) -> None:
            await connection.execute(text("SELECT id FROM tables WHERE id = 't' FOR UPDATE"))
            has_locked.set()
            await goes_on.wait()
            await connection.execute(text("SELECT 1"))

        writing = asyncio.ensure_future(frozen._writer.change(freeze))
        await has_locked.wait()
        async with asyncio.timeout(30):
            await other.append("t", 0, [a_ply(0)])
        goes_on.set()
        with pytest.raises(StoreError):  # the frozen write was given up, and is told so
            await writing
        await frozen.append("t", 1, [a_ply(1)])
        assert await plies(other, "t") == ["trade 0", "trade 1"]
        await frozen.close()
        await other.close()

    asyncio.run(go())
