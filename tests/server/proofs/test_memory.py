"""What is over is let go: the memory of a server does not grow with the games that were played on it.

In every run, by counting: with Python's search for circles switched off, tables, their games, sockets and tasks are
gone after the last look. `SALTROAD_PROOFS=full` also watches the memory of a server with sixty tables for an hour.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from saltroad.server.cluster.router import LocalProxy
from saltroad.server.tables import registry as registry
from saltroad.server.tables.event_log import EventLog
from saltroad.server.tables.game import LiveGame
from saltroad.server.tables.presence import Presence
from saltroad.server.tables.state import TableState
from saltroad.server.tables.subscriptions import Subscription, Subscriptions
from saltroad.server.tables.table import Table
from saltroad.server.tables.updates import UpdateBuilder
from saltroad.server.transport.session import SocketSession
from saltroad.server.transport.websocket import Connection
from server.proofs.processes import FULL, PATIENCE, ServerProcess
from server.proofs.regulars import Evening, resident
from server.serving import Person, Server, server_in

COUNTED = (
    Table,
    TableState,
    Presence,
    LiveGame,
    UpdateBuilder,
    EventLog,
    Subscriptions,
    Subscription,
    Connection,
    SocketSession,
    LocalProxy,
)
TABLES = 60
MINUTES = 60
WARM = 20
"""Minutes after which all that a server keeps to be faster has come to its size."""
MOST_GROWTH = 15.0
"""Megabytes by which it may grow in the minutes that are left, in which a thousand games or more end: if they stayed in
memory, at 150 kB each, it would be ten times as much."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(registry, "SWEEP", 0.02)
    monkeypatch.setattr(registry, "IDLE", 0.1)
    monkeypatch.setattr(registry, "IDLE_ENDED", 0.1)
    with server_in(tmp_path, away_seconds="0.1") as running:
        yield running


@pytest.fixture
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def alive(server: Server) -> Counter[str]:
    """How many there are of each, and how many tasks the server has."""

    async def tasks() -> int:
        return len(asyncio.all_tasks())

    found = Counter(type(one).__name__ for one in gc.get_objects() if type(one) in COUNTED)
    return found + Counter(tasks=server.do(tasks()))


def _play(ada: Person, bo: Person) -> None:
    """A game to its end, one that is left, one that is only looked at, a replay, and a rematch."""
    table = ada.make("bazaar", "me random random", start=True)
    with ada.at(table) as tab, bo.at(table) as watching:
        tab.play_on()
        watching.until(state="over")
        tab.refused("act", ply=0, action="roll")
        tab.done("again")
    ada.get(f"/api/tables/{table}/replay")
    left = ada.make("through_the_desert", "me open", drawn=False)
    bo.ask(left, "sit", seat=1)
    ada.ask(left, "start")
    with bo.at(left) as tab, ada.at(left) as mine:
        mine.act()
        tab.refused("act", ply=99, action="x")


@pytest.mark.usefixtures("without_collector")
def test_nothing_stays_of_a_table_that_is_put_away(server: Server) -> None:
    """Not even until Python looks for circles: it seldom does, as everybody waits while it walks over all tables."""
    ada, bo = Person(server), Person(server, "Bo")
    base = alive(server)
    for _ in range(3):
        _play(ada, bo)
        server.running.parts.registry._finished.clear()  # a bounded number of those that were looked back at
        end = time.monotonic() + PATIENCE
        while (now := alive(server)) - base:
            assert time.monotonic() < end, now - base
            time.sleep(0.05)


@pytest.mark.skipif(not FULL, reason="takes an hour")
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the memory of a process by /proc")
def test_memory_is_flat_over_an_hour(tmp_path: Path) -> None:
    async def main() -> list[float]:
        megabytes = []
        async with Evening(process, TABLES) as evening:
            for _ in range(MINUTES):
                before = evening.games
                await asyncio.sleep(60)
                evening.check()
                assert evening.games > before, "nobody plays"
                megabytes.append(resident(process))
            assert evening.games > 1000
        return megabytes

    process = ServerProcess(tmp_path)
    process.start()
    try:
        megabytes = asyncio.run(main())
    finally:
        process.stop()
    warm = megabytes[WARM:]
    assert trend(warm) * len(warm) < MOST_GROWTH, megabytes


def trend(values: list[float]) -> float:
    """The slope of the straight line that fits best."""
    middle, mean = (len(values) - 1) / 2, sum(values) / len(values)
    above = sum((k - middle) * (value - mean) for k, value in enumerate(values))
    return above / sum((k - middle) ** 2 for k in range(len(values)))


def test_a_trend_is_told_from_noise() -> None:
    assert trend([1.0, 2.0, 3.0]) == 1.0
    assert trend([5.0, 7.0, 5.0, 7.0, 5.0]) == 0.0
