"""What the store keeps up with: appends a second and how long one waits, beside plain sqlite3 in the same run.

`.venv/bin/python benchmarks/store.py [ADDRESS]`: a new SQLite file in the present folder's file system by default, or
an empty PostgreSQL database. The ceiling is a loop of sqlite3 with the same settings that stores as many plies in a
commit as there are writers: no queue, no checks, nobody to answer. Rounds alternate, so that a busy machine slows both.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path

from saltroad.server.store import Store, TableRow

WRITERS = (1, 10, 100, 500)
_ACTION = "trade R>WW"


async def rate_of_store(store: Store, writers: int, seconds: float, name: str) -> tuple[float, list[float]]:
    """Appends a second from so many tables at once, each waiting for its answer, and every wait in milliseconds."""
    ids = [f"{name}-{k}" for k in range(writers)]
    tables = [TableRow(id, "bazaar", "players=2", 1, 0, None, False, {}, b"s" * 32, "c", "playing") for id in ids]
    await asyncio.gather(*map(store.add_table, tables))
    waits: list[float] = []
    begin = time.perf_counter()

    async def play(id: str) -> None:
        ply, now = 0, time.perf_counter()
        while now < begin + seconds:
            await store.append(id, ply, [(0, _ACTION, 1_800_000_000_000)])
            after = time.perf_counter()
            waits.append(1000 * (after - now))
            ply, now = ply + 1, after

    await asyncio.gather(*map(play, ids))
    return len(waits) / (time.perf_counter() - begin), waits


def ceiling(folder: Path, group: int, seconds: float) -> float:
    """Plies a second of a plain loop: one insert of the whole group, one commit."""
    with closing(sqlite3.connect(folder / f"plain-{time.time_ns()}.db", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute(
            "CREATE TABLE plies (table_id TEXT, ply INT, actor INT, action TEXT, at INT, PRIMARY KEY (table_id, ply))"
            " WITHOUT ROWID"
        )
        begin, ply = time.perf_counter(), 0
        while time.perf_counter() < begin + seconds:
            database.execute("BEGIN IMMEDIATE")
            rows = [(f"t-{k}", ply, 0, _ACTION, 1_800_000_000_000) for k in range(group)]
            database.executemany("INSERT INTO plies VALUES (?, ?, ?, ?, ?)", rows)
            database.execute("COMMIT")
            ply += 1
        return ply * group / (time.perf_counter() - begin)


async def measure(where: str | None, seconds: float, rounds: int) -> None:
    with tempfile.TemporaryDirectory(dir=".", prefix=".store-") as folder:
        store = await Store.open(where or Path(folder) / "store.db")
        print(f"{'writers':>8} {'appends/s':>10} {'p50 ms':>8} {'p99 ms':>8} {'sqlite3/s':>10} {'ratio':>6}")
        for writers in WRITERS:
            rates, plain, waits = [], [], []
            for k in range(rounds):
                rate, some = await rate_of_store(store, writers, seconds, f"{time.time_ns()}-{k}")
                rates.append(rate)
                waits += some
                plain.append(ceiling(Path(folder), writers, seconds))
            waits.sort()
            ours, theirs = statistics.median(rates), statistics.median(plain)
            p50, p99 = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
            print(f"{writers:8} {ours:10,.0f} {p50:8.1f} {p99:8.1f} {theirs:10,.0f} {ours / theirs:6.2f}")
        await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("where", nargs="?", help="an empty PostgreSQL database; by default a new SQLite file")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    asyncio.run(measure(chosen.where, chosen.seconds, chosen.rounds))
