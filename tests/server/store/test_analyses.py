"""Analyses as rows: a queue that several workers share, and plies that one of them stores."""

from __future__ import annotations

import asyncio

import pytest

from saltroad.server.store import NoSuchTable, Store
from saltroad.server.store.analyses import StoredAnalysis
from server.store.support import NOW, Database, a_table, with_store

SILENT = 60_000


@with_store
async def test_an_analysis_is_asked_for_done_and_read(store: Store) -> None:
    await store.add_table(a_table("t"))
    assert await store.analyses.get("t") is None
    with pytest.raises(NoSuchTable):
        await store.analyses.ask("nowhere", "key", 3)
    await store.analyses.ask("t", "key", 3)
    assert await store.analyses.get("t") == StoredAnalysis("t", "key", "waiting", 3, 0)
    assert await store.analyses.claim("ann", SILENT) == "t"
    assert await store.analyses.claim("bob", SILENT) is None
    assert await store.analyses.add("t", "ann", [(5, b"five"), (6, b"six")])
    assert await store.analyses.add("t", "ann", [])
    assert await store.analyses.get("t") == StoredAnalysis("t", "key", "running", 3, 2)
    assert await store.analyses.plies("t") == [b"five", b"six"]
    assert await store.analyses.plies("t", 1) == [b"six"]
    assert await store.analyses.plies("t", 2) == []
    assert await store.analyses.add("t", "ann", [(7, b"seven")])
    await store.analyses.leave("t", "ann", "done")
    await store.analyses.ask("t", "key", 3)
    assert await store.analyses.get("t") == StoredAnalysis("t", "key", "done", 3, 3)
    assert await store.analyses.claim("bob", SILENT) is None


@with_store
async def test_one_that_failed_goes_on_and_one_of_other_settings_begins_anew(store: Store) -> None:
    await store.add_table(a_table("t"))
    await store.analyses.ask("t", "key", 3)
    await store.analyses.claim("ann", SILENT)
    await store.analyses.add("t", "ann", [(5, b"five")])
    await store.analyses.leave("t", "ann", "failed")
    assert await store.analyses.claim("bob", SILENT) is None
    await store.analyses.ask("t", "key", 3)
    assert await store.analyses.get("t") == StoredAnalysis("t", "key", "waiting", 3, 1)
    await store.analyses.ask("t", "deeper", 4)
    assert await store.analyses.get("t") == StoredAnalysis("t", "deeper", "waiting", 4, 0)


@with_store
async def test_who_waits_longest_comes_first_and_who_left_is_heard_no_more(store: Store) -> None:
    for table in ("b", "a", "c"):
        await store.add_table(a_table(table))
        await store.analyses.ask(table, "key", 1)
    found = await asyncio.gather(*(store.analyses.claim(worker, SILENT) for worker in ("ann", "bob", "cleo")))
    assert sorted(filter(None, found)) == ["a", "b", "c"]
    await store.analyses.leave("a", _worker_of(found, "a"), "waiting")
    assert await store.analyses.claim("dora", SILENT) == "a"
    late = _worker_of(found, "a")
    assert not await store.analyses.add("a", late, [(1, b"late")])
    await store.analyses.leave("a", late, "failed")
    assert (await store.analyses.get("a")) == StoredAnalysis("a", "key", "running", 1, 0)


def _worker_of(found: list[str | None], table: str) -> str:
    return ("ann", "bob", "cleo")[found.index(table)]


def test_a_job_whose_worker_is_silent_is_taken_over(database: Database) -> None:
    async def go() -> None:
        now = NOW
        store = await Store.open(database.where, clock=lambda: now)
        try:
            await store.add_table(a_table("t"))
            await store.analyses.ask("t", "key", 1)
            assert await store.analyses.claim("ann", SILENT) == "t"
            now += SILENT - 1
            assert await store.analyses.claim("bob", SILENT) is None
            await store.analyses.add("t", "ann", [])
            now += SILENT
            assert await store.analyses.claim("bob", SILENT) is None
            now += 1
            assert await store.analyses.claim("bob", SILENT) == "t"
            assert not await store.analyses.add("t", "ann", [(1, b"late")])
        finally:
            await store.close()

    asyncio.run(go())
