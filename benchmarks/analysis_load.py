"""How long people wait for a move while the server analyses games.

`.venv/bin/python benchmarks/analysis_load.py`: tables of four people, as in `benchmarks/load.py`, at a server that
analyses two finished games at a time, and at one that analyses none; each on a fresh database, in turns, and the
medians of the rounds. The server and its analyses have one core, the clients the other: the analyses take what moves
leave over. Both servers have the same finished games. A round counts only if two analyses ran from its beginning to its
end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import uvloop
from load import SEATS, UNLIMITED, OurTable, Tally, line_of, measure, on_core, our_people, start_ours

GAMES = 8
"""Finished games: two are analysed at a time, the others wait for their turn."""
ANALYSES = 2
MOST_RATIO = 1.5
"""How many times longer the slowest of a hundred moves may take while games are analysed."""
LATEST = 900.0
"""Seconds until the workers have loaded the search, which a new machine compiles first."""
KINDS = ("quiet", "analysing")


class LastGame(OurTable):
    """Four who play one game to its end, as fast as they can."""

    def __init__(self, people: list[httpx.AsyncClient], base: str, game: str) -> None:
        super().__init__(Tally(), None, people, base, game, [])
        self.over = asyncio.Event()

    def move(self) -> None:
        if self._next is None:
            self._missing = 0
            self.over.set()
        else:
            super().move()


async def finished_games(base: str, game: str) -> tuple[httpx.AsyncClient, list[str]]:
    """Play the games that are analysed; gives one of the players, and the tables."""
    people = await our_people(base)
    tables = []
    for _ in range(GAMES):
        table = LastGame(people, base, game)
        await table.open()
        table.begin()
        await asyncio.wait_for(table.over.wait(), 120)
        for socket in table.sockets:
            socket.transport.disconnect()
        tables.append(table.id)
    return people[0], tables


async def running(person: httpx.AsyncClient, tables: list[str]) -> int:
    """How many analyses run and have found something."""
    found = 0
    for table in tables:
        shown = (await person.get(f"/api/tables/{table}/analysis")).raise_for_status().json()
        found += shown["state"] == "running" and shown["done"] > 0
    return found


async def begin_analyses(person: httpx.AsyncClient, tables: list[str]) -> None:
    """Ask for all of them, and wait until two run."""
    for table in tables:
        (await person.post(f"/api/tables/{table}/analysis")).raise_for_status()
    end = time.monotonic() + LATEST
    while await running(person, tables) < ANALYSES:
        if time.monotonic() > end:
            raise RuntimeError("the analyses did not begin: look at the server's log")
        await asyncio.sleep(1)


async def measured(
    kind: str, base: str, process: int, tables: int, pace: float | None, seconds: float, game: str
) -> dict[str, Any]:
    """The load on one server, with the analyses or without."""
    person, finished = await finished_games(base, game)
    if kind == "analysing":
        await begin_analyses(person, finished)
    found = await measure("ours", base, process, tables, pace, seconds, game, "en")
    if kind == "analysing" and await running(person, finished) < ANALYSES:
        raise RuntimeError("the analyses were over before the load was: measure for fewer --seconds")
    return found


def run(kind: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """A fresh server, its clients, and what they saw."""
    with tempfile.TemporaryDirectory() as folder:
        server, base = start_ours(Path(folder), UNLIMITED | {"SALTROAD_ANALYSIS_PROCESSES": str(ANALYSES)})
        try:
            pace = 0.0 if chosen.mode == "closed" else 1.0
            ask = ["--clients", kind, base, str(server.pid), str(chosen.tables), str(pace), str(chosen.seconds)]
            command = on_core(1, [sys.executable, __file__, *ask, chosen.game])
            clients = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            answer: dict[str, Any] = json.loads(clients.stdout)
            return answer
        finally:
            server.terminate()
            server.wait(30)


def clients(kind: str, base: str, process: str, tables: str, pace: str, seconds: str, game: str) -> None:
    """In a process of their own."""
    asked = int(process), int(tables), float(pace) or None, float(seconds), game
    print(json.dumps(uvloop.run(measured(kind, base, *asked))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, help=f"of {SEATS} people each (100)")
    parser.add_argument("--mode", choices=["paced", "closed"], default="paced", help="a move a second, or without rest")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement (20)")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each kind, in turns (3)")
    parser.add_argument("--game", default="bazaar")
    parser.add_argument("--json", action="store_true", help="print the figures of all rounds as JSON")
    parser.add_argument("--clients", nargs=7, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.clients:
        clients(*chosen.clients)
        return
    seen: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    for number in range(chosen.rounds):
        for kind in KINDS:
            print(f"\rround {number + 1} of {chosen.rounds}: {kind}   ", end="", file=sys.stderr, flush=True)
            seen[kind].append(run(kind, chosen))
    print(file=sys.stderr)
    quiet, analysing = (statistics.median(each["p99"] for each in seen[kind]) for kind in KINDS)
    if chosen.json:
        print(json.dumps({"rounds": seen, "ratio": analysing / quiet}, indent=1))
        return
    print(f"{'':24}{'moves/s':>10}{'p50 ms':>9}{'p99 ms':>9}{'bytes':>8}{'µs a move':>11}   {chosen.game}")
    for kind in KINDS:
        print(f"{f'{chosen.mode} {chosen.tables} {kind}':24}{line_of(seen[kind])}")
    kept = "within" if analysing <= MOST_RATIO * quiet else "above"
    print(f"99th percentile: {analysing / quiet:.2f} times that without analyses, {kept} the {MOST_RATIO} aimed at")


if __name__ == "__main__":
    main()
