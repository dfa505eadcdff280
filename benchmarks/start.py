"""How long a server needs to start, and to be quiet again, with many games that nobody has touched for weeks.

`.venv/bin/python benchmarks/start.py`: fills an SQLite file with games of one person and two bots that stand in the
middle, starts a server on it as anybody would, and asks it something ten times a second until it has nothing to do.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from saltroad import games
from saltroad.kernel.chance import Rng
from saltroad.records.dice import SCHEME, commitment_of, new_seed
from saltroad.server.store import Seat, Store, StoredPly, TableRow, moment

DAY = 86_400_000
QUIET = 0.2
"""Of one processor: a server that uses less for three seconds is quiet."""


def half_a_game(name: str, plies: int, seed: int) -> tuple[str, int, list[tuple[int, str]]]:
    """Options, version of the rules and what was played, at random."""
    game, rng = games.load(name), Rng(seed)
    position = game.start(players=3)
    played: list[tuple[int, str]] = []
    while len(played) < plies and game.outcome(position) is None:
        actor = game.actor(position)
        action = game.decide(position, rng) if actor < 0 else rng.pick(game.legal(position))
        played.append((actor, str(action)))
        position = game.apply(position, action)
    return str(game.options_of(position)), game.info.rules_version, played


async def fill(database: Path, tables: int, plies: int) -> None:
    """Games that were left sixty days ago."""
    store = await Store.open(database)
    person = await store.add_person("Ada")
    kinds = [(name, half_a_game(name, plies, seed)) for name in games.BUILT_IN for seed in range(10)]
    then = moment() - 60 * DAY

    async def add(number: int) -> None:
        name, (options, version, played) = kinds[number % len(kinds)]
        seed = new_seed()
        id = f"t{number}"
        promise = commitment_of(seed, id)
        row = TableRow(
            id, name, options, version, then, person.id, False, {}, seed, promise, "playing", then, dice=SCHEME
        )
        seats = [Seat(0, "person", person.id, None, "Ada"), *(Seat(k, "bot", None, "trader", "Zahra") for k in (1, 2))]
        await store.add_table(row, seats)
        await store.append(id, 0, [StoredPly(actor, action, then) for actor, action in played])

    for start in range(0, tables, 200):
        await asyncio.gather(*(add(number) for number in range(start, min(tables, start + 200))))
    await store.close()


def cpu_seconds(process: int) -> float:
    """The processor's time of a process so far."""
    parts = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def resident(process: int) -> float:
    """Megabytes in memory."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[0]) / 1024


def measure(database: Path, patience: float) -> None:
    """Start a server, and watch it."""
    command = [sys.executable, "-m", "saltroad", "serve", "--port", "0", "--log-level", "warning"]
    command += ["--database", str(database), "--secret-file", str(database.with_name("secret"))]
    since = time.perf_counter()
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        line = next(line for line in server.stdout if "http://" in line)
        base = "http://" + line.split("http://")[1].strip()
        ready = time.perf_counter() - since
        waits, busy = [], [(time.perf_counter(), cpu_seconds(server.pid))]
        with httpx.Client(base_url=base, timeout=60) as http:
            while time.perf_counter() - since < patience:
                asked = time.perf_counter()
                http.get("/api/me")
                waits.append(time.perf_counter() - asked)
                time.sleep(0.1)
                busy.append((time.perf_counter(), cpu_seconds(server.pid)))
                early = [entry for entry in busy if entry[0] < busy[-1][0] - 3]
                compiles = len(http.get("/health").json().get("games_ready", games.BUILT_IN)) < len(games.BUILT_IN)
                if not compiles and early and (busy[-1][1] - early[-1][1]) / (busy[-1][0] - early[-1][0]) < QUIET:
                    break
            opened = re.findall(r'saltroad_tables\{state="open here"\} (\S+)', http.get("/metrics").text)
        waits.sort()
        print(f"answers after {ready:.1f} s, quiet after {busy[-1][0] - since - 3:.1f} s")
        print(f"processor {busy[-1][1]:.1f} s, memory {resident(server.pid):.0f} MB, tables open {opened}")
        print(f"a question meanwhile: {1000 * waits[len(waits) // 2]:.0f} ms, at worst {1000 * waits[-1]:.0f} ms")
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=4000)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--patience", type=float, default=600)
    parser.add_argument("--database", type=Path, help="a file that was filled before, or is to be kept")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = asked.database or Path(folder) / "left.sqlite"
        if not database.exists():
            asyncio.run(fill(database, asked.tables, asked.plies))
        measure(database, asked.patience)


if __name__ == "__main__":
    main()
