"""Kills in the middle of writing: everything acknowledged is there, nothing twice, no gap."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

from saltroad.server.store import Store
from server.store.appender import TABLES
from server.store.support import Database, a_table

KILLS = 400 if os.environ.get("SALTROAD_PROOFS") == "full" else 24
TESTS = Path(__file__).resolve().parent.parent.parent


def test_what_was_acknowledged_outlives_a_kill(database: Database) -> None:
    rng = random.Random(12)
    acknowledged: dict[tuple[str, int], str] = {}

    async def set_up() -> None:
        store = await Store.open(database.where)
        await asyncio.gather(*(store.add_table(a_table(f"t{k}")) for k in range(TABLES)))
        await store.close()

    async def look() -> int:
        """Compare the logs with what was acknowledged; how many plies there are."""
        store = await Store.open(database.where)
        logs = {f"t{k}": (await store.log(f"t{k}")).plies for k in range(TABLES)}
        await store.close()
        for (table, ply), text in acknowledged.items():
            assert ply < len(logs[table]), f"ply {ply} of {table} was acknowledged and is lost"
            assert logs[table][ply].action == text
        texts = [ply.action for plies in logs.values() for ply in plies]
        twice = [text for text, many in Counter(texts).items() if many > 1]
        assert not twice, "stored twice"
        return len(texts)

    asyncio.run(set_up())
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    command = [sys.executable, "-m", "server.store.appender", database.where]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment, cwd=TESTS
    ) as nursery:
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        for _ in range(KILLS):
            nursery.stdin.write("go\n")
            word, pid = nursery.stdout.readline().split()
            assert word == "pid"
            # Some die while they open the store, most after so many plies: a busy machine needs longer for them.
            killer = threading.Timer(rng.random() * 0.08, os.kill, (int(pid), signal.SIGKILL))
            left = 0 if rng.random() < 0.25 else rng.randrange(1, 120)
            if not left:
                killer.start()
            while (line := nursery.stdout.readline()) != "dead\n":
                left -= 1
                if not left:
                    killer.start()
                table, ply, text = line.split()
                assert (table, int(ply)) not in acknowledged, f"ply {ply} of {table} was acknowledged twice"
                acknowledged[table, int(ply)] = text
            killer.join()
            stored = asyncio.run(look())
        nursery.stdin.close()
    assert len(acknowledged) > 20 * TABLES, "the kills came too early to show anything"
    assert stored >= len(acknowledged)
